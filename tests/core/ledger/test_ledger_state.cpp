// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of rows and their bodies, and what reading a project that grows costs.
#include "core/base/error.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/ledger_row.h"
#include "core/ledger/registry.h"
#include "tests/core/ledger/forger.h"
#include "tests/core/ledger/ledger_fixture.h"

#include <gmock/gmock.h>

namespace parsimony::ledger {

namespace {

const std::string what = "a row";

constexpr RowKind firstKind = RowKind::Project;
constexpr RowKind lastKind = RowKind::CuratorShown;

template <class Body>
void expectSameText(const std::string& text) {
    EXPECT_EQ(Body::read({text, what}).text(), text);
    EXPECT_EQ(canonicalJson(parseJson(text, what)), text) << "the test's own text";
}

} // namespace

TEST(RowKinds, HaveNamesOfTheirOwn) {
    for (int i = static_cast<int>(firstKind); i <= static_cast<int>(lastKind); ++i) {
        const auto kind = static_cast<RowKind>(i);
        EXPECT_EQ(rowKindFromText(toText(kind)), kind) << toText(kind);
    }
    EXPECT_EQ(rowKindFromText(""), std::nullopt);
    EXPECT_EQ(rowKindFromText("trial_paused"), std::nullopt);
    EXPECT_EQ(sqlKinds({RowKind::Note, RowKind::Tags}), "('note', 'tags')");
    try {
        (void)knownRowKind("trial_paused", 12, "p.parsimony");
        FAIL() << "a kind of a newer program is known";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "row 12 of 'p.parsimony' is of a kind that this version of Parsimony does not "
                     "know: 'trial_paused'; a newer version wrote it, update Parsimony");
    }
}

// The bytes that earlier versions wrote, whatever order a struct names its members in.
TEST(RowBodies, AreWrittenAsTheyWereRead) {
    expectSameText<ProjectBody>(R"({"format":1,"made_by":"0.9","project":"00ff"})");
    expectSameText<DatasetBody>(
        R"({"adjacency":"replace_one","facts":{"classes":10},"name":"a \"b\"\n","rows_per_person":3,"visibility":"private"})");
    expectSameText<CapBody>(R"({"delta":1e-05,"epsilon":0.1})");
    expectSameText<CapBody>(R"({"delta":1e-05,"epsilon":2.0,"reason":"the board agreed"})");
    expectSameText<PartBody>(
        R"({"account":2,"distinct_records":true,"exposed_uncharged":true,"facts":{},"name":"trän","public":false,"registry_key":"ab"})");
    expectSameText<PartCuratorBody>(R"({"digest":"d","facts":{"rows":5},"registry":"r"})");
    expectSameText<LinkDeclaredBody>(R"({"part":"train","project":"00ff"})");
    expectSameText<ChargeBody>(R"({})");
    expectSameText<ChargeBody>(
        R"({"charge":"c","events":[{"count":5,"gaussian":{"noise_multiplier":31.25}}]})");
    expectSameText<ExperimentBody>(
        R"({"kind":"slices","method":"random","options":{"seed":1},"plan":{"a":[1,{"b":0.5}]},"plan_version":1,"public":true,"trainer":"dp-gd"})");
    expectSameText<ExperimentRemarksBody>(ExperimentRemarksBody{{Sentence("{1} records", 3)}}.text());
    expectSameText<ExperimentCuratorBody>(R"({"options":{"data":"/x"},"plan_options":{}})");
    expectSameText<PlanVersionBody>(R"({"plan":{},"plan_version":3,"reason":"trial 4 was lost"})");
    expectSameText<ResultBody>(R"({"result":null})");
    expectSameText<MessageBody>(R"({"message":"out of memory"})");
    expectSameText<TrialReservedBody>(
        R"({"epsilon":0.1,"events":[],"learning_rate":0.2,"max_grad_norm":1.0,"mu":0.03,"noise_multiplier":80.5,"nu":1.2,"phase":-1,"plan":{"index":3},"r":4.5,"role":"final","steps":50})");
    expectSameText<TrialReservedBody>(R"({"phase":0,"plan":{},"role":"mean","steps":0})");
    expectSameText<TrialRunningBody>(R"({"attempt":2})");
    expectSameText<TrialFinishedBody>(R"({"record":{"releases":[]}})");
    expectSameText<ReleaseBody>(R"({"blob":"ab12","values":{"dim":64},"what":"weights"})");
    expectSameText<NoteBody>(R"({"text":"ü"})");
    expectSameText<TagsBody>(R"({"tags":["a","b c"]})");
    expectSameText<CuratorShownBody>(R"({"what":"counts"})");
}

