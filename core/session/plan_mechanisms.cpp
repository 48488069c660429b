// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/plan_mechanisms.h"

#include "core/base/number_json.h"
#include "core/base/part_name.h"
#include "core/base/score_kind.h"
#include "core/mechanism/released.h"
#include "core/session/class_prior.h"
#include "core/session/knob_options.h"
#include "core/session/selection_plan.h"

#include <algorithm>
#include <bit>

namespace parsimony::session {

namespace {

mechanism::PartRows partOf(const ExperimentPlan& plan, const std::string& name,
                           const std::string& encoder = {}) {
    const auto id = plan.partIds.find(name);
    return {name, id == plan.partIds.end() ? PartId() : PartId{id->second}, encoder};
}

/// How a run of `phase` on this encoder's rows is scored.
mechanism::Scoring scoringOf(const ExperimentPlan& plan, int phase, const std::string& encoder = {}) {
    const ScoreKind kind = plan.options.score;
    mechanism::Scoring scoring;
    scoring.kind = kind;
    if (kind == ScoreKind::Validation) {
        scoring.part = partOf(plan, kValidationPart, encoder);
        scoring.count = plan.validation->count;
        scoring.records = plan.validation->records;
        return scoring;
    }
    scoring.part = partOf(plan, kTrainPart, encoder);
    scoring.count = plan.scorePlan(phase);
    scoring.records = static_cast<double>(plan.constants.publicRecords);
    return scoring;
}

std::unique_ptr<mechanism::Mechanism> selectionOf(const ExperimentPlan& plan, const DataRequest& data,
                                                  std::span<const double> initialWeights,
                                                  const RunStart& start) {
    // From the operating system, or from the user's seed on public data.
    const auto draws = [seeded = plan.options.seed.has_value(),
                        key = plan.searchKey]() -> std::unique_ptr<search::UniformSource> {
        if (seeded) {
            return std::make_unique<search::KeyedUniformSource>(key, 0);
        }
        return std::make_unique<search::SecureUniformSource>();
    };
    return std::make_unique<mechanism::PrivateSelection>(selectionSpecOf(plan, data, initialWeights, start),
                                                         draws);
}

} // namespace

mechanism::Account accountOf(const ExperimentPlan& plan, ExperimentId experiment) {
    return {experiment, plan.options.seed};
}

mechanism::PrivateMean meanOf(const ExperimentPlan& plan) {
    using Of = mechanism::PrivateMean::Of;
    return plan.featureMap ? mechanism::PrivateMean(plan.featureMap->mean,
                                                    partOf(plan, kTrainPart, plan.encoderNames().front()),
                                                    Of::PreparedRows)
                           : mechanism::PrivateMean(*plan.mean, partOf(plan, kTrainPart), Of::FileRows);
}

std::span<const double> restOf(const Released& released) {
    const auto rest = released.find(ReleasedValue::MeanRest);
    return rest == released.end() ? std::span<const double>() : rest->second;
}

std::optional<KnownCounts> countsOf(const ExperimentPlan& plan, const Released& released) {
    const auto first = released.find(ReleasedValue::ClassCounts);
    const auto rest = released.find(ReleasedValue::ClassCountsRest);
    return first == released.end()  ? std::nullopt
           : rest == released.end() ? std::optional(plan.featureMap->known(first->second))
                                    : std::optional(plan.featureMap->known(first->second, rest->second));
}

bool stillReleases(const ExperimentPlan& plan, const ReleaseName& release) {
    return (release != ReleasedValue::MeanRest || plan.featureMap->meanRest) &&
           (release != ReleasedValue::ClassCountsRest || plan.featureMap->countsRest);
}

std::optional<ExperimentPlan::Decision> decisionOf(const ExperimentPlan& plan, const Released& released) {
    const std::optional<KnownCounts> counts = countsOf(plan, released);
    if (!plan.isOpen() || !counts) {
        return std::nullopt;
    }
    const bool hasRest = released.count(ReleasedValue::ClassCountsRest) > 0;
    const bool areEqual = plan.featureMap->areEqual(*counts);
    if (plan.featureMap->countsRest && !hasRest && !areEqual) {
        return std::nullopt; // the rest of the counts says it
    }
    return ExperimentPlan::Decision{plan.featureMap->asksForRest(released.at(ReleasedValue::Mean)), hasRest,
                                    areEqual};
}

std::vector<Statistic> statisticsOf(const ExperimentPlan& plan) {
    std::vector<Statistic> statistics;
    const mechanism::PartRows part = partOf(plan, kTrainPart, plan.encoderNames().front());
    if (plan.featureMap || plan.mean) {
        statistics.push_back({ReleasedValue::Mean, [&plan](const Released&) {
                                  return std::make_unique<mechanism::PrivateMean>(meanOf(plan));
                              }});
    }
    for (std::size_t i = 0; plan.featureMap && i < plan.featureMap->otherMeans.size(); ++i) {
        statistics.push_back({plan.featureMap->otherMeans[i].release, [&plan, i](const Released&) {
                                  const auto& other = plan.featureMap->otherMeans[i];
                                  return std::make_unique<mechanism::PrivateMean>(
                                      other.mean, partOf(plan, kTrainPart, other.encoder),
                                      mechanism::PrivateMean::Of::PreparedRows, other.release);
                              }});
    }
    if (plan.featureMap && plan.featureMap->classCounts) {
        statistics.push_back({ReleasedValue::ClassCounts, [&plan, part](const Released&) {
                                  return std::make_unique<mechanism::ClassCounts>(
                                      *plan.featureMap->classCounts, part);
                              }});
    }
    if (plan.featureMap && plan.featureMap->countsRest) {
        statistics.push_back({ReleasedValue::ClassCountsRest, [&plan, part](const Released&) {
                                  return std::make_unique<mechanism::ClassCounts>(
                                      *plan.featureMap->countsRest, part, ReleasedValue::ClassCountsRest);
                              }});
    }
    if (plan.featureMap && plan.featureMap->meanRest) {
        statistics.push_back({ReleasedValue::MeanRest, [&plan, part](const Released&) {
                                  return std::make_unique<mechanism::PrivateMean>(
                                      plan.featureMap->meanRest->mean, part,
                                      mechanism::PrivateMean::Of::PreparedRows, ReleasedValue::MeanRest);
                              }});
    }
    if (plan.featureMap && plan.featureMap->flatness) {
        statistics.push_back(
            {ReleasedValue::Flatness, [&plan, part](const Released& before) {
                 const train::SumPlan& flatness = *plan.featureMap->flatness;
                 return std::make_unique<mechanism::Flatness>(
                     flatness, part,
                     mechanism::FlatnessPairs{
                         plan.featureMap->flatnessBuckets, plan.searchKey,
                         shrunkMean(*plan.featureMap, before.at(ReleasedValue::Mean), restOf(before)),
                         flatness.release().clip});
             }});
    }
    return statistics;
}

mechanism::PriorAgreement agreementOf(const ExperimentPlan& plan, train::Model prior) {
    return {*plan.priorLook, partOf(plan, kTrainPart, plan.encoderNames().front()), std::move(prior)};
}

double agreementFrom(const ExperimentPlan& plan, double released) {
    return released / static_cast<double>(plan.constants.publicRecords);
}

std::vector<double> RunStart::of(const train::TrialPlan& trial, double rowBound) const {
    std::vector<double> weights = base;
    if (!perNu.empty()) {
        weights.resize(perNu.size(), 0.0);
        const double nu = trial.logitNoise(rowBound);
        std::transform(perNu.begin(), perNu.end(), weights.begin(), weights.begin(),
                       [nu](double unit, double weight) { return weight + nu * unit; });
    }
    return weights;
}

std::optional<train::TrainerState> startState(const search::Proposal& proposal, std::span<const double> base,
                                              const compute::HeadShape& head,
                                              const std::function<train::Model(int index)>& modelOf) {
    if (proposal.start.empty() && base.empty()) {
        return std::nullopt;
    }
    std::vector<double> weights(base.begin(), base.end());
    weights.resize(head.parameters(), 0.0);
    for (const search::StartShare& share : proposal.start) {
        const train::Model from = modelOf(share.index);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            weights[i] += share.factor * (from.parameters.at(i) - (base.empty() ? 0.0 : base[i]));
        }
    }
    return train::TrainerState{0, {{"w", std::move(weights)}}};
}

