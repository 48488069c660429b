// SPDX-License-Identifier: GPL-3.0-or-later
// The curve of a private selection is most of what an audit of one works out, a fifth of a second of a hunt,
// and nearly all mutants of a project ask for the same: a hunt works each out once.
#include "core/search/private_selection.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

// The linker hands calls of the product to __wrap_NAME, and __real_NAME is the product's (--wrap=NAME).
#define PARSIMONY_CURVE "_ZN9parsimony6search14selectionCurveERKNS0_16SelectionRequestEdd"

namespace parsimony::search {

SelectionCurve workedOutCurve(const SelectionRequest& request, double runMu,
                              double scoreMu) asm("__real_" PARSIMONY_CURVE);
SelectionCurve knownCurve(const SelectionRequest& request, double runMu,
                          double scoreMu) asm("__wrap_" PARSIMONY_CURVE);

SelectionCurve knownCurve(const SelectionRequest& request, double runMu, double scoreMu) {
    using Run = std::tuple<double, std::uint32_t, double>;
    using Key = std::tuple<bool, double, double, std::optional<double>, Adjacency, std::uint32_t, double,
                           double, std::vector<Run>>;
    static std::map<Key, SelectionCurve> known;
    Key key{request.family.poisson,
            request.family.eta,
            request.meanRuns,
            request.subsetFraction,
            request.adjacency,
            request.rowsPerPerson,
            runMu,
            scoreMu,
            {}};
    for (const RunNoise& run : request.runs) {
        std::get<std::vector<Run>>(key).emplace_back(run.sampleRate, run.steps, run.noiseMultiplier);
    }
    if (const auto found = known.find(key); found != known.end()) {
        return found->second;
    }
    constexpr std::size_t kMost = 64;
    if (known.size() >= kMost) {
        known.clear();
    }
    return known.emplace(std::move(key), workedOutCurve(request, runMu, scoreMu)).first->second;
}

} // namespace parsimony::search
