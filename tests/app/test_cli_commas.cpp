// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence for a decimal comma, a number out of range and a word that is none, whichever way it came in.
#include "tests/app/bad_input.h"
#include "tests/app/conversation.h"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <array>

using namespace parsimony::test;
using nlohmann::json;

namespace {

std::string commaIn(const std::string& option, const std::string& text) {
    return "--" + option + ": '" + text + "' is not a number; the decimal mark is a point";
}

std::string notWhole(const std::string& option, const std::string& text) {
    return "--" + option + ": '" + text + "' is not a whole number";
}

class CliCommas : public CliBadInput {
protected:
    /// Of a study with one more option.
    void expectStudyError(const std::string& line, int exitCode, const std::string& piece) {
        writeBytes(m_place.path("bad.toml"), "kind = 'compare'\n[options]\n" + line + "\n");
        expectError({"study", m_place.text("bad.toml")}, exitCode, piece);
    }
    void expectConfigError(const std::string& line, const std::string& piece) {
        writeBytes(m_place.path("bad.toml"), line + "\n");
        expectError(request({"--config", m_place.text("bad.toml")}), 2, piece);
    }
};

} // namespace

TEST_F(CliCommas, ADecimalCommaIsNoListAndSpendsNothing) {
    for (const auto& [option, value, sentence] : std::vector<std::array<std::string, 3>>{
             {"weight-decay", "0,01", commaIn("weight-decay", "0,01")},
             {"weight-decay", "0,5", "--weight-decay: 0,5 may be meant for 0.5; the decimal mark is a point"},
             {"max-grad-norm", "1,05", commaIn("max-grad-norm", "1,05")},
             {"sample-rate", "1,5", "not 5: 1,5 is a list of two numbers; the decimal mark is a point"},
             {"max-grad-norm", "1,5", ": 1,5 is a list of two numbers; the decimal mark is a point"}}) {
        expectError(request({"--" + option, value}), 2, sentence);
        expectConfigError(option + " = \"" + value + "\"", sentence);
    }
    const auto lists =
        m_place.cli(replaced(request({"--weight-decay", "0,0.01", "--max-grad-norm", "1,2,4", "--dry-run"}),
                             "--method", "random"));
    EXPECT_EQ(lists.exitCode, 0) << lists.text();
    writeBytes(m_place.path("list.toml"), "weight-decay = [0, 5]\n");
    const auto array = m_place.cli(
        replaced(request({"--config", m_place.text("list.toml"), "--dry-run"}), "--method", "random"));
    EXPECT_EQ(array.exitCode, 0) << array.text();
}

TEST_F(CliCommas, TomlNamesTheOption) {
    const std::string list = "--max-grad-norm: a list is written [1,5]; the decimal mark is a point";
    for (const auto& [line, sentence] : std::vector<std::array<std::string, 2>>{
             {"experiment-epsilon = 0,3", commaIn("experiment-epsilon", "0,3")},
             {"trials = 3,0", notWhole("trials", "3,0")},
             {"delta = 1e-5,5 # of it", commaIn("delta", "1e-5,5")},
             {"max-grad-norm = 1,5", list}}) {
        expectConfigError(line, "bad.toml, line 1: " + sentence);
        expectStudyError("epsilons = 1\n" + line, 2, "bad.toml, line 4: " + sentence);
    }
    expectStudyError("epsilons = 0,3", 2, "line 3: --epsilons must be a number above 0");
    expectStudyError("epsilons = 1\nrepeats = 3,0", 2, "line 4: " + notWhole("repeats", "3,0"));
    const std::string inside = "'0,5' is not a number; the decimal mark is a point";
    expectConfigError("learning-rates = [0.1, \"0,5\"]", "bad.toml, line 1: 'learning-rates': " + inside);
    expectStudyError("epsilons = 1\nlearning-rates = [0.1, '0,5']", 2,
                     "bad.toml, line 4: learning-rates: " + inside);
}

TEST_F(CliCommas, AStudyTakesNumbersAsTheCommandLineDoes) {
    for (const auto& [option, value, sentence] : std::vector<std::array<std::string, 3>>{
             {"trials", "0x10", notWhole("trials", "0x10")},
             {"trials", "3.0", notWhole("trials", "3.0")},
             {"trials", "18446744073709551616",
              "--trials: 18446744073709551616 is too large; at most 4294967295"},
             {"experiment-epsilon", "1e400", "--experiment-epsilon: '1e400' is not a number"}}) {
        expectError(request({"--" + option, value}), 2, sentence);
        expectConfigError(option + " = " + value, sentence);
        expectStudyError("epsilons = 1\n" + option + " = " + value, 2, sentence);
    }
    expectStudyError("epsilons = 1\nrepeats = 0x10", 2, notWhole("repeats", "0x10"));
    ASSERT_EQ(mkfifo(m_place.path("pipe.toml").c_str(), 0600), 0);
    expectError({"study", m_place.text("pipe.toml")}, 1, "pipe.toml is not a regular file");
}

