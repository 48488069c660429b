// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/curator_notices.h"

#include "core/base/number_text.h"
#include "core/base/part_name.h"
#include "core/export/metrics.h"

#include <cmath>

namespace parsimony::session {

Sentence invalidRecords(const std::string& part, std::size_t features, std::size_t labels,
                        std::uint32_t perRecord) {
    if (perRecord > 1 && features + labels > 1) {
        return Sentence("{1} records of the {2} part are not valid ({3} by a value, {4} by labels: one "
                        "that is no class, or more than {5}) and count as empty",
                        features + labels, partName(part), features, labels, perRecord);
    }
    return Sentence("{1} {1|record|records} of the {2} part {1|is|are} not valid ({3} by a value, {4} by a "
                    "label) and {1|counts|count} as empty",
                    features + labels, partName(part), features, labels);
}

void tellOfNoise(const mechanism::NoisyCount& look, const RequestedPart& part, std::uint32_t classes,
                 const RunObserver& observer) {
    const auto tellOf = [&](double noise, double records, double se) {
        tell({Sentence(
                 "the AUC may be lost in noise: if its class has {1} of {2} records, as of {3} classes of "
                 "one size, its standard error is about {4}, and of fewer than {5} there is none; what it "
                 "takes is spent all the same",
                 Sentence::number(roundedText(std::floor(records / classes), 12)),
                 Sentence::number(roundedText(records, 12)), classes, Sentence::number(roundedText(se, 2)),
                 Sentence::number(roundedText(std::ceil(exporting::leastForArea(noise)), 12)))},
             observer);
    };
    for (const mechanism::MetricPlan& metric : look.metrics()) {
        const double noise = metric.counts.noiseSd();
        const auto ofOne = mechanism::expectedAreaSe(noise, 1.0, classes);
        if (metric.of != mechanism::MetricOf::Auc || !ofOne) {
            continue;
        }
        const auto records = static_cast<double>(part.records());
        if (part.records() == 0) { // private: from how many on it tells
            tellOf(noise, std::ceil(*ofOne / mechanism::kDoubtfulAreaSe), mechanism::kDoubtfulAreaSe);
        } else if (*ofOne / records > mechanism::kDoubtfulAreaSe) {
            tellOf(noise, records, *ofOne / records);
        }
    }
}

} // namespace parsimony::session
