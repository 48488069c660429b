// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/feature_map.h"
#include "core/data/feature_source.h"

#include <cstddef>
#include <memory>
#include <stop_token>

namespace parsimony::data {

/// The mapped rows of another source: in memory where that one lies there and `memoryLimit` bytes, if any,
/// hold them, else mapped each time they are read. Throws Error(Interrupted) on a stop.
[[nodiscard]] std::shared_ptr<const FeatureSource> mappedRows(std::shared_ptr<const FeatureSource> rows,
                                                              const FeatureMap& map, double bound,
                                                              std::size_t memoryLimit, int threads,
                                                              const std::stop_token& stop);

} // namespace parsimony::data
