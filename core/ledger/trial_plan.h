// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/body_text.h"

#include <optional>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

/// The plan of a trial as the audit asks for it: much of it several times, so each piece is found once. One
/// that is no object is empty. Throws Error(Failed) when the text does not hold together.
struct TrialPlan {
    /// `plan` outlives the object.
    explicit TrialPlan(std::string_view plan);

    BodyReader all;
    BodyReader trial;                        ///< member of it: what a trainer does
    BodyReader options;                      ///< member of that
    bool trains = false, hasOptions = false; ///< whether those are objects

    /// What a trainer releases; none where that is no list. Throws as the constructor does.
    [[nodiscard]] const std::vector<BodyReader>& releases() const;

private:
    mutable std::optional<std::vector<BodyReader>> m_releases;
};

} // namespace parsimony::ledger
