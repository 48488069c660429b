// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of options about what is made of features.
// Labels and meanings are translated by the window (resources/translations).
#include "core/session/option_table.h"

namespace parsimony::session::rows {

using namespace values;
using enum OptionPlace;

std::vector<Option> ofFeatures() {
    return {
        {.name = "row-norm",
         .value = choice(&O::rowNorm, Words<RowNorm>{{RowNorm::Unit, "unit", inWindow("scale to norm 1")},
                                                     {RowNorm::Clip, "clip", inWindow("clip to a bound")},
                                                     {RowNorm::None, "none", inWindow("as they are")}}),
         .help = "Scale or clip each row",
         .label = inWindow("Row &norm"),
         .meaning = inWindow("Each row is scaled or clipped by itself, which costs no budget. Norm 1 lets "
                             "the search know its scale."),
         .place = Data,
         .ofDataset = true},
        {.name = "norm-bound",
         .value = number(&O::normBound, {1e-20, 1e20}),
         .help = "Bound of --row-norm clip",
         .label = inWindow("Norm bound"),
         .meaning = inWindow("The bound that rows are clipped to: longer ones are shortened to it."),
         .otherwise = "1",
         // Rows are scaled to one that is given, too; the window offers it for clipping alone.
         .when =
             [](const O& o) {
                 return o.rowNorm == RowNorm::Clip || (o.rowNorm == RowNorm::Unit && o.normBound);
             },
         .place = Data,
         .ofDataset = true},
        {.name = "mean",
         .value = choice(&O::mean, Words<MeanKind>{{MeanKind::None, "none", inWindow("stays")},
                                                   {MeanKind::Private, "private", inWindow("private mean")}}),
         .help = "Subtract a private mean",
         .label = inWindow("Mean"),
         .meaning =
             inWindow("Whether a mean of the rows is subtracted. It is a release, and takes its share of ε."),
         .place = Rare},
        {.name = "feature-map",
         .value = choice(
             &O::featureMap,
             Words<FeatureMapKind>{
                 {FeatureMapKind::None, toText(FeatureMapKind::None), inWindow("features as they are")},
                 {FeatureMapKind::Centred, toText(FeatureMapKind::Centred), inWindow("centred, with a bias")},
                 {FeatureMapKind::CentredQuadratic, toText(FeatureMapKind::CentredQuadratic),
                  inWindow("centred, with a bias and random quadratic features")}}),
         .help = "Centre rows by a private mean and append a bias (and random quadratic features)",
         .label = inWindow("Feature map"),
         .meaning = inWindow(
             "Whether rows are centred by a shrunk private mean, brought back to their norm and given a bias "
             "coordinate, and whether random quadratic features stand beside them. Mean and class counts are "
             "releases and take their shares of the budget."),
         .otherwise = inWindow("what auto chooses, else none"),
         .place = Rare},
        {.name = "bias-share",
         .value = number(&O::biasShare, {1e-6, 0.5}),
         .help = "Share of the squared norm of a mapped row that its bias coordinate has",
         .label = inWindow("Bias share"),
         .meaning = inWindow(
             "What the feature map's bias coordinate has of a row's squared norm. More lets classes of "
             "unequal sizes be told apart sooner; less leaves more to the features. With a share that is "
             "given, equal classes are not looked for."),
         .otherwise = inWindow("0.02; where auto finds classes about equal 0.002"),
         .when = [](const O& o) { return o.featureMap != FeatureMapKind::None; },
         .place = Rare},
        {.name = "objective",
         .value = choice(&O::objective,
                         Words<Objective>{{Objective::Accuracy, "accuracy", inWindow("accuracy")},
                                          {Objective::Balanced, "balanced", inWindow("balanced accuracy")}}),
         .help = "What the classifier is to get right: records, or every class alike (takes the released "
                 "class counts' prior off its scores)",
         .label = inWindow("Objective"),
         .meaning = inWindow(
             "Accuracy over all records, or the mean over classes: the prior that private class counts gave "
             "is then taken off the scores, which costs nothing. Test figures are balanced too; trials are "
             "still told apart by accuracy."),
         .place = More},
        {.name = "mean-epsilon",
         .value = number(&O::meanEpsilon, kEpsilons),
         .help = "What the private mean takes",
         .label = inWindow("Mean ε"),
         .meaning = inWindow("What the private mean takes of the experiment."),
         .when = [](const O& o) { return o.mean == MeanKind::Private; },
         .place = Rare},
    };
}

} // namespace parsimony::session::rows
