// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/registry.h"
#include "tests/core/ledger/ledger_fixture.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <vector>

namespace parsimony::ledger {

namespace {

// Runs `body` in `count` processes that start together; returns how often each exit code occurred.
std::vector<int> exitCodes(int count, const std::function<int(int)>& body) {
    int gate[2];
    EXPECT_EQ(::pipe(gate), 0);
    std::vector<pid_t> children;
    for (int number = 0; number < count; ++number) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::close(gate[1]);
            char byte = 0;
            (void)!::read(gate[0], &byte, 1); // returns when the parent closes its end
            int code = 99;
            try {
                code = body(number);
            } catch (const Error& error) {
                code = error.exitCode();
                if (code != 3) {
                    std::cerr << error.what() << '\n';
                }
            }
            ::_exit(code);
        }
        children.push_back(child);
    }
    ::close(gate[0]);
    ::close(gate[1]);
    std::vector<int> codes;
    for (const pid_t child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        codes.push_back(WIFEXITED(status) ? WEXITSTATUS(status) : 128);
    }
    return codes;
}

int times(const std::vector<int>& codes, int code) {
    return static_cast<int>(std::count(codes.begin(), codes.end(), code));
}

} // namespace

using ConcurrencyTest = LedgerTest;

// SQLite's log goes by the file's name: what two names write, one of them loses.
TEST_F(ConcurrencyTest, AProjectOfTwoNamesIsReadAndNotWritten) {
    {
        auto project = Project::openOrCreate(file());
        (void)project.declareDataset(privateDataset());
    }
    EXPECT_EQ(std::filesystem::hard_link_count(file()), 1U) << "no name is left of its making";
    const std::filesystem::path other = file().string() + ".other";
    std::filesystem::create_hard_link(file(), other);
    for (const std::filesystem::path& name : {file(), other}) {
        try {
            (void)Project::open(name);
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Failed);
            EXPECT_NE(std::string(error.what()).find("hard link"), std::string::npos) << error.what();
        }
        EXPECT_TRUE(audit(name).ok());
    }
    std::filesystem::remove(other);
    EXPECT_NO_THROW((void)Project::open(file()));
}

TEST_F(ConcurrencyTest, Rule3_SixtyFourProcessesRaceForRoomForOne) {
    DeclaredDataset dataset;
    {
        auto project = Project::openOrCreate(file());
        dataset = project.declareDataset(privateDataset());
    }
    const double cap = muOf(Epsilon{1.0}, Delta{1e-5}).value();
    const auto codes = exitCodes(64, [&](int) {
        auto project = Project::open(file());
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.charges = {gaussianCharge(dataset.part("train"), 0.9 * cap)};
        const auto running = project.beginExperiment(spec);
        return 0;
    });
    EXPECT_EQ(times(codes, 0), 1);
    EXPECT_EQ(times(codes, 3), 63);
    EXPECT_EQ(Project::open(file()).experiments().size(), 1U);
}

TEST_F(ConcurrencyTest, ManyProcessesMakeOneProject) {
    const auto codes = exitCodes(16, [&](int number) {
        auto project = Project::openOrCreate(file());
        auto declaration = privateDataset();
        declaration.name = "set " + std::to_string(number);
        declaration.parts[0].contentDigest = declaration.parts[1].contentDigest = "";
        project.declareDataset(declaration);
        return 0;
    });
    EXPECT_EQ(times(codes, 0), 16);
    EXPECT_EQ(Project::open(file()).datasets().size(), 16U);
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        (void)entry;
        ++files;
    }
    EXPECT_EQ(files, 1);
}

// Programs with a project file of their own each, on the same rows, that start at the same moment.
class ManyProjects : public LedgerTest {
protected:
    static DatasetDeclaration sharedRows() {
        auto declaration = privateDataset();
        declaration.parts.resize(1);
        declaration.parts[0].contentDigest = "";
        for (std::uint32_t row = 0; row < 20000; ++row) {
            declaration.parts[0].rowTags.push_back(
                RowTag{static_cast<std::uint8_t>(row >> 8U), static_cast<std::uint8_t>(row)});
        }
        return declaration;
    }

