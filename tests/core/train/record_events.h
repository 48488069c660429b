// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/sensitivity.h"
#include "core/train/trainer.h"

#include <vector>

namespace parsimony::train {

/// The events that follow from a record under the spec's adjacency and rows per person.
inline std::vector<PrivacyEvent> recordEvents(const TrainRecord& record, const TrialSpec& spec) {
    std::vector<PrivacyEvent> events;
    for (const TrainRecord::Release& done : record.releases) {
        if (done.count == 0) {
            continue;
        }
        PlannedRelease release{done.kind, done.count, done.clip, {}, done.noiseSd};
        release.sensitivity = releaseSensitivity(done.kind, done.clip, spec.adjacency, spec.rowsPerPerson);
        if (record.sampleRate < 1.0) {
            events.push_back(PrivacyEvent::poissonSampledGaussian(
                SampleRate{record.sampleRate}, release.eventMultiplier(), done.count, spec.adjacency));
        } else {
            events.push_back(PrivacyEvent::gaussian(release.eventMultiplier(), done.count));
        }
    }
    return events;
}

} // namespace parsimony::train
