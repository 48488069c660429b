// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/record_views.h"

#include "core/base/sentence.h"

#include <array>
#include <utility>

namespace parsimony::session {

void checkViews(const RunOptions& options) {
    if (options.views == 1) {
        return;
    }
    const std::array left{
        std::pair{options.head.kind != train::HeadKind::Linear, "--head"},
        std::pair{options.mean != MeanKind::None, "--mean"},
        std::pair{!options.prior.features.empty(), "--prior"},
        std::pair{options.featureMap.value_or(FeatureMapKind::None) != FeatureMapKind::None, "--feature-map"},
    };
    for (const auto& [given, option] : left) {
        if (given) {
            failUsage(
                Sentence("--views averages what a linear classifier learns of each view as it is: leave "
                         "out {1}",
                         option));
        }
    }
    if (options.encoders.size() > 1) {
        failUsage(Sentence("--views are of one encoder: give one --data"));
    }
}

void checkViewsOf(const RunOptions& options, const data::PartInfo& train) {
    if (options.views == 1) {
        return;
    }
    const std::vector<std::size_t>& shape = train.features.shape;
    if (train.dim % options.views != 0) {
        failUsage(Sentence("--views {1}: rows of {2} have {3} values, which are not so many views of one "
                           "width each",
                           options.views, train.features.spec(), train.dim));
    }
    if (shape.size() > 2 && shape[1] != options.views) {
        failUsage(Sentence("--views {1}: {2} is {3}, {4} views a record", options.views,
                           train.features.spec(), Sentence::ofRows(train.features.shapeText()), shape[1]));
    }
}

void checkWidth(const RunOptions& options, const data::PartInfo& train, const data::PartInfo& other) {
    const std::size_t view = train.dim / options.views;
    const bool fewer = other.dim < train.dim && other.dim % view == 0;
    if (options.views == 1 || !fewer) {
        data::checkSameWidth(train, other);
    }
}

} // namespace parsimony::session
