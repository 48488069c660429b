// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/phase_start.h"

#include "core/base/name_hint.h"
#include "core/base/sentence.h"

#include <string>
#include <vector>

namespace parsimony::search {

const char* toText(PhaseStart start) {
    switch (start) {
    case PhaseStart::WholeRange:
        return "whole-range";
    case PhaseStart::Scaled:
        return "scaled";
    case PhaseStart::AboveWinner:
        return "above-winner";
    }
    return "";
}

PhaseStart phaseStartFromText(std::string_view text) {
    std::vector<std::string> names;
    for (const PhaseStart start : {PhaseStart::WholeRange, PhaseStart::Scaled, PhaseStart::AboveWinner}) {
        if (text == toText(start)) {
            return start;
        }
        names.emplace_back(toText(start));
    }
    failUsage(Sentence("--phase-start: there is no '{1}'{2}", text, hint(text, names)));
}

} // namespace parsimony::search
