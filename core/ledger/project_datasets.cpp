// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/quantity.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

Adjacency adjacencyOf(const nlohmann::json& body, const std::string& file) {
    return parseAdjacency(body.value("adjacency", ""), "the adjacency of a dataset in '" + file + "'");
}

void checkDeclaration(const DatasetDeclaration& declaration) {
    if (declaration.name.empty()) {
        failUsage("a dataset needs a name");
    }
    if (declaration.rowsPerPerson < 1) {
        failUsage("--rows-per-person must be at least 1");
    }
    if (declaration.epsilon) {
        (void)checkedEpsilon(*declaration.epsilon, "--epsilon");
    }
    if (declaration.delta) {
        (void)checkedDelta(*declaration.delta, "--delta");
    }
    if (declaration.parts.empty()) {
        failUsage("a dataset needs at least one part");
    }
    for (const auto& part : declaration.parts) {
        if (part.name.empty()) {
            failUsage("a part of dataset '" + declaration.name + "' has no name");
        }
        if (!std::is_sorted(part.rowTags.begin(), part.rowTags.end())) {
            failUsage("the row tags of part '" + part.name + "' are not sorted");
        }
    }
}

// A known dataset keeps what its guarantee was stated for.
void requireSameTerms(const DatasetRow& known, const DatasetDeclaration& declaration) {
    const std::string name = "dataset '" + known.name + "'";
    if (declaration.epsilon && *declaration.epsilon != known.epsilon) {
        failUsage("the cap of " + name + " is ε = " + numberText(known.epsilon) + ", set once: --epsilon " +
                  numberText(*declaration.epsilon) + " differs; leave it out, or raise it with budget raise");
    }
    if (declaration.delta && *declaration.delta != known.delta) {
        failUsage("the δ of " + name + " is " + numberText(known.delta) + ", set once: --delta " +
                  numberText(*declaration.delta) + " differs; leave it out");
    }
    if (declaration.adjacency != known.adjacency) {
        failUsage(name + " was declared with adjacency " + std::string(adjacencyName(known.adjacency)) +
                  "; it stays so, leave --adjacency out or use the same");
    }
    if (declaration.rowsPerPerson != known.rowsPerPerson) {
        failUsage(name + " was declared with --rows-per-person " + std::to_string(known.rowsPerPerson) +
                  "; it stays so, use the same");
    }
}

} // namespace

std::string partTitle(const DatasetRow& dataset, const PartRow& part) {
    return "the " + part.name + " part of '" + dataset.name + "'";
}

SpendSum exactOf(const Statement& row, int column, const std::string& file) {
    return SpendSum::fromText(row.textView(column), "a spend in '" + file + "'");
}

std::string Project::Impl::bodyOf(std::string_view kind, std::string_view idColumn, std::int64_t id) const {
    auto statement = database.prepare("SELECT body FROM ledger WHERE kind = ? AND " + std::string(idColumn) +
                                      " = ? ORDER BY seq DESC LIMIT 1");
    statement.bind(kind).bind(id);
    return statement.step() ? statement.text(0) : std::string();
}

nlohmann::json Project::Impl::bodyJson(std::string_view kind, std::string_view idColumn,
                                       std::int64_t id) const {
    const std::string body = bodyOf(kind, idColumn, id);
    return body.empty() ? nlohmann::json() : parseJson(body, "a row of '" + path.string() + "'");
}

DatasetRow Project::Impl::dataset(DatasetId id) const {
    const auto body = bodyJson("dataset", "dataset", id.value());
    if (!body.is_object()) {
        failUsage("'" + path.string() + "' has no dataset " + std::to_string(id.value()));
    }
    DatasetRow row;
    row.id = id;
    row.name = body.value("name", "");
    row.visibility = body.value("visibility", "") == "public" ? Visibility::Public : Visibility::Private;
    row.adjacency = adjacencyOf(body, path.string());
    row.rowsPerPerson = body.value("rows_per_person", 1U);
    row.facts = body.value("facts", nlohmann::json::object());
    auto caps =
        database.prepare("SELECT kind, body FROM ledger WHERE dataset = ? AND trial IS NULL AND kind IN "
                         "('cap', 'cap_raised') ORDER BY seq");
    caps.bind(id);
    while (caps.step()) {
        const auto cap = parseJson(caps.textView(1), "a cap in '" + path.string() + "'");
        row.epsilon = cap.value("epsilon", 0.0);
        row.delta = cap.value("delta", 0.0);
        row.capRaised = row.capRaised || caps.textView(0) == "cap_raised";
    }
    return row;
}

