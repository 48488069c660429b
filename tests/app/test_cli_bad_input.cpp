// SPDX-License-Identifier: GPL-3.0-or-later
// Every kind of bad input ends in one clear line and the right exit code, and spends nothing.
#include "tests/app/bad_input.h"

#include <array>
#include <cmath>
#include <limits>

using namespace parsimony::test;
using testing::HasSubstr;

namespace {

std::string floats(std::size_t count) {
    return std::string(count * 4, '\0');
}

} // namespace

TEST_F(CliBadInput, DamagedFeatureFiles) {
    Words missing = files();
    missing[1] = m_place.text("nowhere.npy");
    expectError(request({}, missing), 1, "nowhere.npy");
    expectBadFile(1, "empty.npy", "", "empty.npy");
    expectBadFile(1, "short.npy", npyBytes("<f4", "(600, 8)", floats(599 * 8)), "short.npy");
    expectBadFile(1, "magic.npy", "\x93NUMPX\x01" + std::string(200, ' '), "magic.npy");
    expectBadFile(1, "object.npy", npyBytes("|O", "(600, 8)", floats(4800)), "object.npy");
    expectBadFile(1, "model.pt", std::string("\x80\x02}q\x00.", 6), "model.pt");
    expectBadFile(1, "norows.npy", npyBytes("<f4", "(0, 8)", ""), "norows.npy");
    expectBadFile(1, "nocolumns.npy", npyBytes("<f4", "(600, 0)", ""), "nocolumns.npy");
    expectBadFile(1, "huge.npy", npyBytes("<f4", "(1000000000000, 1000000)", floats(8)), "huge.npy");
    expectBadFile(1, "overflow.npy", npyBytes("<f4", "(9223372036854775807, 9223372036854775807)", ""),
                  "overflow.npy");
}

TEST_F(CliBadInput, LabelsThatDoNotFit) {
    std::vector<std::int64_t> labels(599, 0);
    writeLabels(m_place.path("few.npy"), labels);
    expectBadFile(3, "few2.npy", readBytes(m_place.path("few.npy")), "few2.npy");
    expectBadFile(3, "floats.npy", npyBytes("<f4", "(600,)", floats(600)), "floats.npy");
}

TEST_F(CliBadInput, TestFeaturesOfAnotherWidth) {
    expectBadFile(5, "wide.npy", npyBytes("<f4", "(300, 9)", floats(2700)), "wide.npy");
}

TEST_F(CliBadInput, UnknownKeyListsTheKeysThereAre) {
    Words data = files();
    data[1] = std::string(PARSIMONY_SAMPLES) + "/digits.npz:x_trian";
    expectError(request({}, data), 1, "x_train");
}

TEST_F(CliBadInput, SplitsThatDivideNothingOrNotAll) {
    Words train = files();
    train.resize(4);
    for (const char* split : {"80", "80/30", "0.5/0.6", "80/10/5/5", "100/0", "0/50/50", "a/b", "80//20", "",
                              "-20/120", "nan/20", "80/20%"}) {
        expectError(request({"--split", split}, train), 2, "--split");
    }
    expectError(request({"--split", "99.99/0.01"}, train), 2, "less than one");
    expectError(request({"--split", "80/20"}), 2, "--split divides");
    expectError(request({"--split", "80/20", "--test-record-ids", "ids.txt"}, train), 2, "--split divides");
    expectError(request({"--split", "80/20", "--public-parts", "test"}, train), 2, "--public-parts");
    expectError(request({"--split", "80/20"}, {"--data", m_place.text("data")}), 2, "--split divides");
    expectError(request({"--split", "80/20", "--adjacency", "replace_one"}, train), 3, "--split goes with");
    expectError(request({"--split", "80/20", "--rows-per-person", "2"}, train), 3, "needs ids (--record-ids");
}

