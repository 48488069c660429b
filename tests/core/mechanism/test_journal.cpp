// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol that every mechanism follows, and what is left when one does not come to its end.
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/sqlite.h"
#include "core/mechanism/journal.h"
#include "tests/core/ledger/ledger_fixture.h"

#include <new>
#include <string>
#include <vector>

namespace parsimony::mechanism {

namespace {

using Words = std::vector<std::string>;

/// Asks nothing of rows: what it does in `run` is the test's.
class Question final : public Mechanism {
public:
    Question(Traits traits, ledger::TrialSpec spec, std::function<Release(const Attempt&)> run)
        : m_traits(traits), m_spec(std::move(spec)), m_run(std::move(run)) {}
    [[nodiscard]] Traits traits() const override { return m_traits; }
    [[nodiscard]] ledger::TrialSpec reservation() const override { return m_spec; }
    [[nodiscard]] Release run(const Attempt& attempt) const override { return m_run(attempt); }

private:
    Traits m_traits;
    ledger::TrialSpec m_spec;
    std::function<Release(const Attempt&)> m_run;
};

constexpr Traits continued{Recovery::Continued, false};
constexpr Traits redrawn{Recovery::Redrawn, false};
constexpr Traits once{Recovery::Once, false};
constexpr Traits silentOnce{Recovery::Once, true};

/// One number of several draws. Each lies on a grid of a thousandth of its standard deviation, where two meet
/// once in some thousand times; that four pairs do, nobody will see.
Release noisyNumber(const Attempt& attempt) {
    std::vector<double> draws(4, 0.0);
    attempt.noise(1).addGaussian(draws, 1.0, {});
    double number = 0.0;
    for (const double draw : draws) {
        number = number / 65536.0 + draw;
    }
    Release release;
    release.outcome.releases = {
        {{}, {}, ReleaseName::read("number"), {{"value", number}}, ledger::ValueClass::Released, {}}};
    return release;
}

} // namespace

class JournalTest : public ledger::LedgerTest {
protected:
    void SetUp() override {
        LedgerTest::SetUp();
        m_project.emplace(ledger::Project::openOrCreate(file()));
        m_data = m_project->declareDataset(ledger::privateDataset(2.0));
    }

    ledger::RunningExperiment begin(const ledger::DeclaredDataset& data, double mu = 0.2) {
        ledger::ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = data.id;
        spec.method = search::MethodKind::Single;
        spec.charges = {ledger::gaussianCharge(data.part("train"), mu)};
        return m_project->beginExperiment(spec);
    }
    ledger::DeclaredDataset publicData() {
        auto declaration = ledger::privateDataset(2.0);
        declaration.name = "benchmark";
        declaration.visibility = ledger::Visibility::Public;
        for (auto& part : declaration.parts) {
            part.isPublic = true;
            part.contentDigest += "-public";
        }
        return m_project->declareDataset(declaration);
    }
    ledger::TrialSpec spec(const ledger::DeclaredDataset& data, TrialRole role = TrialRole::Trial,
                           int index = 0) const {
        ledger::TrialSpec spec;
        spec.role = role;
        spec.charges = {ledger::gaussianCharge(data.part("train"), 0.1)};
        const PrivacyEvent& event = spec.charges.front().events.front();
        spec.plan = {
            {"index", index},
            {"trial", ledger::planOfTraining(event.asGaussian()->noiseMultiplier.value(), event.count())}};
        spec.steps = static_cast<std::int64_t>(event.count());
        return spec;
    }
    Rows rows() const { return {nullptr, {}, {}, std::stop_token()}; }

    /// Kinds of rows after row `since`.
    Words rowsSince(std::int64_t since) const {
        Words kinds;
        for (const auto& row : m_project->changesSince(since)) {
            kinds.emplace_back(toText(row.kind));
        }
        return kinds;
    }

