// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::cli {

// Options whose values are read the same way everywhere: '.' as decimal point whatever the locale, no
// hexadecimal, no wrap-around of negative counts. A value that is wrong throws Error(Usage) naming the
// option.

/// A floating-point number.
CLI::Option* addNumber(CLI::App& app, const std::string& name, double& target,
                       const std::string& description);
CLI::Option* addNumber(CLI::App& app, const std::string& name, std::optional<double>& target,
                       const std::string& description);

/// One within limits, refused with the sentence that options of a run have.
CLI::Option* addNumber(CLI::App& app, const std::string& name, std::optional<double>& target,
                       const Limits& limits, const std::string& description);

/// A whole number in 0..2⁶⁴−1 (2³²−1 for the 32-bit forms).
CLI::Option* addCount(CLI::App& app, const std::string& name, std::uint32_t& target,
                      const std::string& description);
CLI::Option* addCount(CLI::App& app, const std::string& name, std::optional<std::uint32_t>& target,
                      const std::string& description);
CLI::Option* addCount(CLI::App& app, const std::string& name, std::optional<std::uint64_t>& target,
                      const std::string& description);
CLI::Option* addCount(CLI::App& app, const std::string& name, std::optional<std::int64_t>& target,
                      const std::string& description);

/// One from 1 to `most`, refused likewise.
CLI::Option* addCount(CLI::App& app, const std::string& name, std::optional<std::uint64_t>& target,
                      std::uint64_t most, const std::string& description);

/// A text that may be absent.
CLI::Option* addText(CLI::App& app, const std::string& name, std::optional<std::string>& target,
                     const std::string& description);

/// One of a few words; any other names the nearest.
CLI::Option* addChoice(CLI::App& app, const std::string& name, std::string& target,
                       const std::vector<std::string>& choices, const std::string& description);
/// The same, absent unless given.
CLI::Option* addChoice(CLI::App& app, const std::string& name, std::optional<std::string>& target,
                       const std::vector<std::string>& choices, const std::string& description);

/// Texts, from `--name A --name B` (never the words after) or, with `separator` ≠ 0, `--name A,B`.
CLI::Option* addTexts(CLI::App& app, const std::string& name, std::vector<std::string>& target,
                      char separator, const std::string& description);

/// Hands texts to an option as the command line would, an array joined by ',' where the option takes one
/// text.
void giveValues(CLI::Option& option, const std::vector<std::string>& values);

} // namespace parsimony::cli
