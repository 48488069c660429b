// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 18: released scores alone decide. Rule 21: every failure after the reservation keeps the charge and
// the database sound.
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/registry.h"
#include "core/session/dataset_declaration.h"
#include "core/session/executor.h"
#include "core/session/options_json.h"
#include "core/session/planner.h"
#include "core/session/search_request.h"
#include "core/session/snapshot_reader.h"
#include "tests/privacy/rule_fixture.h"
#include "tests/privacy/trainer_fixture.h"

#include <cstdlib>
#include <new>

namespace parsimony::test {

using session::ExperimentPlan;

class Rule18 : public RuleTest {
protected:
    // Runs, then makes every choice once more from the released scores that the ledger holds: no row, no
    // label, no raw score is there any more.
    void chooseAgain(const std::string& name, const Words& more) {
        Words words =
            run(name + ".parsimony", "data", 0.05); // scores drown in noise: raw ones would choose others
        words.insert(words.end(), more.begin(), more.end());
        *(std::find(words.begin(), words.end(), "--trials") + 1) = "4";
        m_registry = "registry-" + name;
        const Outcome outcome = cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        const auto project = ledger::Project::open(m_place.path(name + ".parsimony"));
        const auto plan = ExperimentPlan::fromJson(project.experiment(ExperimentId{1}).plan);
        const auto recorded = makeMethod(plan);
        const auto trials = session::replayTrials(project, ExperimentId{1}, *recorded);
        const auto again = makeMethod(plan);
        int compared = 0;
        while (!again->finished()) {
            const auto batch = again->nextBatch();
            ASSERT_FALSE(batch.empty());
            for (const search::Proposal& proposal : batch) {
                const ledger::TrialRow& row = trials.at(proposal.index);
                EXPECT_EQ(row.r, proposal.r);
                EXPECT_EQ(row.learningRate, proposal.learningRate);
                EXPECT_EQ(row.steps, proposal.steps);
                ++compared;
                again->observe(proposal.index,
                               row.score ? std::optional(search::Score{*row.score, row.scoreSe.value_or(0.0)})
                                         : std::nullopt);
            }
        }
        EXPECT_GE(compared, 4);
        EXPECT_EQ(again->result(), recorded->result());
        // What was shown is the same choice.
        const auto report = outcome.json();
        EXPECT_EQ(report["final"]["trial"], trials.at(*again->result()).id.value());
        for (const auto& phase : report["phases"]) {
            for (const auto& trial : phase["trials"]) {
                EXPECT_GT(trial["score_se"], 0.01) << "the noise must be able to change the choice";
            }
        }
    }
};

TEST_F(Rule18, ReleasedScoresAloneDecide) {
    chooseAgain("scaling", {"--method", "linear-scaling"});
    chooseAgain("random", {"--method", "random"});
    chooseAgain("bisection", {"--method", "linear-scaling", "--sampler", "bisection"});
}

// A backend that fails at one of its passes.
struct BackendHolder {
    std::unique_ptr<compute::ComputeBackend> held = compute::makeCpuBackend({1});
};
class FaultyBackend final : private BackendHolder, public RecordingBackend {
public:
    FaultyBackend(int failAt, std::function<void()> fault)
        : RecordingBackend(*held), m_left(failAt), m_fault(std::move(fault)) {}

protected:
    bool doClippedGradientSums(const compute::ResidentData& data, const compute::PassOptions& options,
                               std::span<const compute::GradientTask> tasks) override {
        if (--m_left == 0) {
            m_fault();
        }
        return !options.stop.stop_requested() &&
               RecordingBackend::doClippedGradientSums(data, options, tasks);
    }

private:
    int m_left;
    std::function<void()> m_fault;
};

class Rule21 : public RuleTest {
protected:
    struct State {
        double train = 0.0, test = 0.0;
        std::size_t problems = 0;
    };

    void SetUp() override {
        RuleTest::SetUp();
        setenv("PARSIMONY_REGISTRY", m_place.text(m_registry).c_str(), 1);
    }

