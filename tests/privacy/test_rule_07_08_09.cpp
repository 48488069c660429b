// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 7: what may adapt under Poisson sampling. Rule 8: sensitivities follow the adjacency. Rule 9: a plan
// depends on declared constants alone.
#include "core/base/error.h"
#include "core/ledger/project.h"
#include "core/privacy/accountant.h"
#include "tests/core/privacy/accounting_cases.h"
#include "tests/privacy/rule_fixture.h"
#include "tests/privacy/trainer_fixture.h"

#include <gmock/gmock.h>

#include <set>

namespace parsimony::test {

using Rule07 = RuleTest;
using Rule09 = RuleTest;
using testing::HasSubstr;
using train::ReleaseKind;
using train::TrialPlan;

TEST_F(Rule07, PlansThatAdaptMoreThanTheStepSizeAreRejected) {
    const auto sampled = [&](const Words& more) {
        Words words = run("p.parsimony");
        words.insert(words.end(), {"--trainer", "dp-sgd", "--sample-rate", "0.2"});
        for (std::size_t i = 0; i < more.size(); i += 2) {
            const auto known = std::find(words.begin(), words.end(), more[i]);
            if (known != words.end()) {
                *(known + 1) = more[i + 1];
            } else {
                words.insert(words.end(), {more[i], more[i + 1]});
            }
        }
        words[0] = "plan";
        return cli(words);
    };
    EXPECT_EQ(sampled({}).exitCode, 0);
    const Outcome steps = sampled({"--steps", "4,8"}); // T would follow from r
    EXPECT_EQ(steps.exitCode, 2) << steps.text();
    EXPECT_THAT(steps.err + steps.out, HasSubstr("T must be fixed before the first trial"));
    for (const char* decomposition : {"sample-until", "independent"}) {
        const Outcome refused = sampled({"--decomposition", decomposition});
        EXPECT_EQ(refused.exitCode, 3) << refused.text();
        EXPECT_THAT(refused.err + refused.out, HasSubstr("must not depend on scores"));
    }
    const Outcome follows = sampled({"--method", "auto"}); // its budgets follow scores
    EXPECT_EQ(follows.exitCode, 3) << follows.text();
    EXPECT_THAT(follows.err + follows.out, HasSubstr("Gaussian events"));
    for (const char* method : {"linear-scaling", "successive-halving"}) {
        const Outcome refused = sampled({"--method", method, "--sample-rate", "0.1,0.2"});
        EXPECT_EQ(refused.exitCode, 3) << refused.text();
        EXPECT_THAT(refused.err + refused.out, HasSubstr("choose --sample-rate by them"));
    }
    for (const char* method : {"random", "grid"}) { // every draw is in the plan
        const Outcome drawn = sampled({"--method", method, "--sample-rate", "0.1,0.2"});
        EXPECT_EQ(drawn.exitCode, 0) << drawn.text();
    }
}

TEST_F(Rule07, EveryTrialTakesWhatWasDrawnAtPlanning) {
    Words words = run("p.parsimony");
    words.insert(words.end(), {"--trainer", "dp-sgd", "--sample-rate", "0.2"});
    const Outcome outcome = cli(words);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    const auto project = ledger::Project::open(m_place.path("p.parsimony"));
    std::vector<PrivacyEvent> planned;
    std::vector<PrivacyEvent> taken;
    double slice = 0.0;
    for (const auto& row : project.changesSince(0)) {
        if (row.kind != ledger::RowKind::Reservation && row.kind != ledger::RowKind::TrialReserved) {
            continue;
        }
        const auto body = nlohmann::json::parse(row.body);
        auto& list = row.kind == ledger::RowKind::Reservation ? planned : taken;
        if (row.part == project.parts(project.datasets().at(0).id).at(0).id && body.contains("events")) {
            const auto events = parseEvents(body["events"].dump(), "the ledger");
            list.insert(list.end(), events.begin(), events.end());
            slice = row.kind == ledger::RowKind::Reservation
                        ? project.experiment(ExperimentId{1}).plan->at("epsilon").get<double>()
                        : slice;
        }
    }
    // The reservation lists everything before the first trial; the trials take just that.
    ASSERT_FALSE(planned.empty());
    std::map<std::string, std::uint64_t> count;
    for (const auto& event : planned) {
        count[toJson(event.withCount(1)).dump()] += event.count();
    }
    for (const auto& event : taken) {
        count[toJson(event.withCount(1)).dump()] -= event.count();
    }
    for (const auto& [text, left] : count) {
        EXPECT_EQ(left, 0U) << text;
    }
    const double charged = chargedEpsilon(planned, Delta{1e-5}).value;
    EXPECT_LE(charged, slice * (1 + 1e-9));
    EXPECT_GE(charged, slice * 0.995);
    std::set<std::int64_t> steps;
    for (const auto& trial : project.trials()) {
        if (trial.steps > 0) {
            steps.insert(trial.steps);
            EXPECT_NEAR(*trial.learningRate * static_cast<double>(trial.steps), *trial.r, 1e-9 * *trial.r);
        }
    }
    EXPECT_EQ(steps.size(), 1U);
}

TEST(Rule08, VectorSeventeen) {
    // 60 releases of noise sd / clip 40 and a Poisson case, under replace-one: the event's z is half of that.
    Synthetic s = Synthetic::make(300, 8, 3);
    for (const auto& testCase : testing_support::accountingVectors().at("cases")) {
        const std::string id = testCase["id"];
        if (id != "V17a" && id != "V17b") {
            continue;
        }
        const auto& event = testCase["events"][0];
        const bool sampled = event.contains("poisson");
        train::TrialSpec spec = trialSpec(s, sampled ? TrainerKind::DpSgd : TrainerKind::DpGd);
        spec.adjacency = Adjacency::ReplaceOne;
        spec.steps = event["count"];
        spec.options.sampleRate = sampled ? event["poisson"][0].get<double>() : 1.0;
        // Noise that makes up for the slack of the arithmetic, which the vector does not know.
        const double sigma = sampled ? event["poisson"][1].get<double>() : event["gaussian"].get<double>();
        const TrialPlan plan =
            TrialPlan::forNoise(spec, NoiseMultiplier{sigma * (1 + compute::kArithmeticSlack)});
        const double charged = chargedEpsilon(plan.events(), Delta{1e-5}).value;
        const double wanted = testCase[sampled ? "pld" : "exact"];
        EXPECT_NEAR(charged / wanted, 1.0, 1e-3) << id;
        EXPECT_GE(charged, wanted * (1 - 1e-4)) << id;
        spec.adjacency = Adjacency::AddOrRemoveOne; // half the sensitivity costs much less
        const TrialPlan cheaper = TrialPlan::forNoise(spec, NoiseMultiplier{sigma});
        EXPECT_LT(chargedEpsilon(cheaper.events(), Delta{1e-5}).value, 0.8 * wanted) << id;
    }
}

TEST(Rule08, SensitivitiesFollowTheAdjacencyAndRowsPerPerson) {
    const Synthetic s = Synthetic::make(300, 8, 3);
    const double slack = 1 + compute::kArithmeticSlack;
    for (const double clip : {0.3, 1.0, 4.0}) {
        for (const std::uint32_t rows : {1U, 3U}) {
            const auto sensitivity = [&](TrainerKind kind, Adjacency adjacency, ReleaseKind release) {
                train::TrialSpec spec = trialSpec(s, kind);
                spec.adjacency = adjacency;
                spec.rowsPerPerson = rows;
                spec.options.maxGradNorm = clip;
                return TrialPlan::forMu(spec, Mu{0.5}).release(release).sensitivity.value() / rows;
            };
            const auto added = Adjacency::AddOrRemoveOne;
            const auto replaced = Adjacency::ReplaceOne;
            EXPECT_NEAR(sensitivity(TrainerKind::DpGd, added, ReleaseKind::Gradient), clip * slack, 1e-12);
            EXPECT_NEAR(sensitivity(TrainerKind::DpGd, replaced, ReleaseKind::Gradient), 2 * clip * slack,
                        1e-12);
            EXPECT_NEAR(sensitivity(TrainerKind::DpLs, added, ReleaseKind::Gram), clip * clip * slack, 1e-11);
            EXPECT_NEAR(sensitivity(TrainerKind::DpLs, replaced, ReleaseKind::Gram),
                        std::sqrt(2.0) * clip * clip * slack, 1e-11);
            train::TrialSpec full = trialSpec(s, TrainerKind::DpLs);
            full.rowsPerPerson = rows;
            full.options.maxGradNorm = clip;
            full.options.alpha = 0.5; // a matrix of each class, all of them one vector
            for (const auto& [adjacency, factor] : {std::pair{added, 1.0}, {replaced, std::sqrt(2.0)}}) {
                full.adjacency = adjacency;
                EXPECT_NEAR(
                    TrialPlan::forMu(full, Mu{0.5}).release(ReleaseKind::ClassGrams).sensitivity.value(),
                    factor * clip * clip * slack * rows, 1e-10);
            }
            EXPECT_NEAR(sensitivity(TrainerKind::DpLs, added, ReleaseKind::ClassSums), clip * slack, 1e-12);
            EXPECT_NEAR(sensitivity(TrainerKind::DpLs, replaced, ReleaseKind::ClassSums), 2 * clip * slack,
                        1e-12);
        }
    }
    // Counts are 1 in both; a person's rows multiply.
    EXPECT_EQ(train::CountPlan::forMu(Mu{0.1}).sensitivity().value(), 1.0);
    EXPECT_EQ(train::CountPlan::forMu(Mu{0.1}, 1, 3).sensitivity().value(), 3.0);
}

TEST_F(Rule09, WithRecordsThePlanIsTheSameForNeighbours) {
    const auto planOf = [&](std::size_t count, const Words& more) {
        const std::string folder = "n" + std::to_string(count);
        if (!std::filesystem::exists(m_place.path(folder))) {
            std::filesystem::create_directory(m_place.path(folder));
            writeDataset(m_place.path(folder), {count, dim, classes, 1}, {200, dim, classes, 2});
        }
        Words words = run("none.parsimony", folder);
        words[0] = "plan";
        words.insert(words.end(), more.begin(), more.end());
        Outcome outcome = cli(words);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        for (std::size_t at = outcome.out.find(folder); at != std::string::npos;
             at = outcome.out.find(folder)) {
            outcome.out.replace(at, folder.size(), "NAME");
        }
        return outcome;
    };
    for (const Words& more : std::vector<Words>{{},
                                                {"--trainer", "dp-sgd", "--sample-rate", "0.1"},
                                                {"--method", "unit-noise"},
                                                {"--trainer", "dp-adam"}}) {
        Words declared = more;
        declared.insert(declared.end(), {"--records", "500"});
        const Outcome base = planOf(rows, declared);
        EXPECT_EQ(planOf(rows + 1, declared).out, base.out);
        EXPECT_EQ(planOf(rows - 1, declared).out, base.out);
        EXPECT_EQ(planOf(rows - 1, declared).err, base.err);
        // Without it N is what the file says, and the guarantee admits it.
        const Outcome undeclared = planOf(rows, more);
        EXPECT_THAT(undeclared.out, HasSubstr("zero-out adjacency, N = " + std::to_string(rows) + " public"));
        EXPECT_THAT(base.out, HasSubstr("zero-out adjacency, N = 500 declared"));
    }
}

} // namespace parsimony::test
