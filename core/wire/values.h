// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence_json.h"
#include "core/base/sheet.h"
#include "core/session/evaluation_view.h"
#include "core/session/experiment_summary.h"
#include "core/session/known_rows.h"
#include "core/session/model_evaluation.h"
#include "core/session/option_paths.h"
#include "core/session/options_json.h"
#include "core/session/run_snapshot.h"
#include "core/study/study_request.h"
#include "core/study/task_request.h"
#include "core/study/waiting_look.h"
#include "core/wire/fields.h"

// The engine's types as they cross.
namespace parsimony::wire {

template <>
struct Form<session::RunOptions> {
    static Json write(const session::RunOptions& options) { return session::toJson(options); }
    static session::RunOptions read(const Json& json) { return session::runOptionsFromJson(json); }
};
template <>
struct Form<NumberList> {
    static Json write(const NumberList& list) { return list.text(); }
    static NumberList read(const Json& json) {
        return json.is_string() ? NumberList(json.get<std::string>(), "a list")
                                : (refuseValue("a list"), NumberList(0.0));
    }
};
template <>
struct Form<session::MethodKind> {
    static Json write(session::MethodKind kind) { return search::methodName(kind); }
    static session::MethodKind read(const Json& json) {
        const auto* method = json.is_string() ? search::findMethod(json.get<std::string>()) : nullptr;
        return method != nullptr ? method->kind : (refuseValue("a method"), session::MethodKind());
    }
};
template <>
struct Form<train::Knob> {
    static Json write(train::Knob knob) { return train::knobName(knob); }
    static train::Knob read(const Json& json) {
        const auto knob = json.is_string() ? train::knobNamed(json.get<std::string>()) : std::nullopt;
        return knob ? *knob : (refuseValue("a knob"), train::Knob());
    }
};
template <>
struct Form<RowKind> {
    static Json write(RowKind kind) { return toText(kind); }
    static RowKind read(const Json& json) {
        const auto kind = json.is_string() ? rowKindFromText(json.get<std::string>()) : std::nullopt;
        return kind ? *kind : (refuseValue("a kind of row"), RowKind());
    }
};

/// With its English, for scripts.
template <>
struct Form<Sentence> {
    static Json write(const Sentence& sentence) {
        Json json = toJson(sentence);
        json["text"] = sentence.english();
        return json;
    }
    static Sentence read(const Json& json) {
        auto sentence = sentenceFromJson(json);
        return sentence ? *std::move(sentence) : (refuseValue("a sentence"), Sentence());
    }
};

template <std::size_t n>
using Words = std::array<const char*, n>;

template <>
inline constexpr auto words<TrialState> = Words<9>{
    "planned", "reserved", "running", "interrupted", "finished", "failed", "cancelled", "lost", "unknown"};
template <>
inline constexpr std::optional<TrialState> laterWord<TrialState> = TrialState::Unknown;
template <>
inline constexpr auto words<ExperimentStatus> =
    Words<6>{"planned", "running", "interrupted", "finished", "failed", "nothing_to_resume"};
template <>
inline constexpr std::optional<ExperimentStatus> laterWord<ExperimentStatus> =
    ExperimentStatus::Failed; // as a ledger's word is read: nothing is done with it
template <>
inline constexpr auto words<session::ExperimentPurpose> = Words<3>{"result", "cells", "best_cell"};
template <>
inline constexpr auto words<ScoreKind> = Words<4>{"none", "noisy", "validation", "exact"};
template <>
inline constexpr auto words<session::Visibility> = Words<2>{"private", "public"};
template <>
inline constexpr auto words<Adjacency> = Words<2>{"add_or_remove_one", "replace_one"};
template <>
inline constexpr auto words<session::FitAxis> = Words<2>{"epsilon", "mu"};
template <>
inline constexpr auto words<session::Notice> =
    Words<11>{"clamped",           "rate_clamped",      "slope_not_rising", "selection_lost",
              "delta_above_one_n", "encoders_not_told", "mean_named",       "bias_beside_map",
              "links_uncounted",   "look_cut_off",      "text_unread"};
template <>
inline constexpr bool mayLackOne<session::Notice> = true;
template <>
inline constexpr auto words<session::Guarantee::Accounting> =
    Words<4>{"gaussian", "pld_or_rdp", "private_selection", "subset_tuning"};
template <>
inline constexpr auto words<session::EvaluationFigure::Of> =
    Words<7>{"balanced", "top5", "log_loss", "auc", "micro_f1", "macro_f1", "ranking_precision"};
template <>
inline constexpr auto words<mechanism::MetricOf> = Words<5>{"top5", "log_loss", "auc", "confusion", "f1"};

template <>
inline constexpr auto fields<train::KnobValue> =
    std::tuple{field("knob", &train::KnobValue::knob), field("value", &train::KnobValue::value),
               field("name", &train::KnobValue::name)};
template <>
inline constexpr bool mayLackOne<train::KnobValue> = true;
template <>
inline constexpr bool mayLackOne<train::Axis> = true;
template <>
inline constexpr auto fields<train::Axis> =
    std::tuple{field("knob", &train::Axis::knob), field("values", &train::Axis::values),
               field("names", &train::Axis::names)};

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
};
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
               field("row_norm", &session::DatasetSnapshot::rowNorm)};
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
    field("guarantee", &session::RunSnapshot::guarantee),
    field("dataset", &session::RunSnapshot::dataset),
    field("budget", &session::RunSnapshot::budget),
    field("experiment_epsilon", &session::RunSnapshot::experimentEpsilon),
    field("experiment_mu", &session::RunSnapshot::experimentMu),
    field("statistics", &session::RunSnapshot::statistics),
    field("prior_taken", &session::RunSnapshot::priorTaken),
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

