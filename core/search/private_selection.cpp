// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/private_selection.h"

#include "core/base/collected.h"
#include "core/base/enum_words.h"
#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/privacy/calibration.h"
#include "core/privacy/rdp.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace parsimony::search {

namespace {

/// What the number of runs is drawn from; the second has an η of its own.
enum class Law { Poisson, NegativeBinomial };
constexpr std::array kLaws{"poisson", "tnb"};

constexpr double mostRuns = 10000.0;
constexpr double mostEta = 1e6; // it is a Poisson law's by then

/// RDP of a run at an order.
using BaseCurve = std::function<double(double order)>;

/// Of a Gaussian mechanism.
BaseCurve gaussianCurve(double mu) {
    return [mu](double order) { return 0.5 * order * mu * mu; };
}

std::vector<double> valuesOf(const BaseCurve& curve, const std::vector<double>& orders) {
    return collected<double>(orders, [&](const double order) { return curve(order); });
}

struct Curve {
    std::vector<double> orders;
    std::vector<double> values;
};

constexpr int mostOrder = 1024; ///< of subset tuning

/// `highest`: of subset tuning, which needs the run's curve at every integer, the last order that is looked
/// at. Fewer orders never give less.
Curve wholeCurve(const SelectionRequest& request, const BaseCurve& run, int highest = mostOrder) {
    if (!request.subsetFraction) {
        const std::vector<double>& orders = selectionOrders();
        return {orders, selectionRdp(orders, valuesOf(run, orders), request.family, request.meanRuns)};
    }
    std::vector<double> integers;
    for (int order = 2; order <= highest; ++order) {
        integers.push_back(order);
    }
    const std::vector<double> final = valuesOf(run, integers);
    const std::vector<double> tuning = selectionRdp(integers, final, request.family, request.meanRuns);
    Curve curve;
    for (const double order : subsetOrders()) {
        if (order > highest) {
            break;
        }
        curve.orders.push_back(order);
        curve.values.push_back(
            subsetRdp(static_cast<int>(order), tuning, final, *request.subsetFraction, request.adjacency));
    }
    return curve;
}

void check(const SelectionRequest& request) {
    checkedEpsilon(request.epsilon.value(), "epsilon");
    checkedDelta(request.delta.value(), "delta");
    if (!(request.meanRuns >= 1.0 && request.meanRuns <= mostRuns)) {
        failUsage(Sentence("--runs-mean must lie in 1..10000, not {1}", request.meanRuns));
    }
    if (!request.family.poisson) {
        (void)gammaForMean(request.family.eta, request.meanRuns);
    }
    if (request.subsetFraction) {
        if (!(*request.subsetFraction > 0.0 && *request.subsetFraction < 1.0)) {
            failUsage(
                Sentence("--subset-fraction must lie between 0 and 1, not {1}", *request.subsetFraction));
        }
        if (request.rowsPerPerson > 1) {
            refuse(Sentence("koskela-kulkarni draws the tuning set row by row, so its guarantee does not "
                            "hold for people with several rows: use another --method"));
        }
    }
}

double wholeEpsilon(const SelectionRequest& request, const BaseCurve& run, int highest = mostOrder) {
    const Curve curve = wholeCurve(request, run, highest);
    return epsilonOfCurve(curve.orders, curve.values, request.delta.value());
}

/// The order up to which looking is worth its time for runs that cost about as much as this one: far beyond
/// the order whose bound is the least.
int lastOrderFor(const SelectionRequest& request, const BaseCurve& run) {
    const double least = wholeEpsilon(request, run);
    int highest = 64;
    while (highest < mostOrder && wholeEpsilon(request, run, highest / 4) > least) {
        highest *= 2;
    }
    return std::min(highest, mostOrder);
}

/// What a run with these multipliers releases: the largest curve of them all, at each order.
BaseCurve largestOf(const std::vector<RunNoise>& runs, double scoreMu, Adjacency adjacency) {
    std::vector<accounting::Composition> kinds;
    for (const RunNoise& run : runs) {
        const Releases releases{run.steps, SampleRate{run.sampleRate}, NoiseMultiplier{run.noiseMultiplier},
                                adjacency};
        const std::array events{releases.event()};
        kinds.push_back(accounting::reduced(events));
    }
    return [kinds = std::move(kinds), scoreMu](double order) {
        double most = 0.0;
        for (const accounting::Composition& kind : kinds) {
            most = std::max(most, accounting::logMomentUpper(kind, order) / (order - 1.0));
        }
        return most + 0.5 * order * scoreMu * scoreMu;
    };
}

/// The least x, to 1e-4, at which a falling ε(x) is at most the target; `from` is where it is looked for
/// first.
double leastWithin(double target, double from, const std::function<double(double)>& epsilonAt) {
    constexpr double least = 1e-6;
    constexpr double most = 1e12;
    double good = from;
    double bad = from;
    if (epsilonAt(from) <= target) {
        while (bad > least && epsilonAt(bad) <= target) {
            good = bad;
            bad /= 1.5;
        }
    } else {
        while (good < most && epsilonAt(good) > target) {
            bad = good;
            good *= 1.5;
        }
    }
    while (good > bad * (1.0 + 1e-4)) {
        const double middle = std::sqrt(good * bad);
        (epsilonAt(middle) <= target ? good : bad) = middle;
    }
    return good;
}

/// The multipliers of runs of which some sample: see planSelection().
std::vector<RunNoise> multipliersOf(const SelectionRequest& request, double target, double mu,
                                    double scoreMu) {
    const int highest = lastOrderFor(request, gaussianCurve(mu));
    std::vector<RunNoise> runs = request.runs;
    for (RunNoise& run : runs) {
        const double steps = std::sqrt(static_cast<double>(run.steps));
        const double trainingMu = std::sqrt(mu * mu - scoreMu * scoreMu);
        run.noiseMultiplier = leastWithin(target, run.sampleRate * steps / trainingMu, [&](double z) {
            const RunNoise one{run.sampleRate, run.steps, z};
            return wholeEpsilon(request, largestOf({one}, scoreMu, request.adjacency), highest);
        });
    }
    const auto scaled = [&](double factor) {
        std::vector<RunNoise> all = runs;
        for (RunNoise& run : all) {
            run.noiseMultiplier *= factor;
        }
        return all;
    };
    return scaled(leastWithin(target, 1.0, [&](double factor) {
        return wholeEpsilon(request, largestOf(scaled(factor), scoreMu, request.adjacency), highest);
    }));
}

void checkEta(double eta) {
    if (!(eta > -1.0 && eta <= mostEta)) {
        failUsage(Sentence("--runs-family tnb:ETA needs an ETA above -1 and at most 1000000, not {1}", eta));
    }
}

} // namespace

