// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/classifier.h"

#include <string>
#include <utility>
#include <vector>

// The bytes of exported files, complete in memory: the same model always gives the same bytes.
namespace parsimony::exporting {

using Metadata = std::vector<std::pair<std::string, std::string>>;

/// A safetensors file; values begin at a multiple of eight bytes.
[[nodiscard]] std::string safetensorsBytes(const std::vector<Tensor>& tensors, const Metadata& metadata);

/// A .npy file of version 1. `descr` as NumPy writes it.
[[nodiscard]] std::string npyBytes(const std::string& descr, const std::vector<std::size_t>& shape,
                                   const void* values, std::size_t size);

/// A zip archive of members given by name and bytes, stored, dated 1980; throws Error(Failed) when libzip
/// does.
[[nodiscard]] std::string zipBytes(const std::vector<std::pair<std::string, std::string>>& members);

/// A .npz file whose array `cardKey` holds the bytes of `card`.
[[nodiscard]] std::string npzBytes(const std::vector<Tensor>& tensors, const std::string& cardKey,
                                   const std::string& card);

/// A table of a linear classifier: `comment`, a line of names, one line a class (class, bias, weights), and
/// what its pre-processing has: the mean, the feature map's, and a line for each row of quadratic_a and
/// quadratic_b.
[[nodiscard]] std::string csvBytes(const Classifier& model, const std::string& comment);

/// Its line of names: class, bias, x0 …
[[nodiscard]] std::string csvTitle(std::size_t dim);

/// The shortest text that reads back as the same float32.
[[nodiscard]] std::string floatText(float value);

} // namespace parsimony::exporting
