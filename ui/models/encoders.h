// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/part_guess.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

// Several encoders of the same records (`--data A=… --data B=…`), as far as the headers of their files tell.
namespace parsimony::ui::encoders {

struct Listed {
    QString name, place; ///< of a join the encoders that it joins: A+B
    bool joined = false;
    std::optional<std::uint64_t> width = {}; ///< numbers a record
    QString records = {};                    ///< of each part
    QString ids = {};                        ///< files that say whose its rows are; empty: none of its own
    QString problem = {};                    ///< what keeps it from standing beside the first
};
[[nodiscard]] std::vector<Listed> listed(const session::RunOptions& options,
                                         const std::vector<ArrayInfo>& arrays);

enum class PartOf { Train, Test, Validation };
/// Where a request has the files that say whose the rows of a part are: one for all, and one of each encoder.
struct IdsPlace {
    session::PartFiles session::RunOptions::*once;
    session::ByEncoder session::RunOptions::*each;
};
/// By PartOf.
inline constexpr std::array kIdsPlaces{
    IdsPlace{&session::RunOptions::train, &session::RunOptions::recordIds},
    IdsPlace{&session::RunOptions::test, &session::RunOptions::testRecordIds},
    IdsPlace{&session::RunOptions::validation, &session::RunOptions::validationRecordIds}};

/// The file that says whose the rows of a part are; with rows in the same order one for all encoders.
[[nodiscard]] std::string idsOf(const session::RunOptions& options, const std::string& name, PartOf part);

/// How wide a further set, `ENCODER:SET`, has to be.
[[nodiscard]] std::optional<std::uint64_t> widthBeside(const std::vector<Listed>& encoders,
                                                       const std::string& set);

/// Of `arrays` those in a folder or file.
[[nodiscard]] std::vector<ArrayInfo> arraysAt(const std::string& place, const std::vector<ArrayInfo>& arrays);

/// The parts that a folder or file has by the names that `--data` looks for; absent ones are empty. Where
/// labels are a column of `request`'s, a table is its train part.
[[nodiscard]] session::RunOptions partsIn(const std::string& place, const std::vector<ArrayInfo>& arrays,
                                          const session::RunOptions& request = {});

/// The folder or file that holds all parts of the request under those names; none where there is no one.
[[nodiscard]] std::optional<std::string> placeOfAll(const session::RunOptions& options,
                                                    const std::vector<ArrayInfo>& arrays);

/// Features and labels of the encoders beyond the first.
[[nodiscard]] std::vector<std::string> otherArrays(const session::RunOptions& options,
                                                   const std::vector<ArrayInfo>& arrays);

} // namespace parsimony::ui::encoders
