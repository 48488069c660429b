// SPDX-License-Identifier: GPL-3.0-or-later
// What every method keeps, whatever it looks for. The suite runs over the list of methods and asks for what
// each one's traits say that it takes: a new method is covered as soon as it is in the list.
#include "core/base/error.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/method_entry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

namespace parsimony::search {
namespace {

constexpr double kDelta = 1e-5;
constexpr double scoreFraction = 0.1;

/// One way to ask for a method.
struct Asked {
    std::string name;
    SearchRequest request;
    double epsilon = 1.0;

    friend void PrintTo(const Asked& asked, std::ostream* stream) { *stream << asked.name; }
    [[nodiscard]] const Method& method() const { return methodOf(request.method); }
    [[nodiscard]] Budget budget(double extraMu = 0.0) const {
        const double mu = muOf(Epsilon{epsilon}, Delta{kDelta}).value();
        Budget budget{{}, {}, Epsilon{epsilon}, Delta{kDelta}, scoreFraction};
        budget.total.addProduct(mu, mu);
        budget.extra.addProduct(extraMu, extraMu);
        return budget;
    }
    [[nodiscard]] Shares shares() const { return method().share(request, budget()); }
    [[nodiscard]] std::unique_ptr<SequentialMethod> make() const {
        const Shares shared = shares();
        return method().make(request, shared, noiseOf(shared));
    }

