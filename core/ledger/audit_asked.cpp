// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_asked.h"

#include "core/base/number_parse.h"
#include "core/base/text.h"
#include "core/ledger/audit_text.h"
#include "core/ledger/body_text.h"
#include "core/ledger/json_members.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace parsimony::ledger {

namespace {

const std::string kAskedPlan = "the plan of an experiment";
constexpr std::string_view kSubset = "koskela-kulkarni";
constexpr std::string_view kGradient = "gradient";

std::vector<double> numbersOf(const BodyReader& options, const char* name) {
    if (!options.has(name)) {
        return {};
    }
    const nlohmann::json value = options.json(name);
    return value.is_string()   ? parseNumberList(value.get<std::string>(), name)
           : value.is_number() ? std::vector{value.get<double>()}
                               : std::vector<double>();
}

bool holds(const std::vector<double>& asked, double value) {
    return asked.empty() ||
           std::any_of(asked.begin(), asked.end(), [value](double one) { return near(one, value); });
}

Sentence otherThanAsked(std::string_view name) {
    return Sentence("plans for another '{1}' than was asked for", name);
}

/// A trainer that releases nothing but gradients adds its noise multiplier times the clip to each.
bool hasItsNoise(const BodyReader& trial) {
    const auto text = trial.raw("releases");
    const JsonMembers releases(isJsonArray(text) ? text : "[]", kAskedPlan);
    const auto isGradient = [](const JsonMembers::Member& one) {
        return BodyReader(one.value, kAskedPlan).text("kind") == kGradient;
    };
    const auto& all = releases.all();
    if (!std::all_of(all.begin(), all.end(), isGradient)) {
        return true;
    }
    const double multiplier = trial.numberOr("noise_multiplier", 0.0);
    return std::all_of(all.begin(), all.end(), [multiplier](const JsonMembers::Member& one) {
        const BodyReader release(one.value, kAskedPlan);
        return near(release.numberOr("noise_sd", 0.0), multiplier * release.numberOr("clip", 0.0), 1e-6);
    });
}

} // namespace

bool AskedOptions::isRun(const LedgerState::Experiment& experiment) {
    static constexpr std::string_view evaluate = "evaluate";
    return experiment.method != evaluate;
}

void AskedOptions::take(const BodyReader& plan) {
    const auto text = plan.raw("options");
    if (m_isKnown || !isJsonObject(text)) {
        return;
    }
    const BodyReader options(text, kAskedPlan);
    m_isKnown = !options.members().all().empty();
    m_hasAlpha = options.has("alpha");
    m_clips = numbersOf(options, "max-grad-norm");
    m_rates = numbersOf(options, "sample-rate");
    if (options.has("bias")) {
        m_bias = options.flag("bias");
    }
    m_runsMean = options.numberOr("runs-mean", m_runsMean);
    m_fraction = options.numberOr("subset-fraction", m_fraction);
    m_runsFamily = options.has("runs-family") ? options.text("runs-family") : "tnb:0";
}

std::optional<Sentence> AskedOptions::wrongPlan(const BodyReader& plan,
                                                const LedgerState::Experiment& experiment,
                                                const DatasetRow& dataset) {
    const std::string account = plan.text("account");
    if (!account.empty() && account != toText(experiment.kind)) {
        return Sentence("plans for another kind of account");
    }
    if (!isRun(experiment)) {
        return std::nullopt;
    }
    const BodyReader options(objectOr(plan.raw("options")), kAskedPlan);
    const BodyReader constants(objectOr(plan.raw("constants")), kAskedPlan);
    constexpr std::array names{std::pair{"adjacency", "adjacency"},
                               std::pair{"rows_per_person", "rows-per-person"},
                               std::pair{"classes", "classes"}};
    for (const auto& [name, asked] : names) {
        if (options.has(asked) && constants.has(name) && options.json(asked) != constants.json(name)) {
            return otherThanAsked(name);
        }
    }
    if (options.has("labels-per-record") &&
        options.integerOr("labels-per-record", 1) != constants.integerOr("labels_per_record", 1)) {
        return otherThanAsked("labels_per_record");
    }
    if (options.has("delta") && options.number("delta") != dataset.delta) {
        return otherThanAsked("delta");
    }
    return std::nullopt;
}

std::optional<Sentence> AskedOptions::wrongTrial(const TrialPlan& plan,
                                                 const LedgerState::Experiment& experiment) const {
    if (!plan.trains) {
        return std::nullopt;
    }
    if (!holds(m_clips, plan.options.numberOr("max_grad_norm", 0.0))) {
        return otherThanAsked("max_grad_norm");
    }
    if (!holds(m_rates, plan.options.numberOr("sample_rate", 1.0))) {
        return otherThanAsked("sample_rate");
    }
    const auto trainers = splitAtCommas(experiment.trainer);
    if (std::find(trainers.begin(), trainers.end(), plan.options.text("trainer")) == trainers.end()) {
        return otherThanAsked("trainer");
    }
    if (m_bias && *m_bias != plan.options.flag("bias")) {
        return otherThanAsked("bias");
    }
    if (m_isKnown && m_hasAlpha != plan.options.number("alpha").has_value()) {
        return otherThanAsked("alpha");
    }
    return hasItsNoise(plan.trial)
               ? std::nullopt
               : std::optional(Sentence("plans for another noise than its noise multiplier gives"));
}

std::optional<Sentence> AskedOptions::wrongTerms(const TrialPlan& plan,
                                                 const LedgerState::Experiment& experiment) const {
    const auto text = plan.all.raw("selection");
    if (!m_isKnown || !isJsonObject(text)) {
        return std::nullopt;
    }
    const BodyReader selection(text, kAskedPlan);
    const double fraction = experiment.method == kSubset ? m_fraction : 0.0; // 0: of all records
    const bool isSo = selection.number("runs_mean") == m_runsMean &&
                      selection.text("runs_family") == m_runsFamily &&
                      selection.number("subset_fraction").value_or(0.0) == fraction;
    return isSo ? std::nullopt : std::optional(Sentence("selects among other runs than was asked for"));
}

} // namespace parsimony::ledger
