// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sheet.h"
#include "core/study/study_request.h"
#include "core/study/task_request.h"

#include <stop_token>
#include <string>

namespace parsimony::study {

/// Which instructions to multiply with; empty: the fastest. Throws Error(Usage) for a word that names none.
[[nodiscard]] std::string instructionsOf(const BenchRequest& request);

/// Throws Error(Usage) for a request that no machine can carry out; measures nothing.
void checkBench(const BenchRequest& request);
/// The same, and where this machine cannot: as checkMachine() of a run.
void checkMachine(const BenchRequest& request);

/// Step times of this machine beside its peaks, from one run; the title names the device. Throws Error(Usage)
/// for shapes and devices that are none, Error(Interrupted) when stopped.
[[nodiscard]] Sheet measureMachine(const BenchRequest& request, const std::stop_token& stop,
                                   const Progress& progress);

} // namespace parsimony::study
