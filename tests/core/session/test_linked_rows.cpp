// SPDX-License-Identifier: GPL-3.0-or-later
// Whose rows these are, and where they were charged before.
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/session/options_json.h"
#include "tests/core/session/session_run.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

namespace parsimony::session {

namespace fs = std::filesystem;

TEST_F(SessionRun, ASecondRunIsRefusedAndAnotherProjectKnowsTheRows) {
    (void)Session::open(project(), true).run(digits(), {}, {});
    for (const fs::path& file : {project(), project("other.parsimony")}) {
        Session session = Session::open(file, true);
        try {
            (void)session.run(digits(), {}, {});
            FAIL() << "the budget of these rows is used up, also for " << file;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
        }
    }
}

TEST_F(SessionRun, TheCuratorIsToldWhatOtherProjectsChargedMeanwhile) {
    nlohmann::json asked = toJson(digits());
    asked.update(
        {{"method", "unit-noise"}, {"steps", "4"}, {"experiment-epsilon", 0.5}, {"test-epsilon", "none"}});
    const RunOptions options = runOptionsFromJson(asked);
    (void)Session::open(project("a.parsimony"), true).run(options, {}, {});
    RunOptions linked = options;
    linked.linkedTo = {project("a.parsimony")};
    Session other = Session::open(project("b.parsimony"), true);
    EXPECT_EQ(other.plan(linked).notices, std::vector{Notice::LinksUncounted});
    EXPECT_TRUE(other.run(linked, {}, {}).notices.empty());
    std::string told;
    RunObserver observer;
    observer.onCuratorNotice = [&](const Sentence& sentence) { told += sentence.english() + "\n"; };
    (void)Session::open(project("a.parsimony"), false).run(options, {}, observer);
    EXPECT_NE(told.find("were added to its accounts"), std::string::npos) << told;
}

/// A folder's name is not whose rows lie in it: the budget of the first is not asked of the second.
TEST_F(SessionRun, OtherRowsUnderTheNameOfASpentSetHaveABudgetOfTheirOwn) {
    const auto named = [this](const char* where, const char* sample) {
        fs::create_directories(folder() / where);
        fs::copy_file(fs::path(PARSIMONY_SAMPLES) / sample, folder() / where / "set.npz");
        return (folder() / where / "set.npz").string();
    };
    RunOptions spent = digits();
    spent.data = named("one", "digits.npz");
    spent.method = MethodKind::UnitNoise;
    spent.steps = "2";
    RunOptions other = spent;
    other.data = named("two", "wordnet-nouns.npz");
    other.classes = 26;
    Session session = Session::open(project(), true);
    EXPECT_EQ(session.run(spent, {}, {}).status, ExperimentStatus::Finished);
    EXPECT_EQ(session.run(other, {}, {}).status, ExperimentStatus::Finished);
    EXPECT_EQ(session.budgets().size(), 2U);
    for (const RunOptions& again : {spent, other}) {
        try {
            (void)session.run(again, {}, {});
            ADD_FAILURE() << again.data << " was charged twice";
        } catch (const Error& error) {
            EXPECT_TRUE(error.refusedSpend()) << error.what();
        }
    }
    EXPECT_EQ(session.experiments().size(), 2U);
}

TEST_F(SessionRun, ARefusalNamesThePartsWhoseChargesAddUp) {
    nlohmann::json asked = toJson(digits());
    asked.update({{"method", "unit-noise"},
                  {"steps", "2"},
                  {"test", asked.at("data").get<std::string>() + ":x_train"},
                  {"test-labels", asked.at("data").get<std::string>() + ":y_train"}});
    try {
        (void)Session::open(project(), true).run(runOptionsFromJson(asked), {}, {});
        FAIL() << "the same rows were charged for both parts beyond their budget";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
        EXPECT_NE(std::string(error.what()).find("the account that train and test of 'digits' share"),
                  std::string::npos)
            << error.what();
    }
}

TEST_F(SessionRun, TheNumberOfRecordsIsDeclaredOnce) {
    RunOptions options = digits();
    options.method = MethodKind::UnitNoise;
    options.steps = "2";
    options.testEpsilon = TestEpsilon{};
    options.records = 1500;
    options.experimentEpsilon = 0.5;
    Session session = Session::open(project(), true);
    (void)session.run(options, {}, {});
    options.records = 1501;
    try {
        (void)session.run(options, {}, {});
        FAIL() << "one data set has two numbers of records";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Usage) << error.what();
    }
    options.records.reset();
    EXPECT_EQ(session.run(options, {}, {}).status, ExperimentStatus::Finished);
}