    // Each wants 0.3 of the cap's μ: eleven fit, since 11 · 0.09 ≤ 1 < 12 · 0.09. Those who do not declare
    // that the rows are another project's are refused, all but the first.
    void race(int programs, int round, bool declared) {
        const auto place = folder / std::to_string(round);
        std::filesystem::create_directory(place);
        std::string linkedProject;
        if (declared) {
            OpenOptions options;
            options.registry = Registry::open(place / "registry");
            auto first = Project::openOrCreate(place / "first", options);
            (void)first.declareDataset(sharedRows());
            linkedProject = first.projectId();
        }
        const double cap = muOf(Epsilon{1.0}, Delta{1e-5}).value();
        const auto askOnce = [&](int number) {
            OpenOptions options;
            options.registry = Registry::open(place / "registry");
            auto project = Project::openOrCreate(place / std::to_string(number), options);
            auto declaration = sharedRows();
            if (declared) {
                declaration.links = {{linkedProject, ""}};
            }
            const auto dataset = project.declareDataset(declaration);
            if (!project.experiments().empty()) {
                return 0; // it was charged before it gave up
            }
            ExperimentSpec spec;
            spec.trainer = "dp-gd";
            spec.dataset = dataset.id;
            spec.charges = {gaussianCharge(dataset.part("train"), 0.3 * cap)};
            const auto running = project.beginExperiment(spec);
            return 0;
        };
        // Who gives up after half a minute, on a machine that has other work, asks again as its user would.
        const auto codes = exitCodes(programs, [&](int number) {
            while (true) {
                try {
                    return askOnce(number);
                } catch (const Error& error) {
                    if (std::string(error.what()).find("is locked") == std::string::npos) {
                        throw;
                    }
                }
            }
        });
        const int fit = declared ? 11 : 1;
        EXPECT_EQ(times(codes, 0), fit) << "in round " << round;
        EXPECT_EQ(times(codes, 3), programs - fit) << "in round " << round;
        AuditOptions audited;
        audited.registry = Registry::open(place / "registry");
        EXPECT_TRUE(audit(place / "0", audited).ok()) << "in round " << round;
        std::filesystem::remove_all(place);
    }
};

TEST_F(ManyProjects, Rule24_SixteenOnTheSameRows) {
    for (int round = 0; round < 3; ++round) {
        race(16, round, round > 0);
    }
}

TEST_F(ManyProjects, SlowSixtyFourTwentyTimes) {
    for (int round = 0; round < 40; ++round) {
        race(64, round, round % 2 == 0);
    }
}

// 16 processes run trials on one file for `seconds`, and one reads all the while.
class ManyRunners : public LedgerTest {
protected:
    void runFor(double seconds) {
        DeclaredDataset dataset;
        {
            auto project = Project::openOrCreate(file());
            dataset = project.declareDataset(privateDataset());
        }
        const double cap = muOf(Epsilon{1.0}, Delta{1e-5}).value();
        constexpr int runners = 16;
        const auto end = std::chrono::steady_clock::now() +
                         std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000.0));
        const auto codes = exitCodes(runners + 1, [&](int number) {
            auto project = Project::open(file());
            if (number == runners) {
                return readUntil(project, dataset, end);
            }
            int finished = 0;
            while (std::chrono::steady_clock::now() < end || finished < 2) { // two each on any machine
                ExperimentSpec spec;
                spec.trainer = "dp-gd";
                spec.dataset = dataset.id;
                spec.charges = {gaussianCharge(dataset.part("train"), 0.05 * cap)};
                const auto running = project.beginExperiment(spec); // throws when the budget is used up
                TrialSpec trial;
                trial.charges = spec.charges;
                const auto id = project.reserveTrial(running.id, trial);
                const auto attempt = project.startTrial(id);
                project.saveCheckpoint(id, {attempt, 1, std::vector<std::uint8_t>(10000, 1), false});
                project.finishTrial(id, {});
                project.finishExperiment(running.id, {});
                ++finished;
            }
            return 0;
        });
        EXPECT_EQ(times(codes, 0) + times(codes, 3), runners + 1); // done, or refused: nothing else
        const auto project = Project::open(file());
        const auto account = project.account(dataset.part("train"));
        EXPECT_LE(account.spentEpsilon, 1.0);
        const auto experiments = project.experiments();
        EXPECT_LE(experiments.size(), 400U);
        EXPECT_EQ(project.trials().size(), experiments.size());
        EXPECT_GT(experiments.size(), 16U);
        // No row was lost: ids are dense.
        EXPECT_EQ(experiments.back().id.value(), static_cast<std::int64_t>(experiments.size()));
    }

private:
    static int readUntil(const Project& project, const DeclaredDataset& dataset,
                         std::chrono::steady_clock::time_point end) {
        std::int64_t last = 0;
        while (std::chrono::steady_clock::now() < end) {
            if (project.account(dataset.part("train")).spentEpsilon > 1.0) {
                return 50;
            }
            const auto rows = project.changesSince(last);
            for (const auto& row : rows) {
                if (row.seq != ++last) {
                    return 51;
                }
            }
        }
        return 0;
    }
};

TEST_F(ManyRunners, Briefly) {
    runFor(1.5);
}

TEST_F(ManyRunners, SlowForAMinute) {
    runFor(60.0);
}

} // namespace parsimony::ledger