template <>
inline constexpr auto fields<session::EvaluationFigure> =
    std::tuple{field("of", &session::EvaluationFigure::of), field("value", &session::EvaluationFigure::value),
               field("se", &session::EvaluationFigure::se),
               field("about", &session::EvaluationFigure::about)};
template <>
inline constexpr bool mayLackOne<session::EvaluationFigure> = true;
template <>
inline constexpr auto fields<session::EvaluationView::Row> =
    std::tuple{field("name", &session::EvaluationView::Row::name),
               field("records", &session::EvaluationView::Row::records),
               field("accuracy", &session::EvaluationView::Row::accuracy),
               field("se", &session::EvaluationView::Row::se)};
template <>
inline constexpr auto fields<session::EvaluationView> = std::tuple{
    field("private", &session::EvaluationView::isPrivate),
    field("accuracy", &session::EvaluationView::accuracy),
    field("se", &session::EvaluationView::se),
    field("records", &session::EvaluationView::records),
    field("classes", &session::EvaluationView::classes),
    field("groups", &session::EvaluationView::groups),
    field("figures", &session::EvaluationView::figures),
    field("confusion", &session::EvaluationView::confusion),
    field("confusion_se", &session::EvaluationView::confusionSe),
    field("ignored", &session::EvaluationView::ignored),
    field("invalid", &session::EvaluationView::invalid),
    field("epsilon", &session::EvaluationView::epsilon),
    field("remaining_epsilon", &session::EvaluationView::remainingEpsilon),
};
template <>
inline constexpr bool isPart<data::PartFiles> = true; // what follows from the options is not said twice
template <>
inline constexpr auto fields<data::PartFiles> =
    std::tuple{field("features", &data::PartFiles::features), field("labels", &data::PartFiles::labels),
               field("ids", &data::PartFiles::ids)};

template <>
inline constexpr auto fields<study::SweepRequest> = std::tuple{
    field("base", &study::SweepRequest::base),       field("epsilons", &study::SweepRequest::epsilons),
    field("repeats", &study::SweepRequest::repeats), field("learning_rates", &study::SweepRequest::rates),
    field("steps", &study::SweepRequest::counts),    field("any_base", &study::SweepRequest::anyBase)};
template <>
inline constexpr auto fields<study::CompareRequest> =
    std::tuple{field("base", &study::CompareRequest::base), field("methods", &study::CompareRequest::methods),
               field("epsilons", &study::CompareRequest::epsilons),
               field("repeats", &study::CompareRequest::repeats),
               field("one_by_one", &study::CompareRequest::oneByOne)};
template <>
inline constexpr auto fields<study::StudyVariant> =
    std::tuple{field("name", &study::StudyVariant::name), field("compare", &study::StudyVariant::compare),
               field("sweep", &study::StudyVariant::sweep), field("file", &study::StudyVariant::file)};
template <>
inline constexpr auto fields<study::StudyFile> =
    std::tuple{field("path", &study::StudyFile::path), field("quick", &study::StudyFile::quick)};
template <>
inline constexpr auto fields<study::StudyTitle> =
    std::tuple{field("name", &study::StudyTitle::name), field("title", &study::StudyTitle::title),
               field("source", &study::StudyTitle::source)};
template <>
inline constexpr auto fields<study::StudyPrice> =
    std::tuple{field("runs", &study::StudyPrice::runs), field("epsilon", &study::StudyPrice::epsilon),
               field("mu", &study::StudyPrice::mu), field("simulated", &study::StudyPrice::simulated),
               field("title", &study::StudyPrice::title)};

template <>
inline constexpr auto fields<study::AttackRequest> =
    std::tuple{field("options", &study::AttackRequest::asked),
               field("learning_rate", &study::AttackRequest::learningRate),
               field("canary", &study::AttackRequest::canaries),
               field("canaries", &study::AttackRequest::oneRunCanaries),
               field("guesses", &study::AttackRequest::guesses),
               field("runs", &study::AttackRequest::runs),
               field("trial_records", &study::AttackRequest::trialRecords),
               field("trial_columns", &study::AttackRequest::trialColumns),
               field("run_records", &study::AttackRequest::runRecords),
               field("run_columns", &study::AttackRequest::runColumns),
               field("white_box", &study::AttackRequest::whiteBox),
               field("confidence", &study::AttackRequest::confidence),
               field("exposure", &study::AttackRequest::exposure)};
template <>
inline constexpr auto fields<study::BenchRequest> =
    std::tuple{field("shapes", &study::BenchRequest::shapes),
               field("batch", &study::BenchRequest::batch),
               field("precision", &study::BenchRequest::precision),
               field("device", &study::BenchRequest::device),
               field("threads", &study::BenchRequest::threads),
               field("instructions", &study::BenchRequest::instructions)};

template <>
inline constexpr auto fields<Sheet::Column> =
    std::tuple{field("title", &Sheet::Column::title), field("words", &Sheet::Column::isWords)};
template <>
inline constexpr auto fields<Sheet::Table> =
    std::tuple{field("title", &Sheet::Table::title), field("columns", &Sheet::Table::columns),
               field("rows", &Sheet::Table::rows), field("below", &Sheet::Table::below)};
template <>
inline constexpr auto fields<Sheet::Picture> =
    std::tuple{field("name", &Sheet::Picture::name), field("svg", &Sheet::Picture::svg)};
template <>
inline constexpr auto fields<Sheet> =
    std::tuple{field("title", &Sheet::title), field("tables", &Sheet::tables),
               field("pictures", &Sheet::pictures), field("json", &Sheet::json)};

} // namespace parsimony::wire
