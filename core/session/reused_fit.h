// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/line_fit.h"
#include "core/session/constants.h"
#include "core/session/run_options.h"

#include <optional>

namespace parsimony::ledger {
class Project;
}

namespace parsimony::session {

/// The fit of the experiment that `--reuse-fit` names; absent where it names none. It was released by that
/// experiment, so that looking at it again costs nothing, whatever the rows. Throws Error(Usage) where there
/// is no such fit, and where r was found for another trainer, clip or momentum, for rows that were prepared
/// otherwise or, as far as widths, names, ids and files tell, for those of another encoder: r = η·T of
/// another is another r. `constants`: of the data that is asked for.
[[nodiscard]] std::optional<search::ReleasedFit>
reusedFit(const ledger::Project* project, const RunOptions& options, const Constants& constants);

} // namespace parsimony::session
