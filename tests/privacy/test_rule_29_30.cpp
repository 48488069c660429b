// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 29: the printed adjacency is the one that the slack was proved for. Rule 30: nothing that leaves tells
// what a theorem hides; clocks, counts and paths stay with the curator.
#include "core/ledger/project.h"
#include "core/ledger/registry.h"
#include "core/ledger/sqlite.h"
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <regex>

namespace parsimony::test {

using testing::HasSubstr;
using testing::Not;

class Rule29 : public RuleTest {};

class Rule30 : public RuleTest {
protected:
    /// Every value of a shared copy's ledger but hashes and what is random, with numbers of bodies masked.
    std::string shared(const std::string& project, const std::string& copy) const {
        const Outcome exported = audit(project, {"--export", m_place.text(copy)});
        EXPECT_EQ(exported.exitCode, 0) << exported.text();
        EXPECT_EQ(audit(copy).exitCode, 0);
        ledger::Database database(m_place.text(copy), ledger::OpenMode::ReadOnly);
        auto found = database.prepare("SELECT seq, time, kind, class, dataset, part, experiment, trial, "
                                      "coalesce(body, '') FROM ledger ORDER BY seq");
        std::string text;
        while (found.step()) {
            for (int column = 0; column < 8; ++column) {
                text += found.text(column) + " ";
            }
            std::string body = std::regex_replace(found.text(8), std::regex("\"[0-9a-f]{16,}\""), "hash");
            text += std::regex_replace(body, std::regex("-?[0-9][0-9.]*(e[-+]?[0-9]+)?"), "#") + "\n";
        }
        return text;
    }
};

TEST_F(Rule29, WhatIsPrintedIsZeroOutAlsoWithADeclaredNumberOfRecords) {
    for (const Words& more :
         std::vector<Words>{{}, {"--adjacency", "add_or_remove_one"}, {"--records", "500"}}) {
        const std::string project =
            "p" + std::to_string(more.size()) + (more.empty() ? "" : more[0]) + ".parsimony";
        m_registry = "registry-" + project;
        Words words = run(project);
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        const auto report = outcome.json();
        EXPECT_EQ(report["dataset"]["adjacency"], "zero_out");
        EXPECT_THAT(report["guarantee"].get<std::string>(), HasSubstr("under zero-out adjacency, N = "));
        for (const char* file : {"card.safetensors", "report.md"}) {
            const bool card = std::string(file).starts_with("card");
            const Outcome written = cli({card ? "export" : "report", "-f", "json", "--storage",
                                         m_place.text(project), "--output", m_place.text(project + file)});
            ASSERT_EQ(written.exitCode, 0) << written.text();
            for (const auto& path : written.json()["files"]) {
                EXPECT_THAT(readBytes(path.get<std::string>()), Not(HasSubstr("add_or_remove"))) << path;
                EXPECT_THAT(readBytes(path.get<std::string>()), Not(HasSubstr("add-or-remove"))) << path;
            }
        }
    }
}

TEST_F(Rule30, ASharedCopyHasNoPathsAndNoClock) {
    ASSERT_EQ(cli(run("p.parsimony")).exitCode, 0);
    const std::string text = shared("p.parsimony", "copy");
    EXPECT_THAT(text, HasSubstr("experiment_curator"));
    const std::string bytes = readBytes(m_place.path("copy"));
    EXPECT_EQ(bytes.find(m_place.text("")), std::string::npos);
    EXPECT_FALSE(std::regex_search(bytes, std::regex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]")));
    ledger::Database copy(m_place.text("copy"), ledger::OpenMode::ReadOnly);
    EXPECT_EQ(copy.integer("SELECT count(*) FROM ledger WHERE length(time) <> 10"), 0);
    EXPECT_EQ(copy.integer("SELECT count(*) FROM clocks"), 0);
    // The curator still has both.
    const auto project = ledger::Project::open(m_place.path("p.parsimony"));
    const auto experiment = project.experiment(project.experiments().front().id);
    EXPECT_EQ(experiment.options->at("data"), m_place.text("data"));
    EXPECT_EQ(experiment.plan->at("options").at("data"), m_place.text("data"));
    EXPECT_GT(experiment.started.size(), 20U);
}

TEST_F(Rule30, ADeclaredNumberOfTestRecordsTakesThePlaceOfTheExactOne) {
    writeDataset(m_place.path("odd"), {rows, dim, classes, 1}, {7213, dim, classes, 2});
    Words words = run("p.parsimony", "odd");
    words.insert(words.end(), {"--records", "500"});
    Words declared = words;
    declared.insert(declared.end(), {"--test-records", "7000"});
    declared[5] = m_place.text("declared.parsimony");
    Outcome outcome = cli(declared);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_THAT(shared("declared.parsimony", "copy"), HasSubstr("records_declared"));
    const std::regex exact("(^|[^0-9a-f.])7213([^0-9a-f.]|$)");
    EXPECT_FALSE(std::regex_search(outcome.out, exact)) << outcome.out;
    EXPECT_FALSE(std::regex_search(readBytes(m_place.path("copy")), exact));
    EXPECT_GT(outcome.json()["final"]["test_accuracy"].get<double>(), 0.2);
    // Without it the number is counted with noise, which the account of the part pays for.
    m_registry = "another";
    outcome = cli(words);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_THAT(shared("p.parsimony", "noisy copy"), HasSubstr("accuracy"));
    EXPECT_FALSE(std::regex_search(outcome.out, exact)) << outcome.out;
    EXPECT_FALSE(std::regex_search(readBytes(m_place.path("noisy copy")), exact));
    EXPECT_THAT(outcome.json()["guarantee"].get<std::string>(), Not(HasSubstr("Public as well")));
    EXPECT_GT(outcome.json()["final"]["test_accuracy"].get<double>(), 0.2);
    EXPECT_GT(outcome.json()["final"]["test_accuracy_se"].get<double>(), 0.0);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
    declared.back() = "0";
    EXPECT_EQ(cli(declared).exitCode, 2);
}

TEST_F(Rule30, ANumberThatWasDeclaredIsNotTakenBackByLeavingItOut) {
    writeDataset(m_place.path("odd"), {397, dim, classes, 31}, {2113, dim, classes, 32});
    Words words = run("p.parsimony", "odd");
    words.insert(words.end(), {"--experiment-epsilon", "0.2"});
    Words declared = words;
    declared.insert(declared.end(), {"--records", "500", "--test-records", "2500"});
    ASSERT_EQ(cli(declared).exitCode, 0);
    const Outcome outcome = cli(words);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_THAT(outcome.json()["guarantee"].get<std::string>(), HasSubstr("N = 500 declared"));
    words[0] = "plan";
    const Outcome planned = cli(words);
    const std::string copy = shared("p.parsimony", "copy");
    for (const std::string number : {"397", "2113"}) {
        const std::regex exact("(^|[^0-9a-f.])" + number + "([^0-9a-f.]|$)");
        EXPECT_FALSE(std::regex_search(outcome.out, exact)) << outcome.out;
        EXPECT_FALSE(std::regex_search(planned.out, exact)) << planned.out;
        EXPECT_FALSE(std::regex_search(copy, exact));
    }
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

TEST_F(Rule30, NorByNamingTheDataOtherwise) {
    writeDataset(m_place.path("odd"), {397, dim, classes, 31}, {2113, dim, classes, 32});
    Words words = run("p.parsimony", "odd");
    words.insert(words.end(), {"--experiment-epsilon", "0.2", "--records", "500", "--test-records", "2500"});
    ASSERT_EQ(cli(words).exitCode, 0);
    std::filesystem::rename(m_place.path("odd"), m_place.path("even"));
    *std::find(words.begin(), words.end(), m_place.text("odd")) = m_place.text("even");
    Words without(words.begin(), words.end() - 4);
    const Outcome refused = cli(without);
    EXPECT_EQ(refused.exitCode, 2) << refused.text();
    EXPECT_THAT(refused.err, HasSubstr("was declared with --records"));
    EXPECT_EQ(refused.out.find("397"), std::string::npos) << refused.out;
    EXPECT_EQ(shared("p.parsimony", "copy").find("397,"), std::string::npos);
    EXPECT_EQ(cli(words).exitCode, 0) << "said again";
}

TEST_F(Rule30, NumbersOfOtherPartsAreCountedWithNoiseToo) {
    writeDataset(m_place.path("more"), {5147, dim, classes, 21}, {3083, dim, classes, 22});
    const auto more = [this](const std::string& name) { return (m_place.path("more") / name).string(); };
    Words words = run("p.parsimony");
    words.insert(words.end(), {"--records", "500", "--score", "validation", "--validation", more("train.npy"),
                               "--validation-labels", more("train_labels.npy"), "--ood",
                               "far=" + more("test.npy") + "," + more("test_labels.npy")});
    const Outcome outcome = cli(words);
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    EXPECT_GT(outcome.json()["final"]["ood"]["far"]["accuracy"].get<double>(), 0.2);
    ASSERT_EQ(
        cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text("m.npz")}).exitCode,
        0);
    writeDataset(m_place.path("last"), {10, dim, classes, 23}, {7919, dim, classes, 24});
    Words look{"evaluate",  m_place.text("m.npz"),       "-f",     "json",
               "--storage", m_place.text("p.parsimony"), "--data", m_place.text("last")};
    const Outcome looked = cli(look);
    ASSERT_EQ(looked.exitCode, 0) << looked.text();
    EXPECT_NEAR(looked.json()["records"].get<double>(), 7919, 200);
    EXPECT_GT(looked.json()["accuracy"].get<double>(), 0.2);
    EXPECT_LT(looked.json()["accuracy"].get<double>(), 1.1);
    EXPECT_THAT(shared("p.parsimony", "copy"), HasSubstr("accuracy"));
    const std::regex exact("(^|[^0-9a-f.])(5147|3083|7919)([^0-9a-f.]|$)");
    EXPECT_FALSE(std::regex_search(outcome.out, exact)) << outcome.out;
    EXPECT_FALSE(std::regex_search(readBytes(m_place.path("copy")), exact));
    look.insert(look.end(), {"--test-records", "8000"});
    const Outcome declared = cli(look);
    ASSERT_EQ(declared.exitCode, 0) << declared.text();
    EXPECT_EQ(declared.json()["records"], 8000);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

TEST_F(Rule30, CopiesAfterASelectionWithFewAndManyRunsAreEqualButForTheWinner) {
    std::string first;
    for (int repeat = 0; repeat < 3; ++repeat) { // the secret number of runs has mean 40
        m_registry = "registry" + std::to_string(repeat);
        const std::string name = "s" + std::to_string(repeat);
        Words words = run(name + ".parsimony");
        words.insert(words.end(), {"--method", "papernot-steinke", "--runs-mean", "40"});
        const Outcome outcome = cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
        const std::string text = shared(name + ".parsimony", name + "-copy");
        EXPECT_EQ(outcome.json()["seconds"],
                  (nlohmann::json{{"load", 0.0}, {"search", 0.0}, {"final", 0.0}}));
        EXPECT_THAT(readBytes(m_place.path(name + "-copy")),
                    HasSubstr(R"("seconds":{"final":0.0,"load":0.0,"search":0.0})"));
        first = repeat == 0 ? text : first;
        EXPECT_EQ(text, first);
    }
}

TEST_F(Rule30, AProjectOfAnEarlierVersionIsStillReadAndGoneOnWith) {
    ASSERT_EQ(cli(run("p.parsimony")).exitCode, 0);
    tamper("p.parsimony", "DROP TABLE clocks");
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
    EXPECT_EQ(cli({"trials", "--storage", m_place.text("p.parsimony")}).exitCode, 0);
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
    const Outcome raised = cli({"budget", "raise", "--epsilon", "3", "--reason", "the board agreed",
                                "--storage", m_place.text("p.parsimony")});
    EXPECT_EQ(raised.exitCode, 0) << raised.text();
    EXPECT_EQ(audit("p.parsimony").exitCode, 0);
}

TEST_F(Rule30, ProjectsAndRegistryAreTheirOwnersAloneWhateverTheUmask) {
    const auto mode = [](const std::filesystem::path& file) {
        struct stat status {};
        EXPECT_EQ(::stat(file.c_str(), &status), 0) << file;
        return status.st_mode & 0777U;
    };
    for (const mode_t mask : {0U, 0022U, 0277U}) {
        const std::string name = "m" + std::to_string(mask);
        const auto file = m_place.path(name + ".parsimony");
        const mode_t before = ::umask(mask);
        {
            ledger::OpenOptions options;
            options.registry = ledger::Registry::open(m_place.path(name + ".db"));
            const auto project = ledger::Project::openOrCreate(file, options);
            EXPECT_EQ(mode(file), 0600U);
            for (const char* suffix : {"-wal", "-shm"}) {
                if (std::filesystem::exists(file.string() + suffix)) {
                    EXPECT_EQ(mode(file.string() + suffix), 0600U) << suffix;
                }
            }
            EXPECT_EQ(mode(m_place.path(name + ".db")), 0600U);
        }
        ::umask(before);
    }
}

} // namespace parsimony::test
