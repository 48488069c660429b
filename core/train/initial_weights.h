// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/types.h"

#include <cstddef>
#include <string>
#include <vector>

namespace parsimony::train {

/// A matrix that a trial starts from, such as the embedding of each class' name as its row of W (text
/// infilling, LLM §3). It counts as public: whoever gives it says that it does not depend on private rows.
struct InitialWeights {
    std::string source; ///< PATH or PATH:KEY
    std::size_t rows = 0, width = 0;
    std::vector<double> values; ///< rows × width
    std::string digest;         ///< hexadecimal SHA-256 of shape and values, which plans are bound to
};

/// Reads the array `spec`. Throws Error(Failed) when it can't be read or holds a value that is not finite.
[[nodiscard]] InitialWeights readInitialWeights(const std::string& spec);

/// The head's parameters. A linear head, also over sequences, takes a row for each class, with its bias or
/// without (they are 0), or all of its parameters in one line; a hidden one takes all. Throws Error(Usage)
/// that names both shapes otherwise.
[[nodiscard]] std::vector<double> initialParameters(const InitialWeights& weights,
                                                    const compute::HeadShape& head);

} // namespace parsimony::train
