// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/method_kind.h"

#include <string>
#include <string_view>
#include <variant>

namespace parsimony::search {

/// How an experiment came to what it trained with, as ledgers, plans and snapshots name it: by a method, or,
/// in the place of one, as a look with a classifier that was released before.
class MethodName {
public:
    MethodName() = default;                        ///< of nothing: its text is empty
    MethodName(MethodKind kind) : m_value(kind) {} // NOLINT: a method is its own name
    [[nodiscard]] static MethodName ofLook();
    /// Inverse of text(), for any text: a word may be a later version's.
    [[nodiscard]] static MethodName read(std::string_view text);

    /// Of an experiment that trains nothing.
    [[nodiscard]] bool isLook() const { return std::holds_alternative<Look>(m_value); }
    /// Null of a look, and of a method that is not known.
    [[nodiscard]] const MethodTraits* traits() const;
    [[nodiscard]] std::string text() const;

    friend bool operator==(const MethodName&, const MethodName&) = default;

private:
    struct Look {
        friend bool operator==(const Look&, const Look&) = default;
    };
    std::variant<std::string, MethodKind, Look> m_value;
};

} // namespace parsimony::search
