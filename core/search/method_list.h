// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

// The list of methods. A new one is a file that defines its entry, its name in the enum, its entry in the
// list, and a line in CMakeLists.txt.
namespace parsimony::search {

/// The ways to find hyperparameters.
enum class MethodKind {
    LinearScaling,
    UnitNoise,
    Auto,
    Single,
    Random,
    Grid,
    SuccessiveHalving,
    Bayesian,
    TwoHalves,
    Oracle,
    PapernotSteinke,
    KoskelaKulkarni
};

struct Method; // core/search/method_entry.h

extern const Method linearScaling, unitNoise, adaptive, single, randomSearch, gridSearch, successiveHalving,
    bayesian, twoHalves, oracle, papernotSteinke, koskelaKulkarni;

/// Every method, in the order in which lists show them.
inline constexpr std::array kMethods{&linearScaling, &unitNoise,  &adaptive,          &single,
                                     &randomSearch,  &gridSearch, &successiveHalving, &bayesian,
                                     &twoHalves,     &oracle,     &papernotSteinke,   &koskelaKulkarni};

} // namespace parsimony::search
