// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/notice.h"

namespace parsimony::session {

Sentence sentenceOf(Notice notice) {
    switch (notice) {
    case Notice::Clamped:
        return Sentence("the extrapolated r was clamped to the range of the search");
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
            "at this budget pilots could not tell encoders apart that differ by a point, so there "
            "are none and the encoder named first is taken");
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
        return Sentence("the look at the prior found that it labels the records about as rightly as its own "
                        "rows: training starts from all of it");
    case Notice::PriorWeakened:
        return Sentence("the look at the prior found that it labels fewer of the records rightly than of its "
                        "own rows: training starts from a part of it");
    case Notice::PriorLeftOut:
        return Sentence("the look at the prior found it of no use for these records: training starts from "
                        "nothing, and what the look took stays taken");
    }
    return Sentence("");
}

} // namespace parsimony::session
