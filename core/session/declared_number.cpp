// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/declared_number.h"

#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/data/formats.h"
#include "core/ledger/declared_records.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

namespace parsimony::session {

namespace {

std::optional<std::uint64_t> declaredIn(const nlohmann::json& facts, double share = 1.0) {
    return facts.value("records_declared", false)
               ? std::optional<std::uint64_t>(std::llround(facts.at("records").get<double>() / share))
               : std::nullopt;
}

/// A table is the same records by whatever columns. One that is gone may have been any.
bool isTable(const std::string& path) {
    try {
        const data::FileFormat format = data::formatOf(path);
        return format == data::FileFormat::Columns || format == data::FileFormat::Text;
    } catch (const Error&) {
        return false;
    }
}

/// A file and what is meant of it, wherever it was named from.
std::string placeOf(const std::string& named) {
    if (named.empty()) {
        return {};
    }
    const data::ArraySpec spec = data::splitSpec(named);
    std::error_code ignored;
    const std::string path = std::filesystem::weakly_canonical(spec.path, ignored).string();
    return isTable(path) ? path : path + ":" + spec.key;
}

/// What tells records by their files.
struct Source {
    std::set<std::string> features; ///< by each encoder; of joined ones those that they join
    std::size_t encoders = 1;
    std::string ids;
    std::optional<double> share; ///< of a file that was divided
};

Source sourceOf(const RequestedPart& part) {
    Source source;
    const auto take = [&source](const data::PartFiles& files) {
        if (files.beside.empty()) {
            source.features.insert(placeOf(files.features));
        }
    };
    take(part.files);
    for (const EncodedPart& other : part.otherEncoders) {
        take(other.files);
    }
    source.encoders += part.otherEncoders.size();
    source.ids = placeOf(part.files.ids);
    source.share = part.side ? std::optional(part.share) : std::nullopt;
    return source;
}

/// Of a part that is there, by what the curator knows of it.
Source sourceIn(const nlohmann::json& facts) {
    Source source;
    source.features.insert(placeOf(facts.value("features", "")));
    const nlohmann::json others = facts.value("encoders", nlohmann::json::object());
    for (const nlohmann::json& other : others) {
        source.features.insert(placeOf(other.value("features", "")));
    }
    source.encoders += others.size();
    source.ids = placeOf(facts.value("ids", ""));
    source.share = facts.contains("share") ? std::optional(facts["share"].get<double>()) : std::nullopt;
    return source;
}

/// Shares of files stand with the parts of newer versions alone.
bool mayShareRecords(const Source& asked, const Source& known) {
    return (!known.share || asked.share == known.share) &&
           std::any_of(asked.features.begin(), asked.features.end(),
                       [&](const std::string& place) { return known.features.count(place) > 0; });
}

bool isSame(const Source& asked, const Source& known) {
    return mayShareRecords(asked, known) && asked.encoders == known.encoders && asked.ids == known.ids &&
           std::includes(known.features.begin(), known.features.end(), asked.features.begin(),
                         asked.features.end());
}

/// What a project knows of the number of records that a part has.
struct KnownNumber {
    bool ofPart = false; ///< it is that part's, not that of the same records by other encoders
    nlohmann::json facts;
};

std::vector<ledger::PartRow> privateParts(const ledger::Project& project, const std::string& name) {
    std::vector<ledger::PartRow> found;
    for (const ledger::DatasetRow& dataset : project.datasets()) {
        for (ledger::PartRow& row : project.parts(dataset.id)) {
            if (row.name == name && !row.isPublic) {
                found.push_back(std::move(row));
            }
        }
    }
    return found;
}

/// That of the part itself if it is there, whether or not it was declared; else what was declared last of
/// the same records: a number in the file would tell what that keeps private.
std::optional<KnownNumber> knownNumber(const ledger::Project& project, const RequestedPart& part) {
    std::optional<KnownNumber> found;
    const Source asked = sourceOf(part);
    for (ledger::PartRow& row : privateParts(project, part.name)) {
        const Source known = sourceIn(project.curatorFacts(row.id));
        const bool same = isSame(asked, known);
        const bool ofOthers =
            mayShareRecords(asked, known) && declaredIn(row.facts) && !(found && found->ofPart);
        if (same || ofOthers) {
            found = KnownNumber{same, std::move(row.facts)};
        }
    }
    return found;
}

/// The number that was declared, of a part for which `asked` is said now.
std::optional<std::uint64_t> heldNumber(const RequestedPart& part, const nlohmann::json& facts,
                                        const std::optional<std::uint64_t>& asked) {
    const auto declared = declaredIn(facts);
    if (declared && asked && *asked != *declared) {
        failUsage(Sentence("the number of records of the {1} part was declared as {2}: --test-records {3} "
                           "differs; leave it out",
                           partName(part.name), *declared, *asked));
    }
    return declared;
}

/// A part whose number nobody declared keeps the one in its file, or none at all: looks that a plan has are
/// held to it. Rows of another number are another part's, and which rows a divided file has in this one is
/// told by the rows alone.
void requireUndeclared(const RequestedPart& part, const KnownNumber& known, std::uint64_t asked) {
    const auto number = known.facts.find("records");
    const bool isOther =
        number == known.facts.end() || (*number == part.info.rows && part.info.rows != asked);
    if (known.ofPart && !part.side && isOther) {
        ledger::failDeclaredWithoutNumber(part.name);
    }
}

void take(RequestedPart& part, const std::optional<std::uint64_t>& declared) {
    if (declared) {
        part.declaredRecords = declared;
        part.recordsPrivate = false;
    }
}

} // namespace

RunOptions DeclaredNumbers::in(RunOptions options) const {
    options.records = train;
    options.testRecords = test;
    return options;
}

DeclaredNumbers numbersIn(const RunOptions& options) {
    return {options.records, options.testRecords};
}

nlohmann::json numberFacts(std::uint64_t records, bool isDeclared) {
    return {{"records", records}, {"records_declared", isDeclared}};
}

std::optional<RunOptions> withKnownNumbers(RunOptions options, const ledger::Project& project,
                                           const std::optional<ledger::DatasetRow>& dataset,
                                           const std::vector<RequestedPart>& parts) {
    const DeclaredNumbers asked = numbersIn(options);
    DeclaredNumbers numbers = asked;
    if (dataset) {
        const RequestedPart& train = parts.front();
        const auto declared = declaredIn(dataset->facts, train.side ? train.share / 100.0 : 1.0);
        if (asked.train && declared && !train.side && *asked.train != *declared) {
            failUsage(Sentence("the number of records of dataset '{1}' was declared as {2}: --records {3} "
                               "differs; leave it out",
                               dataset->name, dataset->facts.at("records").get<double>(), *asked.train));
        }
        numbers.train = asked.train ? asked.train : declared;
    }
    const auto test = std::find_if(parts.begin(), parts.end(),
                                   [](const RequestedPart& part) { return part.name.isTest(); });
    if (test != parts.end() && !test->isPublic) {
        if (const auto known = knownNumber(project, *test)) {
            const auto declared = heldNumber(*test, known->facts, asked.test);
            if (asked.test && !declared) {
                requireUndeclared(*test, *known, *asked.test);
            }
            numbers.test = declared ? declared : asked.test;
        }
    }
    const bool found = numbers.train != asked.train || numbers.test != asked.test;
    return found ? std::optional(numbers.in(std::move(options))) : std::nullopt;
}

void takeKnownNumber(RequestedPart& part, const ledger::Project& project) {
    if (const auto known = knownNumber(project, part)) {
        take(part, heldNumber(part, known->facts, part.declaredRecords));
    }
}

void takeNumberOf(RequestedPart& part, const ledger::Project& project, PartId id) {
    if (const auto known = project.part(id)) {
        take(part, heldNumber(part, known->facts, part.declaredRecords));
    }
}

std::optional<std::uint64_t> knownNumber(const PrivateEvaluationRequest& look,
                                         const ledger::Project& project) {
    RequestedPart part{look.name, look.filesWithColumns(), {}};
    if (look.split) {
        part.side = data::Side::Test;
        part.share = look.split->test;
    }
    const auto known = knownNumber(project, part);
    return known ? declaredIn(known->facts) : std::nullopt;
}

} // namespace parsimony::session
