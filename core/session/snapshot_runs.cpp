// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/snapshot_runs.h"

#include "core/base/infinity.h"
#include "core/base/trial_role.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/auto_method.h"
#include "core/session/knob_options.h"
#include "core/session/prior_snapshot.h"
#include "core/session/search_request.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session {

namespace {

TrialSnapshot plannedTrial(const ExperimentPlan& plan, const search::Proposal& proposal) {
    const RunBudget& budget = plan.budgetOf(proposal.phase);
    TrialSnapshot trial;
    trial.phase = proposal.phase;
    trial.role = toText(proposal.role);
    trial.r = proposal.r;
    trial.nu = proposal.nu;
    trial.learningRate = proposal.learningRate;
    trial.steps = proposal.steps;
    trial.noiseMultiplier = proposal.noiseMultiplier;
    if (plan.options.maxGradNorm && plan.options.maxGradNorm->single()) {
        trial.maxGradNorm = plan.options.maxGradNorm->first();
    } else {
        trial.maxGradNorm = valueOf(proposal.knobs, train::Knob::Clip);
    }
    trial.clamped = proposal.clamped;
    trial.knobs = proposal.knobs;
    trial.epsilon = budget.epsilon;
    trial.mu = budget.mu;
    if (proposal.scored || plan.selection) {
        trial.scoreKind = plan.options.score;
    }
    if (plan.selection) {
        trial.role = toText(TrialRole::Selection);
        trial.mu = 0.0; // the account knows its epsilon and delta only
    }
    return trial;
}

SearchedSnapshot searchedSnapshot(const ExperimentPlan& plan) {
    const search::SearchRequest request = searchRequestOf(plan);
    const search::SearchSpace& space = request.space;
    SearchedSnapshot searched;
    searched.r = space.totalStep;
    if (!space.totalStep) {
        searched.nu = space.nu;
    }
    const auto& [steps, rates] = space.grid;
    searched.steps = steps;
    searched.rates = rates;
    if (!request.trainerTraits().stepSize && rates.empty()) {
        searched.r.reset();
        searched.nu.reset();
    }
    return searched;
}

bool drawsRuns(const SearchedSnapshot& searched) {
    return searched.r || searched.nu || searched.steps.size() > 1;
}

std::optional<FitSnapshot> fitSnapshot(const search::SequentialMethod& method) {
    const auto fit = method.fit();
    if (!fit) {
        return std::nullopt;
    }
    FitSnapshot snapshot;
    snapshot.degree = fit->fit.degree();
    snapshot.against = fit->againstMu ? FitAxis::Mu : FitAxis::Epsilon;
    snapshot.coefficients = fit->fit.coefficients();
    for (const search::FitPoint& point : fit->fit.points()) {
        snapshot.points.emplace_back(point.x, point.r);
    }
    snapshot.residualSd = fit->fit.residualSd();
    for (int i = 0; i <= fit->fit.degree(); ++i) {
        snapshot.coefficientSe.push_back(fit->fit.coefficientSe(i));
    }
    if (const auto& interval = fit->extrapolation.interval) {
        snapshot.interval = {interval->lo, interval->hi};
    }
    snapshot.predictedR = fit->extrapolation.predictedR;
    snapshot.r = fit->extrapolation.r;
    snapshot.clamped = fit->extrapolation.clamped;
    snapshot.slopeNotPositive = fit->extrapolation.slopeNotPositive;
    return snapshot;
}

} // namespace

TrialSnapshot trialSnapshot(const ledger::TrialRow& row) {
    TrialSnapshot trial;
    trial.id = row.id.value();
    trial.experiment = row.experiment.value();
    trial.phase = row.phase;
    trial.role = toText(row.role);
    trial.part = row.part;
    trial.r = row.r;
    trial.nu = row.nu;
    trial.learningRate = row.learningRate;
    trial.steps = static_cast<std::uint32_t>(row.steps);
    trial.noiseMultiplier = row.noiseMultiplier;
    trial.maxGradNorm = row.maxGradNorm;
    trial.clamped = row.clamped;
    trial.knobs = train::knobsFromJson(row.knobs);
    trial.epsilon = row.epsilon;
    if (row.noiseMultiplier == 0.0) {
        trial.epsilon = inf; // without noise nothing is charged
    }
    trial.mu = row.mu;
    trial.score = row.score;
    trial.scoreSe = row.scoreSe;
    trial.scoreKind = row.scoreKind;
    trial.state = row.state;
    trial.stepsDone = row.state == ledger::TrialState::Finished ? trial.steps : 0;
    trial.note = row.note;
    trial.tags = row.tags;
    return trial;
}

