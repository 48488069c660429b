// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/private_mean.h"

#include "core/mechanism/model_bytes.h"

namespace parsimony::mechanism {

ledger::TrialSpec PrivateMean::reservation() const {
    ledger::TrialSpec spec;
    spec.role = "mean";
    spec.plan = {{"mean", m_plan.toJson()}};
    spec.charges = {{m_part.id, {m_plan.event()}, {}, 0.0, 0.0}};
    return spec;
}

Release PrivateMean::run(const Attempt& attempt) const {
    const train::PlannedRelease& planned = m_plan.release();
    const auto rows = attempt.rows.clipped(m_part.name, planned.clip);
    const auto mean =
        train::privateMean(m_plan, attempt.rows.backend(), *rows, attempt.noise(1), attempt.stop);
    Release release;
    release.outcome.record["releases"] = nlohmann::json::array({releaseRecord(
        train::releaseName(planned.kind), planned.count, planned.noiseSd, planned.sensitivity)});
    release.outcome.releases = {{{},
                                 {},
                                 "mean",
                                 {{"dtype", "f64"}, {"shape", {mean.size()}}},
                                 ledger::ValueClass::Released,
                                 parametersToBytes(mean)}};
    return release;
}

} // namespace parsimony::mechanism