TEST(RowBodies, RemarksAreOfOneLengthWhateverTheyAre) {
    EXPECT_EQ(ExperimentRemarksBody{}.text().size(), ExperimentRemarksBody::bytes);
    EXPECT_TRUE(ExperimentRemarksBody::read({ExperimentRemarksBody{}.text(), what}).remarks.empty());
    for (const std::string& value :
         {std::string("3 records"), std::string(5000, '"'), std::string(3000, '\xff'),
          std::string("/data/\xc3("), "ü\n" + std::string(1999, 'x') + "ü"}) {
        for (const std::size_t count : {1U, 2U, 9U}) {
            const std::vector<Sentence> told(count, Sentence("'{1}' lies on a network", value));
            const std::string text = ExperimentRemarksBody{told}.text();
            EXPECT_EQ(text.size(), ExperimentRemarksBody::bytes) << value.substr(0, 20);
            const auto read = ExperimentRemarksBody::read({text, what}).remarks;
            EXPECT_FALSE(read.empty());
            EXPECT_EQ(ExperimentRemarksBody{read}.text(), text);
        }
    }
}

TEST(RowBodies, RemarksKeepTheirPatternAndValuesForOtherLanguages) {
    const Sentence part("the {1} part", 0.5);
    const std::string text = ExperimentRemarksBody{{Sentence("{1} records of {2}", 3, part)}}.text();
    const auto read = ExperimentRemarksBody::read({text, what}).remarks;
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(read.front().english(), "3 records of the 0.5 part");
    EXPECT_EQ(read.front().pattern(), "{1} records of {2}");
    ASSERT_EQ(read.front().values().size(), 2U);
    const auto& said = read.front().values().back().said;
    ASSERT_TRUE(said);
    EXPECT_EQ(said->pattern(), "the {1} part");
    EXPECT_TRUE(said->values().front().isNumber);
}

TEST(RowBodies, RemarksOfEarlierVersionsAreALineEach) {
    const auto read = [](const std::string& text) {
        return ExperimentRemarksBody::read({text, what}).remarks;
    };
    EXPECT_TRUE(read(R"({"padding":"  ","remarks":""})").empty());
    const auto lines = read(R"({"padding":"","remarks":"3 records\n{1} of /data"})");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].english(), "3 records");
    EXPECT_EQ(lines[1].english(), "{1} of /data");
    EXPECT_THROW(read(R"({"padding":"","remarks":[3]})"), Error);
    EXPECT_THROW(read(R"({"padding":"","remarks":{}})"), Error);
}

TEST(RowBodies, OfAnotherTypeEndInASentence) {
    const auto refused = [](auto read) {
        try {
            read();
        } catch (const Error& error) {
            return error.code() == ErrorCode::Failed && std::string(error.what()).size() > 20;
        }
        return false;
    };
    EXPECT_TRUE(refused([] { (void)CapBody::read({R"({"delta":1e-5})", what}); }));
    EXPECT_TRUE(refused([] { (void)CapBody::read({R"({"delta":1e-5,"epsilon":"1"})", what}); }));
    EXPECT_TRUE(refused([] { (void)PartBody::read({R"({"public":"yes"})", what}); }));
    EXPECT_TRUE(refused([] { (void)NoteBody::read({R"({"text":5})", what}); }));
    EXPECT_TRUE(refused([] { (void)TagsBody::read({R"({"tags":[5]})", what}); }));
    EXPECT_TRUE(refused([] { (void)ExperimentBody::read({R"({"kind":"renyi"})", what}); }));
    EXPECT_TRUE(refused([] { (void)DatasetBody::read({R"({"visibility":"secret"})", what}); }));
    EXPECT_TRUE(refused([] { (void)TrialReservedBody::read({"[]", what}); }));
    EXPECT_TRUE(refused([] { (void)TrialReservedBody::read({"", what}); }));
}

class ReadingTest : public LedgerTest {
protected:
    struct Cost {
        ReadingWork work;
        std::int64_t rows = 0; ///< written meanwhile
    };

    /// Runs trials one after the other and looks at experiment and accounts after each change.
    Cost costOf(Project& project, const DeclaredDataset& data, ExperimentId experiment, int trials) {
        const ReadingWork before = project.readingWork();
        const std::int64_t rows = project.lastRow();
        const auto look = [&] {
            EXPECT_EQ(project.experiment(experiment).plan->at("phases"), 3);
            (void)project.accounts(data.id);
            (void)project.accounts(data.id);
        };
        TrialSpec spec;
        spec.charges = {gaussianCharge(data.part("train"), 0.01)};
        for (int i = 0; i < trials; ++i) {
            const auto trial = project.reserveTrial(experiment, spec);
            look();
            project.startTrial(trial);
            look();
            project.finishTrial(trial, {});
            look();
        }
        const ReadingWork after = project.readingWork();
        return {{after.rows - before.rows, after.accounts - before.accounts, after.plans - before.plans},
                project.lastRow() - rows};
    }
};

