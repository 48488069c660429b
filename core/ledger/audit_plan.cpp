// SPDX-License-Identifier: GPL-3.0-or-later
// What an experiment's plan promises, against what its dataset was declared with and what was reserved, and
// its trials' plans against it. The guarantee and a signed statement are made from the plan.
#include "core/base/number_text.h"
#include "core/base/part_name.h"
#include "core/data/preprocess.h"
#include "core/ledger/audit_replay.h"
#include "core/ledger/audit_text.h"
#include "core/ledger/body_text.h"
#include "core/ledger/json_members.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

/// Figures of a plan are decimal texts of doubles, and an ε follows from a μ by a root that is looked for.
constexpr double kRounding = 1e-9;

bool atMost(double a, double b) {
    return a <= b * (1.0 + kRounding);
}

} // namespace

void AuditReplay::takePlan(const StoredRow& row, std::string_view plan) {
    if (!isJsonObject(plan)) {
        return;
    }
    const LedgerState::Experiment& experiment = *m_state.experiment(row.experiment);
    const BodyReader all(plan, *row.what);
    PlannedExperiment& planned = m_experiments[row.experiment.value()];
    planned.take(all);
    readPlan(row, plan);
    if (experiment.isPublic) {
        const auto constants = all.raw("constants");
        if (isJsonObject(constants) && BodyReader(constants, *row.what).flag("private")) {
            problem(row.seq, Sentence("plans for private rows, which its dataset's are not"));
        }
        return;
    }
    if (row.kind == RowKind::Experiment) {
        m_asked[row.experiment.value()] = askedTraining(all, experiment.trainer);
    }
    checkOptions(row, all);
    if (!planned.hasWholeRuns()) {
        problem(row.seq, Sentence("plans a run whose shares are not what it costs"));
    }
    if (planned.shortensRows()) {
        problem(row.seq, Sentence("plans for a mean of shorter rows than it has"));
    }
    if (all.has("constants")) {
        takeConstants(row, all.raw("constants"));
    }
    takePromise(row, all);
}

void AuditReplay::readPlan(const StoredRow& row, std::string_view plan) {
    const auto unread = m_readPlan ? m_readPlan(plan) : std::nullopt;
    if (!unread) {
        return;
    }
    if (unread->isDamaged && !m_state.experiment(row.experiment)->isPublic) {
        problem(row.seq, Sentence("has a plan that can't be read: {1}", unread->why));
    } else {
        m_report.notes.push_back(
            Sentence("row {1}: what its plan means was not checked: {2}", row.seq, unread->why));
    }
}

// The request stands in the row and, with all its defaults, in the plan.
void AuditReplay::checkRequest(const StoredRow& row, const BodyReader& plan) {
    const BodyReader asked(objectOr(row.as<ExperimentBody>().options), *row.what);
    const BodyReader planned(objectOr(plan.raw("options")), *row.what);
    for (const char* const name : {"adjacency", "rows_per_person", "classes", "labels_per_record", "delta",
                                   "max_grad_norm", "runs_mean", "runs_family"}) {
        const std::string option = optionOf(name);
        if (asked.has(option.c_str()) && planned.has(option.c_str()) &&
            asked.json(option.c_str()) != planned.json(option.c_str())) {
            problem(row.seq, otherThanAsked(name));
        }
    }
}

// A plan is made from its options: of a look with a released classifier there are none of a run.
void AuditReplay::checkOptions(const StoredRow& row, const BodyReader& plan) {
    const LedgerState::Experiment& experiment = *m_state.experiment(row.experiment);
    if (const std::string account = plan.text("account");
        !account.empty() && accountKindNamed(account) != experiment.kind) {
        problem(row.seq, Sentence("plans for another kind of account"));
    }
    if (row.kind == RowKind::Experiment) {
        checkRequest(row, plan);
    }
    if (experiment.method.isLook()) {
        return;
    }
    const BodyReader options(objectOr(plan.raw("options")), *row.what);
    const BodyReader constants(objectOr(plan.raw("constants")), *row.what);
    const auto checkSame = [&](const char* name, const nlohmann::json& planned) {
        const std::string option = optionOf(name);
        if (options.has(option.c_str()) && options.json(option.c_str()) != planned) {
            problem(row.seq, otherThanAsked(name));
        }
    };
    for (const char* const name : {"adjacency", "rows_per_person", "classes"}) {
        if (constants.has(name)) {
            checkSame(name, constants.json(name));
        }
    }
    checkSame("labels_per_record", constants.integerOr("labels_per_record", 1));
    checkSame("delta", m_state.dataset(experiment.dataset)->row.delta);
    if (const std::string other = namedOtherwise(options, experiment.method, experiment.trainer);
        !other.empty()) {
        problem(row.seq, otherThanAsked(other));
    }
    const nlohmann::json epsilon = options.json(optionOf("experiment_epsilon").c_str());
    if (row.kind == RowKind::Experiment && epsilon.is_number() && plan.has("epsilon") &&
        !near(plan.numberOr("epsilon", 0.0), epsilon.get<double>(), 1e-6)) {
        problem(row.seq, otherThanAsked("epsilon"));
    }
    checkRowNorm(row, options, constants);
    checkKinds(row);
}

