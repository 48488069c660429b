// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/private_mean.h"

namespace parsimony::mechanism {

ledger::TrialSpec PrivateMean::reservation() const {
    ledger::TrialSpec spec;
    spec.role = TrialRole::Mean;
    spec.plan = {{"mean", m_plan.toJson()}};
    if (!m_part.encoder.empty()) {
        spec.plan["part"] = m_part.rows(); // which tells it from the other encoders'
    }
    spec.charges = {{m_part.id, {m_plan.event()}, {}, 0.0, 0.0}};
    return spec;
}

Release PrivateMean::run(const Attempt& attempt) const {
    const train::PlannedRelease& planned = m_plan.release();
    const auto rows = m_of == Of::PreparedRows ? attempt.rows.uploadPrepared(m_part.rows())
                                               : attempt.rows.clipped(m_part.rows(), planned.clip);
    const auto mean =
        train::privateMean(m_plan, attempt.rows.backend(), *rows, attempt.noise(1), attempt.stop);
    Release release;
    release.outcome.record["releases"] = nlohmann::json::array({releaseRecord(planned)});
    release.outcome.releases = {vectorRelease(m_name, mean)};
    return release;
}

} // namespace parsimony::mechanism
