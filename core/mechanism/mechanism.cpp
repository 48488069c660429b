// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/mechanism.h"

#include "core/mechanism/model_bytes.h"

namespace parsimony::mechanism {

Mechanism::~Mechanism() = default;

std::string placeOf(TrialRole role, std::optional<std::int64_t> index, const std::string& part) {
    return index ? "run " + std::to_string(*index) : toText(role) + (" " + part);
}

std::string placeOf(const ledger::TrialSpec& spec) {
    const auto index = spec.plan.find("index");
    const auto part = spec.plan.find("part");
    return placeOf(spec.role,
                   index != spec.plan.end() ? std::optional(index->get<std::int64_t>()) : std::nullopt,
                   part != spec.plan.end() ? part->get<std::string>() : std::string());
}

nlohmann::json releaseRecord(std::string_view what, std::uint64_t count, double noiseSd,
                             Sensitivity sensitivity, double rate) {
    return {{"what", what},
            {"count", count},
            {"noise_sd", noiseSd},
            {"sensitivity", sensitivity.value()},
            {"sample_rate", rate}};
}

nlohmann::json releaseRecord(const train::PlannedRelease& planned) {
    return releaseRecord(train::releaseName(planned.kind), planned.count, planned.noiseSd,
                         planned.sensitivity);
}

ledger::ReleaseSpec vectorRelease(const ReleaseName& what, std::span<const double> values) {
    ledger::ReleaseSpec release;
    release.what = what;
    release.values = {{"dtype", "f64"}, {"shape", {values.size()}}};
    release.bytes = parametersToBytes(values);
    return release;
}

ledger::ReleaseSpec weightsRelease(const train::Model& model) {
    ledger::ReleaseSpec weights;
    weights.what = ReleasedValue::Weights;
    weights.values = headToJson(model.head);
    weights.bytes = parametersToBytes(model.parameters);
    return weights;
}

} // namespace parsimony::mechanism
