// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/private_selection.h"

#include "core/base/sentence.h"

#include <map>
#include <string>

namespace parsimony::mechanism {

namespace {

/// One run with its score.
struct Candidate {
    search::StepChoice choice;
    train::Model model;
    ledger::Score score;
};

/// The rows that candidates are trained on, by encoder.
using Tuning = std::map<std::string, std::unique_ptr<compute::ResidentData>>;

void addReleases(nlohmann::json& record, const train::TrialPlan& plan) {
    for (const train::PlannedRelease& release : plan.releases()) {
        record["releases"].push_back(releaseRecord(train::releaseName(release.kind), release.count,
                                                   release.noiseSd, release.sensitivity,
                                                   plan.options().sampleRate));
    }
}

/// One attempt at a selection.
class Selection {
public:
    Selection(const SelectionSpec& spec, const Attempt& attempt, search::UniformSource& draws)
        : m_spec(spec), m_attempt(attempt), m_draws(draws) {}

    [[nodiscard]] Release run();

private:
    [[nodiscard]] Release onAllRecords();
    [[nodiscard]] Release afterSubsetTuning();
    /// All encoders' rows are loaded, whichever are drawn: notices must not tell.
    [[nodiscard]] Tuning rowsOf(const std::vector<std::uint8_t>& keep) const;
    [[nodiscard]] PartRows partOf(const PartRows& part, const search::StepChoice& choice) const;
    [[nodiscard]] std::optional<Candidate> best(const Tuning& tuning);
    [[nodiscard]] std::vector<std::uint8_t> drawSubset();
    [[nodiscard]] train::Model trained(const train::TrialPlan& plan, const compute::ResidentData& data);
    [[nodiscard]] ledger::Score scored(const search::StepChoice& choice, const train::Model& model,
                                       const compute::ResidentData& tuning);
    [[nodiscard]] Release released(const search::StepChoice& choice, const train::TrialPlan& plan,
                                   train::Model model, const std::optional<Candidate>& winner) const;
    [[nodiscard]] nlohmann::json valuesOf(const search::StepChoice& choice,
                                          const train::TrialPlan& plan) const;

    /// Every run and count has noise of its own.
    [[nodiscard]] compute::NoiseSource freshNoise() { return m_attempt.noise(++m_drawn); }