RunsFamily runsFamilyFromText(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto law = valueNamed<Law>(kLaws, text.substr(0, colon));
    const bool hasEta = colon != std::string_view::npos;
    if (!law || hasEta != (law == Law::NegativeBinomial)) {
        failUsage(Sentence("--runs-family must be poisson or tnb:ETA, not '{1}'", text));
    }
    if (law == Law::Poisson) {
        return {true, 0.0};
    }
    const double eta = parseNumber(text.substr(colon + 1), "--runs-family");
    checkEta(eta);
    return {false, eta};
}

std::string toText(const RunsFamily& family) {
    return family.poisson ? wordOf(kLaws, Law::Poisson)
                          : wordOf(kLaws, Law::NegativeBinomial) + (':' + numberText(family.eta));
}

double truncatedNegativeBinomialMean(double eta, double gamma) {
    const double logGamma = std::log(gamma);
    if (std::abs(eta * logGamma) < 1e-12) {
        return (1.0 - gamma) / (-gamma * logGamma);
    }
    return eta * (1.0 - gamma) / (-gamma * std::expm1(eta * logGamma));
}

double gammaForMean(double eta, double mean) {
    checkEta(eta);
    if (!(mean > 1.0 && mean <= mostRuns)) {
        failUsage(Sentence("--runs-mean must lie above 1 and at most at 10000, not {1}", mean));
    }
    // The mean falls as γ grows; bisection in log γ, which for η near −1 reaches far down.
    double lo = -700.0;
    double hi = -1e-15;
    if (truncatedNegativeBinomialMean(eta, std::exp(lo)) < mean) {
        failUsage(
            Sentence("--runs-family tnb:{1} cannot have a mean of {2} runs: choose a larger ETA", eta, mean));
    }
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (lo + hi);
        (truncatedNegativeBinomialMean(eta, std::exp(middle)) < mean ? hi : lo) = middle;
    }
    return std::exp(lo);
}

