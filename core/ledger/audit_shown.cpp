// SPDX-License-Identifier: GPL-3.0-or-later
// What views show of a trial, against what its plan trains with and what its events cost.
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/base/trial_role.h"
#include "core/ledger/audit_replay.h"
#include "core/ledger/audit_text.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/train/knob.h"
#include "core/train/plan_scale.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace parsimony::ledger {

namespace {

/// Whether its plan gives a run this ν. Earlier versions had another rule for Adam; what a run starts from
/// may bring noise of its own.
bool hasLogitNoise(const TrialPlan& plan, double rowBound, double nu, bool mayHoldMore) {
    const auto scale =
        train::plannedScale(plan.trial.json("options"), rowBound, plan.trial.numberOr("public_records", 0.0));
    const std::int64_t steps = plan.trial.integerOr("steps", 0);
    if (!scale || steps <= 0 || steps > std::numeric_limits<std::uint32_t>::max()) {
        return true;
    }
    const auto isSo = [&](train::ScaleRule rule) {
        train::StepScale own = *scale;
        own.rule = rule;
        const double held =
            train::nuOf(own, plan.trial.numberOr("noise_multiplier", 0.0), static_cast<std::uint32_t>(steps),
                        plan.trial.numberOr("learning_rate", 0.0));
        return near(nu, held, 1e-6) || (mayHoldMore && nu > held);
    };
    return isSo(scale->rule) ||
           (scale->rule == train::ScaleRule::Adam && isSo(train::ScaleRule::AdamRootSteps));
}

} // namespace

// Whose rows a run read: of several encoders that of its plan, which is shown wherever it is not the first,
// and as many numbers of each record as that encoder's have.
void AuditReplay::checkEncoder(const StoredRow& row, const TrialPlan& plan) {
    const auto named = m_encoders.find(row.experiment.value());
    if (named == m_encoders.end() || !plan.hasOptions) {
        return;
    }
    const std::string encoder = plan.options.text("encoder");
    const auto& all = named->second;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&encoder](const Encoder& known) { return known.name == encoder; });
    if (found == all.end()) {
        problem(row.seq, Sentence("trains on rows by '{1}', which its experiment does not name", encoder));
        return;
    }
    if (found != all.begin() && !row.as<TrialReservedBody>().knobs.contains("encoder")) {
        problem(row.seq, Sentence("does not show that it trains on rows by '{1}'", encoder));
    }
    const nlohmann::json width = plan.trial.json("dim");
    if (found->width > 0 && width.is_number_integer() && width.get<std::int64_t>() != found->width) {
        problem(row.seq,
                encoder.empty()
                    ? Sentence("trains on records of {1} numbers, where its experiment has {2}", width.dump(),
                               found->width)
                    : Sentence("trains on records of {1} numbers, where its experiment has {2} by '{3}'",
                               width.dump(), found->width, encoder));
    }
}

// What a run is shown to have been given by its search, against what its plan trains with.
void AuditReplay::checkKnobs(const StoredRow& row, const TrialPlan& plan) {
    const auto& body = row.as<TrialReservedBody>();
    checkEncoder(row, plan);
    checkShown(row, plan);
    if (body.knobs.is_null()) {
        return;
    }
    const auto trainsWith = [&](const std::string& name) {
        // Plans name this scale only where it is not 1.
        const bool isUnnamed =
            train::knobNamed(name) == train::Knob::InitScale && !plan.options.has(name.c_str());
        return isUnnamed ? nlohmann::json(1.0) : plan.options.json(name.c_str());
    };
    for (const auto& [name, value] : body.knobs.items()) {
        if (!plan.hasOptions || trainsWith(name) != value) {
            problem(row.seq, Sentence("shows {1} = {2}, which is not what its plan trains with", name,
                                      Sentence::Value{value.dump(), value.is_number()}));
        }
    }
}

// What views show of a run, against its plan.
void AuditReplay::checkShown(const StoredRow& row, const TrialPlan& plan) {
    const auto& body = row.as<TrialReservedBody>();
    const auto compare = [&](const char* name, std::optional<double> shown, const BodyReader& in) {
        if (plan.hasOptions && shown && in.has(name) && in.number(name) != shown) {
            problem(row.seq,
                    Sentence("shows {1} = {2}, which is not what its plan trains with", name, *shown));
        }
    };
    compare("learning_rate", body.learningRate, plan.trial);
    if (plan.hasOptions && body.r && plan.trial.has("learning_rate") &&
        !near(*body.r, plan.trial.numberOr("learning_rate", 0.0) * plan.trial.numberOr("steps", 0.0))) {
        problem(row.seq, Sentence("shows {1} = {2}, which is not what its plan trains with", "r", *body.r));
    }
    compare("steps", static_cast<double>(body.steps), plan.trial);
    compare("noise_multiplier", body.noiseMultiplier, plan.trial);
    compare("max_grad_norm", body.maxGradNorm, plan.options);
    checkLogitNoise(row, plan);
}

void AuditReplay::checkLogitNoise(const StoredRow& row, const TrialPlan& plan) {
    const auto& body = row.as<TrialReservedBody>();
    if (!body.nu || !plan.hasOptions || !plan.trial.has("learning_rate") ||
        m_state.experiment(row.experiment)->isPublic) {
        return;
    }
    const PlannedExperiment& planned = m_experiments[row.experiment.value()];
    const bool mayStartFromOthers =
        body.role == TrialRole::Final ? !planned.hasOneRun() : planned.goesOn(body.phase);
    bool holds = false;
    try {
        holds = planned.rowBound() <= 0.0 ||
                hasLogitNoise(plan, planned.rowBound(), *body.nu, mayStartFromOthers);
    } catch (const Error&) { // of what no run can have: no noise, no record
        holds = false;
    }
    if (!holds) {
        problem(row.seq, Sentence("shows {1} = {2}, which is not what its plan trains with", "nu", *body.nu));
    }
}

void AuditReplay::checkTrialFigures(const StoredRow& row) {
    const auto& body = row.as<TrialReservedBody>();
    if (!row.muSquared || !body.mu) {
        return;
    }
    // Trials of one phase show the same figures.
    const DatasetId experimentDataset = m_state.experiment(row.experiment)->dataset;
    const double shownMu = *body.mu;
    const double shown = body.epsilon.value_or(0.0);
    std::string figures = std::string(row.muSquaredExact) + ' ' + numberText(shownMu) + ' ' +
                          numberText(shown) + ' ' + std::to_string(experimentDataset.value());
    if (figures == m_figures) {
        return;
    }
    const Mu mu = muUpper(m_state.exactSpend(row));
    const auto& dataset = *m_state.dataset(experimentDataset);
    const Delta delta{dataset.row.delta};
    // Solving for ε takes a hundred times as long as looking whether the ε that is shown solves it.
    const bool holds = dataset.hasCap && std::isfinite(shown) && shown >= 0.0 &&
                       deltaOf(mu, Epsilon{shown * (1.0 + 1e-9)}).value() <= delta.value() &&
                       (shown == 0.0 || deltaOf(mu, Epsilon{shown * (1.0 - 1e-9)}).value() >= delta.value());
    if (!near(shownMu, mu.value()) || !holds) {
        problem(row.seq, Sentence("shows μ = {1}, ε = {2} where its events give μ = {3} and another ε",
                                  shownMu, shown, mu.value()));
        return;
    }
    m_figures = std::move(figures);
}

} // namespace parsimony::ledger