TEST_F(CliBadInput, PrivacyParametersOutOfRange) {
    for (const char* epsilon : {"0", "-1", "nan", "-inf", "1e-310", "1e7"}) {
        expectError(request({"--experiment-epsilon", epsilon}), 2, "experiment-epsilon");
        expectError(replaced(request(), "--epsilon", epsilon), 2, "--epsilon");
    }
    expectError(request({"--experiment-epsilon", "inf"}), 3, "for public data only");
    expectError(replaced(request(), "--epsilon", "inf"), 3, "for public data only");
    // In a project that has a cap it went unheard.
    expectError(replaced(request({"--experiment-epsilon", "0.1"}), "--epsilon", "inf"), 2, "stands alone");
    Workplace fresh;
    for (const char* delta : {"0", "1", "-1e-5", "nan", "1.5", "1e-320"}) {
        Words words = replaced(request(), "--delta", delta);
        *(std::find(words.begin(), words.end(), "--storage") + 1) = fresh.text("new.parsimony");
        const Outcome outcome = fresh.cli(words);
        EXPECT_EQ(outcome.exitCode, 2) << delta << outcome.text();
        EXPECT_THAT(outcome.err, HasSubstr("delta")) << delta;
        EXPECT_FALSE(std::filesystem::exists(fresh.path("new.parsimony"))) << delta;
    }
}

/// The window says it too: tests/ui/test_bad_input.cpp, outOfRangeSaysWhatTheCommandLineSays.
TEST_F(CliBadInput, OutOfRangeAndDecimalCommasGiveOneSentenceOnTheCommandLineAndInFiles) {
    const std::vector<std::array<std::string, 3>> bad{
        {"momentum", "1", "--momentum must be a number of at least 0 and below 1, not 1"},
        {"rows-per-person", "0", "--rows-per-person must be a whole number from 1 to 1000000, not 0"},
        {"experiment-epsilon", "0,5",
         "--experiment-epsilon: '0,5' is not a number; the decimal mark is a point"},
        {"learning-rates", "0.1,-2", "--learning-rates must be a number from 1e-30 to 1e+30, not -2"},
        {"learning-rates", "1e308", "--learning-rates must be a number from 1e-30 to 1e+30, not 1e+308"},
        {"lr-decay", "liner", "--lr-decay: 'liner' is none of none|linear|cosine; did you mean linear?"},
        {"averaging", "emma", "--averaging: 'emma' is none of none|ema|swa; did you mean ema?"},
        {"test-epsilon", "-1", "--test-epsilon must be a number above 0 and at most 1000000, not -1"}};
    for (const auto& [option, value, sentence] : bad) {
        expectError(request({"--" + option, value}), 2, sentence);
        writeBytes(m_place.path("bad.toml"), option + " = \"" + value + "\"\n");
        expectError(request({"--config", m_place.text("bad.toml")}), 2, sentence);
    }
}

// What TOML itself can't hold, or holds nothing of.
TEST_F(CliBadInput, LargeNumbersAndEmptyListsGiveTheSentenceOfTheCommandLine) {
    const std::vector<std::array<std::string, 4>> bad{
        {"trials", "9223372036854775808", "9223372036854775808",
         "--trials: 9223372036854775808 is too large; at most 4294967295"},
        {"momentum", "1e309", "1e309", "--momentum: '1e309' is not a number"},
        {"learning-rates", "", "[]", "--learning-rates: '' is not a number"}};
    for (const auto& [option, given, written, sentence] : bad) {
        expectError(request({"--" + option, given}), 2, sentence);
        writeBytes(m_place.path("bad.toml"), option + " = " + written + "\n");
        expectError(request({"--config", m_place.text("bad.toml")}), 2, sentence);
    }
}

