// SPDX-License-Identifier: GPL-3.0-or-later
// How many records the test part has, once it was declared or was not: for runs and looks, by one encoder
// and by several.
#include "core/ledger/audit.h"
#include "core/ledger/project.h"
#include "core/session/experiment_plan.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include "array_files.h"
#include <gmock/gmock.h>

#include <map>

namespace parsimony::session {

namespace {

using testing::HasSubstr;

constexpr double kInFile = 397;

RunOptions modest() {
    RunOptions options = digitsOptions();
    options.method = MethodKind::UnitNoise;
    options.steps = "5";
    options.experimentEpsilon = 0.3;
    options.testEpsilon = TestEpsilon{0.2};
    return options;
}

RunOptions byTwo() {
    RunOptions options = modest();
    options.encoders = {{"a", options.data}, {"b", options.data}};
    options.data.clear();
    options.sameOrder = true;
    options.method = MethodKind::Random;
    options.trials = 2;
    return options;
}

RunOptions declaring(RunOptions options, std::uint64_t records) {
    options.testRecords = records;
    return options;
}

class DeclaredNumber : public RegistryFolder {
protected:
    /// What the newest run that has a plan for a look divides its accuracy by.
    [[nodiscard]] double divisor() const {
        const ledger::Project file = ledger::Project::open(project());
        const ledger::ExperimentRow newest = file.experiment(file.experiments().back().id);
        return ExperimentPlan::fromJson(newest.plan).evaluations.at(0).records;
    }
    /// Runs, and holds plan, ledger and audit to that number.
    void expectRuns(Session& session, const RunOptions& options, double records) const {
        const std::string planned = sentenceOf(session.plan(options).guarantee);
        EXPECT_EQ(sentenceOf(session.run(options, {}, {}).guarantee), planned);
        EXPECT_EQ(divisor(), records);
        EXPECT_TRUE(ledger::audit(project()).problems.empty());
    }
    /// Neither planned nor run, for the same reason, and nothing is spent.
    [[nodiscard]] std::string refusalOf(Session& session, const RunOptions& options) const {
        const std::int64_t before = session.changeCounter();
        const std::string planned = usageErrorOf([&] { (void)session.plan(options); });
        const std::string ran = usageErrorOf([&] { (void)session.run(options, {}, {}); });
        EXPECT_EQ(planned, ran);
        EXPECT_EQ(session.changeCounter(), before);
        return ran;
    }
    [[nodiscard]] PrivateEvaluationRequest lookAt(Session& session, const std::string& data,
                                                  std::optional<std::uint64_t> records = {}) const {
        const auto model = session.exportModel(std::nullopt, folder() / "model.npz").front();
        PrivateEvaluationRequest look{model, kTestPart, {data + ":x_test", data + ":y_test"}};
        look.options.testRecords = records;
        return look;
    }
    /// What a look finds the number of records to be, and that the audit has nothing against it.
    [[nodiscard]] double looked(Session& session, const PrivateEvaluationRequest& look) const {
        const PrivateEvaluation found = session.evaluate(look, {}, {});
        EXPECT_FALSE(found.recordsNoisy);
        EXPECT_TRUE(ledger::audit(project()).problems.empty());
        return static_cast<double>(found.records);
    }
    /// The bundled digits under another name.
    [[nodiscard]] std::string copyOfDigits(const std::string& name) const {
        const auto copy = folder() / name;
        std::filesystem::copy_file(digitsOptions().data, copy);
        return copy.string();
    }
};

} // namespace

TEST_F(DeclaredNumber, OfALookAtOneEncodersRowsIsNotThatOfPartsThatWereThere) {
    Session session = Session::open(project(), true);
    expectRuns(session, byTwo(), kInFile);
    const std::string digits = digitsOptions().data;
    EXPECT_EQ(looked(session, lookAt(session, digits, 300)), 300);
    expectRuns(session, byTwo(), kInFile);
    EXPECT_EQ(looked(session, lookAt(session, digits)), 300) << "the look's own holds for looks";
}

TEST_F(DeclaredNumber, OfALookIsThatOfOtherEncodersWhoseNumberNobodyKnows) {
    Session session = Session::open(project(), true);
    RunOptions without = modest();
    without.testEpsilon.reset();
    const std::string digits = without.data;
    without.data.clear();
    without.train = {digits + ":x_train", digits + ":y_train", {}};
    (void)session.run(without, {}, {});
    EXPECT_EQ(looked(session, lookAt(session, digits, 300)), 300);
    RunOptions both = byTwo();
    both.encoders = {{"a", digits}, {"b", copyOfDigits("other.npz")}};
    EXPECT_THAT(refusalOf(session, declaring(both, 310)), HasSubstr("was declared as 300"));
    expectRuns(session, both, 300);
    expectRuns(session, declaring(both, 300), 300);
}

TEST_F(DeclaredNumber, OfARunHoldsForLooksAtEachEncoderAndForLaterRuns) {
    Session session = Session::open(project(), true);
    RunOptions both = byTwo();
    const std::string other = copyOfDigits("other.npz");
    both.encoders = {{"a", digitsOptions().data}, {"b", other}};
    expectRuns(session, declaring(both, 500), 500);
    for (const std::string& encoder : {digitsOptions().data, other}) {
        EXPECT_EQ(looked(session, lookAt(session, encoder)), 500) << encoder;
        expectRuns(session, both, 500);
    }
}

/// By what a look is priced before it is made.
TEST_F(DeclaredNumber, OfALookIsKnownBeforehand) {
    Session session = Session::open(project(), true);
    const std::string digits = digitsOptions().data;
    PrivateEvaluationRequest look{{}, kTestPart, {digits + ":x_test", digits + ":y_test"}};
    EXPECT_EQ(session.declaredRecordsOf(look), std::nullopt);
    look.options.testRecords = 380;
    EXPECT_EQ(session.declaredRecordsOf(look), 380U);
    look.options.testRecords.reset();
    expectRuns(session, declaring(modest(), 500), 500);
    EXPECT_EQ(session.declaredRecordsOf(look), 500U);
    look.files.features = copyOfDigits("other.npz") + ":x_test";
    EXPECT_EQ(session.declaredRecordsOf(look), std::nullopt) << "other files, as far as one can tell unread";
}

TEST_F(DeclaredNumber, OfOtherFilesIsTheirsAlone) {
    Session session = Session::open(project(), true);
    expectRuns(session, modest(), kInFile);
    const std::string digits = digitsOptions().data;
    PrivateEvaluationRequest look = lookAt(session, digits, 300);
    const std::string text = (folder() / "labels.npy").string();
    std::vector<std::int64_t> labels(3, 1);
    std::vector<float> features;
    for (int i = 0; i < 3 * 64; ++i) {
        features.push_back(static_cast<float>(i % 17));
    }
    data::testing::writeText(text, data::testing::npy("<i8", "3,", data::testing::bytesOf(labels)));
    const std::string rows = (folder() / "rows.npy").string();
    data::testing::writeText(rows, data::testing::npy("<f4", "3, 64", data::testing::bytesOf(features)));
    look.files = {rows, text};
    EXPECT_EQ(looked(session, look), 300);
    expectRuns(session, modest(), kInFile);
}

TEST_F(DeclaredNumber, IsNotAnotherOneLater) {
    Session session = Session::open(project(), true);
    expectRuns(session, declaring(modest(), 500), 500);
    EXPECT_THAT(refusalOf(session, declaring(modest(), 501)),
                HasSubstr("the number of records of the test part was declared as 500"));
    const PrivateEvaluationRequest look = lookAt(session, digitsOptions().data, 501);
    const std::int64_t before = session.changeCounter();
    EXPECT_THAT(usageErrorOf([&] { (void)session.evaluate(look, {}, {}); }), HasSubstr("declared as 500"));
    EXPECT_EQ(session.changeCounter(), before);
    expectRuns(session, declaring(modest(), 500), 500);
    expectRuns(session, modest(), 500);
    RunOptions records = modest();
    records.records = 1400;
    (void)session.run(records, {}, {});
}

TEST_F(DeclaredNumber, DoesNotComeAfterThePartWasDeclaredWithout) {
    Session session = Session::open(project(), true);
    expectRuns(session, modest(), kInFile);
    EXPECT_THAT(refusalOf(session, declaring(modest(), 500)), HasSubstr("without a number of its records"));
    expectRuns(session, declaring(modest(), 397), kInFile);
    EXPECT_EQ(looked(session, lookAt(session, digitsOptions().data, 500)), 500) << "a look says its own";
    expectRuns(session, modest(), kInFile);
}

TEST_F(DeclaredNumber, NorWhereThatOfTheFileIsASecret) {
    Session session = Session::open(project(), true);
    RunOptions secret = modest();
    secret.records = 1400;
    expectRuns(session, secret, 0);
    EXPECT_THAT(refusalOf(session, declaring(secret, 500)), HasSubstr("without a number of its records"));
    expectRuns(session, secret, 0);
}

TEST_F(DeclaredNumber, IsNotLeftOutByNamingTheFilesOtherwise) {
    Session session = Session::open(project(), true);
    RunOptions options = modest();
    options.data = copyOfDigits("one.npz");
    expectRuns(session, declaring(options, 500), 500);
    std::filesystem::rename(options.data, folder() / "two.npz");
    options.data = (folder() / "two.npz").string();
    const auto runs = session.experiments().size();
    EXPECT_THAT(usageErrorOf([&] { (void)session.run(options, {}, {}); }),
                HasSubstr("or name the data as it was named then"));
    EXPECT_THAT(usageErrorOf([&] { (void)session.run(declaring(options, 501), {}, {}); }),
                HasSubstr("was declared as 500"));
    EXPECT_EQ(session.experiments().size(), runs);
    expectRuns(session, declaring(options, 500), 500);
    EXPECT_EQ(looked(session, lookAt(session, options.data)), 500);
}

TEST_F(DeclaredNumber, OfADividedFileIsThatOfItsShare) {
    Session session = Session::open(project(), true);
    RunOptions divided = modest();
    divided.train = {divided.data + ":x_train", divided.data + ":y_train", {}};
    divided.data.clear();
    give(divided, "split", "80/10/10");
    expectRuns(session, declaring(divided, 150), 150);
    expectRuns(session, divided, 150);
    EXPECT_THAT(refusalOf(session, declaring(divided, 151)), HasSubstr("was declared as 150"));
    give(divided, "split", "80/0/20");
    expectRuns(session, declaring(divided, 290), 290);
    expectRuns(session, divided, 290);
}

} // namespace parsimony::session