/// A registry that was restored from a backup knows less than the projects that went on meanwhile.
TEST_F(SessionRun, ALinkedProjectTellsTheRegistryWhatItWasCharged) {
    RunOptions options = digits();
    options.method = MethodKind::UnitNoise;
    options.steps = "2";
    options.testEpsilon = TestEpsilon{};
    Session::open(project("a.parsimony"), true).declare(options, {});
    fs::copy_file(folder() / "registry.db", folder() / "backup.db");
    (void)Session::open(project("a.parsimony"), false).run(options, {}, {});
    for (const char* ending : {"", "-wal", "-shm"}) {
        fs::remove(folder() / (std::string("registry.db") + ending));
    }
    fs::copy_file(folder() / "backup.db", folder() / "registry.db");
    RunOptions linked = options;
    linked.linkedTo = {project("a.parsimony")};
    Session other = Session::open(project("b.parsimony"), true);
    try {
        (void)other.run(linked, {}, {});
        FAIL() << "the budget of these rows was spent twice";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
    }
}

/// Whole files whose shares were charged: a request that is refused must not stand between the shares and
/// what is left of their budgets.
class RowsOfShares : public SessionRun {
protected:
    [[nodiscard]] static RunOptions divided() {
        RunOptions options = digitsOptions();
        options.train = {options.data + ":x_train", options.data + ":y_train", {}};
        options.data.clear();
        give(options, "method", "single");
        give(options, "split", "80/20");
        options.steps = NumberList(2.0);
        options.testEpsilon = TestEpsilon{};
        return options;
    }
    [[nodiscard]] static bool isRefused(const std::function<void()>& work) {
        try {
            work();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
            EXPECT_TRUE(error.refusedSpend()) << error.what();
            return true;
        }
        return false;
    }
    [[nodiscard]] std::size_t parts() const {
        const ledger::Project ledger = ledger::Project::open(project());
        return ledger.parts(ledger.datasets().front().id).size();
    }
};

TEST_F(RowsOfShares, ALookAtAllOfThemThatIsRefusedLeavesTheirRoom) {
    Session session = Session::open(project(), true);
    RunOptions options = divided();
    (void)session.run(options, {}, {});
    PrivateEvaluationRequest look;
    look.model = session.exportModel(std::nullopt, folder() / "model.npz").front();
    look.files = {options.train.features, options.train.labels};
    const std::int64_t before = session.changeCounter();
    const std::size_t known = parts();
    std::string told;
    RunObserver observer;
    observer.onCuratorNotice = [&](const Sentence& sentence) { told += sentence.english(); };
    EXPECT_TRUE(isRefused([&] { (void)session.evaluate(look, {}, observer); }));
    EXPECT_NE(told, "") << "the curator learns whose charges counted";
    EXPECT_EQ(session.changeCounter(), before);
    EXPECT_EQ(parts(), known);
    look.split = *options.split;
    EXPECT_GT(session.evaluate(look, {}, {}).epsilon, 0.0);
}

TEST_F(RowsOfShares, ARunOnAllOfThemThatIsRefusedLeavesTheirRoom) {
    Session session = Session::open(project(), true);
    RunOptions some = divided();
    some.experimentEpsilon = 2.5; // of 3
    (void)session.run(some, {}, {});
    RunOptions all = some;
    all.split.reset();
    const std::int64_t before = session.changeCounter();
    EXPECT_TRUE(isRefused([&] { (void)session.run(all, {}, {}); }));
    EXPECT_EQ(session.changeCounter(), before);
    some.experimentEpsilon = 0.5;
    EXPECT_EQ(session.run(some, {}, {}).status, ExperimentStatus::Finished);
    all.experimentEpsilon = 0.1; // what can be paid is known from then on
    EXPECT_EQ(session.run(all, {}, {}).status, ExperimentStatus::Finished);
    EXPECT_GT(parts(), std::size_t{2});
    EXPECT_TRUE(ledger::audit(project()).problems.empty());
}

} // namespace parsimony::session
