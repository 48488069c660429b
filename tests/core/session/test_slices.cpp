// SPDX-License-Identifier: GPL-3.0-or-later
// Lists in accounts of both kinds: what a plan takes its run carries out, and what it cannot is refused
// before anything is reserved.
#include "core/ledger/audit.h"
#include "core/search/method_entry.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

namespace {

struct List {
    const char* trainer;
    const char* option;
    const char* values;
};

constexpr List kLists[] = {
    {"dp-gd", "max-grad-norm", "0.03,0.1,0.3,1"},
    {"dp-adam", "max-grad-norm", "0.7,0.11,0.013"},
    {"dp-gd", "momentum", "0,0.9"},
    {"dp-gd", "weight-decay", "0,0.01"},
    {"dp-gd", "steps", "4,9"},
    {"dp-fc", "gram-fraction", "0.1,0.3,0.2"},
    {"dp-newton", "max-grad-norm", "0.3,0.7,1"},
    {"dp-ls", "alpha", "0.1,0.5"},
    {"dp-ls", "ridge", "0.1,1"},
    {"dp-gd,dp-adam", "", ""},
};

RunOptions small() {
    RunOptions options = digitsOptions();
    options.epsilon = 300.0;
    options.trials = 2;
    options.testEpsilon = TestEpsilon{};
    return options;
}

class SliceRun : public RegistryFolder {
protected:
    /// A project whose train account is of kind slices from its first experiment on.
    [[nodiscard]] Session sliced(const RunOptions& options) const {
        Session session = Session::open(project(), true);
        RunOptions first = options;
        give(first, "method", "papernot-steinke");
        first.trials.reset();
        first.steps = NumberList(5.0);
        first.experimentEpsilon = 0.5;
        (void)session.run(first, {}, {});
        return session;
    }
};

std::optional<ErrorCode> refusalOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.code();
    }
    return std::nullopt;
}

} // namespace

class EveryMethod : public SliceRun, public ::testing::WithParamInterface<std::tuple<bool, std::size_t>> {};

TEST_P(EveryMethod, RunsWhatItPlansOrRefusesItBefore) {
    const auto [slices, place] = GetParam();
    const List& list = kLists[place];
    RunOptions options = small();
    Session session = slices ? sliced(options) : Session::open(project(), true);
    for (const search::MethodTraits* method : search::allMethods()) {
        RunOptions asked = options;
        give(asked, "method", std::string(method->name));
        give(asked, "trainer", list.trainer);
        if (train::traitsOf(asked.trainer).stepSize) {
            asked.steps = NumberList(5.0);
        }
        if (*list.values != 0) {
            give(asked, list.option, list.values);
        }
        if (method->privateSelection) {
            asked.trials.reset();
        }
        asked.experimentEpsilon = 1.0;
        const auto before = session.trials({}).size();
        const auto planned = refusalOf([&] { (void)session.plan(asked); });
        const auto ran =
            refusalOf([&] { EXPECT_EQ(session.run(asked, {}, {}).status, ExperimentStatus::Finished); });
        const std::string what = std::string(method->name) + " " + list.trainer + " " + list.option;
        EXPECT_EQ(planned, ran) << what;
        EXPECT_NE(ran, ErrorCode::Failed) << what;
        EXPECT_EQ(ran.has_value(), session.trials({}).size() == before) << what;
    }
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

INSTANTIATE_TEST_SUITE_P(Lists, EveryMethod,
                         ::testing::Combine(::testing::Bool(),
                                            ::testing::Range<std::size_t>(0, std::size(kLists))));

TEST_F(SliceRun, AListOfClipsGoesOnWhereItWasStopped) {
    RunOptions options = small();
    std::optional<std::int64_t> experiment;
    (void)sliced(options);
    give(options, "method", "linear-scaling");
    give(options, "max-grad-norm", "0.03,0.1,0.3,1");
    options.steps = NumberList(5.0);
    options.trials = 6;
    options.experimentEpsilon = 2.0;
    RunSnapshot run;
    for (int rounds = 0; run.status != ExperimentStatus::Finished && rounds < 30; ++rounds) {
        Session session = Session::open(project(), true);
        std::stop_source stop;
        RunObserver observer;
        int seen = 0;
        observer.onSnapshot = [&](const RunSnapshot&) {
            if (++seen > 2 + rounds) {
                stop.request_stop();
            }
        };
        run = experiment ? session.resume(experiment, stop.get_token(), observer)
                         : session.run(options, stop.get_token(), observer);
        experiment = run.experiment;
    }
    EXPECT_EQ(run.status, ExperimentStatus::Finished);
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

} // namespace parsimony::session