std::uint64_t drawRuns(const RunsFamily& family, double mean, UniformSource& source) {
    const long double u = (static_cast<long double>(source.bits()) + 0.5L) * 0x1p-64L;
    std::uint64_t runs = 0;
    long double mass = 0.0L;
    long double shrink = 0.0L;
    if (family.poisson) {
        mass = std::exp(-static_cast<long double>(mean));
    } else {
        const long double gamma = gammaForMean(family.eta, mean);
        const long double eta = family.eta;
        shrink = 1.0L - gamma;
        runs = 1;
        mass = std::abs(eta) < 1e-15L ? shrink / -std::log(gamma)
                                      : shrink * eta / std::expm1(-eta * std::log(gamma));
    }
    long double total = mass;
    // The rest beyond a mass of 2⁻⁷⁰ past the mean sums to less than 2⁻⁵⁰ for every mean that is allowed.
    while (total < u && !(static_cast<double>(runs) > mean && mass < 0x1p-70L)) {
        const long double k = runs;
        mass *= family.poisson ? mean / (k + 1.0L) : shrink * (k + family.eta) / (k + 1.0L);
        total += mass;
        ++runs;
    }
    return runs;
}

const std::vector<double>& selectionOrders() {
    static const std::vector<double> orders = [] {
        std::vector<double> list;
        for (int i = 1; i < 100; ++i) {
            list.push_back(1.0 + i / 10.0);
        }
        for (int i = 11; i < 64; ++i) {
            list.push_back(i);
        }
        for (const double order : {72., 80., 96., 112., 128., 160., 192., 224., 256., 320., 384., 448., 512.,
                                   640., 768., 1024., 1536., 2048., 4096.}) {
            list.push_back(order);
        }
        return list;
    }();
    return orders;
}

const std::vector<double>& subsetOrders() {
    static const std::vector<double> orders = [] {
        std::vector<double> list;
        for (const double order : selectionOrders()) {
            if (order == std::floor(order) && order >= 2.0 && order <= 1024.0) {
                list.push_back(order);
            }
        }
        return list;
    }();
    return orders;
}

SelectionPlan planSelection(const SelectionRequest& request) {
    check(request);
    // The ledger composes what is stored anew and allows no more than ε: its rounding is left room.
    const double target = request.epsilon.value() * (1.0 - 1e-9);
    const auto epsilonAt = [&](double mu) { return wholeEpsilon(request, gaussianCurve(mu)); };
    double lo = 1e-9; // log μ is bisected from here to twice what one run could cost
    double hi = std::sqrt(2.0 * target) + 10.0;
    if (epsilonAt(lo) > target) {
        refuse(Sentence("no run of a private selection fits epsilon = {1} with this family and mean of runs: "
                        "lower --runs-mean or raise the budget",
                        Sentence::number(roundedText(target, 6))),
               {epsilonAt(lo), target, epsilonAt(lo) - target});
    }
    for (int i = 0; i < 60 && hi > lo * (1.0 + 1e-9); ++i) {
        const double middle = std::sqrt(lo * hi);
        (epsilonAt(middle) <= target ? lo : hi) = middle;
    }
    SelectionPlan plan;
    BaseCurve run = gaussianCurve(lo);
    if (!request.runs.empty()) {
        const double scoreMu = lo * std::sqrt(request.scoreFraction);
        plan.runs = multipliersOf(request, target, lo, scoreMu);
        run = largestOf(plan.runs, scoreMu, request.adjacency);
        for (RunNoise& each : plan.runs) {
            each.noiseMultiplier =
                noiseFor(NoiseMultiplier{each.noiseMultiplier}, request.adjacency, request.rowsPerPerson);
        }
    }
    const Curve curve = wholeCurve(request, run);
    plan.request = request;
    plan.runMu = Mu{lo};
    plan.orders = curve.orders;
    plan.values = curve.values;
    plan.epsilon = Epsilon{epsilonOfCurve(curve.orders, curve.values, request.delta.value())};
    return plan;
}

SelectionCurve selectionCurve(const SelectionRequest& request, double runMu, double scoreMu) {
    check(request);
    BaseCurve run = gaussianCurve(runMu);
    if (!request.runs.empty()) {
        const double perSigma = noiseFor(NoiseMultiplier{1.0}, request.adjacency, request.rowsPerPerson);
        std::vector<RunNoise> runs = request.runs;
        for (RunNoise& each : runs) {
            each.noiseMultiplier /= perSigma;
        }
        run = largestOf(runs, scoreMu, request.adjacency);
    }
    Curve curve = wholeCurve(request, run);
    return {std::move(curve.orders), std::move(curve.values)};
}

StepChoice drawCandidate(const SearchSpace& space, const NoiseFor& noise, UniformSource& source) {
    SearchSpace fixed = space.at(space.drawKnobs(source));
    if (space.stepsOnly) {
        return {0.0, drawSteps(space.grid, source), false, fixed.knobs};
    }
    const std::uint32_t steps = plannedSteps(space, source);
    fixed.sampler = SamplerKind::LogUniform;
    return chooseTrial(fixed, noise, 0, steps, Position{source.next(), 0.0, 1.0}, source);
}

} // namespace parsimony::search
