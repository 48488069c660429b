// SPDX-License-Identifier: GPL-3.0-or-later
// What every method keeps from the plan to the exported model. The suite runs over the list of methods: a new
// one is covered as soon as it is in the list.
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/ledger/audit.h"
#include "core/search/method_entry.h"
#include "core/session/options_json.h"
#include "core/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace parsimony::search {

static void PrintTo(const Method* method, std::ostream* stream) {
    *stream << method->traits.name;
}

} // namespace parsimony::search

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

class MethodRun : public ::testing::TestWithParam<const search::Method*> {
protected:
    MethodRun() {
        m_folder = fs::temp_directory_path() / ("parsimony-method-" + toHex(secureRandomKey()).substr(0, 16));
        fs::create_directories(m_folder);
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
    }
    ~MethodRun() override { fs::remove_all(m_folder); }

    [[nodiscard]] fs::path file(const std::string& name = "p.parsimony") const { return m_folder / name; }
    [[nodiscard]] static const search::MethodTraits& traits() { return GetParam()->traits; }

    /// The bundled digits with a cap of ε = 3, and what the method's traits say that it takes.
    [[nodiscard]] static nlohmann::json asked(bool onPublicData = traits().publicOnly) {
        nlohmann::json options{{"data", std::string(PARSIMONY_SAMPLES) + "/digits.npz"},
                               {"classes", 10},
                               {"epsilon", 3.0},
                               {"delta", 1e-5},
                               {"method", std::string(traits().name)},
                               {"steps", traits().oneSteps ? "6" : "4,6"}};
        if (traits().hasPhases || traits().takesTrials) {
            options["trials"] = 2;
        }
        if (traits().privateSelection) {
            options["runs-mean"] = 2.0;
        }
        if (onPublicData) {
            options["visibility"] = "public";
            options["seed"] = 5;
        }
        return options;
    }

    /// Runs until `stopAfter` snapshots were shown, again and again, until the experiment is finished.
    [[nodiscard]] RunSnapshot inPieces(const fs::path& project, const RunOptions& options, int stopAfter,
                                       int& pieces) const {
        RunSnapshot result;
        std::optional<std::int64_t> experiment;
        for (pieces = 0; result.status != ExperimentStatus::Finished && pieces < 50; ++pieces) {
            Session session = Session::open(project, true);
            std::stop_source stop;
            RunObserver observer;
            int seen = 0;
            observer.onSnapshot = [&](const RunSnapshot&) {
                if (++seen >= stopAfter + pieces) { // some more each time, so that it comes to its end
                    stop.request_stop();
                }
            };
            result = experiment ? session.resume(experiment, stop.get_token(), observer)
                                : session.run(options, stop.get_token(), observer);
            experiment = result.experiment;
        }
        return result;
    }

private:
    fs::path m_folder;
};

/// The trials of a run without what depends on its noise: a run that goes on draws fresh noise, so scores
/// differ, and with them what later trials of a search make of them.
nlohmann::json plannedOf(Session& session, const RunSnapshot& run, bool adapts) {
    nlohmann::json planned = nlohmann::json::array();
    for (const TrialSnapshot& trial : session.trials(run.experiment)) {
        nlohmann::json row = toJson(trial);
        for (const char* key : {"id", "experiment", "score"}) {
            row.erase(key);
        }
        for (const char* key : {"r", "nu", "learning_rate", "steps", "steps_done", "noise_multiplier"}) {
            if (adapts && trial.phase != 0) {
                row.erase(key);
            }
        }
        planned.push_back(row);
    }
    return planned;
}

} // namespace

TEST_P(MethodRun, PlansTheWholeAndWritesNothing) {
    const RunOptions options = runOptionsFromJson(asked());
    const RunSnapshot plan = Session::planWithoutProject(options);
    EXPECT_EQ(plan.status, ExperimentStatus::Planned);
    EXPECT_EQ(plan.method.text(), traits().name);
    EXPECT_GT(plan.experimentEpsilon, 0.0);
    EXPECT_LE(plan.experimentEpsilon, 3.0 * (1 + 1e-12));
    Session session = Session::open(file(), true);
    const auto before = session.changeCounter();
    const RunSnapshot again = session.plan(options);
    EXPECT_EQ(again.experimentEpsilon, plan.experimentEpsilon);
    EXPECT_EQ(again.phases.size(), plan.phases.size());
    EXPECT_EQ(session.changeCounter(), before);
    EXPECT_TRUE(session.experiments().empty());
}

