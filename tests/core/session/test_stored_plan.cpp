// SPDX-License-Identifier: GPL-3.0-or-later
// Plans and results that a disk damaged, or that a newer version wrote.
#include "core/base/error.h"
#include "core/ledger/project.h"
#include "core/session/project_audit.h"
#include "tests/core/ledger/forger.h"
#include "tests/core/session/session_run.h"

#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace parsimony::session {

namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;

std::string failureOf(const std::function<void()>& what) {
    try {
        what();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Failed) << error.what();
        return error.what();
    }
    return "nothing";
}

class StoredPlan : public SessionRun {
protected:
    void SetUp() override {
        RunOptions options = digits();
        options.method = MethodKind::UnitNoise;
        options.experimentEpsilon = 1.0;
        (void)Session::open(project(), true).run(options, {}, {});
        std::filesystem::copy_file(project(), project("pristine"));
    }

    void damage(const std::string& change, const std::string& kind) const {
        for (const char* left : {"-wal", "-shm"}) {
            std::filesystem::remove(project().string() + left);
        }
        std::filesystem::copy_file(project("pristine"), project(),
                                   std::filesystem::copy_options::overwrite_existing);
        ledger::forgeWhole(project(), "UPDATE ledger SET body = " + change + " WHERE kind = '" + kind + "'");
    }

    [[nodiscard]] std::vector<std::string> unreadPlans() const {
        std::vector<std::string> found;
        for (const auto& problem : auditOf(project()).problems) {
            if (problem.what.english().find("plan that can't be read") != std::string::npos) {
                found.push_back(problem.what.english());
            }
        }
        return found;
    }

    [[nodiscard]] static RunOptions another() {
        RunOptions options = digits();
        options.method = MethodKind::UnitNoise;
        return options;
    }
};

} // namespace

TEST_F(StoredPlan, OfANewerVersionIsReadWhereItCanBeAndNothingIsSpentBesideIt) {
    for (const auto& [change, told] :
         {std::pair{"json_set(body, '$.plan.plan_format', 99)", "plan format 99"},
          std::pair{"json_set(body, '$.plan.options.\"new-one\"', 1)", "--new-one"},
          std::pair{"json_set(body, '$.options.\"new-one\"', 1)", "--new-one"},
          std::pair{"json_set(body, '$.method', 'zeta', '$.plan.options.method', 'zeta')", "--method zeta"},
          std::pair{"json_set(body, '$.trainer', 'dp-new', '$.plan.options.trainer', 'dp-new')",
                    "--trainer dp-new"},
          std::pair{"json_set(body, '$.options.loss', 'hinge')", "--loss hinge"}}) {
        SCOPED_TRACE(change);
        damage(change, "experiment");
        Session session = Session::open(project(), false);
        const std::int64_t before = session.changeCounter();
        for (const auto& write : std::vector<std::function<void()>>{
                 [&] { (void)session.run(another(), {}, {}); },
                 [&] { (void)session.resume(std::nullopt, std::stop_token(), RunObserver()); },
                 [&] { (void)session.plan(another()); }, [&] { session.raiseBudget(9.0, "more"); },
                 [&] { session.addNote(1, "odd"); }}) {
            EXPECT_THAT(failureOf(write), HasSubstr(told));
        }
        EXPECT_EQ(session.changeCounter(), before);
        EXPECT_FALSE(session.trials(std::nullopt).empty());
        EXPECT_EQ(session.experiments().size(), 1U);
        EXPECT_EQ(session.budgets().size(), 1U);
    }
}

TEST_F(StoredPlan, AnAuditSaysWhichPlansItCouldNotRead) {
    const auto notes = [&] { return auditOf(project()).notesInEnglish(); };
    EXPECT_THAT(notes(), ::testing::Not(Contains(HasSubstr("its plan"))));
    for (const auto& [change, told] :
         {std::pair{"json_set(body, '$.plan.plan_format', 99)", "plan format 99"},
          std::pair{"json_set(body, '$.plan.options.\"new-one\"', 1)", "--new-one"},
          std::pair{"json_set(body, '$.plan.options.method', 'zeta')",
                    "newer version of Parsimony, with --method zeta"},
          std::pair{"json_set(body, '$.plan.options.trainer', 'dp-gd,dp-new')",
                    "newer version of Parsimony, with --trainer dp-new"},
          std::pair{"json_set(body, '$.plan.options.loss', 'hinge')",
                    "newer version of Parsimony, with --loss hinge"}}) {
        damage(change, "experiment");
        EXPECT_THAT(notes(),
                    Contains(AllOf(HasSubstr("what its plan means was not checked"), HasSubstr(told))));
        EXPECT_THAT(unreadPlans(), ::testing::IsEmpty());
    }
}

