// SPDX-License-Identifier: GPL-3.0-or-later
// What an experiment's plan promises, against what its dataset was declared with and what was reserved. The
// guarantee and a signed statement are made from the plan.
#include "core/base/number_text.h"
#include "core/base/part_name.h"
#include "core/ledger/audit_replay.h"
#include "core/ledger/body_text.h"
#include "core/ledger/json_members.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

namespace parsimony::ledger {

namespace {

/// Figures of a plan are decimal texts of doubles, and an ε follows from a μ by a root that is looked for.
constexpr double kRounding = 1e-9;

bool atMost(double a, double b) {
    return a <= b * (1.0 + kRounding);
}

} // namespace

void AuditReplay::takePlan(const StoredRow& row, std::string_view plan) {
    const LedgerState::Experiment& experiment = *m_state.experiment(row.experiment);
    const auto constants = isJsonObject(plan) ? JsonMembers(plan, *row.what).find("constants") : "";
    if (experiment.isPublic || !isJsonObject(constants)) {
        return;
    }
    const DatasetRow& dataset = m_state.dataset(experiment.dataset)->row;
    const BodyReader declared(constants, *row.what);
    const std::string adjacency(adjacencyName(dataset.adjacency));
    if ((declared.has("adjacency") && declared.text("adjacency") != adjacency) ||
        declared.integerOr("rows_per_person", dataset.rowsPerPerson) !=
            static_cast<std::int64_t>(dataset.rowsPerPerson) ||
        (declared.has("private") && !declared.flag("private"))) {
        problem(row.seq, Sentence("plans for other neighbours than '{1}' was declared with", dataset.name));
    }
    m_records[row.experiment.value()] = {declared.integerOr("labels_per_record", 1),
                                         declared.integerOr("classes", 0)};
    const BodyReader all(plan, *row.what);
    if (!all.has("epsilon") || !all.has("delta")) {
        return;
    }
    Promise& promise = m_promises[row.experiment.value()];
    promise = {row.seq,
               BodyReader(all.has("parts") ? all.raw("parts") : "{}", *row.what).integerOr(kTrainPart, 0),
               all.numberOr("epsilon", 0.0),
               all.numberOr("delta", 0.0),
               {}};
    if (all.has("mu_squared")) {
        promise.muSquared = SpendSum::fromText(all.text("mu_squared"), *row.what);
    }
}

void AuditReplay::checkPromise(const LedgerState::Experiment& experiment, const Promise& promise) {
    const auto found = experiment.shares.find(promise.part);
    if (found == experiment.shares.end()) {
        return; // it reserved nothing of those rows, and its trials can take nothing
    }
    const LedgerState::Share& share = found->second;
    const DatasetRow& dataset = m_state.dataset(experiment.dataset)->row;
    if (share.gaussian) {
        const double epsilon = epsilonOf(muUpper(share.muSquared), Delta{dataset.delta}).value();
        if (promise.delta != dataset.delta || !atMost(epsilon, promise.epsilon) ||
            (promise.muSquared && *promise.muSquared != share.muSquared)) {
            problem(promise.row, Sentence("plans for ε = {1} and δ = {2}, and reserves ε = {3} at δ = {4}",
                                          promise.epsilon, promise.delta,
                                          Sentence::number(roundedText(epsilon, 6)), dataset.delta));
        }
    } else if (!atMost(share.epsilon.upper(), promise.epsilon) ||
               !atMost(share.delta.upper(), promise.delta)) {
        problem(promise.row,
                Sentence("plans for ε = {1} and δ = {2}, and reserves ε = {3} at δ = {4}", promise.epsilon,
                         promise.delta, Sentence::number(roundedText(share.epsilon.upper(), 6)),
                         share.delta.upper()));
    }
}

} // namespace parsimony::ledger
