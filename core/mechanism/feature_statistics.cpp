// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/feature_statistics.h"

#include <utility>

namespace parsimony::mechanism {

ledger::TrialSpec statisticReservation(std::string_view role, const train::SumPlan& plan,
                                       const PartName& part) {
    ledger::TrialSpec spec;
    spec.phase = 0;
    spec.role = role;
    spec.plan = {{spec.role, plan.toJson()}};
    spec.charges = {{part.id, {plan.event()}, {}, 0.0, 0.0}};
    return spec;
}

Release statisticRelease(std::string_view what, const train::SumPlan& plan, std::vector<double> exact,
                         train::DrawKind draw, const Attempt& attempt) {
    attempt.noise(1).addGaussian(exact, plan.release().noiseSd, {.tensor = static_cast<std::uint16_t>(draw)});
    Release release;
    release.outcome.record["releases"] = nlohmann::json::array({releaseRecord(plan.release())});
    release.outcome.releases = {vectorRelease(what, exact)};
    return release;
}

ledger::TrialSpec ClassCounts::reservation() const {
    return statisticReservation(ledger::classCountsRelease, m_plan, m_part);
}

Release ClassCounts::run(const Attempt& attempt) const {
    std::vector<double> counts(attempt.rows.classes());
    for (const std::int32_t label : attempt.rows.prepared(m_part.name).labels) {
        if (label >= 0) { // a record that is not valid has none
            counts.at(static_cast<std::size_t>(label)) += 1.0;
        }
    }
    return statisticRelease(ledger::classCountsRelease, m_plan, std::move(counts),
                            train::DrawKind::ClassCounts, attempt);
}

} // namespace parsimony::mechanism
