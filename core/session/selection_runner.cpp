// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/selection_runner.h"

#include "core/base/error.h"
#include "core/search/private_selection.h"
#include "core/session/method_factory.h"
#include "core/session/model_bytes.h"
#include "core/session/selection_plan.h"

namespace parsimony::session {

namespace {

/// One run with its score.
struct Candidate {
    search::StepChoice choice;
    train::Model model;
    ledger::Score score;
};

/// Where random choices come from: the operating system, or the user's seed on public data.
std::unique_ptr<search::UniformSource> drawsOf(const ExperimentPlan& plan) {
    if (plan.options.seed) {
        return std::make_unique<search::KeyedUniformSource>(plan.searchKey, 0);
    }
    return std::make_unique<search::SecureUniformSource>();
}

class Selection {
public:
    Selection(const TrialContext& context, TrialId trial, const ExperimentPlan& plan,
              const SelectionData& data)
        : m_context(context), m_trial(trial), m_plan(plan), m_data(data), m_draws(drawsOf(plan)) {}

    TrialResult run();

private:
    [[nodiscard]] std::optional<Candidate> best(const compute::ResidentData& tuning);
    [[nodiscard]] std::vector<std::uint8_t> drawSubset();
    [[nodiscard]] train::Model trained(const train::TrialPlan& plan, const compute::ResidentData& data);
    [[nodiscard]] ledger::Score scored(const train::Model& model, const compute::ResidentData& tuning);
    [[nodiscard]] compute::NoiseSource freshNoise();
    [[nodiscard]] TrialResult write(const search::StepChoice& choice, const train::TrialPlan& plan,
                                    train::Model model, const std::optional<Candidate>& winner);