std::unique_ptr<mechanism::Mechanism> proposedMechanism(const ExperimentPlan& plan, const DataRequest& data,
                                                        const search::Proposal& proposal,
                                                        const std::function<train::Model(int index)>& modelOf,
                                                        std::span<const double> initialWeights,
                                                        const RunStart& start) {
    if (plan.selection) {
        return selectionOf(plan, data, initialWeights, start);
    }
    train::TrialPlan trial =
        plan.trialPlan(proposal.phase, proposal.steps, proposal.learningRate.value_or(0.0), proposal.knobs);
    auto state = startState(proposal, start.of(trial, plan.constants.rowBound), trial.headShape(), modelOf);
    const std::string encoder = trial.options().encoder;
    mechanism::PartRows part = partOf(plan, kTrainPart, encoder);
    part.halves = trial.options().halves;
    return std::make_unique<mechanism::TrainTrial>(
        mechanism::TrainTrial::Label{proposal.index, proposal.phase, proposal.role, proposal.r, proposal.nu,
                                     proposal.learningRate, proposal.clamped, proposal.knobs},
        std::move(trial), std::move(part),
        proposal.scored ? std::optional(scoringOf(plan, proposal.phase, encoder)) : std::nullopt,
        std::move(state), initialWeights);
}

mechanism::SelectionSpec selectionSpecOf(const ExperimentPlan& plan, const DataRequest& data,
                                         std::span<const double> initialWeights, const RunStart& start) {
    const SelectionBudget& budget = *plan.selection;
    const auto fraction = budget.subsetFraction;
    mechanism::SelectionSpec spec(budget.event());
    spec.part = partOf(plan, kTrainPart);
    spec.plan = {{"runs_family", search::toText(plan.options.runsFamily)},
                 {"runs_mean", *plan.options.runsMean},
                 {"subset_fraction", numberOrNull(fraction)},
                 {"run_mu", budget.run.mu > 0.0 ? nlohmann::json(budget.run.mu) : nlohmann::json()}};
    if (plan.options.maxGradNorm->single()) {
        spec.clip = plan.options.maxGradNorm->first();
    }
    spec.family = plan.options.runsFamily;
    spec.meanRuns = *plan.options.runsMean;
    spec.candidates = candidateSpace(plan);
    spec.noise = candidateNoise(plan);
    spec.constant = constantCandidate(plan);
    spec.space = winnerSpace(plan);
    spec.candidate = [plan](const search::StepChoice& choice) {
        return plan.trialPlan(0, choice.steps, choice.learningRate, choice.knobs);
    };
    spec.final = [plan](const search::StepChoice& choice) {
        return plan.trialPlan(-1, choice.steps, choice.learningRate, choice.knobs);
    };
    spec.score = scoringOf(plan, 0);
    spec.tuningShare = fraction;
    if (fraction) {
        spec.extrapolatedRate = [plan](const search::StepChoice& tuned) {
            return extrapolatedRate(plan, tuned);
        };
        spec.score.records *= spec.score.part.name == spec.part.name ? *fraction : 1.0;
    }
    spec.rows = data.train().info.rows;
    spec.encoders = plan.encoderNames();
    spec.initialWeights = initialWeights;
    spec.start = [start, bound = plan.constants.rowBound](const train::TrialPlan& trial) {
        return startState({}, start.of(trial, bound), trial.headShape(), {});
    };
    spec.isPrivate = plan.constants.isPrivate;
    return spec;
}

