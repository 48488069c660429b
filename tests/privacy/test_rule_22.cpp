// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 22: a private selection is one mechanism, of which only the winner is ever stored or shown.
#include "core/ledger/project.h"
#include "core/ledger/sqlite.h"
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <regex>
#include <thread>

namespace parsimony::test {

class Rule22 : public RuleTest {
protected:
    Words select(const std::string& name) const {
        Words words = run(name + ".parsimony");
        words.erase(std::find(words.begin(), words.end(), "-q"));
        words.insert(words.end(), {"-v", "--method", "papernot-steinke", "--runs-mean", "5"});
        return words;
    }

    // Everything a project file holds, with numbers and hashes masked: what is left is its shape.
    std::string contents(const std::string& name) const {
        ledger::Database database(m_place.text(name + ".parsimony"), ledger::OpenMode::ReadOnly);
        std::string text;
        for (const char* sql :
             {"SELECT kind, class, mu_squared IS NULL, epsilon, delta, body FROM ledger ORDER BY seq",
              "SELECT length(bytes) FROM blobs ORDER BY length(bytes)",
              "SELECT trial, step FROM checkpoints"}) {
            auto found = database.prepare(sql);
            while (found.step()) {
                for (int column = 0; column < found.columns(); ++column) {
                    text += found.text(column) + " ";
                }
                text += "\n";
            }
        }
        return masked(std::regex_replace(text, std::regex(name), "NAME"));
    }

    static std::string masked(std::string text) {
        text = std::regex_replace(text, std::regex("\"[0-9a-f]{16,}\""), "hash");
        text = std::regex_replace(text, std::regex(R"( *\([^)]*\))"), "");
        text = std::regex_replace(text, std::regex(R"(-?[0-9][0-9,.:]*(e[-+]?[0-9]+)?)"), "#");
        return std::regex_replace(text, std::regex(" +"), " ");
    }

    /// What is stored and shown of selections, with `more` words, differs in numbers of the winner alone.
    void expectAlikeButForTheWinner(const Words& more);
};

void Rule22::expectAlikeButForTheWinner(const Words& more) {
    std::string file;
    std::string shown;
    // The secret number of runs has mean 5 and differs between these, with probability 1 - 10^-2 at least.
    for (int repeat = 0; repeat < 4; ++repeat) {
        const std::string name = "selection" + std::string(1, static_cast<char>('a' + repeat));
        m_registry = "registry-" + name;
        Words words = select(name);
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        const auto report = outcome.json();
        EXPECT_TRUE(report["phases"].empty());
        EXPECT_TRUE(report["final"].is_object());
        const auto project = ledger::Project::open(m_place.path(name + ".parsimony"));
        int selections = 0;
        for (const auto& trial : project.trials()) {
            selections += trial.role == TrialRole::Selection ? 1 : 0;
        }
        EXPECT_EQ(selections, 1);
        const std::string held = contents(name);
        const std::string text =
            masked(std::regex_replace(outcome.out + outcome.err, std::regex(name), "NAME"));
        file = repeat == 0 ? held : file;
        shown = repeat == 0 ? text : shown;
        EXPECT_EQ(held, file);
        EXPECT_EQ(text, shown);
        EXPECT_EQ(audit(name + ".parsimony").exitCode, 0);
    }
}

TEST_F(Rule22, RunsDifferInTheWinnerAndItsScoreOnly) {
    expectAlikeButForTheWinner({});
}

TEST_F(Rule22, SoTheyDoWhereClipAndMomentumAreChosen) {
    expectAlikeButForTheWinner({"--max-grad-norm", "0.3,1", "--momentum", "0,0.9"});
}

TEST_F(Rule22, SoTheyDoWhereTheSampleRateIsChosen) {
    expectAlikeButForTheWinner({"--trainer", "dp-sgd", "--sample-rate", "0.2,0.5"});
}

/// The charge is that of one candidate: lists change nothing of it.
TEST_F(Rule22, ASelectionOverListsCostsWhatOneCandidateDoes) {
    const auto curve = [&](const std::string& name, const Words& more) {
        m_registry = "registry-" + name;
        Words words = select(name);
        words.insert(words.end(), more.begin(), more.end());
        EXPECT_EQ(cli(words).exitCode, 0);
        ledger::Database database(m_place.text(name + ".parsimony"), ledger::OpenMode::ReadOnly);
        auto found = database.prepare("SELECT json_extract(body, '$.events') FROM ledger WHERE kind = "
                                      "'reservation' ORDER BY seq LIMIT 1");
        EXPECT_TRUE(found.step());
        return found.text(0);
    };
    const std::string one = curve("one", {});
    EXPECT_NE(one.find("rdp_curve"), std::string::npos);
    EXPECT_EQ(curve("several", {"--max-grad-norm", "0.3,1,3", "--weight-decay", "0,0.01"}), one);
    EXPECT_EQ(curve("trainers", {"--trainer", "dp-gd,dp-adam"}), one);
    EXPECT_NE(curve("rates", {"--trainer", "dp-sgd", "--sample-rate", "0.2,1"}), one);
}

TEST_F(Rule22, AnInterruptedOneStaysChargedAndIsNotResumed) {
    Words words = select("stopped");
    *(std::find(words.begin(), words.end(), "--steps") + 1) = "2000000";
    const std::string file = m_place.text("stopped.parsimony");
    {
        Program program(words, options());
        for (int tries = 0; tries < 600; ++tries) { // until its one trial runs
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            if (!program.running() ||
                (std::filesystem::exists(file) &&
                 ledger::Database(file, ledger::OpenMode::ReadOnly)
                         .integer("SELECT count(*) FROM ledger WHERE kind = 'trial_running'") > 0)) {
                break;
            }
        }
        program.sendSignal(SIGKILL);
        EXPECT_EQ(program.wait().exitCode, 128 + SIGKILL);
    }
    const double before = charged("stopped.parsimony");
    EXPECT_GT(before, 1.9);
    const Outcome resumed = cli({"resume", "-f", "json", "--storage", file});
    const auto project = ledger::Project::open(file);
    for (const auto& trial : project.trials()) {
        EXPECT_NE(trial.state, ledger::TrialState::Finished) << resumed.text();
    }
    EXPECT_EQ(charged("stopped.parsimony"), before);
    EXPECT_EQ(audit("stopped.parsimony").exitCode, 0);
    ledger::Database database(file, ledger::OpenMode::ReadOnly);
    EXPECT_EQ(database.integer("SELECT count(*) FROM blobs"), 0);
    EXPECT_EQ(database.integer("SELECT count(*) FROM checkpoints"), 0);
}

} // namespace parsimony::test
