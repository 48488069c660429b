// SPDX-License-Identifier: GPL-3.0-or-later
// What plans say of sensitivities and of what they are for: the audit holds it to what follows and was
// reserved.
#include "core/ledger/audit_text.h"
#include "tests/core/ledger/audit_fixture.h"
#include "tests/core/ledger/forger.h"

#include <gmock/gmock.h>

namespace parsimony::ledger {

namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

} // namespace

// Noise is as much as it is in sensitivities: where those are understated, so is what it costs.
TEST_F(AuditTest, ASensitivityFollowsFromClipNeighboursAndSteps) {
    makePristine();
    const std::string plan = "UPDATE ledger SET body = json_set(body, ";
    const std::string trial = ") WHERE kind = 'trial_reserved' AND trial = 2";
    const std::string releases = "'$.plan.trial.releases[0].";
    const auto dataset = [&](const std::string& change) {
        return plan + change + ") WHERE kind = 'dataset'; ";
    };
    const auto further = "that a person's rows can move by ";
    struct Case {
        std::string sql, finding;
    };
    for (const Case& forgery : {
             Case{"UPDATE ledger SET body = json_set(body, " + releases + "sensitivity', 0.0010048828125, " +
                      releases + "noise_sd', json_extract(body, '$.plan.trial.releases[0].noise_sd') / 1000" +
                      trial,
                  further},
             Case{plan + "'$.plan.trial.options.max_grad_norm', 100.0, " + releases + "clip', 100.0" + trial,
                  further},
             Case{plan + "'$.plan.trial.options.max_grad_norm', 100.0" + trial, further},
             Case{plan +
                      "'$.plan.trial.options.bias', json('true'), '$.plan.trial.options.trainer', "
                      "'dp-prototypes'" +
                      trial,
                  "other releases than its trainer makes"},
             Case{plan + "'$.plan.trial.options.trainer', 'dp-new'" + trial,
                  "trainer that this version does"},
             Case{plan + "'$.plan.trial.steps', 500, '$.steps', 500" + trial,
                  "other releases than its trainer makes"},
             Case{plan + "'$.steps', 500" + trial, "shows steps = 500"},
             Case{plan + "'$.max_grad_norm', 0.5" + trial, "shows max_grad_norm = 0.5"},
             Case{plan + "'$.plan.trial.arithmetic_slack', 0.0" + trial, "less slack of the arithmetic"},
             Case{plan + "'$.plan.trial.private', json('false')" + trial, "without noise on private data"},
             Case{dataset("'$.adjacency', 'replace_one'") + plan + "'$.plan.trial.adjacency', 'replace_one'" +
                      trial,
                  further},
             Case{dataset("'$.rows_per_person', 10") + plan + "'$.plan.trial.rows_per_person', 10" + trial,
                  further},
             Case{dataset("'$.rows_per_person', 10") +
                      "UPDATE ledger SET body = json_remove(body, '$.plan.trial.rows_per_person'" + trial,
                  "plans for other neighbours"},
             Case{"UPDATE ledger SET body = json_remove(body, '$.plan.trial.adjacency'" + trial,
                  "plans for other neighbours"},
             Case{dataset("'$.rows_per_person', 10") + plan +
                      "'$.plan', json('{\"count\":{\"counts\":1,\"noise_sd\":1.0}}')" + trial,
                  "plans for other neighbours"},
             Case{plan +
                      "'$.plan.mean', json('{\"adjacency\":\"add_or_remove_one\",\"rows_per_person\":1,"
                      "\"clip\":1.0,\"noise_sd\":1.0,\"sensitivity\":0.5}')" +
                      trial,
                  further},
             Case{plan + "'$.record.releases[0].sensitivity', 0.001, '$.record.releases[0].noise_sd', "
                         "json_extract(body, '$.record.releases[0].noise_sd') * 0.001 / 1.0048828125) "
                         "WHERE kind = 'trial_finished' AND trial = 2",
                  "records other noise or sensitivities for trial 2"},
         }) {
        EXPECT_THAT(foundAfter(forgery.sql), Contains(HasSubstr(forgery.finding))) << forgery.sql;
    }
}

