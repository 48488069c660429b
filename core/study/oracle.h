// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What an oracle's row of `compare` is made of.
namespace parsimony::study {

/// The encoders of which an oracle has a grid each; one without a name where there is one.
[[nodiscard]] std::vector<std::string> encodersOf(const session::RunOptions& options);
[[nodiscard]] session::RunOptions ofEncoder(session::RunOptions options, const std::string& name);

/// The options of a grid's cell as a run of its own.
struct OracleCell {
    std::string encoder;                ///< of several
    std::optional<double> learningRate; ///< absent: the trainer solves a system
    std::uint32_t steps = 0;
    train::Knobs knobs;
};

/// The repeats of one encoder's grid.
struct OracleGrid {
    std::string encoder;
    std::vector<session::RunSnapshot> runs;
};

/// The cell with the best mean test accuracy over the repeats, of all grids. Throws Error(Failed) where none
/// was scored.
[[nodiscard]] OracleCell bestCell(const std::vector<OracleGrid>& grids);

} // namespace parsimony::study
