// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

/// Levels of nesting that may be written, and are read.
inline constexpr int kDeepestJson = 64;

// Throw Error(Failed) that names what the text stands in.
[[noreturn]] void failNestedTooDeep(std::string_view what);
[[noreturn]] void failNoJson(std::string_view what);

/// The values inside one JSON object or array, as pieces of its text: nothing is parsed that nobody asks for.
/// An audit of many trials reads a few numbers of each plan. Values are found by their brackets and quotes
/// alone; text that does not hold together throws Error(Failed) naming `what`, as does nesting of more
/// than kDeepestJson levels. Keys are compared as they are written, so one with escapes is not found.
class JsonMembers {
public:
    /// `text` outlives the object.
    JsonMembers(std::string_view text, std::string_view what);

    /// The text of the value with that key; empty when there is none.
    [[nodiscard]] std::string_view find(std::string_view key) const;

    struct Member {
        std::string_view key; ///< empty in an array
        std::string_view value;
    };
    [[nodiscard]] std::span<const Member> all() const {
        return m_many.empty() ? std::span(m_few).first(m_count) : std::span(m_many);
    }

private:
    void add(const Member& member);

    /// Of more than that all lie in memory of their own: hundreds of thousands of objects have fewer.
    static constexpr std::size_t kFew = 16;
    std::array<Member, kFew> m_few;
    std::vector<Member> m_many;
    std::size_t m_count = 0;
    bool m_isObject = false;
};

/// Whether a piece of JSON text is an object, or an array.
[[nodiscard]] bool isJsonObject(std::string_view value);
[[nodiscard]] bool isJsonArray(std::string_view value);

/// The largest whole number that a double, and so a number of JSON, holds to the last digit: 2^53.
inline constexpr double kLargestWhole = 9007199254740992.0;

/// The number that a piece of JSON text is; throws Error(Failed) naming `what` when it is none.
[[nodiscard]] double jsonNumber(std::string_view value, std::string_view what);
/// The same; none where it is none.
[[nodiscard]] std::optional<double> jsonNumberIn(std::string_view value);

} // namespace parsimony::ledger
