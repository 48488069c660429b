// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony {

/// Where an experiment stands. Planned: nothing is reserved yet, so no ledger holds it. NothingToResume:
/// there is none that could go on.
enum class ExperimentStatus { Planned, Running, Interrupted, Finished, Failed, NothingToResume };

/// "planned", "running", "interrupted", "finished", "failed" or "nothing_to_resume".
[[nodiscard]] const char* toText(ExperimentStatus status);

} // namespace parsimony
