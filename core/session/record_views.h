// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/part.h"
#include "core/session/run_options.h"

// Records that are several views of one thing side by side (`--views V`): never rows of their own.
namespace parsimony::session {

/// Throws Error(Usage) for options that views do not go with.
void checkViews(const RunOptions& options);

/// Throws Error(Usage) unless the train rows are so many views each.
void checkViewsOf(const RunOptions& options, const data::PartInfo& train);

/// Throws Error(Failed) unless the rows of `other` are as wide as those of `train`; of views a record may
/// have fewer there, as of a test part without augmentation.
void checkWidth(const RunOptions& options, const data::PartInfo& train, const data::PartInfo& other);

} // namespace parsimony::session
