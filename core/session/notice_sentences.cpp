// SPDX-License-Identifier: GPL-3.0-or-later
// What notices say.
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/session/run_options.h"
#include "core/session/run_snapshot.h"

namespace parsimony::session {

namespace {

/// A share that noise may have moved far below 0 or above 1.
Sentence::Value percentOf(double share) {
    return Sentence::number(shortNumber(100.0 * share));
}

/// What the look at a prior measured.
struct PriorLook {
    explicit PriorLook(const PriorSnapshot& prior)
        : right(percentOf(prior.agreement.value_or(0.0))), se(percentOf(prior.se)),
          guessing(percentOf(prior.guessing)) {}
    Sentence::Value right, se, guessing;
};

Sentence priorTaken(const PriorLook& look) {
    return Sentence("the look at the prior measured that it labels {1} ± {2} % of the records rightly, "
                    "where guessing labels {3} %: training starts from all of it",
                    look.right, look.se, look.guessing);
}

Sentence priorWeakened(const PriorLook& look) {
    return Sentence("the look at the prior measured that it labels {1} ± {2} % of the records rightly, "
                    "where guessing labels {3} %: training starts from a part of it",
                    look.right, look.se, look.guessing);
}

Sentence priorLeftOut(const PriorLook& look) {
    return Sentence("the look at the prior measured that it labels {1} ± {2} % of the records rightly, "
                    "where guessing labels {3} %: training starts from nothing, and what the look took "
                    "stays taken",
                    look.right, look.se, look.guessing);
}

Sentence priorUntold(const PriorSnapshot& prior) {
    const Sentence::Value se = percentOf(prior.se);
    const Sentence::Value gap = percentOf(prior.gap);
    return prior.believed
               ? Sentence("the look at the prior could not tell whether it is of use: its standard error is "
                          "{1} points, and {2} points lie between a prior that is left out and one that is "
                          "taken whole; what training started from is mostly chance, which {3} leaves out",
                          se, gap, RunOptions::scaleWithoutLook)
               : Sentence("the look at the prior cannot tell here whether it is of use: its standard error "
                          "is {1} points, and {2} points at most lie between a prior that is left out and "
                          "one that is taken whole; training starts from as much of it as is measured, which "
                          "is mostly chance: {3} starts from it without a look",
                          se, gap, RunOptions::scaleWithoutLook);
}

} // namespace

// Without a default: the compiler names a notice that has no sentence.
Sentence sentenceOf(Notice notice, const RunSnapshot& run) {
    const PriorSnapshot prior = run.prior.value_or(PriorSnapshot());
    switch (notice) {
    case Notice::Clamped:
        return Sentence("the extrapolated r, marked *, was clamped to the range of the search");
    case Notice::RateClamped:
        return Sentence("the largest of --learning-rates kept r of the runs marked * from what was drawn");
    case Notice::SlopeNotRising:
        return Sentence("the fitted line does not rise: the winners of the phases may be noise");
    case Notice::SelectionLost:
        return Sentence("the private selection did not come to its end; it stays charged and is not resumed");
    case Notice::DeltaAboveOneN:
        return Sentence("delta is not below 1/N: it allows a whole record to be published");
    case Notice::EncodersNotTold:
        return Sentence(
            "at this budget pilots would tell encoders apart only where they differ very much, so there are "
            "none and the encoder named first is taken");
    case Notice::NarrowAhead:
        return Sentence(
            "these encoders differ much in width, and with so little budget pilots prefer a narrow "
            "one, also where a wider one would end higher: name that one alone if you know it");
    case Notice::MeanNamed:
        return Sentence("--mean private wins: auto takes no feature map of its own");
    case Notice::BiasBesideMap:
        return Sentence("--bias trains a bias of its own, beside the one in the feature map that auto takes");
    case Notice::LinksUncounted:
        return Sentence("the budget shown is that of unused rows: what was charged where --linked-to points "
                        "is taken off it when the rows are declared");
    case Notice::LookCutOff:
        return Sentence("the look ended before anything was released; what it took stays taken, and another "
                        "one takes its own");
    case Notice::TextUnread:
        return Sentence("private rows are read from a text, of which no cell is looked at before it is paid "
                        "for: rows whose label is no class (text without names of classes is none) and rows "
                        "with a feature that is no number (an id that no option names) count as empty; "
                        "'inspect --check' with the same columns tells how many");
    case Notice::PriorTaken:
        return priorTaken(PriorLook(prior));
    case Notice::PriorWeakened:
        return priorWeakened(PriorLook(prior));
    case Notice::PriorLeftOut:
        return priorLeftOut(PriorLook(prior));
    case Notice::PriorUntold:
        return priorUntold(prior);
    }
    return Sentence("");
}

} // namespace parsimony::session
