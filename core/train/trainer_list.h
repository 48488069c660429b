// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

// The list of trainers. A new one is a file that defines its entry, its name in the enum, its entry in the
// list, and a line in CMakeLists.txt.
namespace parsimony::train {

/// The mechanisms of the papers.
enum class TrainerKind { DpGd, DpSgd, DpAdam, DpAdamWosm, DpLs, DpNewton, DpFc, DpPrototypes, DpZo };

struct Trainer; // core/train/trainer_entry.h

extern const Trainer dpGd, dpSgd, dpAdam, dpAdamWosm, dpLs, dpNewton, dpFc, dpPrototypes, dpZo;

/// Every trainer, in the order in which lists show them.
inline constexpr std::array kTrainers{&dpGd,     &dpSgd, &dpAdam,       &dpAdamWosm, &dpLs,
                                      &dpNewton, &dpFc,  &dpPrototypes, &dpZo};

} // namespace parsimony::train
