// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/body_text.h"

#include <string>
#include <vector>

namespace parsimony::ledger {

/// The numbers of an option that takes a list. Twenty letters may say a million of them, which would fill a
/// machine when each of a ledger's experiments does: many are multiplied out whenever they are looked at.
class AskedNumbers {
public:
    AskedNumbers() = default; ///< not named
    /// Throws Error(Usage) as parseNumberList does.
    AskedNumbers(const BodyReader& options, const std::string& name);

    [[nodiscard]] bool isNamed() const { return !m_few.empty() || !m_many.empty(); }
    [[nodiscard]] std::vector<double> all() const; ///< empty: not named

private:
    std::vector<double> m_few;
    std::string m_many; ///< their text, where they are more than few
};

} // namespace parsimony::ledger