// Rows have the norm that they were asked to be brought to.
void AuditReplay::checkRowNorm(const StoredRow& row, const BodyReader& options, const BodyReader& constants) {
    if (!constants.has("row_norm") || options.members().all().empty()) {
        return;
    }
    const std::string asked = optionOf("row_norm");
    const std::string norm = constants.text("row_norm");
    const double bound = data::parseRowNorm(norm) == data::RowNorm::None
                             ? 0.0
                             : options.number(optionOf("norm_bound").c_str()).value_or(1.0);
    if ((options.has(asked.c_str()) && options.text(asked.c_str()) != norm) ||
        constants.numberOr("row_bound", bound) != bound) {
        problem(row.seq, otherThanAsked("row_norm"));
    }
}

// What a plan has the noise of where runs sample.
void AuditReplay::checkKinds(const StoredRow& row) {
    const AskedTraining& asked = m_asked[row.experiment.value()];
    for (const auto& kinds : m_experiments[row.experiment.value()].kindsOfRuns()) {
        if (!asked.are(kinds)) {
            problem(row.seq, Sentence("plans the noise of other runs than was asked for"));
            return;
        }
    }
}

void AuditReplay::takeConstants(const StoredRow& row, std::string_view constants) {
    if (!isJsonObject(constants)) {
        problem(row.seq, Sentence("has a plan whose '{1}' can't be", "constants"));
        return;
    }
    const DatasetRow& dataset = m_state.dataset(m_state.experiment(row.experiment)->dataset)->row;
    const BodyReader declared(constants, *row.what);
    if ((declared.has("adjacency") && adjacencyNamed(declared.text("adjacency")) != dataset.adjacency) ||
        declared.integerOr("rows_per_person", dataset.rowsPerPerson) !=
            static_cast<std::int64_t>(dataset.rowsPerPerson) ||
        (declared.has("private") && !declared.flag("private"))) {
        problem(row.seq, Sentence("plans for other neighbours than '{1}' was declared with", dataset.name));
    }
    // Its dataset may have been declared with more labels a record: one with more than these counts as empty.
    m_records[row.experiment.value()] = {declared.integerOr("labels_per_record", 1),
                                         declared.integerOr("classes", 0)};
}

// One without a δ promises nothing at δ = 0, which no reservation keeps.
void AuditReplay::takePromise(const StoredRow& row, const BodyReader& plan) {
    if (!plan.has("epsilon") && !plan.has("delta")) {
        return;
    }
    Promise promise = {
        row.seq,
        BodyReader(plan.has("parts") ? plan.raw("parts") : "{}", *row.what).integerOr(kTrainPart, 0),
        plan.numberOr("epsilon", 0.0),
        plan.numberOr("delta", 0.0),
        {},
        {}};
    const PlannedExperiment& planned = m_experiments[row.experiment.value()];
    if (row.kind == RowKind::Experiment && planned.hasRuns()) {
        promise.price = planned.price();
    }
    if (plan.has("mu_squared")) {
        promise.muSquared = SpendSum::fromText(plan.text("mu_squared"), *row.what);
    }
    m_promises[row.experiment.value()].push_back(promise);
}

// Of the rows that it trains on; where those can't be told, of all private ones that it reserved.
void AuditReplay::checkPromise(const LedgerState::Experiment& experiment, const Promise& promise) {
    if (const auto found = experiment.shares.find(promise.part); found != experiment.shares.end()) {
        checkPromise(experiment, promise, found->second, true);
        return;
    }
    if (promise.part != 0 && !experiment.shares.empty()) {
        problem(promise.row, Sentence("plans for a part of which it reserves nothing"));
    }
    for (const auto& [id, share] : experiment.shares) {
        if (!m_state.part(PartId{id})->simulated) {
            checkPromise(experiment, promise, share, false);
        }
    }
}

