// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace parsimony::train {

/// What trainers compute with that no option asks for. A plan keeps the numbers it was made with, so they may
/// be tuned without changing what an older plan does.
struct TrainerNumbers {
    double adamBeta1 = 0.9;       ///< what Adam's mean of gradients keeps of the step before
    double adamBeta2 = 0.999;     ///< the same of their squares
    double adamEpsilon = 1e-8;    ///< added to the root of those
    double emaDecay = 0.9;        ///< what the mean of iterates keeps (Averaging::Ema)
    double reach = 1e-2;          ///< how far DP-ZO looks along its directions, to both sides
    double noiselessRidge = 1e-9; ///< of the records: added to a matrix that has no noise to go by
    /// What He initialisation draws from, which everybody knows: first weights are a constant, not a secret.
    std::uint64_t initSeed = 0x70617273696d6f6eULL;
    friend bool operator==(const TrainerNumbers&, const TrainerNumbers&) = default;
};

/// What plans that name no such numbers were made with. History: never adapt it.
inline constexpr TrainerNumbers kFirstTrainerNumbers{
    0.9, 0.999, 1e-8, 0.9, 1e-2, 1e-9, 0x70617273696d6f6eULL};

/// One name for each number, both ways.
template <class Numbers, class Visit>
void eachTrainerNumber(Numbers& numbers, const Visit& visit) {
    visit("adam_beta1", numbers.adamBeta1);
    visit("adam_beta2", numbers.adamBeta2);
    visit("adam_epsilon", numbers.adamEpsilon);
    visit("ema_decay", numbers.emaDecay);
    visit("reach", numbers.reach);
    visit("noiseless_ridge", numbers.noiselessRidge);
    visit("init_seed", numbers.initSeed);
}

} // namespace parsimony::train
