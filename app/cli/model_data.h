// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/data/part.h"
#include "core/export/classifier.h"

#include <cstdint>
#include <stop_token>

namespace parsimony::cli {

/// Loads features and labels the way `model` wants its inputs. `classes` bounds the labels. Tells the curator
/// on standard error how many records are invalid. Throws Error(Failed) as loadPart and when the width is
/// another.
[[nodiscard]] data::LoadedPart loadFor(const exporting::Classifier& model, const data::PartFiles& files,
                                       int classes, std::uint32_t threads, std::stop_token stop,
                                       Console& console);

/// Refuses (exit code 3) when this user's registry knows more than a fifth of the rows as private: counts of
/// such rows must be charged, whatever they are called now.
void refuseKnownPrivateRows(const data::PartFiles& files);

} // namespace parsimony::cli
