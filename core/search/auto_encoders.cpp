// SPDX-License-Identifier: GPL-3.0-or-later
// How `auto` compares the pilots of several encoders.
#include "core/search/auto_method.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace parsimony::search {

double expectedAccuracy(const AutoGrowth& growth, double accuracy, std::uint32_t classes,
                        std::uint32_t columns, double pilot, double final) {
    const double counted = columns / (1.0 + columns / growth.columns);
    const double told = std::max(0.0, accuracy - 1.0 / std::max(1U, classes));
    const double mended = growth.factor * std::sqrt(counted) *
                          (1.0 / std::sqrt(pilot) - 1.0 / std::sqrt(final)) * told / (told + growth.doubt);
    return 1.0 - (1.0 - accuracy) * std::exp(-mended);
}

std::optional<int> AutoMethod::mostPromising() const {
    const auto& tuning = m_settings.tuning.encoders;
    if (!tuning || !tuning->growth || m_settings.pilotTrainingMu <= 0.0) {
        return best(0, finalIndex());
    }
    const auto signal = [this](double mu) {
        return signalOf(m_settings.scale.publicRecords, mu, m_settings.classes);
    };
    const double pilot = signal(m_settings.pilotTrainingMu);
    const double final = signal(std::hypot(m_settings.pilotTrainingMu, m_settings.finalMu)); // it goes on
    std::optional<int> chosen;
    double most = 0.0;
    for (int index = 0; index < finalIndex(); ++index) {
        if (!isClosed(index) || !closed()[index]->score) {
            continue;
        }
        const double expected =
            expectedAccuracy(*tuning->growth, closed()[index]->score->accuracy, m_settings.classes,
                             m_settings.columns[static_cast<std::size_t>(index)], pilot, final);
        if (!chosen || expected > most) {
            chosen = index;
            most = expected;
        }
    }
    return chosen;
}

int AutoMethod::chosenEncoder() const {
    return choosesEncoder() ? mostPromising().value_or(0) : 0;
}

} // namespace parsimony::search