// Whoever watches a running experiment asks after every row: the cost of an answer is what changed, however
// much there is.
TEST_F(ReadingTest, CostsWhatChangedAndNoMore) {
    OpenOptions open;
    open.registry = Registry::open(folder / "registry.db");
    auto project = Project::openOrCreate(file(), open);
    const auto data = project.declareDataset(privateDataset(8.0));
    ExperimentSpec spec;
    spec.trainer = "dp-gd";
    spec.dataset = data.id;
    spec.method = search::MethodKind::Random;
    spec.plan = {{"phases", 3}};
    spec.charges = {gaussianCharge(data.part("train"), 0.3), gaussianCharge(data.part("test"), 0.1)};
    const auto running = project.beginExperiment(spec);
    (void)project.accounts(data.id);
    (void)project.experiment(running.id);
    for (const int trials : {5, 40, 5}) {
        const Cost cost = costOf(project, data, running.id, trials);
        EXPECT_EQ(cost.work.rows, cost.rows) << "each row is taken in once";
        EXPECT_EQ(cost.work.accounts, trials) << "an account is composed when something starts, not before";
        EXPECT_EQ(cost.work.plans, 0) << "the plan was parsed when it was asked for first";
    }
    project.addPlanVersion(running.id, {{"phases", 3}, {"left", 1}}, "a trial was lost");
    EXPECT_EQ(project.experiment(running.id).plan->at("left"), 1);
    EXPECT_EQ(project.experiment(running.id).plan->at("left"), 1);
    EXPECT_EQ(project.readingWork().plans, 2) << "another version is another plan";
}

// What is kept as rows come in is what a project that is opened anew reads.
TEST_F(ReadingTest, ComesToTheSameAsReadingAllAnew) {
    auto project = Project::openOrCreate(file());
    const auto data = project.declareDataset(privateDataset(4.0));
    const auto expectSame = [&](const std::string& when) {
        const auto fresh = Project::open(file());
        const auto mine = project.accounts(data.id);
        const auto theirs = fresh.accounts(data.id);
        ASSERT_EQ(mine.size(), theirs.size());
        for (std::size_t i = 0; i < mine.size(); ++i) {
            EXPECT_EQ(mine[i].spentMuSquared, theirs[i].spentMuSquared) << when;
            EXPECT_EQ(mine[i].reservedMuSquared, theirs[i].reservedMuSquared) << when;
            EXPECT_EQ(mine[i].spentEpsilon, theirs[i].spentEpsilon) << when;
            EXPECT_EQ(mine[i].remainingEpsilon, theirs[i].remainingEpsilon) << when;
        }
        const auto experiments = fresh.experiments();
        ASSERT_EQ(project.experiments().size(), experiments.size()) << when;
        for (const auto& row : experiments) {
            EXPECT_EQ(project.experiment(row.id).planVersion, row.planVersion) << when;
        }
    };
    for (int round = 0; round < 3; ++round) {
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = data.id;
        spec.charges = {gaussianCharge(data.part("train"), 0.2), gaussianCharge(data.part("test"), 0.05)};
        const auto running = project.beginExperiment(spec);
        expectSame("begun");
        TrialSpec trial;
        trial.charges = {gaussianCharge(data.part("train"), 0.05), gaussianCharge(data.part("test"), 0.02)};
        const auto finished = project.reserveTrial(running.id, trial);
        const auto failed = project.reserveTrial(running.id, trial);
        const auto open = project.reserveTrial(running.id, trial);
        expectSame("reserved");
        project.startTrial(finished);
        expectSame("started");
        project.finishTrial(finished, {});
        project.loseTrial(failed, "no memory"); // it never ran, and stays charged
        expectSame("ended");
        project.addPlanVersion(running.id, {{"round", round}}, "what is left");
        EXPECT_THROW(project.inOneTransaction([&] {
            project.startTrial(open);
            (void)project.accounts(data.id);
            throw std::runtime_error("undone");
        }),
                     std::runtime_error);
        expectSame("undone");
        if (round > 0) {
            project.finishExperiment(running.id, {{"round", round}});
            expectSame("finished");
        }
    }
}

// A last row that each look takes for another one: accounts are asked for while trials are read, so what the
// first look gave would be gone under those who use it.
TEST_F(ReadingTest, ALastRowThatIsNotFoundAgainEndsTheReading) {
    DatasetId dataset;
    {
        auto project = Project::openOrCreate(file());
        const auto data = project.declareDataset(privateDataset(4.0));
        dataset = data.id;
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = data.id;
        spec.charges = {gaussianCharge(data.part("train"), 0.2)};
        const auto running = project.beginExperiment(spec);
        TrialSpec trial;
        trial.charges = {gaussianCharge(data.part("train"), 0.05)};
        project.startTrial(project.reserveTrial(running.id, trial));
    }
    int copies = 0;
    for (const std::string change : {"hash = x'00'", "hash = hash || x'00'", "hash = x''", "seq = -seq"}) {
        const auto copy = file("copy" + std::to_string(++copies) + ".parsimony");
        std::filesystem::copy_file(file(), copy);
        forge(copy, "PRAGMA ignore_check_constraints = 1; UPDATE ledger SET " + change +
                        (change[0] == 'h' ? " WHERE seq = (SELECT max(seq) FROM ledger)" : ""));
        for (int look = 0; look < 2; ++look) {
            try {
                const auto project = Project::open(copy);
                (void)project.accounts(dataset);
                FAIL() << change;
            } catch (const Error& error) {
                EXPECT_EQ(error.code(), ErrorCode::Failed) << change;
                EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos) << error.what();
            }
        }
    }
}

} // namespace parsimony::ledger
