// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/dataset_declaration.h"

#include "core/base/hex.h"
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/data/formats.h"
#include "core/ledger/project_file.h"
#include "core/session/declared_number.h"
#include "core/session/encoder_rows.h"
#include "core/session/noiseless_plan.h"
#include "core/session/record_people.h"
#include "core/session/weights_origin.h"

#include <algorithm>
#include <filesystem>
#include <span>

namespace parsimony::session {

namespace {

nlohmann::json factsOf(const Constants& constants) {
    nlohmann::json facts{{"dim", constants.dim}, {"classes", constants.classes}};
    if (constants.labelsPerRecord > 1) {
        facts["labels_per_record"] = constants.labelsPerRecord;
    }
    facts.update(numberFacts(constants.publicRecords, constants.recordsDeclared));
    return facts;
}

/// The table that features are columns of, by whatever way it is named; empty where they are none's.
std::string tableOf(const std::string& features) {
    const std::string path = data::splitSpec(features).path;
    const data::FileFormat format = data::formatOf(path);
    if (format != data::FileFormat::Columns && format != data::FileFormat::Text) {
        return {};
    }
    std::error_code ignored;
    return std::filesystem::weakly_canonical(path, ignored).string();
}

/// `others` are people who may not be in it.
ledger::PartDeclaration declarationOf(const RequestedPart& part, EncoderRows& rows, const PartPeople& people,
                                      std::span<const ledger::RowTag> others, bool withRowsOfPeople) {
    ledger::PartDeclaration declaration;
    declaration.name = part.name;
    declaration.isPublic = part.isPublic;
    declaration.divided = part.side.has_value();
    declaration.isPrior = part.isPrior;
    if (!part.recordsPrivate) {
        declaration.facts.update(numberFacts(part.records(), part.declaredRecords.has_value()));
    }
    const bool isOne = part.files.beside.empty();
    declaration.curatorFacts = {{"features", isOne ? wholeSpec(part.files.features) : featuresOf(part)},
                                {"labels", part.files.labels},
                                {"rows", part.info.rows}};
    if (const std::string table = tableOf(part.files.features); !table.empty()) {
        declaration.curatorFacts["table"] = table;
        declaration.curatorFacts["column"] = part.info.features.key;
    }
    if (!part.files.ids.empty()) {
        declaration.curatorFacts["ids"] = part.files.ids;
    }
    if (part.side) {
        declaration.curatorFacts["share"] = part.share;
    }
    rows.declare(declaration, part, people, withRowsOfPeople);
    people.declare(declaration, others, withRowsOfPeople);
    return declaration;
}

/// What was charged there is made known to the registry first.
std::vector<ledger::DeclaredLink> linksOf(const ledger::Project& project,
                                          const std::vector<std::string>& linkedTo) {
    std::vector<ledger::DeclaredLink> links;
    for (const std::string& text : linkedTo) {
        const LinkedPart link = parseLink(text);
        project.tellRegistryOf(link.project);
        for (const std::string& named : project.projectsAt(link.project)) {
            links.push_back({named, link.part});
        }
    }
    return links;
}

/// The check of a declaration. Where it undoes it, the curator is told why others' charges counted.
ledger::DeclarationCheck checkOf(const RunOptions& options, const RunObserver& observer,
                                 const ledger::DeclarationCheck& check) {
    if (!check || saysOfOthers(options)) {
        return {};
    }
    return [check, observer](const ledger::DeclaredDataset& declared) {
        try {
            check(declared);
        } catch (const Error&) {
            tell(declared.notices, observer);
            throw;
        }
    };
}

// Weights of a private model stand for its rows: they are taken where their ledger is at hand (this project,
// or one that --linked-to names), so that one account has both charges. Null: the project is not there yet.
void checkInitialWeights(const ledger::Project* project, const std::optional<std::string>& origin,
                         const RunOptions& options) {
    const bool isKnown =
        !origin || (project != nullptr && *origin == project->projectId()) ||
        std::any_of(options.linkedTo.begin(), options.linkedTo.end(), [&](const std::string& text) {
            const LinkedPart link = parseLink(text);
            return (link.part.empty() || PartName(link.part).isTrain()) &&
                   ledger::projectIdOf(link.project) == *origin;
        });
    if (!isKnown) {
        refuse(Sentence(
            "--init {1}: these weights were trained on private rows, as the card in the file says; name the "
            "project that paid for them with --linked-to, or start from public ones",
            options.init.file));
    }
}

} // namespace

std::shared_ptr<ledger::Registry> userRegistry(ledger::WaitNotice onWait) {
    return ledger::Registry::open(ledger::Registry::defaultPath(), std::move(onWait));
}

void requireLinked(const RunOptions& options) {
    if (!saysOfOthers(options)) {
        return;
    }
    const bool hasRegistry = std::filesystem::exists(ledger::Registry::defaultPath());
    const auto registry = hasRegistry ? userRegistry() : nullptr;
    for (const std::vector<std::string>* named : {&options.linkedTo, &options.leaveOut}) {
        for (const std::string& text : *named) {
            (void)ledger::projectsAt(registry.get(), parseLink(text).project);
        }
    }
}

std::optional<ledger::DatasetRow> findDeclared(const ledger::Project& project, const DataRequest& request) {
    std::optional<ledger::DatasetRow> found;
    for (ledger::DatasetRow& row : project.datasets()) {
        const bool isPrivate = row.visibility == ledger::Visibility::Private;
        if (row.name == request.name && isPrivate == request.constants.isPrivate) {
            found = std::move(row);
        }
    }
    return found;
}

DataRequest describeWithoutProject(const RunOptions& options) {
    DataRequest request = describeData(options);
    checkPrior(request);
    refusePrivateStart(options, request.constants);
    if (request.constants.isPrivate) {
        checkInitialWeights(nullptr, request.constants.initProject, options);
    }
    return request;
}

DataRequest describeIn(const ledger::Project& project, const RunOptions& options) {
    DataRequest request = describeData(options);
    checkPrior(request);
    refusePrivateStart(options, request.constants);
    if (request.constants.isPrivate) {
        checkInitialWeights(&project, request.constants.initProject, options);
    }
    if (!request.constants.isPrivate) {
        return request;
    }
    const auto whole = withKnownNumbers(options, project, findDeclared(project, request), request.parts);
    return whole ? describeData(*whole) : request; // headers of many shards are not read twice for nothing
}

void checkCap(const ledger::DatasetRow& dataset, const RunOptions& options) {
    const auto check = [&](const char* name, const std::optional<double>& wanted, double known) {
        if (wanted && !dataset.capOpen && *wanted != known) {
            failUsage(Sentence("--{1} {2} is not the cap of dataset '{3}', which was set once to {4}; leave "
                               "it out, or raise the cap",
                               name, *wanted, dataset.name, known));
        }
    };
    check("epsilon", options.epsilon, dataset.epsilon);
    check("delta", options.delta, dataset.delta);
}

namespace {

struct WholeDeclaration {
    ledger::DatasetDeclaration dataset;
    std::vector<PartPeople> people; ///< of each part
};

WholeDeclaration wholeDeclaration(const ledger::Project& project, const ledger::Registry& registry,
                                  DataRequest& request, const RunOptions& options,
                                  const RunObserver& observer) {
    WholeDeclaration whole;
    ledger::DatasetDeclaration& declaration = whole.dataset;
    declaration.name = request.name;
    declaration.visibility =
        request.constants.isPrivate ? ledger::Visibility::Private : ledger::Visibility::Public;
    declaration.adjacency = request.constants.adjacency;
    declaration.rowsPerPerson = request.constants.rowsPerPerson;
    declaration.epsilon = options.epsilon;
    declaration.delta = options.delta;
    if (options.isNoiseless() && !findDeclared(project, request)) {
        declaration.epsilon = options.epsilon.value_or(kFreeCap);
        declaration.delta = options.delta.value_or(kFreeDelta);
    }
    declaration.facts = factsOf(request.constants);
    declaration.distinctRecords = options.distinctRecords;
    declaration.links = linksOf(project, options.linkedTo);
    declaration.leftOut = linksOf(project, options.leaveOut);
    request.divide();
    // In the parts that come first, train before all. Which rows of a public part count may not tell who is
    // in a private one: whoever is in both is refused.
    std::vector<ledger::RowTag> earlier, earlierPublic;
    for (RequestedPart& part : request.parts) {
        const PartPeople& people = whole.people.emplace_back(part, registry);
        EncoderRows rows(part, people, registry, observer);
        declaration.parts.push_back(declarationOf(part, rows, people, part.isPublic ? earlierPublic : earlier,
                                                  !options.leaveOut.empty()));
        part.content = declaration.parts.back().contentDigest;
        if (&part != &request.parts.back()) {
            ledger::addTags(earlier, people.everybody());
            if (part.isPublic) {
                ledger::addTags(earlierPublic, people.everybody());
            }
        }
        if (!part.isPublic) {
            rows.hold(part, registry);
        }
    }
    return whole;
}

} // namespace

std::optional<DatasetId> findByRows(const ledger::Project& project, const ledger::Registry& registry,
                                    DataRequest request, const RunOptions& options) {
    return project.findDataset(wholeDeclaration(project, registry, request, options, {}).dataset);
}

ledger::DeclaredDataset declareDataset(ledger::Project& project, const ledger::Registry& registry,
                                       DataRequest& request, const RunOptions& options,
                                       const RunObserver& observer, const ledger::DeclarationCheck& check) {
    WholeDeclaration whole = wholeDeclaration(project, registry, request, options, observer);
    refuseStartFrom(whole.dataset.parts, registry, options, request.constants);
    ledger::DeclaredDataset declared =
        project.declareDataset(std::move(whole.dataset), checkOf(options, observer, check));
    tell(project.notices(), observer);
    tell(declared.notices, observer);
    for (std::size_t i = 0; i < whole.people.size(); ++i) {
        RequestedPart& part = request.parts[i];
        whole.people[i].withhold(part, project, declared.part(part.name), request.constants.rowsPerPerson,
                                 observer);
    }
    return declared;
}

PartId declarePart(ledger::Project& project, const ledger::Registry& registry, DatasetId dataset,
                   RequestedPart& part, const RunObserver& observer, const RunOptions& options,
                   const ledger::DeclarationCheck& check) {
    const PartPeople people(part, registry);
    EncoderRows rows(part, people, registry, observer);
    ledger::PartDeclaration declaration = declarationOf(part, rows, people, {}, true);
    declaration.yieldsTo = {kTrainPart};
    const ledger::DeclaredDataset declared =
        project.declarePart(dataset, declaration, linksOf(project, options.linkedTo),
                            linksOf(project, options.leaveOut), checkOf(options, observer, check));
    tell(declared.notices, observer);
    rows.hold(part, registry);
    const PartId id = declared.part(part.name);
    people.withhold(part, project, id, project.dataset(dataset).rowsPerPerson, observer);
    return id;
}

bool saysOfOthers(const RunOptions& options) {
    return !options.linkedTo.empty() || !options.leaveOut.empty();
}

void rethrowDeclared(bool saidSomething) {
    try {
        throw;
    } catch (const Error& error) {
        if (!saidSomething || error.code() != ErrorCode::Refused) {
            throw;
        }
        const Sentence sentence("{1}; what --linked-to and --leave-out said of these rows stays declared",
                                sentenceOf(error));
        if (const auto* refusal = dynamic_cast<const CuratorRefusal*>(&error)) {
            throw CuratorRefusal(sentence, refusal->reasons());
        }
        if (error.refusedSpend()) {
            refuse(sentence, *error.refusedSpend());
        }
        refuse(sentence);
    }
}

std::map<std::string, std::string> contentOf(const DataRequest& request, const ledger::Registry& registry) {
    std::map<std::string, std::string> content;
    DataRequest now = request; // as they lie now: the request's own rows stay as declared
    now.divide();
    for (RequestedPart& part : now.parts) {
        content[part.name] = toHex(EncoderRows(part, PartPeople(part, registry), registry).content());
    }
    return content;
}

std::map<std::string, std::string> declaredContentOf(const DataRequest& request) {
    std::map<std::string, std::string> content;
    for (const RequestedPart& part : request.parts) {
        content[part.name] = part.content;
    }
    return content;
}

bool hasContent(const ledger::Project& project, ExperimentId experiment, const ExperimentPlan& plan,
                const std::map<std::string, std::string>& content) {
    return plan.partIds.size() == content.size() &&
           std::all_of(content.begin(), content.end(), [&](const auto& part) {
               const auto known = plan.partIds.find(part.first);
               return known != plan.partIds.end() &&
                      project.contentDigest(PartId{known->second}, experiment) == part.second;
           });
}

namespace {

/// The features of a part, by whatever encoders.
std::string filesOf(const RequestedPart& part) {
    std::string files = featuresOf(part);
    for (const EncodedPart& other : part.otherEncoders) {
        files += ", " + featuresOf(other);
    }
    return files;
}

} // namespace

void checkUnchanged(const ledger::Project& project, const ledger::Registry& registry, DataRequest& request,
                    ExperimentId experiment, const ExperimentPlan& plan, const RunObserver& observer,
                    const std::optional<ledger::DeclaredDataset>& declared) {
    if (!declared) {
        request.divide();
    }
    for (RequestedPart& part : request.parts) {
        const auto known = plan.partIds.find(part.name);
        const bool isKnown = known != plan.partIds.end();
        // Of the plan's own parts the declaration holds rows and people as they are held below.
        if (declared && isKnown && declared->part(part.name) == PartId{known->second} &&
            project.contentDigest(PartId{known->second}, experiment) == part.content) {
            continue;
        }
        const PartPeople people(part, registry);
        const EncoderRows rows(part, people, registry, observer);
        if (!isKnown || project.contentDigest(PartId{known->second}, experiment) != toHex(rows.content())) {
            throw CuratorRefusal(
                Sentence("the files of the {1} part are not those the experiment was started with; "
                         "put them back to resume it",
                         partName(part.name)),
                {Sentence("the {1} part: {2}", partName(part.name), filesOf(part))});
        }
        if (!part.isPublic) {
            rows.hold(part, registry);
        }
        people.withhold(part, project, PartId{known->second}, plan.constants.rowsPerPerson, observer);
    }
}

} // namespace parsimony::session