namespace {

PartRow partFrom(const Statement& row, const std::string& file) {
    const auto body = parseJson(row.textView(2), "a part in '" + file + "'");
    PartRow part;
    part.id = PartId{row.integer(0)};
    part.dataset = DatasetId{row.integer(1)};
    part.name = body.value("name", "");
    part.isPublic = body.value("public", false);
    part.account = PartId{body.value("account", row.integer(0))};
    part.exposedUncharged = body.value("exposed_uncharged", false);
    part.facts = body.value("facts", nlohmann::json::object());
    return part;
}

} // namespace

std::vector<PartRow> Project::Impl::parts(DatasetId id) const {
    std::vector<PartRow> rows;
    auto statement =
        database.prepare("SELECT part, dataset, body FROM ledger WHERE dataset = ? AND trial IS NULL "
                         "AND kind = 'part' ORDER BY seq");
    statement.bind(id);
    while (statement.step()) {
        rows.push_back(partFrom(statement, path.string()));
    }
    return rows;
}

PartRow Project::Impl::part(PartId id) const {
    auto statement =
        database.prepare("SELECT part, dataset, body FROM ledger WHERE part = ? AND kind = 'part'");
    statement.bind(id);
    if (!id.valid() || !statement.step()) {
        failUsage("'" + path.string() + "' has no part " + std::to_string(id.value()));
    }
    return partFrom(statement, path.string());
}

DeclaredDataset Project::declareDataset(const DatasetDeclaration& declaration) {
    m_impl->requireWritable();
    checkDeclaration(declaration);
    Transaction transaction(m_impl->database);
    DeclaredDataset result = m_impl->findDataset(declaration);
    if (result.known) {
        requireSameTerms(m_impl->dataset(result.id), declaration);
    } else {
        m_impl->addDataset(declaration, result);
    }
    const DatasetRow dataset = m_impl->dataset(result.id);
    for (const auto& part : declaration.parts) {
        m_impl->declarePart(dataset, part, declaration.distinctRecords, result);
    }
    transaction.commit();
    return result;
}

DeclaredDataset Project::declarePart(DatasetId dataset, const PartDeclaration& part, bool distinctRecords) {
    m_impl->requireWritable();
    Transaction transaction(m_impl->database);
    DeclaredDataset result;
    result.id = dataset;
    result.known = true;
    m_impl->declarePart(m_impl->dataset(dataset), part, distinctRecords, result);
    transaction.commit();
    return result;
}

DeclaredDataset Project::Impl::findDataset(const DatasetDeclaration& declaration) const {
    DeclaredDataset result;
    auto byDigest = database.prepare("SELECT dataset FROM ledger WHERE kind = 'part_curator' AND "
                                     "json_extract(body, '$.digest') = ? ORDER BY seq DESC LIMIT 1");
    auto byName = database.prepare("SELECT dataset FROM ledger WHERE kind = 'dataset' AND "
                                   "json_extract(body, '$.name') = ? ORDER BY seq DESC LIMIT 1");
    for (const auto& part : declaration.parts) {
        if (!part.contentDigest.empty() && !result.known) {
            byDigest.bind(part.contentDigest);
            if (byDigest.step()) {
                result.id = DatasetId{byDigest.integer(0)};
                result.known = true;
            }
            byDigest.reset();
        }
    }
    if (!result.known && byName.bind(declaration.name).step()) {
        result.id = DatasetId{byName.integer(0)};
        result.known = true;
    }
    if (result.known) {
        const auto known = dataset(result.id);
        if (known.visibility == Visibility::Private && declaration.visibility == Visibility::Public) {
            refuse("dataset '" + known.name + "' is private in '" + path.string() +
                   "': rows once private can't be declared public");
        }
        if (known.visibility != declaration.visibility) {
            result.known = false; // private now: an account of its own begins
        }
    }
    return result;
}

