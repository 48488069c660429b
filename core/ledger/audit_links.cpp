// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_links.h"

#include "core/base/number_text.h"
#include "core/base/part_name.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/counted_charges.h"
#include "core/ledger/dataset_bodies.h"
#include "core/ledger/ledger_state.h"
#include "core/ledger/registry.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>
#include <map>
#include <vector>

namespace parsimony::ledger {

namespace {

struct OwnPart {
    std::int64_t row = 0, dataset = 0, account = 0;
    std::string key, name;
    bool compared = false; ///< private, and not said to hold other people's records
};

std::vector<OwnPart> partsOf(Database& project) {
    std::vector<OwnPart> parts;
    auto rows = project.prepare("SELECT seq, dataset, part, body FROM ledger WHERE kind = ?");
    rows.bind(toText(RowKind::Part));
    while (rows.step()) {
        const auto body = PartBody::read({rows.textView(3), "a part"});
        const auto account = body.account.valid() ? body.account.value() : rows.integer(2);
        parts.push_back({rows.integer(0), rows.integer(1), account, body.registryKey, body.name,
                         !body.isPublic && !body.distinctRecords});
    }
    return parts;
}

/// ε of everything that two parts were charged, at the δ of the dataset.
double epsilonTogether(const Registry::Total& total, double delta) {
    double epsilon = total.epsilon.upper();
    if (!total.muSquared.isZero() && delta > 0.0) {
        epsilon += epsilonOf(muUpper(total.muSquared), Delta{delta}).value();
    }
    return epsilon;
}

} // namespace

void checkLinks(Database& project, const Registry& registry, AuditReport& report) {
    const auto parts = partsOf(project);
    auto cap = project.prepare("SELECT body FROM ledger WHERE dataset = ? AND kind IN " +
                               sqlKinds({RowKind::Cap, RowKind::CapRaised}) + " ORDER BY seq DESC LIMIT 1");
    for (const OwnPart& part : parts) {
        const auto number = part.compared ? registry.numberOf(part.key) : std::nullopt;
        if (!number) {
            continue;
        }
        for (const RegistryMatch& match : registry.unlinked(part.key)) {
            const auto own = std::find_if(parts.begin(), parts.end(),
                                          [&match](const OwnPart& other) { return other.key == match.key; });
            if (own != parts.end() && (!own->compared || own->account == part.account)) {
                continue;
            }
            const auto body =
                cap.bind(part.dataset).step() ? parseJson(cap.textView(0), "a cap") : nlohmann::json();
            cap.reset();
            const double together =
                epsilonTogether(registry.totalOf(*number, match.id), field(body, "delta", 0.0));
            report.curatorProblems.push_back(
                {part.row, Sentence("declares part '{1}', whose rows are also in the {2} part of '{3}' in "
                                    "'{4}', and neither counts what the other was charged: together ε = {5} "
                                    "of {6}; run on these rows again and declare the link with --linked-to",
                                    partName(part.name), partName(match.name), match.dataset, match.path,
                                    Sentence::number(numberText(together)),
                                    Sentence::number(numberText(field(body, "epsilon", 0.0))))});
        }
    }
}

void noteChargesElsewhere(Database& project, const LedgerState& state, const Registry& registry,
                          AuditReport& report) {
    const auto first = parseJson(project.text("SELECT body FROM ledger WHERE seq = 1"), "the first row");
    const CountedCharges::Told told = registry.chargesOf(field(first, "project", ""));
    CountedCharges counted(state, told);
    std::map<std::int64_t, Registry::Total> missing; // by part
    for (const auto& [key, charge] : told) {
        const PartRow* const part = counted.partOf(key);
        if (part == nullptr || charge.own || charge.isNothing() || counted.has(*part, charge)) {
            continue;
        }
        counted.add(*part, charge);
        Registry::Total& sum = missing[part->id.value()];
        sum.muSquared.add(charge.muSquared.value_or(SpendSum()));
        sum.epsilon.add(charge.epsilon);
        sum.delta.add(charge.delta);
    }
    for (auto& [id, sum] : missing) {
        const LedgerState::Part& part = *state.part(PartId{id});
        const LedgerState::Dataset& dataset = *state.dataset(part.row.dataset);
        const LedgerState::Account& account = state.account(part.row.account);
        sum.muSquared.add(account.muSquared);
        sum.epsilon.add(account.epsilon);
        report.notes.push_back(Sentence(
            "other projects charged the rows of part '{1}' of '{2}' since this ledger was last written: with "
            "that ε = {3} of {4}; it takes that over when it is next run, or its budget shown",
            partName(part.row.name), dataset.row.name,
            Sentence::number(numberText(epsilonTogether(sum, dataset.row.delta))),
            Sentence::number(numberText(dataset.row.epsilon))));
    }
}

} // namespace parsimony::ledger
