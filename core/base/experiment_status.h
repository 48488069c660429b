// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace parsimony {

/// Where an experiment stands. Planned: nothing is reserved yet, so no ledger holds it.
enum class ExperimentStatus { Planned, Running, Interrupted, Finished, Failed, NothingToResume };

/// "planned", "running", "interrupted", "finished", "failed" or "nothing_to_resume".
[[nodiscard]] const char* toText(ExperimentStatus status);
/// Inverse of toText(); a word of a later version is taken for Failed, which nothing is done with.
[[nodiscard]] ExperimentStatus experimentStatus(std::string_view text);

} // namespace parsimony
