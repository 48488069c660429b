// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::session {

/// How a value is asked for.
enum class OptionKind { Flag, Number, Count, Choice, List, Text, Path };

/// A word that a choice takes, and how the window shows it (empty: as it is).
using OptionWord = std::pair<std::string, std::string>;

/// What numbers an option takes. All must be finite and none subnormal (PRIVACY rule 16).
struct Limits {
    double least = -std::numeric_limits<double>::max();
    double most = std::numeric_limits<double>::max();
    bool aboveLeast = false; ///< the least itself is out
    bool belowMost = false;  ///< the most itself is out
    [[nodiscard]] bool allow(double value) const;
    /// "of at least 0 and below 1", "from 1 to 100000"; empty without limits.
    [[nodiscard]] std::string text() const;
};

inline constexpr Limits kAnyNumber{};
inline constexpr Limits kNotNegative{0.0};
inline constexpr Limits kPositive{0.0, std::numeric_limits<double>::max(), true};
inline constexpr Limits kEpsilons{0.0, 1e6, true};
inline constexpr Limits kShares{0.0, 1.0, true, true}; ///< between 0 and 1, neither of them

/// How one option goes to and from text and JSON: a member of RunOptions and its rules.
struct OptionValue {
    OptionKind kind = OptionKind::Text;
    std::string syntax{}; ///< for `-h`: "X", "LIST", "linear|quadratic"
    /// Reads a text into the options; `option` is how messages name it. Throws Error(Usage).
    std::function<void(RunOptions&, const std::string& text, const std::string& option)> take{};
    /// The value for a file; null where it is absent.
    std::function<nlohmann::json(const RunOptions&)> json{};
    std::function<void(RunOptions&)> reset{}; ///< back to the default, or to absent
    std::vector<OptionWord> words{};          ///< of a choice
    bool repeats = false;                     ///< given several times, each adds to those before
    bool negated = false;                     ///< a flag that switches off
};

namespace values {

using O = RunOptions;

[[nodiscard]] OptionValue number(double O::*member, Limits limits);
[[nodiscard]] OptionValue number(std::optional<double> O::*member, Limits limits);
[[nodiscard]] OptionValue count(std::uint32_t O::*member, Limits limits);
[[nodiscard]] OptionValue count(std::optional<std::uint32_t> O::*member, Limits limits);
[[nodiscard]] OptionValue count(std::optional<std::uint64_t> O::*member, Limits limits);
[[nodiscard]] OptionValue flag(bool O::*member);
[[nodiscard]] OptionValue switchOff(bool O::*member); ///< a flag that says "no-…"
[[nodiscard]] OptionValue choice(std::string O::*member, std::vector<OptionWord> words);
[[nodiscard]] OptionValue choice(std::optional<std::string> O::*member, std::vector<OptionWord> words);
/// `1,2,5`, `log:LO:HI:N` or `lin:LO:HI:N`.
[[nodiscard]] OptionValue list(std::optional<std::string> O::*member);
[[nodiscard]] OptionValue text(std::string O::*member, std::string syntax);
[[nodiscard]] OptionValue text(std::optional<std::string> O::*member, std::string syntax);
[[nodiscard]] OptionValue path(std::string O::*member, std::string syntax);
[[nodiscard]] OptionValue path(PartFiles O::*part, std::string PartFiles::*member);
/// Names with commas between them.
[[nodiscard]] OptionValue names(std::vector<std::string> O::*member, std::string syntax);
/// One path each time.
[[nodiscard]] OptionValue paths(std::vector<std::string> O::*member, std::string syntax);
/// NAME=FEATURES,LABELS, one set each time.
[[nodiscard]] OptionValue sets(std::map<std::string, PartFiles> O::*member);

} // namespace values

} // namespace parsimony::session
