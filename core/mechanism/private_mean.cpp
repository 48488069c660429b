// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/private_mean.h"

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
    const auto rows = m_of == Of::PreparedRows ? attempt.rows.uploadPrepared(m_part.name)
                                               : attempt.rows.clipped(m_part.name, planned.clip);
    const auto mean =
        train::privateMean(m_plan, attempt.rows.backend(), *rows, attempt.noise(1), attempt.stop);
    Release release;
    release.outcome.record["releases"] = nlohmann::json::array({releaseRecord(planned)});
    release.outcome.releases = {vectorRelease(ledger::meanRelease, mean)};
    return release;
}

} // namespace parsimony::mechanism