    session::RunOptions request() const {
        session::RunOptions options;
        options.data = m_place.text("data");
        options.classes = classes;
        options.epsilon = 2.0;
        options.delta = 1e-5;
        options.steps = "4";
        options.trials = 1;
        return options;
    }

    // Runs the experiment with a backend that fails at pass `failAt`; what came of it.
    State runWithFault(const std::string& file, int failAt,
                       const std::function<void(std::stop_source&)>& fault, bool& failed) {
        const auto options = request();
        const auto registry = session::userRegistry();
        auto project = ledger::Project::openOrCreate(m_place.path(file), {30000, registry, {}, {}, {}});
        auto data = session::describeData(options);
        const auto dataset = session::declareDataset(project, *registry, data, options, {});
        auto plan =
            session::planExperiment(options, data, session::freshAccounts(data, Epsilon{2.0}, Delta{1e-5}));
        for (const auto& [name, id] : dataset.parts) {
            plan.partIds[name] = id.value();
        }
        ledger::ExperimentSpec spec;
        spec.dataset = dataset.id;
        spec.method = plan.method();
        spec.trainer = plan.trainer();
        spec.options = session::toJson(options);
        spec.plan = plan.toJson();
        spec.charges = {{dataset.part("train"), {}, plan.muSquared, 0.0, 0.0}};
        for (const auto& look : plan.evaluations) {
            spec.charges.push_back({dataset.part(look.part), {look.count->event()}, {}, 0.0, 0.0});
        }
        std::stop_source stop;
        auto backend = std::make_unique<FaultyBackend>(failAt, [&] { fault(stop); });
        try {
            session::Executor executor(project, data, std::move(backend), stop.get_token());
            failed =
                executor.run({plan, project.beginExperiment(spec)}, {}).status != ExperimentStatus::Finished;
        } catch (const std::exception&) {
            failed = true;
        }
        return stateOf(file);
    }

    State stateOf(const std::string& file) const {
        const auto report = ledger::audit(m_place.path(file));
        State state;
        state.problems = report.problems.size();
        for (const auto& figure : report.figures) {
            (figure.part == "train" ? state.train : state.test) = figure.epsilon;
        }
        return state;
    }
};

TEST_F(Rule21, EveryFailureKeepsChargeAndDatabaseAndCanBeResumed) {
    const std::vector<std::pair<std::string, std::function<void(std::stop_source&)>>> faults = {
        {"memory", [](std::stop_source&) { throw std::bad_alloc(); }},
        {"device", [](std::stop_source&) { fail("the device reported an illegal address; start again"); }},
        {"cancel", [](std::stop_source& stop) { stop.request_stop(); }},
    };
    for (const auto& [name, fault] : faults) {
        for (const int at : {1, 3, 6, 11}) { // in the first trial, the second and the final run
            const std::string file = name + std::to_string(at) + ".parsimony";
            m_registry = "registry-" + file;
            setenv("PARSIMONY_REGISTRY", m_place.text(m_registry).c_str(), 1);
            bool failed = false;
            const State after = runWithFault(file, at, fault, failed);
            EXPECT_TRUE(failed) << file;
            EXPECT_EQ(after.problems, 0U) << file;
            EXPECT_GT(after.train, 1.99) << file; // all of the reservation stays
            EXPECT_LE(after.train, 2.0) << file;
            // Nobody gets another budget, and the experiment goes on under the same reservation.
            EXPECT_EQ(cli(run(file)).exitCode, 3) << file;
            const Outcome resumed =
                cli({"resume", "-f", "json", "-q", "--threads", "1", "--storage", m_place.text(file)});
            EXPECT_EQ(resumed.exitCode, 0) << file << resumed.text();
            EXPECT_EQ(resumed.json()["status"], "finished") << file;
            const State end = stateOf(file);
            EXPECT_EQ(end.problems, 0U) << file;
            EXPECT_EQ(end.train, after.train) << file;
            EXPECT_EQ(end.test, after.test) << file;
        }
    }
}

} // namespace parsimony::test
