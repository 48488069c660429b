// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/part_name.h"
#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/damaged_row.h"
#include "core/ledger/project_impl.h"

namespace parsimony::ledger {

Sentence partTitle(const DatasetRow& dataset, const PartRow& part) {
    return Sentence("the {1} part of '{2}'", partName(part.name), dataset.name);
}

Sentence accountTitle(const DatasetRow& dataset, const PartRow& part,
                      const std::vector<std::string>& charged) {
    if (charged.empty()) {
        return Sentence("{1}, which shares rows with what is asked,", partTitle(dataset, part));
    }
    if (charged.size() < 2) {
        return partTitle(dataset, part);
    }
    Sentence names("{1} and {2}", partName(charged[0]), partName(charged[1]));
    for (std::size_t i = 2; i < charged.size(); ++i) {
        names = Sentence("{1} and {2}", names, partName(charged[i]));
    }
    return Sentence("the account that {1} of '{2}' share, since rows of one are rows of the other,", names,
                    dataset.name);
}

std::string Project::Impl::bodyAt(std::int64_t row) const {
    auto statement = database.prepare("SELECT body FROM ledger WHERE seq = ?");
    statement.bind(row);
    return statement.step() ? statement.text(0) : std::string();
}

const DatasetRow& Project::Impl::dataset(DatasetId id) const {
    const auto* known = state().dataset(id);
    if (known == nullptr) {
        failUsage(Sentence("'{1}' has no dataset {2}", path.string(), id.value()));
    }
    return known->row;
}

std::vector<PartRow> Project::Impl::parts(DatasetId id) const {
    std::vector<PartRow> rows;
    const LedgerState& known = state();
    if (const auto* found = known.dataset(id)) {
        for (const PartId member : found->parts) {
            rows.push_back(known.part(member)->row);
        }
    }
    return rows;
}

const PartRow& Project::Impl::part(PartId id) const {
    const auto* known = state().part(id);
    if (known == nullptr) {
        failUsage(Sentence("'{1}' has no part {2}", path.string(), id.value()));
    }
    return known->row;
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
    row.kind = RowKind::CapRaised;
    row.dataset = id;
    row.valueClass = ValueClass::Public;
    row.body = CapBody{epsilon, dataset.delta, reason}.text();
    m_impl->append(row);
    m_impl->commit(transaction);
}

std::vector<DatasetRow> Project::datasets() const {
    std::vector<DatasetRow> rows;
    for (const auto& [id, known] : m_impl->state().datasets()) {
        rows.push_back(known.row);
        rows.back().capOpen = m_impl->state().capIsOpen(known);
    }
    return rows;
}

DatasetRow Project::dataset(DatasetId dataset) const {
    DatasetRow row = m_impl->dataset(dataset);
    const auto* const known = m_impl->state().dataset(dataset);
    row.capOpen = known != nullptr && m_impl->state().capIsOpen(*known);
    return row;
}

std::vector<PartRow> Project::parts(DatasetId dataset) const {
    return m_impl->parts(dataset);
}

std::optional<PartRow> Project::part(PartId part) const {
    const auto* known = m_impl->state().part(part);
    return known == nullptr ? std::nullopt : std::optional(known->row);
}

std::string Project::contentDigest(PartId part) const {
    return m_impl->curatorOf(part).digest;
}

nlohmann::json Project::curatorFacts(PartId part) const {
    return m_impl->curatorOf(part).facts;
}

std::string Project::contentDigest(PartId part, ExperimentId experiment) const {
    const auto row = m_impl->experimentState(experiment).curatorRow;
    const std::string text = row > 0 ? m_impl->bodyAt(row) : std::string();
    const auto kept = readRow(row, path().string(), [&] {
        return objectIn(text.empty() ? std::string_view()
                                     : ExperimentCuratorBody::read({text, m_impl->feed.what()}).contents,
                        "what its parts held");
    });
    if (field(kept, "registry", "") != m_impl->registryId()) {
        return contentDigest(part);
    }
    return field(field(kept, "parts", nlohmann::json::object()), std::to_string(part.value()).c_str(), "");
}

std::string Project::Impl::contentsText(const std::map<PartId, std::string>& contents) const {
    if (contents.empty()) {
        return {};
    }
    nlohmann::json parts = nlohmann::json::object();
    for (const auto& [part, digest] : contents) {
        parts[std::to_string(part.value())] = digest;
    }
    return canonicalJson({{"registry", registryId()}, {"parts", parts}});
}

// Each registry has a key of its own, so what another one's says of the same rows can't be compared.
PartCuratorBody Project::Impl::curatorOf(PartId id) const {
    const std::string ownId = registryId();
    PartCuratorBody newest;
    auto rows =
        database.prepare("SELECT body, seq FROM ledger WHERE part = ? AND kind = ? ORDER BY seq DESC");
    rows.bind(id).bind(toText(RowKind::PartCurator));
    for (bool isFirst = true; rows.step(); isFirst = false) {
        const std::string_view body = rows.textView(0);
        PartCuratorBody one = readRow(rows.integer(1), path.string(), [&] {
            return body.empty() ? PartCuratorBody() : PartCuratorBody::read({body, feed.what()});
        });
        if (one.registry == ownId) {
            return one;
        }
        newest = isFirst ? std::move(one) : newest;
    }
    return newest;
}

} // namespace parsimony::ledger
