// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace parsimony {

namespace {
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            diagonal = above;
        }
    }
    return row.back();
}
} // namespace

std::string nearestName(std::string_view name, std::span<const std::string> candidates) {
    std::string best;
    std::size_t bestDistance = name.size() / 2 + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = editDistance(name, candidate);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string listed(std::span<const std::string> names) {
    constexpr std::size_t kMost = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
        text += (i == 0 ? "" : ", ") + names[i];
    }
    return names.size() > kMost ? text + ", … (" + std::to_string(names.size()) + " in all)" : text;
}

std::string unknownOption(std::string_view name, std::span<const std::string> known) {
    const std::string nearest = nearestName(name, known);
    return "unknown option --" + std::string(name) +
           (nearest.empty() ? "" : "; did you mean --" + nearest + "?");
}

} // namespace parsimony