    const TrialContext& m_context;
    TrialId m_trial;
    const ExperimentPlan& m_plan;
    const SelectionData& m_data;
    std::unique_ptr<search::UniformSource> m_draws;
    std::uint32_t m_streams = 0;
};

/// Every run and count has noise of its own: a new key, or a number of its own under the seed.
compute::NoiseSource Selection::freshNoise() {
    return noiseOf(m_context, m_trial, ++m_streams);
}

train::Model Selection::trained(const train::TrialPlan& plan, const compute::ResidentData& data) {
    train::TrainControl control;
    control.stop = m_context.stop;
    const compute::NoiseSource noise = freshNoise();
    train::TrainOutcome outcome =
        train::train(plan, m_context.backend, data, noise, std::nullopt, control, m_context.initialWeights);
    if (outcome.status != train::TrainStatus::Finished) {
        interrupted("the private selection was stopped");
    }
    return std::move(outcome.model);
}

ledger::Score Selection::scored(const train::Model& model, const compute::ResidentData& tuning) {
    ScoreRequest request;
    request.kind = scoreKindFromText(m_plan.options.score);
    if (request.kind == ScoreKind::Validation) {
        request.data = m_data.validation;
        request.records = m_plan.validation->records;
    } else {
        request.data = &tuning;
        request.count = m_plan.scorePlan(0);
        request.records = static_cast<double>(m_plan.constants.publicRecords) *
                          m_plan.selection->subsetFraction.value_or(1.0);
    }
    return countScore(m_context, request, model, freshNoise());
}

std::optional<Candidate> Selection::best(const compute::ResidentData& tuning) {
    const search::SearchSpace space = candidateSpace(m_plan);
    const search::NoiseFor noise = candidateNoise(m_plan);
    const std::uint64_t runs = search::drawRuns(runsFamilyOf(m_plan), *m_plan.options.runsMean, *m_draws);
    std::optional<Candidate> winner;
    for (std::uint64_t i = 0; i < runs; ++i) {
        const search::StepChoice choice = search::drawCandidate(space, noise, *m_draws);
        train::Model model = trained(m_plan.trialPlan(0, choice.steps, choice.learningRate), tuning);
        const ledger::Score score = scored(model, tuning);
        if (!winner || score.value > winner->score.value) {
            winner = Candidate{choice, std::move(model), score};
        }
    }
    return winner;
}

std::vector<std::uint8_t> Selection::drawSubset() {
    std::vector<std::uint8_t> tuning(m_data.rows);
    for (std::uint8_t& row : tuning) {
        row = m_draws->next() < *m_plan.selection->subsetFraction ? 1 : 0;
    }
    return tuning;
}

nlohmann::json releasesOf(const train::TrialPlan& plan) {
    nlohmann::json releases = nlohmann::json::array();
    for (const train::PlannedRelease& release : plan.releases()) {
        releases.push_back({{"what", train::releaseName(release.kind)},
                            {"count", release.count},
                            {"noise_sd", release.noiseSd},
                            {"sensitivity", release.sensitivity.value()},
                            {"sample_rate", 1.0}});
    }
    return releases;
}

TrialResult Selection::write(const search::StepChoice& choice, const train::TrialPlan& plan,
                             train::Model model, const std::optional<Candidate>& winner) {
    TrialResult result{TrialEnd::Finished, std::move(model), std::nullopt};
    ledger::TrialOutcome ended;
    const bool trained = winner || m_plan.selection->subsetFraction;
    ended.record = {{"releases", trained ? releasesOf(plan) : nlohmann::json::array()}};
    nlohmann::json values = {{"constant", !winner}};
    if (trained) {
        search::SearchSpace space = searchSpaceOf(m_plan);
        space.scale.publicRecords = plan.spec().publicRecords;
        const auto nu = space.nuAt(plan.noiseMultiplier().value(), choice.steps, choice.learningRate);
        values["r"] = choice.r();
        values["learning_rate"] = choice.learningRate;
        values["steps"] = choice.steps;
        values["noise_multiplier"] = plan.noiseMultiplier().value();
        values["nu"] = nu ? nlohmann::json(*nu) : nlohmann::json();
    }
    if (winner) {
        result.score = winner->score;
        ended.score = winner->score;
        if (m_plan.selection->subsetFraction) {
            const search::StepChoice& tuned = winner->choice;
            for (nlohmann::json& release : releasesOf(m_plan.trialPlan(0, tuned.steps, tuned.learningRate))) {
                ended.record["releases"].push_back(std::move(release));
            }
        }
        if (const auto count = m_plan.scorePlan(0)) {
            ended.record["releases"].push_back(countRecord(*count));
        }
    }
    ledger::ReleaseSpec weights;
    weights.what = "weights";
    weights.values = headToJson(result.model.head);
    weights.bytes = parametersToBytes(result.model.parameters);
    ledger::ReleaseSpec selection;
    selection.what = "selection";
    selection.values = std::move(values);
    ended.releases.push_back(std::move(weights));
    ended.releases.push_back(std::move(selection));
    m_context.project.finishTrial(m_trial, ended);
    return result;
}

TrialResult Selection::run() {
    if (!m_plan.selection->subsetFraction) {
        const auto all = m_data.load({});
        std::optional<Candidate> winner = best(*all);
        const search::StepChoice choice = winner ? winner->choice : constantCandidate(m_plan);
        const train::TrialPlan plan = m_plan.trialPlan(0, choice.steps, choice.learningRate);
        const compute::HeadShape head = plan.headShape();
        train::Model model =
            winner ? std::move(winner->model) : train::Model{head, std::vector<double>(head.parameters())};
        return write(choice, plan, std::move(model), winner);
    }
    std::vector<std::uint8_t> keep = drawSubset();
    std::optional<Candidate> winner;
    {
        const auto tuning = m_data.load(keep);
        winner = best(*tuning);
    }
    for (std::uint8_t& row : keep) {
        row = row == 0 ? 1 : 0;
    }
    search::StepChoice choice = winner ? winner->choice : constantCandidate(m_plan);
    choice.learningRate = extrapolatedRate(m_plan, choice.learningRate);
    const train::TrialPlan plan = m_plan.trialPlan(-1, choice.steps, choice.learningRate);
    const auto rest = m_data.load(keep);
    train::Model model = trained(plan, *rest);
    return write(choice, plan, std::move(model), winner);
}

} // namespace

ledger::TrialSpec selectionSpec(const ExperimentPlan& plan, PartId train) {
    const SelectionBudget& selection = *plan.selection;
    ledger::TrialSpec spec;
    spec.phase = -1;
    spec.role = "selection";
    spec.maxGradNorm = plan.options.maxGradNorm;
    spec.plan = {{"index", 0},
                 {"selection",
                  {{"runs_family", plan.options.runsFamily},
                   {"runs_mean", *plan.options.runsMean},
                   {"subset_fraction",
                    selection.subsetFraction ? nlohmann::json(*selection.subsetFraction) : nlohmann::json()},
                   {"run_mu", selection.run.mu}}}};
    spec.charges.push_back({train, {selection.event()}, {}, 0.0, 0.0});
    return spec;
}

TrialResult runSelection(const TrialContext& context, TrialId trial, const ExperimentPlan& plan,
                         const SelectionData& data) {
    try {
        return Selection(context, trial, plan, data).run();
    } catch (const Error& error) {
        if (error.code() == ErrorCode::Interrupted) {
            return {};
        }
        throw;
    }
}

} // namespace parsimony::session
