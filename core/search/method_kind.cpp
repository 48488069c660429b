// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/method_kind.h"

#include "core/base/error.h"
#include "core/base/name_hint.h"

#include <algorithm>
#include <array>

namespace parsimony::search {

namespace {

constexpr MethodTraits kLinearScaling{.kind = MethodKind::LinearScaling,
                                      .name = "linear-scaling",
                                      .label = "linear scaling",
                                      .samplesAllowed = true,
                                      .hasPhases = true,
                                      .drawsTotalStep = true,
                                      .takesRates = true,
                                      .takesTrials = true,
                                      .adapts = true,
                                      .needsStepSize = true};

constexpr MethodTraits kUnitNoise{.kind = MethodKind::UnitNoise,
                                  .name = "unit-noise",
                                  .label = "unit noise, no trials",
                                  .samplesAllowed = true,
                                  .oneSteps = true,
                                  .needsUnitNoise = true,
                                  .steps = 100,
                                  .maxGradNorm = 0.3};

// The figures of `auto` were measured at this clip, where the best ν is flattest.
constexpr MethodTraits kAuto{.kind = MethodKind::Auto,
                             .name = "auto",
                             .label = "adaptive (auto)",
                             .oneSteps = true,
                             .adapts = true,
                             .needsPlainDescent = true,
                             .maxGradNorm = 0.1};

constexpr MethodTraits kSingle{.kind = MethodKind::Single,
                               .name = "single",
                               .label = "single run",
                               .samplesAllowed = true,
                               .takesRates = true,
                               .oneSteps = true};

constexpr MethodTraits kRandom{.kind = MethodKind::Random,
                               .name = "random",
                               .label = "random search",
                               .drawsTotalStep = true,
                               .takesRates = true,
                               .takesTrials = true};

constexpr MethodTraits kGrid{.kind = MethodKind::Grid,
                             .name = "grid",
                             .label = "grid search",
                             .takesRates = true,
                             .takesTrials = true};

constexpr MethodTraits kOracle{.kind = MethodKind::Oracle,
                               .name = "oracle",
                               .label = "oracle (public data only)",
                               .publicOnly = true,
                               .takesRates = true,
                               .takesTrials = true};

constexpr MethodTraits kPapernotSteinke{.kind = MethodKind::PapernotSteinke,
                                        .name = "papernot-steinke",
                                        .label = "private selection (Papernot-Steinke)",
                                        .privateSelection = true,
                                        .drawsTotalStep = true,
                                        .takesRates = true,
                                        .needsStepSize = true};

constexpr MethodTraits kKoskelaKulkarni{.kind = MethodKind::KoskelaKulkarni,
                                        .name = "koskela-kulkarni",
                                        .label = "tuning on a subset (Koskela-Kulkarni)",
                                        .privateSelection = true,
                                        .drawsTotalStep = true,
                                        .takesRates = true,
                                        .subset = true,
                                        .needsStepSize = true};

constexpr std::array<const MethodTraits*, 9> kMethods{&kLinearScaling, &kUnitNoise,       &kAuto,
                                                      &kSingle,        &kRandom,          &kGrid,
                                                      &kOracle,        &kPapernotSteinke, &kKoskelaKulkarni};

} // namespace

std::span<const MethodTraits* const> allMethods() {
    return kMethods;
}

const MethodTraits& traitsOf(MethodKind kind) {
    return **std::find_if(kMethods.begin(), kMethods.end(),
                          [&](const MethodTraits* traits) { return traits->kind == kind; });
}

std::vector<std::string> methodNames() {
    std::vector<std::string> names;
    for (const MethodTraits* traits : kMethods) {
        names.emplace_back(traits->name);
    }
    return names;
}

std::string_view methodName(MethodKind kind) {
    return traitsOf(kind).name;
}

const MethodTraits* findMethod(std::string_view name) {
    const auto found = std::find_if(kMethods.begin(), kMethods.end(),
                                    [&](const MethodTraits* traits) { return traits->name == name; });
    return found == kMethods.end() ? nullptr : *found;
}

MethodKind parseMethod(std::string_view text, const std::string& what) {
    if (const MethodTraits* traits = findMethod(text)) {
        return traits->kind;
    }
    failUsage(what + ": there is no method '" + std::string(text) + "'" + hint(text, methodNames()));
}

} // namespace parsimony::search