    std::optional<ledger::Project> m_project;
    ledger::DeclaredDataset m_data;
};

TEST_F(JournalTest, EachArrowIsDurableBeforeTheNextBegins) {
    const auto running = begin(m_data);
    const std::int64_t before = m_project->lastRow();
    Rows none = rows();
    Journal journal(*m_project);
    const auto another = [&] { return ledger::Project::open(file()); }; // what another process reads
    const Question question(redrawn, spec(m_data), [&](const Attempt& attempt) {
        EXPECT_EQ(another().trials().front().state, ledger::TrialState::Running) << "before rows and noise";
        EXPECT_FALSE(attempt.checkpoint) << "it keeps nothing before its end";
        EXPECT_TRUE(another().releases(running.id).empty());
        return noisyNumber(attempt);
    });
    std::vector<ledger::TrialState> seen;
    const Performed done =
        journal.perform({running.id}, question, none,
                        {[&](TrialId trial) { seen.push_back(another().trial(trial).state); }, {}});
    EXPECT_EQ(done.end, End::Finished);
    EXPECT_EQ(seen, std::vector{ledger::TrialState::Running});
    EXPECT_EQ(rowsSince(before), (Words{"trial_reserved", "trial_running", "release", "trial_finished"}));
    EXPECT_EQ(another().trials().front().state, ledger::TrialState::Finished);
}

TEST_F(JournalTest, WhatFailedIsDrawnAnewUnderItsReservationWithFreshNoise) {
    const auto running = begin(m_data);
    Rows none = rows();
    std::vector<double> drawn;
    bool fails = true;
    const Question question(redrawn, spec(m_data), [&](const Attempt& attempt) {
        Release release = noisyNumber(attempt);
        drawn.push_back(release.outcome.releases.front().values.at("value").get<double>());
        if (std::exchange(fails, false)) {
            throw std::bad_alloc();
        }
        return release;
    });
    {
        Journal journal(*m_project);
        EXPECT_THROW(journal.perform({running.id}, question, none), std::bad_alloc);
    }
    EXPECT_EQ(m_project->trials().front().state, ledger::TrialState::Running);
    EXPECT_TRUE(m_project->releases(running.id).empty());
    Journal journal(*m_project); // of another process
    EXPECT_EQ(journal.perform({running.id}, question, none).end, End::Finished);
    ASSERT_EQ(m_project->trials().size(), 1U) << "never reserved twice";
    EXPECT_EQ(m_project->trials().front().attempts, 2);
    EXPECT_NE(drawn.at(0), drawn.at(1));
}

TEST_F(JournalTest, TrainingGoesOnFromItsLastDurableState) {
    const auto running = begin(m_data);
    Rows none = rows();
    std::vector<std::uint32_t> from;
    const Question question(continued, spec(m_data), [&](const Attempt& attempt) {
        from.push_back(attempt.from ? attempt.from->stepsDone : 0);
        const std::uint32_t step = from.back() + 3;
        attempt.checkpoint({step, {{"w", {1.0, 2.0}}}});
        if (step < 6) {
            interrupted(Sentence("stopped"));
        }
        return noisyNumber(attempt);
    });
    EXPECT_EQ(Journal(*m_project).perform({running.id}, question, none).end, End::Stopped);
    EXPECT_EQ(Journal(*m_project).perform({running.id}, question, none).end, End::Finished);
    EXPECT_EQ(from, (std::vector<std::uint32_t>{0, 3}));
    EXPECT_FALSE(m_project->loadCheckpoint(m_project->trials().front().id).has_value());
}

TEST_F(JournalTest, WhatRunsOnceIsOverHoweverItEnds) {
    const std::vector<std::pair<std::string, std::function<void()>>> ends = {
        {"memory", [] { throw std::bad_alloc(); }},
        {"device", [] { fail("the device reported an illegal address"); }},
        {"stop", [] { interrupted(Sentence("stopped")); }},
    };
    for (const auto& [name, end] : ends) {
        const auto running = begin(m_data, 0.1);
        Rows none = rows();
        Journal journal(*m_project);
        const Question question(once, spec(m_data, TrialRole::Final), [&end = end](const Attempt&) {
            end();
            return Release();
        });
        if (name == "stop") {
            EXPECT_EQ(journal.perform({running.id}, question, none).end, End::Stopped);
        } else {
            EXPECT_ANY_THROW(journal.perform({running.id}, question, none)) << name;
        }
        EXPECT_TRUE(journal.abandoned(running.id)) << name;
        EXPECT_EQ(m_project->experiment(running.id).status, ExperimentStatus::Failed) << name;
        EXPECT_EQ(m_project->trials(running.id).front().state, ledger::TrialState::Lost) << name;
        EXPECT_EQ(m_project->trials(running.id).front().message.find("illegal"), std::string::npos)
            << "nothing of the attempt is told";
    }
    EXPECT_TRUE(ledger::audit(file()).ok());
}

TEST_F(JournalTest, WhatWasStartedOnceIsRefusedByTheNextProcess) {
    const auto running = begin(m_data);
    const Question question(silentOnce, spec(m_data, TrialRole::Selection),
                            [](const Attempt& attempt) { return noisyNumber(attempt); });
    const TrialId trial = m_project->reserveTrial(running.id, question.reservation());
    (void)m_project->startTrial(trial); // then it was killed
    Rows none = rows();
    try {
        (void)Journal(*m_project).perform({running.id}, question, none);
        FAIL() << "it is one mechanism";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
    }
    EXPECT_EQ(m_project->experiment(running.id).status, ExperimentStatus::Failed);
    EXPECT_TRUE(m_project->releases(running.id).empty());
}

TEST_F(JournalTest, NothingIsToldOfASilentMechanismButThatItRuns) {
    for (const Traits& traits : {silentOnce, once}) {
        const auto running = begin(m_data, 0.1);
        Rows none = rows();
        int started = 0;
        std::vector<std::uint32_t> progress;
        const Question question(traits, spec(m_data, TrialRole::Selection), [](const Attempt& attempt) {
            const auto began = std::chrono::steady_clock::now();
            while (std::chrono::steady_clock::now() == began) {
            }
            if (attempt.progress) {
                attempt.progress(7);
            }
            (void)attempt.noise(2); // one attempt of what runs once may draw as often as it likes
            return noisyNumber(attempt);
        });
        const Performed done =
            Journal(*m_project)
                .perform({running.id}, question, none,
                         {[&](TrialId) { ++started; },
                          [&](TrialId, std::uint32_t steps) { progress.push_back(steps); }});
        EXPECT_EQ(started, 1);
        EXPECT_EQ(progress.size(), traits.silent ? 0U : 1U);
        EXPECT_EQ(done.seconds == 0.0, traits.silent);
    }
}

TEST_F(JournalTest, ADamagedCheckpointLosesTheTrialAndDrawsNothing) {
    const auto running = begin(m_data);
    Rows none = rows();
    int ran = 0;
    const Question question(continued, spec(m_data), [&](const Attempt& attempt) {
        ++ran;
        attempt.checkpoint({1, {{"w", {1.0}}}});
        interrupted(Sentence("stopped"));
        return Release();
    });
    EXPECT_EQ(Journal(*m_project).perform({running.id}, question, none).end, End::Stopped);
    {
        ledger::Database database(file().string(), ledger::OpenMode::ReadWrite);
        database.execute("UPDATE checkpoints SET state = x'00'");
    }
    EXPECT_EQ(Journal(*m_project).perform({running.id}, question, none).end, End::Lost);
    EXPECT_EQ(ran, 1);
    EXPECT_EQ(m_project->trials().front().state, ledger::TrialState::Lost);
}

TEST_F(JournalTest, ABatchIsOneTransactionOnPublicDataAlone) {
    const auto closed = begin(m_data);
    const auto open = begin(publicData());
    Rows none = rows();
    Journal journal(*m_project);
    const std::int64_t before = m_project->lastRow();
    bool fails = true;
    const auto run = [&](const Attempt& attempt) {
        EXPECT_EQ(m_project->lastRow(), before) << "nothing is durable before the end";
        if (attempt.stop.stop_requested() || fails) {
            fail("the device is gone");
        }
        return noisyNumber(attempt);
    };
    const ledger::DeclaredDataset data = publicData();
    const Question first(redrawn, spec(data, TrialRole::Trial, 0), run);
    const Question second(redrawn, spec(data, TrialRole::Trial, 1), run);
    EXPECT_THROW((void)journal.performBatch(std::vector<BatchItem>{{{open.id}, &first, 1}}, none), Error);
    EXPECT_EQ(m_project->lastRow(), before) << "what is cut off leaves no trace";
    fails = false;
    const std::vector<BatchItem> items{{{open.id, 5}, &first, 1}, {{open.id, 5}, &second, 2}};
    const auto done = journal.performBatch(items, none);
    ASSERT_TRUE(done.has_value());
    EXPECT_EQ(rowsSince(before), (Words{"trial_reserved", "trial_running", "release", "trial_finished",
                                        "trial_reserved", "trial_running", "release", "trial_finished"}));
    try {
        (void)journal.performBatch(std::vector<BatchItem>{{{closed.id}, &first, 1}}, none);
        FAIL() << "on private data noise has no name";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
    }
}

TEST_F(JournalTest, ABatchOnPrivateDataIsReservedThenStartedThenDrawn) {
    const auto running = begin(m_data);
    Rows none = rows();
    Journal journal(*m_project);
    const std::int64_t before = m_project->lastRow();
    const auto another = [&] { return ledger::Project::open(file()); }; // what another process reads
    bool fails = true;
    std::vector<double> drawn;
    const auto run = [&](const Attempt& attempt) {
        for (const ledger::TrialRow& row : another().trials()) {
            EXPECT_EQ(row.state, ledger::TrialState::Running) << "before rows and noise";
        }
        EXPECT_EQ(another().trials().size(), 2U);
        Release release = noisyNumber(attempt);
        drawn.push_back(release.outcome.releases.front().values.at("value"));
        if (fails && drawn.size() == 2) {
            fail("the device is gone");
        }
        return release;
    };
    const Question first(redrawn, spec(m_data, TrialRole::Trial, 0), run);
    const Question second(redrawn, spec(m_data, TrialRole::Trial, 1), run);
    const std::vector<BatchItem> items{{{running.id}, &first}, {{running.id}, &second}};
    EXPECT_THROW((void)journal.performBatch(items, none), Error);
    EXPECT_EQ(rowsSince(before),
              (Words{"trial_reserved", "trial_reserved", "trial_running", "trial_running"}))
        << "what is cut off stays charged and has released nothing";
    EXPECT_THROW((void)journal.performBatch(items, none), Error) << "one that was started goes on by itself";
    fails = false;
    EXPECT_EQ(journal.perform({running.id}, first, none).end, End::Finished);
    EXPECT_NE(drawn.at(2), drawn.at(0)) << "with fresh noise";

    const auto again = begin(m_data);
    const std::int64_t start = m_project->lastRow();
    const Question third(redrawn, spec(m_data, TrialRole::Trial, 0), noisyNumber);
    const Question fourth(redrawn, spec(m_data, TrialRole::Trial, 1), noisyNumber);
    const std::vector<BatchItem> whole{{{again.id}, &third}, {{again.id}, &fourth}};
    ASSERT_TRUE(journal.performBatch(whole, none).has_value());
    EXPECT_EQ(rowsSince(start), (Words{"trial_reserved", "trial_reserved", "trial_running", "trial_running",
                                       "release", "trial_finished", "release", "trial_finished"}));
}

TEST_F(JournalTest, ASeedIsRefusedOnPrivateData) {
    const auto running = begin(m_data);
    Rows none = rows();
    const Question question(redrawn, spec(m_data), noisyNumber);
    try {
        (void)Journal(*m_project).perform({running.id, 7}, question, none);
        FAIL() << "whoever knows the seed can subtract the noise";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused);
    }
    EXPECT_TRUE(m_project->releases(running.id).empty());
}

} // namespace parsimony::mechanism