TEST_P(MethodRun, SpendsNoMoreThanItsPlanAndEndsWithAModel) {
    const RunOptions options = runOptionsFromJson(asked());
    const RunSnapshot plan = Session::planWithoutProject(options);
    Session session = Session::open(file(), true);
    bool reserved = false;
    RunObserver observer;
    observer.onSnapshot = [&](const RunSnapshot& live) {
        const PartBudget& train = live.budget.parts.at("train");
        reserved = reserved || train.reservedEpsilon > 0.0;
        if (!traits().publicOnly) {
            EXPECT_LE(std::max(train.spentEpsilon, train.reservedEpsilon), 3.0 * (1 + 1e-9));
        }
    };
    const RunSnapshot result = session.run(options, {}, observer);
    ASSERT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_EQ(result.experimentEpsilon, plan.experimentEpsilon);
    if (!traits().publicOnly) {
        EXPECT_TRUE(reserved) << "before anything was released";
        EXPECT_LE(result.budget.parts.at("train").spentEpsilon, plan.experimentEpsilon * (1 + 1e-9));
    }
    EXPECT_EQ(result.budget.parts.at("train").reservedEpsilon, 0.0) << "nothing is held any more";

    ASSERT_TRUE(result.final);
    const auto trials = session.trials(result.experiment);
    EXPECT_TRUE(std::any_of(trials.begin(), trials.end(),
                            [&](const TrialSnapshot& trial) { return trial.id == result.final->trial.id; }));
    EXPECT_FALSE(session.exportModel(std::nullopt, file("model.npz")).empty());
    const ledger::AuditReport audit = ledger::audit(file());
    EXPECT_TRUE(audit.ok()) << (audit.ok() ? "" : audit.problems.front().what.english());
    const auto stored = Session::open(file(), false).snapshot(std::nullopt);
    ASSERT_TRUE(stored);
    EXPECT_EQ(toJson(*stored, "run"), toJson(result, "run")) << "the ledger tells what was shown";
}

TEST_P(MethodRun, GoesOnAfterStopsWithTheTrialsAndThePriceOfItsPlan) {
    if (traits().privateSelection) {
        return; // one mechanism: charged and not resumed (test_selection.cpp)
    }
    const RunOptions options = runOptionsFromJson(asked(true));
    Session whole = Session::open(file("whole"), true);
    const RunSnapshot expected = whole.run(options, {}, {});
    int pieces = 0;
    const RunSnapshot result = inPieces(file("pieces"), options, 2, pieces);
    EXPECT_GT(pieces, 1);
    ASSERT_EQ(result.status, ExperimentStatus::Finished);
    Session session = Session::open(file("pieces"), false);
    EXPECT_EQ(plannedOf(session, result, traits().adapts), plannedOf(whole, expected, traits().adapts));
    for (const auto& [name, part] : expected.budget.parts) {
        EXPECT_EQ(result.budget.parts.at(name).spentEpsilon, part.spentEpsilon)
            << "a stop costs nothing more";
    }
    EXPECT_NO_THROW((void)session.classifier(std::nullopt));
    EXPECT_TRUE(ledger::audit(file("pieces")).ok());
}

TEST_P(MethodRun, SpendsNothingOnARequestThatItCannotTake) {
    Session session = Session::open(file(), true);
    const char* beyond =
        traits().publicOnly ? "epsilon" : "experiment-epsilon"; // simulated budgets have no end
    for (const nlohmann::json& wrong :
         {nlohmann::json{{"steps", "0"}}, nlohmann::json{{"steps", "4,x"}}, nlohmann::json{{"classes", 0}},
          nlohmann::json{{beyond, traits().publicOnly ? -1.0 : 3.1}}, nlohmann::json{{"delta", 0.0}},
          nlohmann::json{{"trainer", "dp-none"}}, nlohmann::json{{"max-grad-norm", -1.0}},
          nlohmann::json{{"score-fraction", 1.0}}}) {
        nlohmann::json options = asked();
        options.update(wrong);
        EXPECT_THROW((void)session.run(runOptionsFromJson(options), {}, {}), Error) << wrong;
        EXPECT_TRUE(session.experiments().empty()) << wrong;
    }
    for (const auto& [dataset, budget] : session.budgets()) {
        EXPECT_EQ(budget.spentEpsilon, 0.0);
        EXPECT_EQ(budget.reservedEpsilon, 0.0);
    }
}

TEST_P(MethodRun, KeepsItsPromiseToPrivateDataOrIsRefusedThere) {
    nlohmann::json options = asked(false);
    Session session = Session::open(file(), true);
    if (traits().publicOnly) {
        try {
            (void)session.run(runOptionsFromJson(options), {}, {});
            FAIL() << "its choice is covered by no (epsilon, delta)";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
        }
        EXPECT_TRUE(session.experiments().empty());
        return;
    }
    (void)session.run(runOptionsFromJson(options), {}, {});
    try { // the whole cap is spent, so nothing of the kind goes a second time
        (void)session.run(runOptionsFromJson(options), {}, {});
        FAIL() << "spent twice";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
    }
    EXPECT_EQ(session.experiments().size(), 1U);
    options["seed"] = 1;
    EXPECT_THROW((void)Session::planWithoutProject(runOptionsFromJson(options)), Error)
        << "whoever knows the seed can subtract the noise";
}

INSTANTIATE_TEST_SUITE_P(All, MethodRun, ::testing::ValuesIn(search::kMethods), [](const auto& method) {
    std::string name(method.param->traits.name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

} // namespace parsimony::session
