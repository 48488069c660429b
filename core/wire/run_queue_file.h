// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/queued_run.h"
#include "core/wire/fields.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace parsimony::wire {

/// The options of an experiment as they are, anything else under its name: `{"study": …}`.
[[nodiscard]] Json queuedJson(const study::QueuedRun& run);

/// What waits to be run in a project, for the command line and the window: `PROJECT.queue` beside it, which
/// only its owner may read, a request a line, with whole paths. Nothing is reserved for it. Hands it to
/// `change`, while no other program changes it, writes what that leaves and returns it; no file is an empty
/// queue, and an empty queue no file. Throws Error(Failed) where it cannot be read or written.
study::QueuedRuns changeQueue(const std::filesystem::path& project,
                              const std::function<void(study::QueuedRuns&)>& change);

/// Takes out what waits first, as that which this process runs from now on, and returns it with a request to
/// run it under; nothing where none waits, or another one than `only`. Until endTaken() it is kept beside
/// what waits: when this process is gone by then it waits again, in front, under that request.
[[nodiscard]] std::optional<study::QueuedRun> takeFirst(const std::filesystem::path& project,
                                                        const study::QueuedRun* only = nullptr);
/// It is over. Unless it `finished`, a study waits again, in front, and so does an experiment or a look of
/// which nothing was reserved; one that was is in the project.
void endTaken(const std::filesystem::path& project, const study::QueuedRun& taken, bool finished);

} // namespace parsimony::wire
