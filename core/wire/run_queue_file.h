// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/queued_run.h"
#include "core/wire/fields.h"

#include <filesystem>
#include <functional>

namespace parsimony::wire {

/// The options of an experiment as they are, anything else under its name: `{"study": …}`.
[[nodiscard]] Json queuedJson(const study::QueuedRun& run);

/// What waits to be run in a project, for the command line and the window: `PROJECT.queue` beside it, which
/// only its owner may read, a request a line, with whole paths. Nothing is reserved for it. Hands it to
/// `change`, while no other program changes it, writes what that leaves and returns it; no file is an empty
/// queue, and an empty queue no file. Throws Error(Failed) where it cannot be read or written.
study::QueuedRuns changeQueue(const std::filesystem::path& project,
                              const std::function<void(study::QueuedRuns&)>& change);

} // namespace parsimony::wire
