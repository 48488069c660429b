// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/types.h"
#include "core/data/feature_source.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace parsimony::train {

/// Weights of a linear head made from public rows: class j begins with s times (p_j − the mean of all p), p_j
/// being the mean of its rows. Of s each row tells by a classifier that was made without it: s minimises the
/// cross-entropy of such predictions, classes counting alike (leave-one-out). So few or noisy rows give a
/// small s, and rows that say nothing of their class give 0. Where no class has two rows, s makes a class'
/// own logit exceed the mean of the others by PriorNumbers::untestedMargin on average.
struct PrototypeWeights {
    std::vector<double> parameters; ///< of the head; biases are 0
    double scale = 0.0;             ///< s
    double promised = 0.0;          ///< where a look weighs them: share of the rows that the others label
                                    ///< rightly; 0: none can be tested
    double believed = 1.0;          ///< how much of their labels was taken, 0 to 1
};

/// What s is chosen with. A plan keeps the numbers it was made with.
struct PriorNumbers {
    double untestedMargin = 2.0;
    double largestScale = 1e4;         ///< rows that are all told apart would have s grow without end
    std::uint32_t mostJudges = 20'000; ///< rows that s is chosen by, evenly spaced where there are more
    friend bool operator==(const PriorNumbers&, const PriorNumbers&) = default;
};

/// What plans that name no such numbers were made with. History: never adapt it.
inline constexpr PriorNumbers kFirstPriorNumbers{2.0, 1e4, 20'000};

/// One name for each number, both ways.
template <class Numbers, class Visit>
void eachPriorNumber(Numbers& numbers, const Visit& visit) {
    visit("untested_margin", numbers.untestedMargin);
    visit("largest_scale", numbers.largestScale);
    visit("most_judges", numbers.mostJudges);
}

/// `rows` as the trainer sees its own (pre-processed, mapped), rows() × head.dim; `labels` 0..C−1, others
/// left out. Costs rows · C · dim multiplications. Throws Error(Failed) when no row has a label, Error(Usage)
/// unless the head is linear and as wide as the rows.
[[nodiscard]] PrototypeWeights prototypeWeights(const data::FeatureSource& rows,
                                                std::span<const std::int32_t> labels,
                                                const compute::HeadShape& head,
                                                const PriorNumbers& numbers = {});

/// Shares of what public rows promise of themselves above guessing: up to `none` they are not believed, from
/// `full` on they are taken at their word.
struct Agreement {
    double none = 0.25;
    double full = 0.75;
};

/// Shares of records labelled rightly, above guessing: up to `none` a prior is left out, from `all` on it is
/// taken whole.
struct BeliefRange {
    double none = 0.0, all = 0.0;
};

/// Of prototypes that label `promised` of their own rows rightly; absent where none of these can be tested.
[[nodiscard]] BeliefRange beliefRange(std::optional<double> promised, std::uint32_t classes,
                                      const Agreement& agreement);

/// The same from rows whose labels are worth what is seen of them: `right` is the share of private records
/// that the bare prototypes label rightly, 1/C that of guessing and p that of the public rows themselves
/// (leave-one-out). With h growing from 0 to 1 between those two parts of p − 1/C, s minimises the
/// cross-entropy of rows of which the part h has its label and the others any, so that no agreement gives 0.
/// Where no row can be tested, s grows in proportion until `right` is twice that of guessing.
[[nodiscard]] PrototypeWeights prototypeWeights(const data::FeatureSource& rows,
                                                std::span<const std::int32_t> labels,
                                                const compute::HeadShape& head, double right,
                                                const Agreement& agreement = {},
                                                const PriorNumbers& numbers = {});

/// The classifier that the agreement is of, which no scale changes: unit prototypes.
[[nodiscard]] std::vector<double> unitPrototypes(const data::FeatureSource& rows,
                                                 std::span<const std::int32_t> labels,
                                                 const compute::HeadShape& head);

/// What s is multiplied with where training goes on from there with noise: 2 where little signal can be
/// expected, 1 where much can. `signal` is public records · μ / classes; measured in
/// resources/docs/methods.md.
[[nodiscard]] double priorFactor(double signal);

} // namespace parsimony::train
