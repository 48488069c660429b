// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"
#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

Adjacency adjacencyOf(const nlohmann::json& body, const std::string& file) {
    return parseAdjacency(field(body, "adjacency", ""), "the adjacency of a dataset in '" + file + "'");
}

} // namespace

std::string partTitle(const DatasetRow& dataset, const PartRow& part) {
    return "the " + part.name + " part of '" + dataset.name + "'";
}

SpendSum exactOf(const Statement& row, int column, const std::string& file) {
    return SpendSum::fromText(row.textView(column), "a spend in '" + file + "'");
}

std::string Project::Impl::bodyOf(std::string_view kind, std::string_view idColumn, std::int64_t id) const {
    auto statement = database.prepare(
        "SELECT body FROM ledger WHERE kind = ? AND " + std::string(idColumn) +
        " = ? ORDER BY +seq DESC LIMIT 1"); // by the id: walking back over a kind can be long
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
    row.name = field(body, "name", "");
    row.visibility = field(body, "visibility", "") == "public" ? Visibility::Public : Visibility::Private;
    row.adjacency = adjacencyOf(body, path.string());
    row.rowsPerPerson = field(body, "rows_per_person", 1U);
    row.facts = field(body, "facts", nlohmann::json::object());
    auto caps =
        database.prepare("SELECT kind, body FROM ledger WHERE dataset = ? AND trial IS NULL AND kind IN "
                         "('cap', 'cap_raised') ORDER BY seq");
    caps.bind(id);
    while (caps.step()) {
        const auto cap = parseJson(caps.textView(1), "a cap in '" + path.string() + "'");
        row.epsilon = field(cap, "epsilon", 0.0);
        row.delta = field(cap, "delta", 0.0);
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
    part.name = field(body, "name", "");
    part.isPublic = field(body, "public", false);
    part.account = PartId{field(body, "account", row.integer(0))};
    part.registryKey = field(body, "registry_key", "");
    part.exposedUncharged = field(body, "exposed_uncharged", false);
    part.facts = field(body, "facts", nlohmann::json::object());
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

void Project::raiseCap(DatasetId id, double epsilon, const std::string& reason) {
    m_impl->requireWritable();
    (void)checkedEpsilon(epsilon, "--epsilon");
    if (reason.find_first_not_of(" \t\n") == std::string::npos) {
        failUsage(Sentence("raising a cap needs a reason; give one with --reason"));
    }
    Transaction transaction(m_impl->database);
    const auto dataset = m_impl->dataset(id);
    if (epsilon <= dataset.epsilon) {
        failUsage(Sentence("the cap of dataset '{1}' is ε = {2} already: a raise must be above it, not {3}",
                           dataset.name, dataset.epsilon, epsilon));
    }
    NewRow row;
    row.kind = "cap_raised";
    row.dataset = id;
    row.valueClass = ValueClass::Public;
    row.body = {{"epsilon", epsilon}, {"delta", dataset.delta}, {"reason", reason}};
    m_impl->append(row);
    m_impl->commit(transaction);
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

std::string Project::contentDigest(PartId part) const {
    const auto body = m_impl->bodyJson("part_curator", "part", part.value());
    return body.is_object() ? field(body, "digest", "") : "";
}

} // namespace parsimony::ledger