TEST_F(CliBadInput, PhasesThatCostMoreThanTheTotal) {
    Words words =
        replaced(request({"--experiment-epsilon", "1", "--phase-epsilons", "0.9,0.95", "-f", "json"}),
                 "--method", "linear-scaling");
    const Outcome outcome = m_place.cli(words);
    EXPECT_EQ(outcome.exitCode, 3) << outcome.text();
    EXPECT_GT(outcome.json()["missing"], 0.0);
    EXPECT_EQ(ledger(), m_ledger);
}

TEST_F(CliBadInput, WrongValuesAreZeroRowsAndANotice) {
    Blobs blobs{600, 8, 3, 1};
    std::vector<float> features = blobs.features();
    features[8] = std::numeric_limits<float>::quiet_NaN();
    features[17] = std::numeric_limits<float>::infinity();
    std::vector<std::int64_t> labels = blobs.labels();
    labels[10] = -1;
    labels[11] = 3;
    writeFeatures(m_place.path("bad_x.npy"), features, 600, 8);
    writeLabels(m_place.path("bad_y.npy"), labels);
    Words data = files();
    data[1] = m_place.text("bad_x.npy");
    data[3] = m_place.text("bad_y.npy");
    Words words = replaced(request({"-f", "json"}, data), "--storage", m_place.text("other.parsimony"));
    words.push_back("--distinct-records");
    const Outcome outcome = m_place.cli(words);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_TRUE(std::isfinite(outcome.json()["final"]["test_accuracy"].get<double>()));
    EXPECT_THAT(outcome.err, HasSubstr("curator: "));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("curator")));

    const Outcome checked = m_place.cli({"inspect", "--check", "--classes", "3", m_place.text("bad_x.npy"),
                                         m_place.text("bad_y.npy"), "-f", "json"});
    EXPECT_EQ(checked.exitCode, 0);
    EXPECT_THAT(checked.err, HasSubstr("2 of 600 rows"));
    EXPECT_THAT(checked.err, HasSubstr("2 of 600 labels"));
    EXPECT_EQ(checked.json()["arrays"].size(), 2U);
    EXPECT_FALSE(checked.json()["arrays"][0].contains("invalid"));

    writeBytes(m_place.path("sets.csv"), "0;2\n1\n\n0;1;2\n3\n");
    writeBytes(m_place.path("sets.npy"), npyBytes("|u1", "(2, 3)", std::string("\1\1\1\1\0\1", 6)));
    const Outcome sets = m_place.cli({"inspect", "--check", "--classes", "3", "--labels-per-record", "2",
                                      m_place.text("sets.csv"), m_place.text("sets.npy")});
    EXPECT_THAT(sets.err, HasSubstr("sets.csv: 2 of 5 records have more than 2 labels, or one outside 0..2"));
    EXPECT_THAT(sets.err, HasSubstr("sets.npy: 1 of 2 records"));
    expectError({"inspect", "--check", "--labels-per-record", "2", m_place.text("sets.npy")}, 2, "--classes");
}

TEST_F(CliBadInput, RowsWithoutValuesAreNotCounted) {
    writeBytes(m_place.path("wide.npy"), npyBytes("<f4", "(1000000000000, 0)", ""));
    expectError({"inspect", "--check", m_place.text("wide.npy")}, 1, "rows without values");
}

/// A hint at methods that the other options shut out leads from one refusal to the next.
TEST_F(CliBadInput, ListsNameTheMethodsThatWouldTakeThem) {
    expectError(request({"--trainer", "dp-ls", "--ridge", "0.1,1"}), 2,
                "lists (random, grid, oracle, papernot-steinke)");
    Words sampled = request({"--trainer", "dp-sgd", "--sample-rate", "0.1,0.2"});
    sampled[2] = m_place.text("other.parsimony"); // whose account may be of the kind that samples take
    expectError(sampled, 2, "lists (random, grid, papernot-steinke, koskela-kulkarni)");
    expectError(request({"--momentum", "0,0.9"}), 2,
                "lists (linear-scaling, random, grid, successive-halving, oracle, papernot-steinke, "
                "koskela-kulkarni)");
}