train::Model predicting(const ExperimentPlan& plan, const ledger::Project& project, ExperimentId experiment,
                        train::Model result, const std::string& encoder) {
    if (plan.priorTaken <= 0.0) {
        return result;
    }
    const auto counts = mechanism::releasedVector(project, experiment, ReleasedValue::ClassCounts);
    const std::vector<double> prior =
        weightsOfPrior(logPrior(plan.featureMap->known(counts.value())), result.head,
                       plan.featureMap->of(encoder).biasShare, plan.constants.rowBound);
    for (std::size_t i = 0; i < prior.size(); ++i) {
        result.parameters[i] -= plan.priorTaken * prior[i];
    }
    return result;
}

mechanism::NoisyCount lookOf(const ExperimentPlan& plan, const EvaluationBudget& evaluation,
                             train::Model result, const std::string& encoder,
                             std::optional<double> labelThreshold) {
    return {{partOf(plan, evaluation.part, encoder), evaluation.event() ? ScoreKind::Noisy : ScoreKind::Exact,
             evaluation.count, evaluation.records, evaluation.balanced, evaluation.classes, labelThreshold},
            std::move(result)};
}

std::uint64_t noiseNumber(const ExperimentPlan& plan, const search::Proposal& proposal) {
    std::vector<std::uint64_t> words{std::bit_cast<std::uint64_t>(plan.budgetOf(proposal.phase).mu),
                                     std::bit_cast<std::uint64_t>(proposal.learningRate.value_or(0.0)),
                                     proposal.steps, static_cast<std::uint64_t>(std::int64_t{proposal.phase}),
                                     std::bit_cast<std::uint64_t>(plan.epsilon)};
    for (const train::KnobValue& turned : proposal.knobs) {
        const std::string_view name = turned.name();
        words.push_back(static_cast<std::uint64_t>(turned.knob));
        words.push_back(std::bit_cast<std::uint64_t>(turned.value));
        words.insert(words.end(), name.begin(), name.end());
    }
    std::uint64_t hash = 0xcbf29ce484222325ULL; // FNV-1a over the bits of its numbers
    for (const std::uint64_t word : words) {
        for (int byte = 0; byte < 8; ++byte) {
            hash = (hash ^ ((word >> (8 * byte)) & 0xffU)) * 0x100000001b3ULL;
        }
    }
    return hash;
}

mechanism::RowSettings rowSettingsOf(const ExperimentPlan& plan) {
    mechanism::RowSettings settings;
    settings.load.preprocessing = preprocessingOf(plan.constants);
    settings.load.classes = static_cast<int>(plan.constants.classes);
    settings.classes = plan.constants.classes;
    settings.precision = precisionOf(plan.options);
    settings.load.threads = static_cast<int>(plan.options.threads);
    return settings;
}

std::map<std::string, data::PartFiles> filesOf(const DataRequest& request) {
    std::map<std::string, data::PartFiles> files;
    for (const RequestedPart& part : request.parts) {
        const auto& encoders = request.constants.encoders;
        const std::string first = encoders.empty() ? std::string() : encoders.front().name;
        files[mechanism::PartRows{part.name, {}, first}.rows()] = part.files;
        for (const EncodedPart& encoded : part.otherEncoders) {
            files[mechanism::PartRows{part.name, {}, encoded.encoder}.rows()] = encoded.files;
        }
    }
    return files;
}

} // namespace parsimony::session
