// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_json.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"
#include "core/train/plan_scale.h"
#include "core/train/sum_plan.h"
#include "core/train/trainer_traits.h"
#include "core/train/trial_plan.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace parsimony::train {

namespace {

constexpr int kPlanVersion = 1;

std::string_view initName(InitKind init) {
    switch (init) {
    case InitKind::Zero:
        return "zero";
    case InitKind::He:
        return "he";
    case InitKind::File:
        break;
    }
    return "file";
}

nlohmann::json optionsJson(const TrainerOptions& o) {
    nlohmann::json json{{"averaging", averagingName(o.averaging)},
                        {"bias", o.bias},
                        {"free_step", o.freeStep},
                        {"gram_fraction", numberOrNull(o.gramFraction)},
                        {"head", headText(o.head)},
                        {"init", initName(o.init)},
                        {"init_bias", o.initBias},
                        {"init_digest", o.initDigest},
                        {"loss", compute::lossName(o.loss)},
                        {"max_grad_norm", o.maxGradNorm},
                        {"momentum", o.momentum},
                        {"precision", compute::precisionName(o.precision)},
                        {"ridge", numberOrNull(o.ridge)},
                        {"sample_rate", o.sampleRate},
                        {"trainer", trainerName(o.trainer)},
                        {"weight_decay", o.weightDecay}};
    if (o.initScale != 1.0) { // plans of before do not name it
        json["init_scale"] = o.initScale;
    }
    if (o.ridgePart) {
        json["ridge_part"] = *o.ridgePart;
    }
    if (o.alpha) {
        json["alpha"] = *o.alpha;
    }
    if (o.lrDecay != LrDecay::None) {
        json["lr_decay"] = lrDecayName(o.lrDecay);
    }
    if (!o.encoder.empty()) {
        json["encoder"] = o.encoder;
    }
    if (o.halves) {
        json["halves"] = true;
    }
    if (o.numbers != kFirstTrainerNumbers) {
        eachTrainerNumber(o.numbers,
                          [&json](const char* name, const auto& number) { json["numbers"][name] = number; });
    }
    if (o.slopeLook) {
        json["slope_look"] = train::toJson(*o.slopeLook);
    }
    if (o.signalLook) {
        json["signal_look"] = train::toJson(*o.signalLook);
    }
    return json;
}

void demandKeys(const nlohmann::json& json, const nlohmann::json& example, const std::string& what) {
    if (!json.is_object()) {
        fail(Sentence("{1} is no JSON object", what));
    }
    for (const auto& [key, value] : json.items()) {
        if (!example.contains(key)) {
            fail(Sentence("{1} has the unknown key \"{2}\"; it was written by another version", what, key));
        }
    }
    for (const auto& [key, value] : example.items()) {
        if (!json.contains(key)) {
            fail(Sentence("{1} has no key \"{2}\"", what, key));
        }
    }
}

/// Wrong types and names inside a stored plan are a damaged file, whatever the parser calls them.
template <class Function>
auto guarded(const std::string& what, const Function& function) {
    try {
        return function();
    } catch (const nlohmann::json::exception&) {
        fail(Sentence("{1} can't be read: a value is missing or of another type", what));
    } catch (const Error& error) {
        fail(Sentence("{1} can't be read: {2}", what, error.what()));
    }
}

} // namespace

