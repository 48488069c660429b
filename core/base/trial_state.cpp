// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/trial_state.h"

#include "core/base/enum_words.h"

namespace parsimony {

namespace {

const Sentence& said(TrialState state) {
    static const std::array words{Sentence("planned"),     Sentence("reserved"), Sentence("running"),
                                  Sentence("interrupted"), Sentence("finished"), Sentence("failed"),
                                  Sentence("cancelled"),   Sentence("lost"),     Sentence("unknown")};
    static_assert(words.size() == static_cast<std::size_t>(TrialState::Unknown) + 1);
    return wordOf(words, state);
}

} // namespace

const char* toText(TrialState state) {
    return said(state).pattern().c_str();
}

Sentence sentenceOf(TrialState state) {
    return said(state);
}

} // namespace parsimony