TEST_F(StoredPlan, AnAuditFindsAPlanThatNoVersionHasWritten) {
    for (const auto& [change, told] :
         {std::pair{"json_set(body, '$.plan.search_key', 'zz')", "hexadecimal digit"},
          std::pair{"json_remove(body, '$.plan.search_key')", "a part of it is missing"},
          std::pair{"json_remove(body, '$.plan.options')", "a part of it is missing"},
          std::pair{"json_remove(body, '$.plan.plan_format')", "a part of it is missing"},
          std::pair{"json_set(body, '$.plan.plan_format', 'x')", "of another form"},
          std::pair{"json_set(body, '$.plan.plan_format', 5.5)", "of another form"},
          std::pair{"json_remove(json_set(body, '$.plan.options.loss', 'hinge'), '$.plan.epsilon')",
                    "a part of it is missing"}}) {
        SCOPED_TRACE(change);
        damage(change, "experiment");
        EXPECT_THAT(unreadPlans(),
                    Contains(AllOf(HasSubstr("has a plan that can't be read"), HasSubstr(told))));
    }
}

TEST_F(StoredPlan, AWordOfANewerVersionIsNoDamage) {
    for (const auto& [change, kind, told] :
         {std::tuple{"json_set(body, '$.plan.options.loss', 'hinge')", "experiment", "with --loss hinge"},
          std::tuple{"json_set(body, '$.options.loss', 'hinge')", "experiment", "with --loss hinge"},
          std::tuple{"json_set(body, '$.method', 'zeta', '$.plan.options.method', 'zeta')", "experiment",
                     "with --method zeta"},
          std::tuple{"json_set(body, '$.kind', 'zcdp')", "experiment", "'zcdp'"},
          std::tuple{"json_set(body, '$.visibility', 'secret')", "dataset", "'secret'"}}) {
        SCOPED_TRACE(change);
        damage(change, kind);
        const std::string said = failureOf([&] {
            Session session = Session::open(project(), false);
            (void)session.snapshot(1);
            (void)session.optionsOf(1);
        });
        EXPECT_THAT(said, AllOf(HasSubstr(told), HasSubstr("newer version"), HasSubstr("update")));
        EXPECT_THAT(said, ::testing::Not(AnyOf(HasSubstr("damaged"), HasSubstr("audit"))));
    }
}

TEST_F(StoredPlan, DamagedRowsAreNamedAndNotSaidInTheWordsOfALibrary) {
    struct Case {
        const char* change;
        const char* kind;
        const char* told;
    };
    for (const Case& one : {
             Case{"json_set(body, '$.plan', json('[]'))", "experiment", "its plan is no JSON object"},
             Case{"json_set(body, '$.options', 3)", "experiment", "what was asked for is no JSON object"},
             Case{"json_set(body, '$.plan.options.\"same-order\"', json('{\"a\":[]}'))", "experiment",
                  "--same-order"},
             Case{"json_set(body, '$.plan.options.\"score-fraction\"', 1e308)", "experiment",
                  "--score-fraction"},
             Case{"json_set(body, '$.plan.evaluations[0].count.counts', json('true'))", "experiment",
                  "a count plan can't be read: a value is missing"},
             Case{"json_set(body, '$.plan.constants', 3)", "experiment", "incomplete"},
             Case{"json_set(body, '$.options', json('[1]'))", "experiment_curator",
                  "what was asked for is no JSON object"},
             Case{"json_set(body, '$.plan_options', 'x')", "experiment_curator",
                  "what was planned is no JSON object"},
             Case{"json_set(body, '$.result.seconds.final', json('[[1]]'))", "experiment_finished",
                  "experiment 1 of"},
             Case{"json_set(body, '$.facts.records', json('null'))", "dataset", "its entry 'records'"},
             Case{"json_set(body, '$.values', json('[1]'))", "release", "no JSON object"},
             Case{"json_set(body, '$.role', 'rehearsal')", "trial_reserved",
                  "reserved for something that is not known, 'rehearsal'"},
         }) {
        SCOPED_TRACE(one.change);
        damage(one.change, one.kind);
        const std::string said = failureOf([&] {
            Session session = Session::open(project(), false);
            (void)session.snapshot(1);
        });
        EXPECT_THAT(said, HasSubstr(one.told));
        EXPECT_THAT(said, HasSubstr(project().string()));
        EXPECT_THAT(said, ::testing::Not(HasSubstr("json.exception")));
    }
}

} // namespace parsimony::session