std::optional<StepScale> plannedScale(const nlohmann::json& options, double rowBound, double publicRecords) {
    const auto textAt = [&options](const char* name) {
        const auto found = options.find(name);
        return found != options.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    const TrainerTraits* const trainer = options.is_object() ? findTrainer(textAt("trainer")) : nullptr;
    if (trainer == nullptr || trainer->scale == ScaleRule::None) {
        return std::nullopt;
    }
    TrainerOptions read;
    read.trainer = trainer->kind;
    const std::string decay = textAt("lr_decay");
    for (const LrDecay each : {LrDecay::Linear, LrDecay::Cosine}) {
        read.lrDecay = lrDecayName(each) == decay ? each : read.lrDecay;
    }
    return guarded("the options of a trial", [&] {
        read.bias = options.at("bias").get<bool>();
        read.maxGradNorm = options.at("max_grad_norm").get<double>();
        read.momentum = options.at("momentum").get<double>();
        read.freeStep = options.at("free_step").get<bool>();
        read.sampleRate = options.at("sample_rate").get<double>();
        read.halves = options.value("halves", false);
        read.numbers.adamBeta1 = options.value("numbers", nlohmann::json::object())
                                     .value("adam_beta1", kFirstTrainerNumbers.adamBeta1);
        return std::optional(stepScaleOf(read, rowBound, publicRecords));
    });
}

nlohmann::json TrialPlan::toJson() const {
    nlohmann::json releases = nlohmann::json::array();
    for (const PlannedRelease& r : m_releases) {
        releases.push_back({{"clip", r.clip},
                            {"count", r.count},
                            {"kind", releaseName(r.kind)},
                            {"noise_sd", r.noiseSd},
                            {"sensitivity", r.sensitivity.value()}});
    }
    nlohmann::json json{{"adjacency", adjacencyName(m_spec.adjacency)},
                        {"arithmetic_slack", compute::kArithmeticSlack},
                        {"classes", m_spec.classes},
                        {"dim", m_spec.dim},
                        {"learning_rate", m_spec.learningRate},
                        {"noise_multiplier", m_sigma.value()},
                        {"options", optionsJson(m_spec.options)},
                        {"private", m_private},
                        {"public_records", m_spec.publicRecords},
                        {"releases", releases},
                        {"rows_per_person", m_spec.rowsPerPerson},
                        {"steps", m_spec.steps},
                        {"version", kPlanVersion}};
    if (m_spec.labelsPerRecord > 1) { // plans of before do not name it
        json["labels_per_record"] = m_spec.labelsPerRecord;
    }
    return json;
}

nlohmann::json CountPlan::toJson() const {
    return {{"counts", m_counts},
            {"noise_sd", m_noiseSd},
            {"rows_per_person", m_rowsPerPerson},
            {"version", kPlanVersion}};
}

CountPlan CountPlan::fromJson(const nlohmann::json& json) {
    return guarded("a count plan", [&] {
        demandKeys(json, CountPlan(1.0, 1, 1).toJson(), "it");
        if (wholeNumber<int>(json.at("version")) != kPlanVersion) {
            fail(Sentence("its version is not {1}", kPlanVersion));
        }
        const double sd = checkedPositive(json.at("noise_sd").get<double>(), "the noise of a count");
        return CountPlan(sd, wholeNumber<std::uint32_t>(json.at("counts")),
                         wholeNumber<std::uint32_t>(json.at("rows_per_person")));
    });
}

nlohmann::json MeanPlan::toJson() const {
    return {{"adjacency", adjacencyName(m_adjacency)},
            {"arithmetic_slack", compute::kArithmeticSlack},
            {"clip", m_release.clip},
            {"dim", m_dim},
            {"noise_sd", m_release.noiseSd},
            {"public_records", m_publicRecords},
            {"rows_per_person", m_rowsPerPerson},
            {"sensitivity", m_release.sensitivity.value()},
            {"version", kPlanVersion}};
}

MeanPlan MeanPlan::fromJson(const nlohmann::json& json) {
    return guarded("a mean plan", [&] {
        if (!json.is_object() || wholeNumberOr(json, "version", 0) != kPlanVersion) {
            fail(Sentence("its version is not {1}", kPlanVersion));
        }
        MeanPlan plan(json.at("clip").get<double>(), json.at("noise_sd").get<double>(),
                      wholeNumber<std::uint32_t>(json.at("dim")), json.at("public_records").get<double>(),
                      parseAdjacency(json.at("adjacency").get<std::string>(), "adjacency"),
                      wholeNumber<std::uint32_t>(json.at("rows_per_person")));
        if (plan.toJson() != json) {
            fail(Sentence("its sensitivity does not follow from the rest"));
        }
        return plan;
    });
}

nlohmann::json SumPlan::toJson() const {
    return {{"adjacency", adjacencyName(m_adjacency)},
            {"clip", m_release.clip},
            {"noise_sd", m_release.noiseSd},
            {"rows_per_person", m_rowsPerPerson},
            {"sensitivity", m_release.sensitivity.value()},
            {"version", kPlanVersion}};
}

SumPlan SumPlan::fromJson(ReleaseKind kind, const nlohmann::json& json) {
    return guarded("the plan of a sum", [&] {
        if (!json.is_object() || wholeNumberOr(json, "version", 0) != kPlanVersion) {
            fail(Sentence("its version is not {1}", kPlanVersion));
        }
        SumPlan plan(kind, json.at("clip").get<double>(), json.at("noise_sd").get<double>(),
                     parseAdjacency(json.at("adjacency").get<std::string>(), "adjacency"),
                     wholeNumber<std::uint32_t>(json.at("rows_per_person")));
        if (plan.toJson() != json) {
            fail(Sentence("its sensitivity does not follow from the rest"));
        }
        return plan;
    });
}

} // namespace parsimony::train