    /// σ of a run that takes all of its share's μ in its steps.
    [[nodiscard]] static NoiseFor noiseOf(const Shares& shares) {
        return [shares](int phase, std::uint32_t steps, const train::Knobs&) {
            const RunShare& share = phase < 0          ? *shares.final
                                    : shares.selection ? shares.selection->run
                                                       : shares.phases.at(static_cast<std::size_t>(phase));
            return std::sqrt(static_cast<double>(steps)) / share.trainingMu;
        };
    }
};

/// What the method's traits say that it takes, and nothing else.
SearchRequest requestFor(const MethodTraits& method, double epsilon) {
    SearchRequest request;
    request.method = method.kind;
    request.space.scale.publicRecords = 40000.0;
    request.space.scale.clip = method.maxGradNorm.value_or(0.3);
    request.space.grid.steps =
        method.oneSteps ? std::vector<std::uint32_t>{50} : std::vector<std::uint32_t>{20, 50, 100};
    request.trials = 4;
    request.classes = 10;
    request.key = searchKeyOfSeed(3);
    if (method.hasPhases) {
        for (const double share : kPhaseShares) {
            request.phases.push_back({Epsilon{share * epsilon}, request.trials});
        }
    }
    if (method.oneSteps) {
        request.nu = 1.2;
    }
    if (method.subset) {
        request.subsetFraction = kSubsetFraction;
    }
    return request;
}

/// Every method with little and with much to spend, and in each way its traits let it be asked for.
std::vector<Asked> everyMethod() {
    std::vector<Asked> all;
    for (const Method* method : kMethods) {
        const MethodTraits* traits = &method->traits;
        std::string name(traits->name);
        std::replace(name.begin(), name.end(), '-', '_');
        for (const double epsilon : {0.3, 4.0}) {
            const std::string with = name + (epsilon < 1.0 ? "_little" : "_much");
            const SearchRequest plain = requestFor(*traits, epsilon);
            all.push_back({with, plain, epsilon});
            if (traits->takesRates) {
                SearchRequest rates = plain;
                rates.nu.reset();
                rates.space.grid.learningRates =
                    traits->oneSteps ? std::vector<double>{2.0} : std::vector<double>{0.5, 2.0, 8.0};
                all.push_back({with + "_rates", rates, epsilon});
            }
            if (traits->drawsTotalStep) {
                SearchRequest range = plain; // a bisection asks for one trial after the other, in phases
                range.space.sampler = traits->hasPhases ? SamplerKind::Bisection : SamplerKind::Uniform;
                range.space.totalStep = Range{1.0, 10000.0};
                all.push_back({with + "_range", range, epsilon});
            }
        }
    }
    return all;
}

SpendSum squareOf(double mu) {
    SpendSum sum;
    sum.addProduct(mu, mu);
    return sum;
}

/// The share that a run is paid from.
const RunShare& paidFrom(const Shares& shares, const Proposal& run) {
    return run.phase < 0 ? *shares.final : shares.phases.at(static_cast<std::size_t>(run.phase));
}

/// Distinct, so that no tie decides, and without a pattern in the index.
std::optional<Score> scoreOf(const Proposal& run) {
    if (!run.scored) {
        return std::nullopt;
    }
    return Score{0.6 + 0.1 * std::sin(7.0 * run.index + 1.0), 0.01};
}

/// Runs the method to its end; `backwards` closes the last run of each batch first.
void runThrough(SequentialMethod& method, bool backwards = false) {
    for (int rounds = 0; !method.finished(); ++rounds) {
        ASSERT_LT(rounds, 1000);
        const std::vector<Proposal> batch = method.nextBatch();
        ASSERT_FALSE(batch.empty()) << "neither finished nor anything to do";
        const Proposal& run = backwards ? batch.back() : batch.front();
        method.observe(run.index, scoreOf(run));
    }
}

class MethodContract : public testing::TestWithParam<Asked> {
protected:
    const Asked& asked = GetParam();
    const Shares shares = asked.shares();
    std::unique_ptr<SequentialMethod> method = asked.make();
};

TEST_P(MethodContract, SaysItsOwnName) {
    EXPECT_EQ(method->name(), asked.method().traits.name);
    EXPECT_EQ(method->accounted(), !asked.method().traits.publicOnly);
}

TEST_P(MethodContract, PricesTheWholeBeforeAnyScoreWithinTheBudget) {
    const SpendSum total = asked.budget().total;
    SpendSum runs;
    for (const Proposal& run : method->outline()) {
        const RunShare& share = paidFrom(shares, run);
        runs.add(squareOf(share.mu));
        SpendSum parts = squareOf(share.trainingMu);
        parts.add(squareOf(share.scoreMu));
        if (!shares.selection) {
            ASSERT_TRUE(run.mu) << "what a run may spend is planned, not chosen later";
            EXPECT_EQ(*run.mu, share.mu);
            EXPECT_EQ(share.scoreMu > 0.0, run.scored) << "a score costs, and nothing else does";
        }
        EXPECT_TRUE(parts.fits(squareOf(share.mu))) << "training and score of one run";
        EXPECT_GT(share.trainingMu, 0.0);
    }
    if (asked.method().traits.privateSelection) {
        ASSERT_TRUE(shares.selection);
        EXPECT_LE(epsilonOfCurve(shares.selection->orders, shares.selection->values, kDelta), asked.epsilon);
        EXPECT_LT(shares.selection->run.mu, muOf(Epsilon{asked.epsilon}, Delta{kDelta}).value())
            << "the best of several runs costs more than one";
        EXPECT_TRUE(shares.phases.empty());
    } else {
        EXPECT_FALSE(shares.selection);
        EXPECT_TRUE(runs.fits(shares.spent));
        // An oracle's choice is covered by nothing, and it says so: each of its runs takes the whole.
        EXPECT_EQ(shares.spent.fits(total), !asked.method().traits.publicOnly);
    }
}

TEST_P(MethodContract, KeepsOffWhatOtherReleasesOfTheExperimentTake) {
    const auto refused = [&](const Budget& budget) {
        try {
            static_cast<void>(asked.method().share(asked.request, budget));
        } catch (const Error&) {
            return true;
        }
        return false;
    };
    const double all = muOf(Epsilon{asked.epsilon}, Delta{kDelta}).value();
    EXPECT_TRUE(refused(asked.budget(all))) << "nothing is left";
    const Budget budget = asked.budget(0.3 * all);
    if (asked.method().traits.privateSelection) {
        EXPECT_TRUE(refused(budget)) << "one mechanism takes the whole";
        return;
    }
    const Shares less = asked.method().share(asked.request, budget);
    if (asked.method().traits.publicOnly) {
        EXPECT_LT(less.phases.front().mu, shares.phases.front().mu);
    } else {
        EXPECT_TRUE(less.spent.fits(budget.total)) << "with the other releases in it";
        EXPECT_TRUE(budget.extra.fits(less.spent));
    }
}

TEST_P(MethodContract, TheSameRequestGivesTheSamePlan) {
    const Shares again = asked.shares();
    EXPECT_EQ(again.spent, shares.spent);
    ASSERT_EQ(again.phases.size(), shares.phases.size());
    for (std::size_t i = 0; i < shares.phases.size(); ++i) {
        EXPECT_EQ(again.phases[i].mu, shares.phases[i].mu);
    }
    EXPECT_EQ(asked.make()->outline(), method->outline());
}

TEST_P(MethodContract, OutlinesEveryRunInOrderBeforeAnyScore) {
    const std::vector<Proposal> runs = method->outline();
    ASSERT_FALSE(runs.empty());
    int last = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        EXPECT_EQ(runs[i].index, static_cast<int>(i));
        EXPECT_EQ(runs[i].role == TrialRole::Final, runs[i].phase < 0);
        EXPECT_TRUE(runs[i].phase < 0 || runs[i].phase >= last) << "phases follow each other";
        EXPECT_TRUE(runs[i].phase >= 0 || i + 1 == runs.size()) << "the final run is the last";
        last = std::max(last, runs[i].phase);
    }
    EXPECT_FALSE(method->finished());
    EXPECT_FALSE(method->result());
}

TEST_P(MethodContract, AsksForWholeRunsOfTheOutlineAndChangesNoSpend) {
    while (!method->finished()) {
        const std::vector<Proposal> outline = method->outline();
        const std::vector<Proposal> batch = method->nextBatch();
        EXPECT_EQ(method->nextBatch(), batch) << "asking twice changes nothing";
        ASSERT_FALSE(batch.empty());
        for (const Proposal& run : batch) {
            if (!shares.selection) { // whose runs nobody but its mechanism ever knows
                EXPECT_TRUE(run.learningRate && *run.learningRate > 0.0);
                EXPECT_TRUE(run.noiseMultiplier && *run.noiseMultiplier > 0.0);
                EXPECT_GT(run.steps, 0U);
            }
            const Proposal& planned = outline.at(static_cast<std::size_t>(run.index));
            EXPECT_EQ(run.mu, planned.mu);
            EXPECT_EQ(run.phase, planned.phase);
            EXPECT_EQ(run.scored, planned.scored);
            for (const StartShare& share : run.start) {
                EXPECT_LT(share.index, run.index) << "of a run that is closed";
            }
        }
        method->observe(batch.front().index, scoreOf(batch.front()));
    }
    EXPECT_TRUE(method->nextBatch().empty());
}

TEST_P(MethodContract, TheSameScoresGiveTheSameRunsInAnyOrder) {
    const auto other = asked.make();
    runThrough(*method);
    runThrough(*other, true);
    EXPECT_EQ(method->outline(), other->outline());
    EXPECT_EQ(method->result(), other->result());
    ASSERT_TRUE(method->result());
    EXPECT_LT(*method->result(), static_cast<int>(method->outline().size()));
}

TEST_P(MethodContract, GoesOnFromTheObservationsOfAnInterruptedSearch) {
    while (!method->finished()) {
        const Proposal run = method->nextBatch().front();
        method->observe(run.index, scoreOf(run));
        const auto resumed = asked.make();
        while (resumed->nextBatch() != method->nextBatch()) {
            const Proposal next = resumed->nextBatch().front();
            ASSERT_LE(next.index, run.index) << "it never comes to where the other one is";
            resumed->observe(next.index, scoreOf(next));
        }
        EXPECT_EQ(resumed->finished(), method->finished());
    }
}

TEST_P(MethodContract, RefusesScoresThatAreNoneAndRunsNobodyAskedFor) {
    const auto fails = [&](int index, std::optional<Score> score) {
        try {
            method->observe(index, score);
        } catch (const Error& error) {
            return error.code() == ErrorCode::Failed;
        }
        return false;
    };
    const Proposal run = method->nextBatch().front();
    const std::vector<Proposal> before = method->nextBatch();
    if (run.scored) {
        EXPECT_TRUE(fails(run.index, std::nullopt));
        EXPECT_TRUE(fails(run.index, Score{std::numeric_limits<double>::quiet_NaN(), 0.01}));
        EXPECT_TRUE(fails(run.index, Score{std::numeric_limits<double>::infinity(), 0.01}));
    }
    EXPECT_TRUE(fails(-1, Score{0.5, 0.01}));
    EXPECT_TRUE(fails(1000, Score{0.5, 0.01}));
    EXPECT_EQ(method->nextBatch(), before) << "a refused score leaves no trace";
    method->observe(run.index, scoreOf(run));
    EXPECT_TRUE(fails(run.index, Score{0.5, 0.01})) << "closed already";
}

TEST_P(MethodContract, ALostRunIsNeverTheResult) {
    const std::vector<Proposal> outline = method->outline();
    const auto scored =
        std::count_if(outline.begin(), outline.end(), [](const Proposal& run) { return run.scored; });
    if (scored > 1) { // the others go on; of one run alone nothing would be left
        method->lose(0);
        runThrough(*method);
        EXPECT_NE(method->result(), 0);
        EXPECT_TRUE(method->result());
    } else {
        method->lose(0);
        EXPECT_TRUE(method->finished());
        EXPECT_FALSE(method->result());
    }
}

INSTANTIATE_TEST_SUITE_P(All, MethodContract, testing::ValuesIn(everyMethod()),
                         [](const auto& asked) { return asked.param.name; });

} // namespace
} // namespace parsimony::search
