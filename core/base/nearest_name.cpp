// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest_name.h"

#include "core/base/sentence.h"
#include "core/base/text.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace parsimony {

namespace {
/// Letters to change, add or leave out; two neighbours that changed places count once, as typing goes.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    std::vector<std::size_t> before = row;
    std::vector<std::size_t> beforeThat = row;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        beforeThat.swap(before);
        before.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] =
                std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], beforeThat[j - 2] + 1);
            }
        }
    }
    return row.back();
}

/// How far a name may be from what was written to be offered for it: of half the letters, "version" would
/// be for "epsilon".
std::size_t mostEdits(std::size_t letters) {
    return letters < 2 ? 0 : std::max<std::size_t>(1, letters / 3);
}
} // namespace

std::string nearestName(std::string_view name, std::span<const std::string> candidates) {
    std::string best;
    std::size_t bestDistance = mostEdits(name.size()) + 1;
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
    if (names.size() <= kMost) {
        return joined(names, ", ");
    }
    // What is not one of many numbered columns stands first or last.
    return joined(names.first(kMost / 2), ", ") + ", …, " + joined(names.last(kMost / 2), ", ") + " (" +
           std::to_string(names.size()) + " in all)";
}

void refuseWord(const std::string& option, const std::string& text, std::span<const std::string> words) {
    const std::string all = joined(words, "|");
    const std::string nearest = nearestName(text, words);
    failUsage(nearest.empty()
                  ? Sentence("{1}: '{2}' is none of {3}", option, text, all)
                  : Sentence("{1}: '{2}' is none of {3}; did you mean {4}?", option, text, all, nearest));
}

std::string unknownOption(std::string_view name, std::span<const std::string> known) {
    std::vector<std::string> meant;
    if (const std::string nearest = nearestName(name, known); !nearest.empty()) {
        meant.push_back("--" + nearest);
    } else {
        for (const std::string& option : known) { // labels for train-labels
            if (option.ends_with("-" + std::string(name))) {
                meant.push_back("--" + option);
            }
        }
    }
    return "unknown option --" + std::string(name) +
           (meant.empty() ? "" : "; did you mean " + joined(meant, " or ") + "?");
}

} // namespace parsimony
