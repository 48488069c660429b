// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace parsimony::ledger {

/// The body of a row has a word in a place of few, and not one of those: only a newer program can have
/// written it, and what the row means is not known.
class NewerWord : public SaidError {
public:
    explicit NewerWord(std::string_view word);

    /// What whoever reads the row is told.
    [[nodiscard]] Sentence in(std::int64_t row, const std::string& file) const;

private:
    std::string m_word;
};

} // namespace parsimony::ledger
