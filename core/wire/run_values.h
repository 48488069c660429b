// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/experiment_summary.h"
#include "core/session/known_rows.h"
#include "core/session/run_snapshot.h"
#include "core/wire/words.h"

// Runs, trials, projects and their guarantee as they cross.
namespace parsimony::wire {

/// With a name for what has one. The bodies are not here: every file of the window would compile them.
template <>
struct Form<train::KnobValue> {
    static Json write(const train::KnobValue& knob);
    static train::KnobValue read(const Json& json);
};
template <>
struct Form<train::Axis> {
    static Json write(const train::Axis& axis);
    static train::Axis read(const Json& json);
};
template <>
inline constexpr bool mayLackOne<train::KnobValue> = true;
template <>
inline constexpr bool mayLackOne<train::Axis> = true;

template <>
inline constexpr auto fields<search::RunNoise> =
    std::tuple{field("sample_rate", &search::RunNoise::sampleRate), field("steps", &search::RunNoise::steps),
               field("noise_multiplier", &search::RunNoise::noiseMultiplier)};

template <>
inline constexpr auto fields<session::AccuracySnapshot> =
    std::tuple{field("accuracy", &session::AccuracySnapshot::accuracy),
               field("se", &session::AccuracySnapshot::se),
               field("balanced", &session::AccuracySnapshot::balanced),
               field("micro_f1", &session::AccuracySnapshot::microF1),
               field("macro_f1", &session::AccuracySnapshot::macroF1)};
template <>
inline constexpr auto fields<session::TrialSnapshot> = std::tuple{
    field("id", &session::TrialSnapshot::id),
    field("experiment", &session::TrialSnapshot::experiment),
    field("phase", &session::TrialSnapshot::phase),
    field("role", &session::TrialSnapshot::role),
    field("statistic", &session::TrialSnapshot::statistic),
    field("r", &session::TrialSnapshot::r),
    field("nu", &session::TrialSnapshot::nu),
    field("learning_rate", &session::TrialSnapshot::learningRate),
    field("steps", &session::TrialSnapshot::steps),
    field("steps_done", &session::TrialSnapshot::stepsDone),
    field("noise_multiplier", &session::TrialSnapshot::noiseMultiplier),
    field("max_grad_norm", &session::TrialSnapshot::maxGradNorm),
    field("clamped", &session::TrialSnapshot::clamped),
    field("knobs", &session::TrialSnapshot::knobs),
    field("epsilon", &session::TrialSnapshot::epsilon),
    field("mu", &session::TrialSnapshot::mu),
    field("score", &session::TrialSnapshot::score),
    field("score_se", &session::TrialSnapshot::scoreSe),
    field("score_kind", &session::TrialSnapshot::scoreKind),
    field("part", &session::TrialSnapshot::part),
    field("look", &session::TrialSnapshot::look),
    field("state", &session::TrialSnapshot::state),
    field("note", &session::TrialSnapshot::note),
    field("tags", &session::TrialSnapshot::tags),
};
template <>
inline constexpr auto fields<session::PhaseSnapshot> =
    std::tuple{field("epsilon", &session::PhaseSnapshot::epsilon), field("mu", &session::PhaseSnapshot::mu),
               field("selected_r", &session::PhaseSnapshot::selectedR),
               field("trials", &session::PhaseSnapshot::trials)};
template <>
inline constexpr auto fields<session::FitSnapshot> = std::tuple{
    field("degree", &session::FitSnapshot::degree),
    field("against", &session::FitSnapshot::against),
    field("coefficients", &session::FitSnapshot::coefficients),
    field("points", &session::FitSnapshot::points),
    field("residual_sd", &session::FitSnapshot::residualSd),
    field("coefficient_se", &session::FitSnapshot::coefficientSe),
    field("predicted_r", &session::FitSnapshot::predictedR),
    field("interval", &session::FitSnapshot::interval),
    field("r", &session::FitSnapshot::r),
    field("clamped", &session::FitSnapshot::clamped),
    field("slope_not_positive", &session::FitSnapshot::slopeNotPositive),
};
template <>
inline constexpr auto fields<session::SelectionSnapshot> =
    std::tuple{field("runs_family", &session::SelectionSnapshot::runsFamily),
               field("runs_mean", &session::SelectionSnapshot::runsMean),
               field("subset_fraction", &session::SelectionSnapshot::subsetFraction),
               field("run_mu", &session::SelectionSnapshot::runMu)};
template <>
inline constexpr auto fields<session::FinalSnapshot> =
    std::tuple{field("trial", &session::FinalSnapshot::trial), field("test", &session::FinalSnapshot::test),
               field("ood", &session::FinalSnapshot::ood)};
template <>
inline constexpr auto fields<session::PartBudget> =
    std::tuple{field("spent_epsilon", &session::PartBudget::spentEpsilon),
               field("reserved_epsilon", &session::PartBudget::reservedEpsilon),
               field("remaining_epsilon", &session::PartBudget::remainingEpsilon),
               field("spent_mu", &session::PartBudget::spentMu)};
template <>
inline constexpr auto fields<session::AccountSnapshot> =
    std::tuple{field("part", &session::AccountSnapshot::part), field("name", &session::AccountSnapshot::name),
               field("budget", &session::AccountSnapshot::budget)};
template <>
inline constexpr auto fields<session::BudgetSnapshot> = std::tuple{
    field("target_epsilon", &session::BudgetSnapshot::targetEpsilon),
    field("target_delta", &session::BudgetSnapshot::targetDelta),
    field("spent_epsilon", &session::BudgetSnapshot::spentEpsilon),
    field("spent_mu", &session::BudgetSnapshot::spentMu),
    field("reserved_epsilon", &session::BudgetSnapshot::reservedEpsilon),
    field("remaining_epsilon", &session::BudgetSnapshot::remainingEpsilon),
    field("parts", &session::BudgetSnapshot::parts),
    field("accounts", &session::BudgetSnapshot::accounts),
    field("simulated", &session::BudgetSnapshot::simulated),
    field("cap_open", &session::BudgetSnapshot::capOpen),
};
template <>
inline constexpr auto fields<session::EncoderSnapshot> =
    std::tuple{field("name", &session::EncoderSnapshot::name), field("dim", &session::EncoderSnapshot::dim)};
template <>
inline constexpr auto fields<session::DatasetSnapshot> =
    std::tuple{field("id", &session::DatasetSnapshot::id),
               field("name", &session::DatasetSnapshot::name),
               field("records", &session::DatasetSnapshot::records),
               field("records_declared", &session::DatasetSnapshot::recordsDeclared),
               field("dim", &session::DatasetSnapshot::dim),
               field("classes", &session::DatasetSnapshot::classes),
               field("rows_per_person", &session::DatasetSnapshot::rowsPerPerson),
               field("visibility", &session::DatasetSnapshot::visibility),
               field("adjacency", &session::DatasetSnapshot::adjacency),
               field("row_norm", &session::DatasetSnapshot::rowNorm),
               field("views", &session::DatasetSnapshot::views),
               field("encoders", &session::DatasetSnapshot::encoders)};
template <>
inline constexpr auto fields<search::Range> =
    std::tuple{field("lo", &search::Range::lo), field("hi", &search::Range::hi)};
template <>
inline constexpr auto fields<session::SearchedSnapshot> =
    std::tuple{field("r", &session::SearchedSnapshot::r), field("nu", &session::SearchedSnapshot::nu),
               field("steps", &session::SearchedSnapshot::steps),
               field("rates", &session::SearchedSnapshot::rates)};
template <>
inline constexpr auto fields<session::StatisticSnapshot> =
    std::tuple{field("name", &session::StatisticSnapshot::name),
               field("epsilon", &session::StatisticSnapshot::epsilon),
               field("mu", &session::StatisticSnapshot::mu)};
template <>
inline constexpr auto fields<session::PriorSnapshot> =
    std::tuple{field("agreement", &session::PriorSnapshot::agreement),
               field("se", &session::PriorSnapshot::se),
               field("guessing", &session::PriorSnapshot::guessing),
               field("gap", &session::PriorSnapshot::gap),
               field("promised", &session::PriorSnapshot::promised),
               field("believed", &session::PriorSnapshot::believed)};
template <>
inline constexpr auto fields<session::CheckedDevice> =
    std::tuple{field("device", &session::CheckedDevice::device),
               field("description", &session::CheckedDevice::description),
               field("tried", &session::CheckedDevice::tried),
               field("neighbours", &session::CheckedDevice::neighbours),
               field("largest_move", &session::CheckedDevice::largestMove),
               field("largest_error", &session::CheckedDevice::largestError)};
template <>
inline constexpr auto fields<session::Guarantee::PublicCount> =
    std::tuple{field("part", &session::Guarantee::PublicCount::part),
               field("records", &session::Guarantee::PublicCount::records)};
template <>
inline constexpr bool isReadWhole<session::Guarantee> = true; // what limits it must not go unsaid
template <>
inline constexpr auto fields<session::Guarantee> = std::tuple{
    field("private", &session::Guarantee::isPrivate),
    field("evaluation", &session::Guarantee::evaluation),
    field("epsilon", &session::Guarantee::epsilon),
    field("delta", &session::Guarantee::delta),
    field("part", &session::Guarantee::part),
    field("rows_per_person", &session::Guarantee::rowsPerPerson),
    field("labels_per_record", &session::Guarantee::labelsPerRecord),
    field("people_by_ids", &session::Guarantee::peopleByIds),
    field("adjacency", &session::Guarantee::adjacency),
    field("records", &session::Guarantee::publicRecords),
    field("records_declared", &session::Guarantee::recordsDeclared),
    field("also_public", &session::Guarantee::alsoPublic),
    field("accounting", &session::Guarantee::accounting),
    field("checked_devices", &session::Guarantee::checkedDevices),
    field("device_to_check", &session::Guarantee::deviceToCheck),
    field("chosen_uncharged", &session::Guarantee::chosenUncharged),
    field("exposed_uncharged", &session::Guarantee::exposedUncharged),
    field("distinct_records", &session::Guarantee::distinctRecords),
    field("reused_fit", &session::Guarantee::reusedFit),
    field("starts_from_file", &session::Guarantee::startsFromFile),
    field("private_weights", &session::Guarantee::privateWeights),
};
template <>
inline constexpr auto fields<session::RunSnapshot> = std::tuple{
    field("experiment", &session::RunSnapshot::experiment),
    field("status", &session::RunSnapshot::status),
    field("private", &session::RunSnapshot::isPrivate),
    field("method", &session::RunSnapshot::method),
    field("trainer", &session::RunSnapshot::trainer),
    field("encoder", &session::RunSnapshot::encoder),
    field("feature_map", &session::RunSnapshot::featureMap),
    field("guarantee", &session::RunSnapshot::guarantee),
    field("dataset", &session::RunSnapshot::dataset),
    field("budget", &session::RunSnapshot::budget),
    field("experiment_epsilon", &session::RunSnapshot::experimentEpsilon),
    field("experiment_mu", &session::RunSnapshot::experimentMu),
    field("statistics", &session::RunSnapshot::statistics),
    field("prior_taken", &session::RunSnapshot::priorTaken),
    field("prior", &session::RunSnapshot::prior),
    field("searched", &session::RunSnapshot::searched),
    field("axes", &session::RunSnapshot::axes),
    field("noises", &session::RunSnapshot::noises),
    field("phases", &session::RunSnapshot::phases),
    field("fit", &session::RunSnapshot::fit),
    field("private_selection", &session::RunSnapshot::selection),
    field("final", &session::RunSnapshot::final),
    field("seconds_load", &session::RunSnapshot::secondsLoad),
    field("seconds_search", &session::RunSnapshot::secondsSearch),
    field("seconds_final", &session::RunSnapshot::secondsFinal),
    field("seconds_left", &session::RunSnapshot::secondsLeft),
    field("device", &session::RunSnapshot::device),
    field("arithmetic", &session::RunSnapshot::arithmetic),
    field("checked_devices", &session::RunSnapshot::checkedDevices),
    field("notices", &session::RunSnapshot::notices),
};
template <>
inline constexpr auto fields<session::ExperimentSummary> = std::tuple{
    field("id", &session::ExperimentSummary::id),
    field("method", &session::ExperimentSummary::method),
    field("trainer", &session::ExperimentSummary::trainer),
    field("started", &session::ExperimentSummary::started),
    field("status", &session::ExperimentSummary::status),
    field("epsilon", &session::ExperimentSummary::epsilon),
    field("test_accuracy", &session::ExperimentSummary::testAccuracy),
    field("test_accuracy_se", &session::ExperimentSummary::testAccuracySe),
    field("dataset", &session::ExperimentSummary::dataset),
    field("classes", &session::ExperimentSummary::classes),
    field("several_labels", &session::ExperimentSummary::severalLabels),
    field("options", &session::ExperimentSummary::options),
    field("encoders", &session::ExperimentSummary::encoders),
    field("purpose", &session::ExperimentSummary::purpose),
    field("grid_options", &session::ExperimentSummary::gridOptions),
};
template <>
inline constexpr auto fields<session::TrialTime> =
    std::tuple{field("trial", &session::TrialTime::trial), field("began", &session::TrialTime::began),
               field("ended", &session::TrialTime::ended)};
template <>
inline constexpr auto fields<session::KnownRows> = std::tuple{
    field("part", &session::KnownRows::part),
    field("project", &session::KnownRows::project),
    field("name", &session::KnownRows::name),
    field("public", &session::KnownRows::isPublic),
    field("linked", &session::KnownRows::linked),
    field("rows", &session::KnownRows::rows),
    field("shared", &session::KnownRows::shared),
    field("shared_people", &session::KnownRows::sharedPeople),
    field("mu", &session::KnownRows::mu),
    field("epsilon", &session::KnownRows::epsilon),
    field("together", &session::KnownRows::together),
    field("words", &session::KnownRows::words),
};

} // namespace parsimony::wire
