// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace parsimony::app {

/// Runs `program` where this process is alone. Where it was started as one of several (by mpirun or srun) the
/// first of them runs it, with a backend that all share, and the others work for it and say nothing. What
/// keeps them from working together is said, as Error(Failed), when a command wants a backend.
///
/// Returns the program's exit code, 0 in the others. After a pass that was stopped, or when one of the others
/// failed, all are ended with that code. A process that does not come to the others at all, as one without
/// the module, says why on standard error and returns 1, which ends them.
int runAsRank(const std::function<int()>& program);

} // namespace parsimony::app
