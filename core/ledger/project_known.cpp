// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows are known already: by their values, their files, or, where another registry hashed them, by
// name.
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace parsimony::ledger {

namespace {

/// Is it `name`, or what a dataset is called whose name was taken: name (2)?
bool isNameOf(const std::string& dataset, const std::string& name) {
    if (dataset == name) {
        return true;
    }
    const std::string before = name + " (";
    return dataset.size() > before.size() + 1 && dataset.rfind(before, 0) == 0 && dataset.back() == ')' &&
           std::all_of(dataset.begin() + static_cast<std::ptrdiff_t>(before.size()), dataset.end() - 1,
                       [](char digit) { return digit >= '0' && digit <= '9'; });
}

} // namespace

DeclaredDataset Project::Impl::findDataset(const DatasetDeclaration& declaration, bool byRows) const {
    DeclaredDataset result;
    const auto take = [&](DatasetId id) {
        const auto candidate = dataset(id);
        if (candidate.visibility == Visibility::Private && declaration.visibility == Visibility::Public &&
            byRows) {
            refuseRows({Sentence("dataset '{1}' is private in '{2}': rows once private can't be declared "
                                 "public",
                                 candidate.name, path.string())});
        }
        if (!result.known && candidate.visibility == declaration.visibility) {
            result.id = id;
            result.known = true;
        }
    };
    // By rows.
    for (const auto& declared : declaration.parts) {
        if (!options.registry || declared.rowTags.empty() || !byRows || declared.isPrior) {
            continue;
        }
        for (const auto& match : options.registry->lookup(tagsOf(declared), projectId)) {
            if (match.linked) {
                if (const auto known = partOfKey(match.key)) {
                    take(known->dataset);
                }
            }
        }
    }
    // By content.
    auto byDigest = database.prepare("SELECT dataset FROM ledger WHERE kind = ? AND "
                                     "json_extract(body, '$.digest') = ? ORDER BY seq DESC");
    for (const auto& declared : declaration.parts) {
        byDigest.bind(toText(RowKind::PartCurator)).bind(declared.contentDigest);
        while (!declared.contentDigest.empty() && byDigest.step()) {
            take(DatasetId{byDigest.integer(0)});
        }
        byDigest.reset();
    }
    // By name, where rows can't be compared.
    auto byName = database.prepare("SELECT dataset FROM ledger WHERE kind = ? AND "
                                   "json_extract(body, '$.name') = ? ORDER BY seq DESC");
    byName.bind(toText(RowKind::Dataset)).bind(declaration.name);
    while (!result.known && byName.step()) {
        const DatasetId id{byName.integer(0)};
        const auto known = parts(id);
        const bool comparable =
            std::any_of(known.begin(), known.end(), [this, &declaration](const PartRow& row) {
                return options.registry && !declaration.parts.front().rowTags.empty() &&
                       !row.registryKey.empty() && options.registry->knows(row.registryKey);
            });
        if (!comparable) {
            requireOneOfName(declaration.name);
            take(id);
        }
    }
    return result;
}

std::optional<DatasetId> Project::findDataset(const DatasetDeclaration& declaration) const {
    const DeclaredDataset found = m_impl->findDataset(declaration, true);
    return found.known ? std::optional(found.id) : std::nullopt;
}

std::optional<PartRow> Project::Impl::partOfKey(const std::string& key) const {
    auto statement = database.prepare(
        "SELECT part FROM ledger WHERE kind = ? AND json_extract(body, '$.registry_key') = ?");
    if (statement.bind(toText(RowKind::Part)).bind(key).step()) {
        return part(PartId{statement.integer(0)});
    }
    return std::nullopt;
}

// Rows that had the name of others are called 'name (2)': under another registry nobody knows which is which.
void Project::Impl::requireOneOfName(const std::string& name) const {
    std::set<std::int64_t> found;
    bool isElsewhereOne = false;
    for (const auto& [id, known] : state().parts()) {
        if (!known.row.isPublic && isNameOf(dataset(known.row.dataset).name, name)) {
            found.insert(known.row.dataset.value());
            isElsewhereOne |= isElsewhere(known.row);
        }
    }
    if (isElsewhereOne && found.size() > 1) {
        refuse(
            Sentence("several datasets were declared as '{1}' under another registry, so that this one can't "
                     "tell which of them these rows are: go on with that registry",
                     name));
    }
}

// Looks at several files are parts of one name: those of another registry are told apart by what the curator
// knows of their files.
std::optional<PartRow> Project::Impl::partOfName(std::vector<PartRow> named,
                                                 const PartDeclaration& declaration) const {
    for (const char* fact : {"rows", "features"}) {
        const auto isAnother = [&](const PartRow& row) {
            const auto facts = curatorOf(row.id).facts;
            return !facts.contains(fact) ||
                   facts[fact] != declaration.curatorFacts.value(fact, nlohmann::json());
        };
        const auto others = std::count_if(named.begin(), named.end(), isAnother);
        if (named.size() > 1 && others < static_cast<std::ptrdiff_t>(named.size())) {
            std::erase_if(named, isAnother);
        }
    }
    const bool isUnclear =
        named.size() > 1 &&
        std::any_of(named.begin(), named.end(), [this](const PartRow& row) { return isElsewhere(row); });
    if (isUnclear) {
        refuse(Sentence(
            "several {1} parts of '{2}' were declared under another registry, so that this one can't tell "
            "which of them these rows are: go on with that registry",
            partName(declaration.name), dataset(named.front().dataset).name));
    }
    return named.empty() ? std::nullopt : std::optional(named.front());
}

Project::Impl::PartFindings Project::Impl::findPart(const DatasetRow& datasetRow,
                                                    const PartDeclaration& declaration,
                                                    const RowClaims& claims,
                                                    std::vector<Sentence>& told) const {
    PartFindings findings;
    const bool isPublic = declaration.isPublic || datasetRow.visibility == Visibility::Public;
    const bool byRows = options.registry && !declaration.rowTags.empty();
    if (byRows) {
        findByRows(datasetRow, declaration, claims, findings, told);
    }
    const std::string ownId = registryId();
    std::vector<PartRow> named; // which can't be compared
    for (const auto& known : parts(datasetRow.id)) {
        const auto curator = curatorOf(known.id);
        const std::string& digest = curator.digest;
        const bool sameRows = !digest.empty() && digest == declaration.contentDigest;
        const bool same = sameRows && samePeople(known, declaration);
        const bool comparable =
            !digest.empty() && !declaration.contentDigest.empty() && curator.registry == ownId;
        if (sameRows && !known.isPublic && isPublic) {
            refuseRows({Sentence("{1} is private: rows once private can't be declared public",
                                 partTitle(datasetRow, known))});
        }
        const bool isOfName = known.name == declaration.name && known.isPublic == isPublic;
        if (!findings.known.valid() && isOfName && same) {
            findings.known = known.id;
        } else if (isOfName && !comparable) {
            named.push_back(known);
        }
        if (!findings.account.valid() && sameRows && !known.isPublic && !isPublic) {
            findings.account = known.account;
        }
    }
    const auto known = findings.known.valid() ? std::nullopt : partOfName(std::move(named), declaration);
    if (known) {
        findings.known = known->id;
        if (!isPublic) {
            requireSameNumber(datasetRow, *known, declaration);
            requireSameIds(datasetRow, *known, declaration, claims);
        }
    }
    if (byRows && !isPublic) {
        takeDeclaredLinks(datasetRow, declaration, claims, findings);
    }
    return findings;
}

// Features say whose account pays, so labels of others would be read at nobody's expense.
void Project::Impl::requireDeclaredLabels(PartId account, const PartDeclaration& declaration) const {
    std::set<std::string> declared;
    const auto take = [](const nlohmann::json& facts, std::set<std::string>& into) {
        const auto add = [&into](const nlohmann::json& of) {
            if (const std::string labels = field(of, "labels", ""); !labels.empty()) {
                into.insert(std::filesystem::weakly_canonical(labels).string());
            }
        };
        add(facts);
        const nlohmann::json encoders = field(facts, "encoders", nlohmann::json::object());
        for (const auto& encoder : encoders) {
            add(encoder);
        }
    };
    for (const auto& [id, known] : state().parts()) {
        if (known.row.account == account) {
            take(curatorOf(PartId{id}).facts, declared);
        }
    }
    std::set<std::string> asked;
    take(declaration.curatorFacts, asked);
    if (!declared.empty() && !std::includes(declared.begin(), declared.end(), asked.begin(), asked.end())) {
        refuse(
            Sentence("these labels are not those that the budget of these rows was declared with, which is "
                     "the curator's to do: with 'parsimony-cli budget declare', or through a server with "
                     "--curator"));
    }
}

void Project::Impl::requireComparable(const DatasetRow& datasetRow,
                                      const std::set<std::string>& later) const {
    for (const auto& [id, other] : state().parts()) {
        const PartRow& row = other.row;
        const bool comes = row.dataset == datasetRow.id && later.count(row.name) != 0;
        if (!comes && isElsewhere(row)) {
            refuse(Sentence(
                "{1} was declared under another registry, or before this one was restored from a copy, so "
                "that nobody can tell whether these are its rows: declare it here first, with "
                "'parsimony-cli budget declare' and under its name, or go on with that registry",
                partTitle(dataset(row.dataset), row)));
        }
    }
}

bool Project::Impl::isElsewhere(const PartRow& row) const {
    if (row.isPublic || !options.registry || options.registry->knows(row.registryKey)) {
        return false;
    }
    const PartCuratorBody curator = curatorOf(row.id);
    return curator.compared || (!curator.registry.empty() && curator.registry != options.registry->id());
}

} // namespace parsimony::ledger