namespace {

/// The statistic that it is; absent: of several it is not told yet which.
std::optional<PlannedStatistic> statisticOf(const TrialSnapshot& trial, const ExperimentPlan& plan) {
    std::vector<PlannedStatistic> found = plan.statistics();
    std::erase_if(found, [&](const PlannedStatistic& statistic) {
        const std::string name = statistic.name.text();
        return trial.statistic.empty() ? !name.starts_with(trial.role) : name != trial.statistic;
    });
    return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

} // namespace

void takePlanned(TrialSnapshot& trial, const ExperimentPlan& plan) {
    if (plan.kind != ledger::AccountKind::Slices || trial.epsilon != 0.0) {
        return;
    }
    const bool isRun =
        trial.steps > 0 && (trial.phase < 0 ? plan.final.has_value()
                                            : static_cast<std::size_t>(trial.phase) < plan.phases.size());
    if (isRun) {
        trial.epsilon = plan.budgetOf(trial.phase).epsilon;
    } else if (trialRole(trial.role) == TrialRole::Evaluation) {
        for (const EvaluationBudget& look : plan.evaluations) {
            trial.epsilon = look.part == trial.part ? look.sliceEpsilon : trial.epsilon;
        }
    } else if (const auto statistic =
                   isStatistic(trialRole(trial.role)) ? statisticOf(trial, plan) : std::nullopt) {
        trial.mu = statistic->mu.value();
        trial.epsilon = epsilonOf(statistic->mu, Delta{plan.delta}).value();
    }
}

TrialSnapshot trialSnapshot(const ledger::TrialRow& row, const ExperimentPlan& plan) {
    TrialSnapshot trial = trialSnapshot(row);
    takePlanned(trial, plan);
    return trial;
}

std::optional<AccuracySnapshot> accuracyOf(const ledger::ReleaseRow& release) {
    const auto number = [&](const char* name) {
        const auto found = release.values.find(name);
        return found != release.values.end() && found->is_number() ? std::optional(found->get<double>())
                                                                   : std::nullopt;
    };
    const auto accuracy = number("accuracy");
    if (!accuracy) {
        return std::nullopt; // noise left nothing of it
    }
    return AccuracySnapshot{*accuracy, number("se").value_or(0.0), release.values.contains("of"),
                            number("micro_f1"), number("macro_f1")};
}

TrialState stateWithin(ExperimentStatus experiment, TrialState state) {
    return state == TrialState::Running && experiment != ExperimentStatus::Running ? TrialState::Interrupted
                                                                                   : state;
}

std::map<int, RunPlace> fillRuns(RunSnapshot& snapshot, const ExperimentPlan& plan,
                                 const search::SequentialMethod& method,
                                 const std::map<int, ledger::TrialRow>& rows) {
    std::map<int, RunPlace> places;
    for (const RunBudget& phase : plan.phases) {
        snapshot.phases.push_back({phase.epsilon, phase.mu, std::nullopt, {}});
    }
    for (const search::Proposal& proposal : method.outline()) {
        TrialSnapshot trial = plannedTrial(plan, proposal);
        if (const auto row = rows.find(proposal.index); row != rows.end()) {
            trial = trialSnapshot(row->second, plan);
        }
        if (proposal.phase >= 0) {
            auto& trials = snapshot.phases[static_cast<std::size_t>(proposal.phase)].trials;
            places[proposal.index] = {static_cast<std::size_t>(proposal.phase), trials.size(), false};
            trials.push_back(std::move(trial));
        } else {
            snapshot.final = FinalSnapshot{std::move(trial), std::nullopt, {}};
            places[proposal.index] = {0, 0, true};
        }
    }
    for (std::size_t phase = 0; phase < snapshot.phases.size(); ++phase) {
        snapshot.phases[phase].selectedR = method.selectedR(static_cast<int>(phase));
    }
    snapshot.fit = fitSnapshot(method);
    if (snapshot.final && snapshot.fit) { // versions before said it of the fit alone
        snapshot.final->trial.clamped |= snapshot.fit->clamped;
    }
    return places;
}

RunSnapshot blankSnapshot(const ExperimentPlan& plan) {
    RunSnapshot snapshot;
    snapshot.isPrivate = plan.constants.isPrivate;
    snapshot.method = plan.method();
    snapshot.trainer = plan.trainer();
    snapshot.encoder = onlyEncoder(plan.options);
    if (!plan.isLook()) {
        snapshot.featureMap = toText(plan.options.featureMap.value_or(FeatureMapKind::None));
    }
    snapshot.guarantee = guaranteeOf(plan);
    snapshot.checkedDevices = plan.checkedDevices;
    snapshot.experimentEpsilon = plan.epsilon;
    const bool pilots = plan.featureMap && !plan.featureMap->otherMeans.empty(); // one for each encoder
    if (plan.options.method && (plan.methodTraits().takesAxes || pilots)) {
        snapshot.axes = axesOf(plan.options);
    }
    if (plan.options.method && plan.methodTraits().drawsTotalStep && plan.reusedFit == std::nullopt) {
        snapshot.searched = searchedSnapshot(plan);
        if (!drawsRuns(*snapshot.searched)) {
            snapshot.searched.reset();
        }
    }
    snapshot.noises = plan.drawnNoises();
    if (plan.selection) {
        snapshot.selection =
            SelectionSnapshot{search::toText(plan.options.runsFamily), plan.options.runsMean.value_or(0.0),
                              plan.selection->subsetFraction, plan.selection->run.mu};
    }
    snapshot.experimentMu = std::isinf(plan.epsilon) ? inf : muUpper(plan.muSquared).value();
    snapshot.priorTaken = plan.priorTaken;
    snapshot.arithmetic = compute::precisionName(precisionOf(plan.options));
    snapshot.prior = plannedPrior(plan);
    for (const PlannedStatistic& statistic : plan.statistics()) {
        snapshot.statistics.push_back({statistic.name.text(),
                                       epsilonOf(statistic.mu, Delta{plan.delta}).value(),
                                       statistic.mu.value()});
    }
    return snapshot;
}

namespace {

/// Did the largest learning rate keep a run from its r, not the range of the search?
bool anyRateClamped(const RunSnapshot& snapshot) {
    const auto clamped = [](const TrialSnapshot& trial) { return trial.clamped; };
    const auto reaches = [&](const TrialSnapshot& final) {
        return snapshot.fit && snapshot.fit->clamped && final.r &&
               std::abs(*final.r - snapshot.fit->r) <= 1e-9 * snapshot.fit->r;
    };
    return (snapshot.final && snapshot.final->trial.clamped && !reaches(snapshot.final->trial)) ||
           std::any_of(snapshot.phases.begin(), snapshot.phases.end(), [&](const PhaseSnapshot& phase) {
               return std::any_of(phase.trials.begin(), phase.trials.end(), clamped);
           });
}

/// Does `auto` compare pilots by their scores, as plans of before do, at a budget where encoders of few
/// features are ahead of what they end with? Measured: 64 features of 384 lead by 7 points in pilots of
/// ε = 0.3 and end 0.6 behind.
bool narrowAhead(const ExperimentPlan& plan) {
    constexpr std::uint32_t kMuchWider = 3;
    const auto& encoders = plan.constants.encoders;
    if (!plan.methodTraits().choosesSetup || !plan.featureMap || plan.featureMap->otherMeans.empty() ||
        !plan.numbers.automatic || !plan.numbers.automatic->encoders ||
        plan.numbers.automatic->encoders->growth) {
        return false;
    }
    const auto [narrow, wide] =
        std::minmax_element(encoders.begin(), encoders.end(),
                            [](const EncoderFacts& a, const EncoderFacts& b) { return a.dim < b.dim; });
    return wide->dim >= kMuchWider * narrow->dim &&
           signalOf(plan.constants, muLower(plan.muSquared)) < plan.numbers.automatic->encoders->richSignal;
}

} // namespace

void fillNotices(RunSnapshot& snapshot, const ExperimentPlan& plan) {
    if (snapshot.final) {
        const auto* encoder = plan.constants.encoder(encoderIn(snapshot.final->trial.knobs));
        snapshot.encoder = encoder != nullptr ? encoder->told() : snapshot.encoder;
        if (const auto trainer = trainerIn(snapshot.final->trial.knobs)) {
            snapshot.trainer = train::trainerName(*trainer);
        }
    }
    snapshot.notices.clear();
    if (snapshot.fit && snapshot.fit->clamped) {
        snapshot.notices.push_back(Notice::Clamped);
    }
    if (anyRateClamped(snapshot)) {
        snapshot.notices.push_back(Notice::RateClamped);
    }
    if (snapshot.fit && snapshot.fit->slopeNotPositive) {
        snapshot.notices.push_back(Notice::SlopeNotRising);
    }
    if (plan.selection && snapshot.final && snapshot.final->trial.state == TrialState::Lost) {
        snapshot.notices.push_back(Notice::SelectionLost);
    }
    if (plan.isLook() && snapshot.status == ExperimentStatus::Failed) {
        snapshot.notices.push_back(Notice::LookCutOff);
    }
    const bool several =
        plan.options.method && plan.methodTraits().takesEncoders && !plan.constants.encoders.empty();
    if (several && plan.featureMap && plan.featureMap->otherMeans.empty()) {
        snapshot.notices.push_back(Notice::EncodersNotTold);
    }
    if (several && narrowAhead(plan)) {
        snapshot.notices.push_back(Notice::NarrowAhead);
    }
    const bool choosesSetup = !plan.isLook() && plan.methodTraits().choosesSetup;
    if (choosesSetup && plan.mean) {
        snapshot.notices.push_back(Notice::MeanNamed);
    }
    if (choosesSetup && plan.featureMap && plan.options.bias) {
        snapshot.notices.push_back(Notice::BiasBesideMap);
    }
    if (snapshot.prior) {
        const std::vector<Notice> ofPrior = noticesOf(*snapshot.prior);
        snapshot.notices.insert(snapshot.notices.end(), ofPrior.begin(), ofPrior.end());
    }
    if (plan.delta * static_cast<double>(plan.constants.publicRecords) >= 1.0) {
        snapshot.notices.push_back(Notice::DeltaAboveOneN);
    }
}

} // namespace parsimony::session