    const SelectionSpec& m_spec;
    const Attempt& m_attempt;
    search::UniformSource& m_draws;
    std::uint32_t m_drawn = 0;
};

train::Model Selection::trained(const train::TrialPlan& plan, const compute::ResidentData& data) {
    train::TrainControl control;
    control.stop = m_attempt.stop;
    const compute::NoiseSource noise = freshNoise();
    train::TrainOutcome outcome =
        train::train(plan, m_attempt.rows.backend(), data, noise,
                     m_spec.start ? m_spec.start(plan) : std::nullopt, control, m_spec.initialWeights);
    if (outcome.status != train::TrainStatus::Finished) {
        interrupted(Sentence("the private selection was stopped"));
    }
    return std::move(outcome.model);
}

PartRows Selection::partOf(const PartRows& part, const search::StepChoice& choice) const {
    return {part.name, part.id, encoderIn(choice.knobs)};
}

Tuning Selection::rowsOf(const std::vector<std::uint8_t>& keep) const {
    Tuning rows;
    for (const std::string& encoder : m_spec.encoders) {
        rows[encoder] = m_attempt.rows.some(PartRows{m_spec.part.name, {}, encoder}.rows(), keep);
    }
    return rows;
}

ledger::Score Selection::scored(const search::StepChoice& choice, const train::Model& model,
                                const compute::ResidentData& tuning) {
    const bool onTuning = m_spec.score.part.name == m_spec.part.name;
    return scoreOf(m_spec.score, model,
                   onTuning ? tuning : m_attempt.rows.all(partOf(m_spec.score.part, choice).rows()),
                   m_attempt.rows.backend(), freshNoise(), m_attempt.stop);
}

std::optional<Candidate> Selection::best(const Tuning& tuning) {
    const std::uint64_t runs = search::drawRuns(m_spec.family, m_spec.meanRuns, m_draws);
    std::optional<Candidate> winner;
    for (std::uint64_t i = 0; i < runs; ++i) {
        const search::StepChoice choice = search::drawCandidate(m_spec.candidates, m_spec.noise, m_draws);
        const auto& rows = *tuning.at(encoderIn(choice.knobs));
        train::Model model = trained(m_spec.candidate(choice), rows);
        const ledger::Score score = scored(choice, model, rows);
        if (!winner || score.value > winner->score.value) {
            winner = Candidate{choice, std::move(model), score};
        }
    }
    return winner;
}

std::vector<std::uint8_t> Selection::drawSubset() {
    std::vector<std::uint8_t> tuning(m_spec.rows);
    for (std::uint8_t& row : tuning) {
        row = m_draws.next() < *m_spec.tuningShare ? 1 : 0;
    }
    return tuning;
}

nlohmann::json Selection::valuesOf(const search::StepChoice& choice, const train::TrialPlan& plan) const {
    search::SearchSpace space = m_spec.space.at(choice.knobs);
    space.scale.publicRecords = plan.spec().publicRecords;
    nlohmann::json values{{"r", nullptr},
                          {"learning_rate", nullptr},
                          {"steps", choice.steps},
                          {"noise_multiplier", plan.noiseMultiplier().value()},
                          {"nu", nullptr}};
    if (!space.stepsOnly) {
        values["r"] = choice.r();
        values["learning_rate"] = choice.learningRate;
        if (const auto nu = space.nuAt(plan.noiseMultiplier().value(), choice.steps, choice.learningRate)) {
            values["nu"] = *nu;
        }
    }
    if (choice.clamped) {
        values["clamped"] = true;
    }
    if (!choice.knobs.empty()) {
        values["knobs"] = train::toJson(choice.knobs);
    }
    return values;
}

Release Selection::released(const search::StepChoice& choice, const train::TrialPlan& plan,
                            train::Model model, const std::optional<Candidate>& winner) const {
    Release release;
    nlohmann::json& record = release.outcome.record;
    record = {{"releases", nlohmann::json::array()}};
    ledger::ReleaseSpec selection;
    selection.what = ReleasedValue::Selection;
    if (winner || m_spec.tuningShare) {
        addReleases(record, plan);
        selection.values = valuesOf(choice, plan);
    }
    selection.values["constant"] = !winner;
    if (winner) {
        release.outcome.score = winner->score;
        if (m_spec.tuningShare) {
            addReleases(record, m_spec.candidate(winner->choice));
        }
        if (m_spec.score.count) {
            record["releases"].push_back(recordOf(*m_spec.score.count));
        }
    }
    release.outcome.releases.push_back(weightsRelease(model));
    release.outcome.releases.push_back(std::move(selection));
    release.model = std::move(model);
    return release;
}

Release Selection::onAllRecords() {
    std::optional<Candidate> winner;
    { winner = best(rowsOf({})); }
    const search::StepChoice choice = winner ? winner->choice : m_spec.constant;
    const train::TrialPlan plan = m_spec.candidate(choice);
    const compute::HeadShape head = plan.headShape();
    train::Model model =
        winner ? std::move(winner->model) : train::Model{head, std::vector<double>(head.parameters())};
    return released(choice, plan, std::move(model), winner);
}

Release Selection::afterSubsetTuning() {
    std::vector<std::uint8_t> keep = drawSubset();
    std::optional<Candidate> winner;
    { winner = best(rowsOf(keep)); }
    for (std::uint8_t& row : keep) {
        row = row == 0 ? 1 : 0;
    }
    search::StepChoice choice = winner ? winner->choice : m_spec.constant;
    choice.learningRate = m_spec.extrapolatedRate(choice);
    const train::TrialPlan plan = m_spec.final(choice);
    const Tuning rest = rowsOf(keep); // all of them, as above
    const auto& rows = *rest.at(encoderIn(choice.knobs));
    return released(choice, plan, trained(plan, rows), winner);
}

Release Selection::run() {
    if (m_spec.score.part.name != m_spec.part.name) {
        for (const std::string& encoder : m_spec.encoders) { // whether or not a run asks for it
            (void)m_attempt.rows.all(PartRows{m_spec.score.part.name, {}, encoder}.rows());
        }
    }
    Release release = m_spec.tuningShare ? afterSubsetTuning() : onAllRecords();
    m_attempt.rows.tellSome(m_spec.part.name);
    return release;
}

} // namespace

ledger::TrialSpec PrivateSelection::reservation() const {
    ledger::TrialSpec spec;
    spec.phase = -1;
    spec.role = TrialRole::Selection;
    spec.maxGradNorm = m_spec.clip;
    spec.plan = {{"index", 0}, {"selection", m_spec.plan}};
    spec.charges.push_back({m_spec.part.id, {m_spec.event}, {}, 0.0, 0.0});
    return spec;
}

Release PrivateSelection::run(const Attempt& attempt) const {
    const auto draws = m_draws();
    return Selection(m_spec, attempt, *draws).run();
}

} // namespace parsimony::mechanism
