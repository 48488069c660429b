// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nearest_name.h"

#include <span>
#include <string>
#include <string_view>

namespace parsimony {

/// ": use one of a, b, c (did you mean b?)" for an error about an unknown name.
[[nodiscard]] inline std::string hint(std::string_view name, std::span<const std::string> names) {
    std::string text = ": use one of ";
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : ", ") + names[i];
    }
    const std::string nearest = nearestName(name, names);
    return nearest.empty() ? text : text + " (did you mean " + nearest + "?)";
}

} // namespace parsimony