// A statement quotes what the plan promises, so it has to be what was reserved, of whatever part.
TEST_F(AuditTest, APromiseIsHeldToWhatWasReserved) {
    makePristine();
    const auto found = [&](const std::string& members) { return foundInPlanWith(members); };
    const std::string small = R"("delta":1e-5,"epsilon":1e-6)";
    const auto reserves = HasSubstr("plans for ε = 1e-06 and δ = 1e-05, and reserves ε = ");
    EXPECT_THAT(found(small), Contains(reserves));
    EXPECT_THAT(found(small + R"(,"parts":{})"), Contains(reserves));
    EXPECT_THAT(found(small + R"(,"parts":{"train":77})"), Contains(reserves));
    EXPECT_THAT(found(small + R"(,"constants":{},"parts":{"train":1})"), Contains(reserves));
    EXPECT_THAT(found(R"("epsilon":9.0)"), Contains(HasSubstr("plans for ε = 9 and δ = 0, and reserves")));
    EXPECT_THAT(found(R"("delta":1e-5,"epsilon":9.0)"), ::testing::IsEmpty());
    forgeWhole(file(), "UPDATE ledger SET body = json_set(body, '$.plan.constants', NULL) WHERE kind = "
                       "'experiment'");
    EXPECT_THAT(sentences(report()), Contains(HasSubstr("has a plan whose 'constants' can't be")));
}

// A plan is anybody's, and so is the number by which it calls a part.
TEST_F(AuditTest, APartOfAPlanIsAWholeNumber) {
    makePristine();
    const auto found = [&](const std::string& number) {
        return foundAfter(
            "UPDATE ledger SET body = json_set(body, '$.plan.parts', json('{\"test\":2,\"train\":" + number +
            "}')) WHERE kind = 'experiment'");
    };
    EXPECT_THAT(found("1"), ::testing::IsEmpty());
    EXPECT_THAT(found("1.0"), ::testing::IsEmpty());
    for (const char* const number : {"1.5", "1e300", "-1e300", "9223372036854775807"}) {
        EXPECT_THAT(found(number), Contains(HasSubstr("has a plan whose 'parts' can't be"))) << number;
    }
}

TEST_F(AuditTest, AWidthOfAPlanIsANumberThatARowMayHave) {
    makePristine();
    const auto found = [&](const std::string& members) { return foundInPlanWith(members); };
    const auto refused = Contains(HasSubstr("its body is not what a row of kind 'experiment' holds"));
    EXPECT_THAT(found(R"("constants":{"dim":5})"), Not(refused));
    EXPECT_THAT(found(R"("constants":{"dim":5},"feature_map":{"quadratic_rows":3})"), Not(refused));
    for (const char* const number : {"1e300", "-1", "9223372036854775807", "2.5"}) {
        const std::string text = number;
        EXPECT_THAT(found(R"("constants":{},"feature_map":{"quadratic_rows":)" + text + "}"), refused)
            << text;
        EXPECT_THAT(found(R"("constants":{"encoders":[{"name":"a","dim":)" + text + "}]}"), refused) << text;
    }
    for (const char* const number : {"-1", "9223372036854775807"}) {
        EXPECT_THAT(
            found(R"("constants":{"dim":)" + std::string(number) + R"(},"feature_map":{"quadratic_rows":3})"),
            refused)
            << number;
    }
}

// Each list is a million numbers by a few letters, and as many pairs as no machine holds.
TEST_F(AuditTest, ListsOfAPlanAreNotMultipliedOut) {
    makePristine();
    const auto found = [&](const std::string& rates, const std::string& steps, const std::string& noises) {
        return foundAfter(R"(UPDATE ledger SET body = json_set(body, '$.trainer', 'dp-sgd,dp-adam,dp-sgd', )"
                          R"('$.plan.options', json('{"trainer":"dp-sgd,dp-adam,dp-sgd",")" +
                          optionOf("sample_rate") + R"(":")" + rates + R"(","steps":")" + steps +
                          R"("}'), '$.plan.selection', json('{"run":{"noises":[)" + noises +
                          R"(]}}')) WHERE kind = 'experiment')");
    };
    const std::string two = R"({"sample_rate":0.2,"steps":5},{"sample_rate":0.5,"steps":5})";
    const auto others = Contains(HasSubstr("plans the noise of other runs than was asked for"));
    EXPECT_THAT(found("0.2,0.5", "5", two), Not(others));
    EXPECT_THAT(found("0.5,0.2,0.2", "5,5", two), Not(others));
    EXPECT_THAT(found("0.2", "5", two), others);
    EXPECT_THAT(found("0.2,0.5", "5,6", two), others);
    EXPECT_THAT(found("0.2,0.5", "5", two + R"(,{"sample_rate":0.5,"steps":6})"), others);
    EXPECT_THAT(found("lin:0.1:0.9:1000000", "lin:1:900000:1000000", two), others);
    EXPECT_THAT(found("lin:0.2:0.2:1000000", "lin:5:5:1000000", two), others);
    EXPECT_THAT(found("lin:0.2:0.2:1000000", "lin:5:5:1000000", R"({"sample_rate":0.2,"steps":5})"),
                Not(others));
    EXPECT_THAT(found("nan", "5", two), others); // no number, and a cast of it is anything
    EXPECT_THAT(found("0.2,0.5", "nan", two), others);
}

} // namespace parsimony::ledger
