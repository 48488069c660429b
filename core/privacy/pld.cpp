// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/pld.h"

#include "core/base/infinity.h"
#include "core/privacy/composed_loss.h"
#include "core/privacy/fft.h"
#include "core/privacy/gaussian_dp.h"
#include "core/privacy/sampled_step.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <vector>

namespace parsimony::accounting {

namespace {

constexpr double maxPoints = 1 << 21;
constexpr double stepTolerance = 1e-4;

std::vector<CountedLaw> lawsOf(const Composition& composition, LossKind kind) {
    std::vector<CountedLaw> laws;
    if (composition.muSquared > 0) {
        // All Gaussian releases are one; its noise rounds down so that it costs no less.
        const double noise = std::nextafter(std::nextafter(1 / std::sqrt(composition.muSquared), 0.0), 0.0);
        laws.push_back({{LossKind::Gaussian, 1.0, noise}, 1.0});
    }
    for (const auto& event : composition.sampled) {
        laws.push_back({{kind, event.rate, event.noise}, event.count});
    }
    return laws;
}

double logMomentOf(const std::vector<CountedLaw>& laws, double lambda) {
    double sum = 0.0;
    for (const CountedLaw& law : laws) {
        sum += law.count * logMoment(law.law, lambda);
    }
    return sum;
}

// Mean and variance of the composed loss under the tilt, and how much a lattice of step h adds to the
// variance.
class TiltedShape {
public:
    TiltedShape(const std::vector<CountedLaw>& laws, double lambda) {
        for (const CountedLaw& law : laws) {
            m_counts.push_back(law.count);
            m_nodes.push_back(tiltedNodes(law.law, lambda));
            const TiltedNodes& nodes = m_nodes.back();
            double first = 0.0;
            double second = 0.0;
            for (std::size_t i = 0; i < nodes.loss.size(); ++i) {
                first += nodes.weight[i] * nodes.loss[i];
            }
            for (std::size_t i = 0; i < nodes.loss.size(); ++i) {
                second += nodes.weight[i] * (nodes.loss[i] - first) * (nodes.loss[i] - first);
            }
            mean += law.count * first;
            variance += law.count * second;
        }
    }

    // A loss between two lattice points is split over them; near its law's offset it hardly moves.
    [[nodiscard]] double spread(double step) const {
        double sum = 0.0;
        for (std::size_t e = 0; e < m_nodes.size(); ++e) {
            double each = 0.0;
            for (std::size_t i = 0; i < m_nodes[e].loss.size(); ++i) {
                each += m_nodes[e].weight[i] * std::min(step * step / 6, std::abs(m_nodes[e].loss[i]) * step);
            }
            sum += m_counts[e] * each;
        }
        return sum;
    }

