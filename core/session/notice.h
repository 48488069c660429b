// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::session {

/// A public remark on an experiment or a plan.
enum class Notice {
    Clamped,         ///< the extrapolated r lay outside the range of the search
    RateClamped,     ///< η_max kept r of a run below what the search asked for
    SlopeNotRising,  ///< the fitted line does not rise
    SelectionLost,   ///< a private selection did not come to its end
    DeltaAboveOneN,  ///< δ is not below 1/N
    EncodersNotTold, ///< pilots could not tell the encoders apart, and the first is taken
    NarrowAhead,     ///< pilots prefer an encoder of few features, which may fall behind in the final run
    MeanNamed,       ///< `auto` takes no feature map, since --mean private was named
    BiasBesideMap,   ///< a bias is trained beside the one that the map of `auto` appends
    LinksUncounted,  ///< a plan, made before any row is read, holds no charge of linked parts
    LookCutOff,      ///< a look at private rows ended before anything was released
    TextUnread,      ///< private rows come from a text, whose cells nothing looks at before they are paid for
    PriorTaken,      ///< by what the look at a prior found training starts from all of it
    PriorWeakened,   ///< … from a part of it
    PriorLeftOut,    ///< … from nothing
    PriorUntold,     ///< … and noise as large as here may have found any of these
};
inline constexpr Notice notices[] = {
    Notice::Clamped,        Notice::RateClamped,     Notice::SlopeNotRising, Notice::SelectionLost,
    Notice::DeltaAboveOneN, Notice::EncodersNotTold, Notice::NarrowAhead,    Notice::MeanNamed,
    Notice::BiasBesideMap,  Notice::LinksUncounted,  Notice::LookCutOff,     Notice::TextUnread,
    Notice::PriorTaken,     Notice::PriorWeakened,   Notice::PriorLeftOut,   Notice::PriorUntold};

} // namespace parsimony::session