void Project::Impl::addDataset(const DatasetDeclaration& declaration, DeclaredDataset& result) {
    if (!declaration.epsilon || !declaration.delta) {
        failUsage("dataset '" + declaration.name + "' is new to '" + path.string() +
                  "': give its cap with --epsilon and --delta");
    }
    result.id = DatasetId{nextId("dataset")};
    NewRow row;
    row.kind = "dataset";
    row.dataset = result.id;
    row.valueClass = ValueClass::Public;
    row.body = {{"name", declaration.name},
                {"visibility", toText(declaration.visibility)},
                {"adjacency", adjacencyName(declaration.adjacency)},
                {"rows_per_person", declaration.rowsPerPerson},
                {"facts", declaration.facts}};
    append(row);
    row.kind = "cap";
    row.body = {{"epsilon", *declaration.epsilon}, {"delta", *declaration.delta}};
    append(row);
}

void Project::Impl::declarePart(const DatasetRow& dataset, const PartDeclaration& declaration,
                                bool distinctRecords, DeclaredDataset& result) {
    const bool isPublic = declaration.isPublic || dataset.visibility == Visibility::Public;
    PartId account;
    for (const auto& known : parts(dataset.id)) {
        const auto curator = bodyJson("part_curator", "part", known.id.value());
        const std::string digest = curator.is_object() ? curator.value("digest", "") : "";
        const bool sameRows = !digest.empty() && digest == declaration.contentDigest;
        const bool comparable = !digest.empty() && !declaration.contentDigest.empty();
        if (sameRows && !known.isPublic && isPublic) {
            refuse(partTitle(dataset, known) + " is private: rows once private can't be declared public");
        }
        if (known.name == declaration.name && known.isPublic == isPublic && (sameRows || !comparable)) {
            result.parts.emplace_back(declaration.name, known.id);
            return;
        }
        if (sameRows && !known.isPublic) {
            account = known.account;
        }
    }
    const PartId id{nextId("part")};
    NewRow row;
    row.kind = "part";
    row.dataset = dataset.id;
    row.part = id;
    row.valueClass = ValueClass::Public;
    row.body = {{"name", declaration.name},
                {"public", isPublic},
                {"account", account.valid() ? account.value() : id.value()},
                {"facts", declaration.facts}};
    if (distinctRecords) {
        row.body["distinct_records"] = true;
    }
    append(row);
    row.kind = "part_curator";
    row.valueClass = ValueClass::Curator;
    row.body = {{"digest", declaration.contentDigest}, {"facts", declaration.curatorFacts}};
    append(row);
    result.parts.emplace_back(declaration.name, id);
}

void Project::raiseCap(DatasetId id, double epsilon, const std::string& reason) {
    m_impl->requireWritable();
    (void)checkedEpsilon(epsilon, "--epsilon");
    if (reason.find_first_not_of(" \t\n") == std::string::npos) {
        failUsage("raising a cap needs a reason; give one with --reason");
    }
    Transaction transaction(m_impl->database);
    const auto dataset = m_impl->dataset(id);
    if (epsilon <= dataset.epsilon) {
        failUsage("the cap of dataset '" + dataset.name + "' is ε = " + numberText(dataset.epsilon) +
                  " already: a raise must be above it, not " + numberText(epsilon));
    }
    NewRow row;
    row.kind = "cap_raised";
    row.dataset = id;
    row.valueClass = ValueClass::Public;
    row.body = {{"epsilon", epsilon}, {"delta", dataset.delta}, {"reason", reason}};
    m_impl->append(row);
    transaction.commit();
}

std::vector<DatasetRow> Project::datasets() const {
    const ReadSnapshot snapshot(m_impl->database);
    std::vector<DatasetRow> rows;
    auto statement =
        m_impl->database.prepare("SELECT dataset FROM ledger WHERE kind = 'dataset' ORDER BY seq");
    while (statement.step()) {
        rows.push_back(m_impl->dataset(DatasetId{statement.integer(0)}));
    }
    return rows;
}

DatasetRow Project::dataset(DatasetId dataset) const {
    const ReadSnapshot snapshot(m_impl->database);
    return m_impl->dataset(dataset);
}

std::vector<PartRow> Project::parts(DatasetId dataset) const {
    return m_impl->parts(dataset);
}

} // namespace parsimony::ledger