    double mean = 0.0;
    double variance = 0.0;

private:
    std::vector<double> m_counts;
    std::vector<TiltedNodes> m_nodes;
};

// The part of the loss that the window must hold, on either side of the tilted mean: Chernoff bounds of
// tilted mass e^{−22}. Rates near the sd serve laws that are nearly normal, rates near λ those with rare
// large losses.
double reach(const std::vector<CountedLaw>& laws, double lambda, double logMomentAtLambda,
             const TiltedShape& shape, double sign) {
    const double deviation = std::sqrt(shape.variance);
    double best = inf;
    for (const double rate : {1 / deviation, 3 / deviation, 7 / deviation, 0.3 * (lambda + 1), lambda + 1}) {
        const double theta = sign * rate;
        const double growth = logMomentOf(laws, lambda + theta) - logMomentAtLambda - theta * shape.mean;
        best = std::min(best, (growth + 22) / rate);
    }
    return best;
}

struct Question {
    double delta = 0.0;   // scale of δ asked about
    double epsilon = 0.0; // scale of ε
    double order = 1.0;   // about −d ln δ/dε there
    double tilt = 1.0;
};

// The layout for one direction; points = 0 when no affordable lattice answers the question.
CompositionPlan planFor(const std::vector<CountedLaw>& laws, const Question& question, double refine) {
    CompositionPlan plan;
    plan.lambda = question.tilt;
    const TiltedShape shape(laws, plan.lambda);
    const double moment = logMomentOf(laws, plan.lambda);
    double runs = 0.0;
    for (const CountedLaw& law : laws) {
        runs += law.count;
    }
    if (!(shape.variance > 0) || !std::isfinite(moment) || runs > 1e10) {
        return plan;
    }
    const double bottom = shape.mean - reach(laws, plan.lambda, moment, shape, -1.0);
    // The answer lies below the question's ε; half a dozen times 1/λ above it δ is small beside what was
    // asked.
    const double top = std::max(shape.mean + reach(laws, plan.lambda, moment, shape, 1.0),
                                question.epsilon + 6 / (question.order + 1));
    const double width = top - bottom;
    if (!std::isfinite(width)) {
        return plan;
    }
    plan.tail = std::max(1e-300, 1e-6 * question.delta / runs);
    // The extra variance v moves ε by about (λ + 1)·v/2; one large loss is spread by h²/6 at most.
    const double allowed = refine * stepTolerance *
                           std::max(question.epsilon, 0.05 * std::sqrt(shape.variance)) * 2 /
                           (question.order + 1);
    double low = width / maxPoints;
    double high = std::min(0.3 / (question.order + 1), width / 256);
    for (int i = 0; i < 40 && high > low * 1.001; ++i) {
        const double middle = std::sqrt(low * high);
        (shape.spread(middle) + middle * middle / 6 <= allowed ? low : high) = middle;
    }
    plan.step = low;
    for (const CountedLaw& law : laws) {
        plan.step = std::max(plan.step, plan.step * latticeSize(law.law, plan.step, plan.tail) / maxPoints);
    }
    plan.center = (top + bottom) / 2;
    plan.points = fftLength(static_cast<std::size_t>(width / plan.step) + 16);
    return plan;
}

// A little less than the order that decides: there the law can be about to tip over into its rare large
// losses.
double tiltFor(const RdpFigure& rdp) {
    return 0.75 * (rdp.alpha - 1);
}

struct Directions {
    std::vector<LossKind> kinds; // all that count
    LossKind lower;              // the one with a lower bound
};

Directions directionsOf(const Composition& composition) {
    if (composition.adjacency == Adjacency::ReplaceOne) {
        return {{LossKind::Replace}, LossKind::Replace};
    }
    return {{LossKind::Remove, LossKind::Add}, LossKind::Remove};
}

// Which of the two bounds a round computes anew, and on how fine a lattice.
struct Sides {
    bool upper = true;
    bool lower = false;
    double upperRefine = 1.0;
    double lowerRefine = 1.0;
};

struct Round {
    Bracket found;
    double slope = 0.0;     // at the upper figure
    bool affordable = true; // a finer one is
    bool answerable = true;
};

bool canBeFiner(const std::vector<CountedLaw>& laws, const CompositionPlan& plan) {
    return static_cast<double>(plan.points) < maxPoints / 4 &&
           latticeSize(laws.back().law, plan.step, plan.tail) < 60000;
}

template <class Read, class Known>
Round computeRound(const Composition& composition, const Directions& directions, const Question& question,
                   const Sides& sides, const Read& read, const Known& known) {
    Round round;
    std::future<double> below;
    if (sides.lower) {
        auto laws = lawsOf(composition, directions.lower);
        const CompositionPlan plan = planFor(laws, question, sides.lowerRefine);
        if (plan.points == 0) {
            round.answerable = false;
            return round;
        }
        round.affordable = canBeFiner(laws, plan);
        // The lower bound takes as long as both upper ones: it runs beside them.
        const auto policy = sides.upper ? std::launch::async : std::launch::deferred;
        below = std::async(policy, [laws = std::move(laws), plan, &read] {
            return read(ComposedLoss(laws, plan, Bound::Optimistic));
        });
    }
    if (sides.upper) {
        for (const LossKind kind : directions.kinds) {
            const auto laws = lawsOf(composition, kind);
            const CompositionPlan plan = planFor(laws, question, sides.upperRefine);
            if (plan.points == 0) {
                round.answerable = false;
                break;
            }
            round.affordable = round.affordable && canBeFiner(laws, plan);
            const ComposedLoss upper(laws, plan, Bound::Pessimistic);
            const double value = read(upper);
            if (value >= round.found.upper) {
                round.found.upper = value;
                round.slope = upper.slope(known(value));
            }
        }
    }
    if (below.valid()) {
        round.found.lower = below.get();
    }
    return round;
}

// What to refine when the bounds are `gap` apart after a round moved them by `gain`. Mostly it is the lower
// bound that lags behind: it is refined alone as long as that helps.
Sides nextSides(const Sides& last, double gap, double gain, double wanted) {
    Sides next = last;
    next.lower = (last.lower && last.upper) || (last.lower == (gain > 0.3 * gap));
    next.upper = !next.lower;
    const double factor = std::clamp(std::pow(gap / wanted, 1.4), 4.0, 100.0);
    (next.lower ? next.lowerRefine : next.upperRefine) /= factor;
    return next;
}

// Asks `read` (ε at δ, or δ at ε) of every direction; the larger upper figure counts. `known` is the ε that a
// figure was found at.
template <class Read, class Known>
Bracket answer(const Composition& composition, Question question, PldEffort effort, Read read, Known known) {
    Directions directions = directionsOf(composition);
    if (effort == PldEffort::Draft || effort == PldEffort::Remove) {
        directions.kinds = {directions.lower};
    }
    Bracket result{0.0, inf};
    Sides sides;
    sides.lower = effort == PldEffort::Both;
    sides.upperRefine = effort == PldEffort::Draft ? 10.0 : 1.0;
    for (int count = 0; count < 8; ++count) {
        const Round round = computeRound(composition, directions, question, sides, read, known);
        if (!round.answerable) {
            return result;
        }
        const double gapBefore = result.upper - result.lower;
        if (sides.upper) {
            result.upper = std::min(result.upper, round.found.upper);
        }
        if (sides.lower) {
            result.lower = std::max(result.lower, round.found.lower);
        }
        // RDP can miss ε by so much that order and step were chosen for another question.
        const double epsilon = known(round.found.upper);
        const bool misled = sides.upper && std::isfinite(epsilon) && epsilon < 0.6 * question.epsilon &&
                            std::isfinite(round.slope) && round.slope > 0;
        if (misled) {
            question.epsilon = std::max(epsilon, 0.05 * question.epsilon);
            question.order = std::clamp(round.slope, 1e-3, 1e9);
            continue;
        }
        const double gap = result.upper - result.lower;
        if (effort != PldEffort::Both || !round.affordable || !std::isfinite(gap) ||
            gap <= 0.004 * result.upper) {
            break;
        }
        sides = nextSides(sides, gap, gapBefore - gap, 0.003 * result.upper);
    }
    return result;
}

/// One release under add-or-remove has a closed form.
bool isOneStep(const Composition& composition) {
    return composition.adjacency == Adjacency::AddOrRemoveOne && composition.muSquared == 0 &&
           composition.sampled.size() == 1 && composition.sampled.front().count == 1 &&
           std::isnormal(1 / composition.sampled.front().noise);
}

double gaussianMu(const Composition& composition) {
    return composition.muSquared > 0 ? std::nextafter(std::sqrt(composition.muSquared), inf) : 0.0;
}

// An upper bound of δ(0): the total variation distances of single releases add up.
double totalVariation(const Composition& composition) {
    const auto distance = [](double mu) { return std::erf(mu / std::sqrt(8.0)) * (1 + 1e-14); };
    double sum = distance(std::sqrt(composition.muSquared));
    for (const auto& event : composition.sampled) {
        sum += event.count * event.rate * distance(1 / event.noise);
    }
    return sum * (1 + 1e-12);
}

} // namespace

Bracket pldEpsilon(const Composition& composition, double delta, PldEffort effort) {
    if (composition.infinite || !composition.curves.empty()) {
        return {0.0, inf};
    }
    if (composition.sampled.empty()) {
        const double exact = epsilonOf(Mu{gaussianMu(composition)}, Delta{delta}).value();
        return {exact * (1 - 1e-9), exact};
    }
    if (totalVariation(composition) <= delta) {
        return {0.0, 0.0};
    }
    const double stepwise = stepwiseEpsilon(composition, delta);
    if (isOneStep(composition) && std::isfinite(stepwise)) {
        return {stepwise * (1 - 1e-9), stepwise};
    }
    const RdpFigure rdp = rdpEpsilon(composition, delta);
    const Question question{delta, rdp.value, rdp.alpha - 1, tiltFor(rdp)};
    Bracket found = answer(
        composition, question, effort, [&](const ComposedLoss& loss) { return loss.epsilon(delta); },
        [](double value) { return value; });
    found.upper = std::min(found.upper, stepwise);
    return found;
}

Bracket pldDelta(const Composition& composition, double epsilon, PldEffort effort) {
    if (composition.infinite || !composition.curves.empty()) {
        return {0.0, 1.0};
    }
    if (composition.sampled.empty()) {
        const double exact = deltaOf(Mu{gaussianMu(composition)}, Epsilon{epsilon}).value();
        return {exact * (1 - 1e-9), exact};
    }
    if (isOneStep(composition)) {
        const auto& step = composition.sampled.front();
        const double exact = sampledStepDelta(step.rate, step.noise, epsilon);
        return {exact * (1 - 1e-9), exact};
    }
    const RdpFigure rdp = rdpDelta(composition, epsilon);
    const Question question{std::max(rdp.value, 1e-290), epsilon, rdp.alpha - 1, tiltFor(rdp)};
    return answer(
        composition, question, effort, [&](const ComposedLoss& loss) { return loss.delta(epsilon); },
        [&](double) { return epsilon; });
}

} // namespace parsimony::accounting
