// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence_json.h"
#include "core/session/evaluation_view.h"
#include "core/session/experiment_summary.h"
#include "core/session/model_evaluation.h"
#include "core/session/option_table.h"
#include "core/session/options_json.h"
#include "core/session/run_snapshot.h"
#include "core/wire/fields.h"

// Options, sentences and the words of the engine's enums as they cross.
namespace parsimony::wire {

template <>
struct Form<session::RunOptions> {
    static Json write(const session::RunOptions& options) { return session::toJson(options); }
    static session::RunOptions read(const Json& json) { return session::runOptionsFromJson(json); }
};
template <>
struct Form<NumberList> {
    static Json write(const NumberList& list) { return list.text(); }
    static NumberList read(const Json& json, const char* name) {
        return json.is_string() ? NumberList(json.get<std::string>(), name)
                                : (refuseValue(name), NumberList(0.0));
    }
};
/// As `--split` is written.
template <>
struct Form<data::SplitShares> {
    static Json write(const data::SplitShares& shares) {
        session::RunOptions options;
        options.split = shares;
        return session::optionNamed("split").value.json(options);
    }
    static data::SplitShares read(const Json& json) {
        session::RunOptions options;
        json.is_string() ? session::optionNamed("split").give(options, {json.get<std::string>()})
                         : refuseValue("split");
        return options.split.value();
    }
};
template <>
struct Form<session::MethodKind> {
    static Json write(session::MethodKind kind) { return search::methodName(kind); }
    static session::MethodKind read(const Json& json, const char* name) {
        return json.is_string() ? search::parseMethod(json.get<std::string>(), name)
                                : (refuseValue(name), session::MethodKind());
    }
};
/// A later version's is told on.
template <>
struct Form<search::MethodName> {
    static Json write(const search::MethodName& method) { return method.text(); }
    static search::MethodName read(const Json& json, const char* name) {
        return json.is_string() ? search::MethodName::read(json.get<std::string>())
                                : (refuseValue(name), search::MethodName());
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
    Words<16>{"clamped",           "rate_clamped",      "slope_not_rising", "selection_lost",
              "delta_above_one_n", "encoders_not_told", "narrow_ahead",     "mean_named",
              "bias_beside_map",   "links_uncounted",   "look_cut_off",     "text_unread",
              "prior_taken",       "prior_weakened",    "prior_left_out",   "prior_untold"};
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

} // namespace parsimony::wire