void AuditReplay::checkPromise(const LedgerState::Experiment& experiment, const Promise& promise,
                               const LedgerState::Share& share, bool isNamed) {
    const DatasetRow& dataset = m_state.dataset(experiment.dataset)->row;
    if (!m_state.dataset(experiment.dataset)->hasCap) {
        return; // a row that sets none is a problem of its own
    }
    if (share.gaussian) {
        const double epsilon = epsilonOf(muUpper(share.muSquared), Delta{dataset.delta}).value();
        const bool isOther = promise.muSquared && (isNamed ? *promise.muSquared != share.muSquared
                                                           : *promise.muSquared < share.muSquared);
        const double reserved = share.muSquared.upper();
        if (promise.delta != dataset.delta || !atMost(epsilon, promise.epsilon) || isOther) {
            problem(promise.row, Sentence("plans for ε = {1} and δ = {2}, and reserves ε = {3} at δ = {4}",
                                          promise.epsilon, promise.delta,
                                          Sentence::number(roundedText(epsilon, 6)), dataset.delta));
        } else if (isNamed && promise.price && !(std::abs(*promise.price - reserved) <= 1e-6 * reserved)) {
            problem(promise.row, Sentence("plans for runs that cost something else than it reserves"));
        }
    } else if (!atMost(share.epsilon.upper(), promise.epsilon) ||
               !atMost(share.delta.upper(), promise.delta)) {
        problem(promise.row,
                Sentence("plans for ε = {1} and δ = {2}, and reserves ε = {3} at δ = {4}", promise.epsilon,
                         promise.delta, Sentence::number(roundedText(share.epsilon.upper(), 6)),
                         share.delta.upper()));
    }
}

// The plan of a trial, against what its experiment planned and was asked for.
void AuditReplay::checkAsked(const StoredRow& row, TrialRole role, const TrialPlan& plan) {
    const LedgerState::Experiment& experiment = *m_state.experiment(row.experiment);
    const PlannedExperiment& outline = m_experiments[row.experiment.value()];
    auto wrong = outline.wrongPlan(role, plan);
    wrong = wrong ? wrong : wrongTraining(plan, m_asked[row.experiment.value()]);
    if (const auto selection = m_selections.find(row.experiment.value());
        !wrong && selection != m_selections.end()) {
        wrong = wrongTerms(plan, selection->second.options, experiment.method);
    }
    if (wrong) {
        problem(row.seq, *wrong);
    } else if (plan.trains && !outline.hasRun(experiment, plan, row.muSquared)) {
        problem(row.seq, Sentence("is a run that its experiment has not planned"));
    }
    const std::string part = role == TrialRole::Evaluation ? plan.all.text("part") : "";
    const double records = outline.recordsOfLook(part);
    if (records > 0.0 && !experiment.method.isLook()) {
        const auto number = outline.part(part);
        const LedgerState::Part* const known = number ? m_state.part(PartId{*number}) : nullptr;
        if (known == nullptr || !known->row.facts.contains("records") ||
            known->row.facts["records"] != records) {
            problem(row.seq, Sentence("counts of other records than its part has"));
        }
    }
}

// What is charged, or looked at for nothing, is the part that the experiment's plan calls so: others may have
// its name.
void AuditReplay::checkPart(const StoredRow& row, const std::string& name) {
    if (m_state.experiment(row.experiment)->isPublic || name.empty()) {
        return;
    }
    const auto called = partsCalled(row, name);
    if (row.part.valid()) {
        const auto charged = called.find(row.part.value());
        if (charged == called.end() || charged->second->simulated) {
            problem(row.seq, Sentence("charges another part than its experiment calls '{1}'", name));
        }
    } else if (!isPublicPart(row, name)) {
        problem(row.seq, Sentence("looks for nothing at a part that is not public"));
    }
}

// A plan that names its parts names all of them; of another one the names of the dataset's own tell which it
// means.
std::map<std::int64_t, const LedgerState::Part*> AuditReplay::partsCalled(const StoredRow& row,
                                                                          const std::string& name) {
    const PlannedExperiment& outline = m_experiments[row.experiment.value()];
    const auto number = outline.part(name);
    std::map<std::int64_t, const LedgerState::Part*> called;
    for (const auto& [id, part] : m_state.parts()) {
        const bool isMeant = outline.namesParts() ? number == id : true;
        if (isMeant && part.row.name == name && part.row.dataset == row.dataset) {
            called[id] = &part;
        }
    }
    return called;
}

bool AuditReplay::isPublicPart(const StoredRow& row, const std::string& name) {
    const auto called = partsCalled(row, name);
    return !called.empty() &&
           std::all_of(called.begin(), called.end(), [](const auto& part) { return part.second->simulated; });
}

} // namespace parsimony::ledger
