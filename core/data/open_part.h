// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/data_files.h"

#include <memory>

namespace parsimony::data {

/// The arrays of a part, opened as the part may be read; features with those beside them. Throw Error(Failed)
/// as openArray.
[[nodiscard]] std::unique_ptr<ArrayReader> openFeatures(const PartFiles& files);
[[nodiscard]] std::unique_ptr<ArrayReader> openLabels(const PartFiles& files);

} // namespace parsimony::data