TEST_F(CliCommas, OneSentenceForEpsilonsAndMethods) {
    const std::string range = " must be a number above 0 and at most 1000000, not ";
    for (const char* bad : {"-1", "0", "2000000"}) {
        const std::string value = std::string(bad) == "2000000" ? "2e+06" : bad;
        expectError(replaced(request(), "--epsilon", bad), 2, "--epsilon" + range + value);
        expectError({"budget", "raise", "--storage", project(), "--epsilon", bad, "--reason", "a"}, 2,
                    "--epsilon" + range + value);
        for (const char* command : {"sweep", "compare"}) {
            expectError({command, "--visibility", "public", "--data", m_place.text("data"), "--epsilons", bad,
                         "--delta", "1e-5"},
                        2, "--epsilons" + range + value);
        }
    }
    expectError({"compare", "--visibility", "public", "--data", m_place.text("data"), "--epsilons", "0,3"}, 2,
                "--epsilons" + range + "0: 0,3 is a list of two numbers; the decimal mark is a point");
    const std::string one = m_place.cli(replaced(request(), "--method", "singel")).err;
    const std::string sentence = one.substr(one.find("'singel'"));
    EXPECT_THAT(sentence, testing::HasSubstr("; did you mean single?"));
    expectError({"compare", "--visibility", "public", "--methods", "singel"}, 2, "--methods: " + sentence);
    expectStudyError("epsilons = 1\nmethods = 'singel'", 2, "--methods: " + sentence);
}

/// As --config does, and the variant as well.
TEST_F(CliCommas, AStudyNamesTheLine) {
    expectStudyError("epsilons = 1\n\nmomentum = 'x'", 2, "bad.toml, line 5: --momentum");
    expectStudyError("epsilons = 1\nmomentun = 0.5", 2, "bad.toml, line 4: ");
    expectStudyError("epsilons = 1\n[[variant]]\nname = 'v'\nmomentum = 'x'", 2,
                     "bad.toml, line 6, variant 'v': --momentum");
    expectStudyError("epsilons = 'x'\n[[variant]]\nname = 'v'", 2,
                     "bad.toml, line 3, variant 'v': --epsilons");
    writeBytes(m_place.path("bad.toml"), "kind = 'compare'\nplots = 'nope'\n");
    expectError({"study", m_place.text("bad.toml")}, 2,
                "a study knows no 'nope'; it knows accuracy, step-size, bars, ");
}

TEST_F(CliCommas, AFilterTakesNoCommaOnTheCommandLine) {
    expectError({"trials", "--filter", "sigma>5,31", "--storage", project()}, 2,
                "a number is needed here, not '5,31'; the decimal mark is a point");
    expectError({"bench", "--shape", "0,1,1"}, 2, "(three whole numbers above 0)");
}

/// A client waits for the answer to its id.
TEST_F(CliCommas, ServeSaysTheSameOfTheRequest) {
    Conversation talk(m_place, {"--curator"});
    const json opened = talk.answer("open", {{"project", project()}});
    const std::string session = opened["result"]["session"].dump();
    int id = 100;
    const auto says = [&](const std::string& method, const std::string& params, const std::string& piece) {
        talk.say(R"({"id":)" + std::to_string(++id) + R"(,"method":")" + method + R"(","params":)" + params +
                 "}");
        const json answer = talk.next();
        EXPECT_EQ(answer["id"], id) << answer;
        const json error = answer.value("error", json::object());
        EXPECT_EQ(error.value("code", 0), 2) << answer;
        EXPECT_THAT(error.value("message", ""), testing::HasSubstr(piece));
    };
    const auto option = [&](const std::string& name, const std::string& value, const std::string& piece) {
        says("plan_without_project", R"({"options":{")" + name + R"(":)" + value + "}}", piece);
    };
    option("epsilon", "1e400", "--epsilon: '1e400' is not a number");
    option("epsilon", "0,3", commaIn("epsilon", "0,3"));
    option("trials", "3,0", notWhole("trials", "3,0"));
    option("trials", "3.0", notWhole("trials", "3.0"));
    option("trials", "1e3", notWhole("trials", "1000.0"));
    option("classes", "4.0", notWhole("classes", "4.0"));
    option("trials", "18446744073709551616",
           "--trials: 18446744073709551616 is too large; at most 4294967295");
    option("weight-decay", R"("0,01")", commaIn("weight-decay", "0,01"));
    option("max-grad-norm", "1,5", "--max-grad-norm: a list is written [1,5]; the decimal mark is a point");
    const std::string raise = R"({"session":)" + session + R"(,"reason":"a","epsilon":)";
    says("raise_budget", raise + R"("0,5"})", commaIn("epsilon", "0,5"));
    says("raise_budget", raise + "0,5}", commaIn("epsilon", "0,5"));
    says("raise_budget", raise + "-1}", "--epsilon must be a number above 0 and at most 1000000, not -1");
    says("price", R"({"study":{"compare":{"methods":["singel"],"epsilons":[1]}}})",
         "--methods: 'singel' is none of ");
    says("price", R"({"study":{"compare":{"epsilons":[1],"repeats":3,0}}})", notWhole("repeats", "3,0"));
    says("bench", R"({"key":"a","bench":{"batch":-1}})", notWhole("batch", "-1"));
    says("attack", R"({"key":"b","attack":{"runs":-1}})", notWhole("runs", "-1"));
    says("plan", R"({"options":{"epsilon":1}},)", "no JSON object"); // whose id is read all the same
}
