// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 22, to the byte: with the same winner, a selection of one run and one of forty leave the same files
// and tell the same, though a clock runs on with every run; while they run, nothing changes anywhere.
#include "core/base/utc_time.h"
#include "core/ledger/registry.h"
#include "core/session/dataset_declaration.h"
#include "core/session/live_snapshot.h"
#include "core/session/plan_mechanisms.h"
#include "core/session/planner.h"
#include "core/session/reservation.h"
#include "tests/privacy/recording_backend.h"
#include "tests/privacy/rule_fixture.h"

#include <chrono>
#include <cstdlib>
#include <cstring>

namespace parsimony::test {

namespace {

/// Draw number `place` decides the number of runs, the others the tuning set and the candidates.
class ScriptedDraws final : public search::UniformSource {
public:
    explicit ScriptedDraws(std::uint64_t runs, std::size_t place = 0) : m_runs(runs), m_place(place) {}
    std::uint64_t bits() override { return m_drawn++ == m_place ? m_runs : m_rest.bits(); }

private:
    std::uint64_t m_runs;
    std::size_t m_place;
    std::size_t m_drawn = 0;
    search::KeyedUniformSource m_rest{search::searchKeyOfSeed(1), 0};
};

/// The least draw that gives `runs` runs: their number rises with it.
std::uint64_t drawFor(const mechanism::SelectionSpec& spec, std::uint64_t runs) {
    std::uint64_t lo = 0;
    std::uint64_t hi = ~std::uint64_t{0};
    while (lo < hi) {
        const std::uint64_t middle = lo + (hi - lo) / 2;
        ScriptedDraws draws(middle);
        if (search::drawRuns(spec.family, spec.meanRuns, draws) < runs) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

struct CpuHolder {
    std::unique_ptr<compute::ComputeBackend> held = compute::makeCpuBackend({1});
};
/// Lets the first run of every selection win, and looks around at every pass.
class FirstWins final : private CpuHolder, public RecordingBackend {
public:
    explicit FirstWins(std::function<void()> look) : RecordingBackend(*held), m_look(std::move(look)) {}
    int counted = 0;

protected:
    bool doCountCorrect(const compute::ResidentData&, const compute::HeadShape&,
                        std::span<const std::span<const double>>, std::span<compute::CorrectCounts> counts,
                        std::stop_token) override {
        m_look();
        counts.front().total = counted++ == 0 ? 300 : 0;
        return true;
    }

private:
    std::function<void()> m_look;
};

/// A write-ahead log without what is random in it: the number, the size after it and the bytes of each page.
std::string framesOf(const std::string& log) {
    constexpr std::size_t header = 32;
    constexpr std::size_t frameHeader = 24;
    constexpr std::size_t page = 4096;
    std::string frames;
    for (std::size_t at = header; at + frameHeader + page <= log.size(); at += frameHeader + page) {
        frames += log.substr(at, 8) + log.substr(at + frameHeader, page);
    }
    return frames;
}

} // namespace

class Rule22Bytes : public RuleTest {
protected:
    /// What a selection leaves behind and tells.
    struct Trace {
        std::string project, log, registry, snapshots, times;
        std::string whileItRan; ///< what a kill leaves at any pass, since nothing changes between them
        int told = 0;
        int counted = 0;
        double seconds = -1.0;
    };

    void SetUp() override {
        RuleTest::SetUp();
        setenv("PARSIMONY_REGISTRY", m_place.text("registry.db").c_str(), 1);
    }

    ledger::Project open() const {
        const auto clock = [this] { return utcTime(m_now); };
        return ledger::Project::openOrCreate(m_place.path("p.parsimony"),
                                             {30000, session::userRegistry(), {}, clock, {}});
    }
    /// When each row was written, as the project has it.
    std::string times() const {
        ledger::Database database(m_place.text("p.parsimony"), ledger::OpenMode::ReadOnly);
        auto written = database.prepare("SELECT kind, ledger.time, clocks.time FROM ledger LEFT JOIN clocks "
                                        "USING (seq) ORDER BY seq");
        std::string all;
        while (written.step()) {
            all += written.text(0) + " " + written.text(1) + " " + written.text(2) + "\n";
        }
        return all;
    }
    std::string bytes(const std::string& name) const {
        return std::filesystem::exists(m_place.path(name)) ? readBytes(m_place.path(name)) : std::string();
    }
    /// The same for all that is not random in it.
    std::string everythingTold() const {
        return bytes("p.parsimony") + "|" + framesOf(bytes("p.parsimony-wal")) + "|" + bytes("registry.db") +
               "|" + framesOf(bytes("registry.db-wal"));
    }
    std::string everything() const {
        std::string all;
        for (const char* name : {"p.parsimony", "p.parsimony-wal", "registry.db", "registry.db-wal"}) {
            all += bytes(name) + "|";
        }
        return all;
    }

    /// Public data with a seed, so that the noise of the winner is the same as well; the mechanism itself is
    /// told that it is private.
    session::RunOptions options(const std::string& method) const {
        session::RunOptions options;
        options.data = m_place.text("data");
        options.classes = classes;
        options.epsilon = 3.0;
        options.delta = 1e-5;
        options.visibility = session::Visibility::Public;
        options.seed = 5;
        options.method = search::parseMethod(method, "the test");
        options.runsMean = 8.0;
        options.steps = "3";
        if (m_sampleRates) {
            options.trainer = train::TrainerKind::DpSgd;
            options.sampleRate = m_sampleRates;
        }
        return options;
    }

    void reserve(const std::string& method) {
        auto request = session::describeData(options(method));
        ledger::Project project = open();
        const auto dataset =
            session::declareDataset(project, *session::userRegistry(), request, options(method), {});
        m_plan =
            session::planExperiment(options(method), request, session::accountStates(project, dataset.id));
        for (const auto& [name, id] : dataset.parts) {
            m_plan.partIds[name] = id.value();
        }
        m_running = project.beginExperiment(session::specOf(m_plan, options(method), dataset.id)).id;
    }

    Trace select(std::uint64_t runs) {
        Trace trace;
        m_now = kBegin + std::chrono::minutes(1);
        const auto request = session::describeData(m_plan.options);
        mechanism::SelectionSpec spec = session::selectionSpecOf(m_plan, request, {});
        spec.isPrivate = true;
        const std::size_t place = spec.tuningShare ? spec.rows : 0; // after a draw for each row
        const mechanism::PrivateSelection selection(spec, [draw = drawFor(spec, runs), place] {
            return std::make_unique<ScriptedDraws>(draw, place);
        });
        {
            ledger::Project project = open();
            const auto resumed = project.resumeExperiment(m_running);
            std::string before;
            const auto backend = std::make_shared<FirstWins>([&] {
                m_now += std::chrono::hours(1);
                EXPECT_TRUE(everything() == before) << "a byte changed while it ran";
            });
            mechanism::Rows resident(backend, session::filesOf(request), session::rowSettingsOf(m_plan),
                                     std::stop_token());
            session::RunObserver observer;
            observer.onSnapshot = [&](const session::RunSnapshot& live) {
                ++trace.told;
                trace.snapshots += session::toJson(live, "run").dump() + "\n";
            };
            session::LiveSnapshot live(project, m_running, "cpu", observer);
            const mechanism::Performed done = mechanism::Journal(project).perform(
                session::accountOf(m_plan, m_running), selection, resident,
                {[&](TrialId) {
                     live.publish();
                     before = everything();
                     trace.whileItRan = everythingTold();
                 },
                 [&](TrialId trial, std::uint32_t steps) { live.stepsDone(trial, steps); }});
            live.publish();
            EXPECT_EQ(done.end, mechanism::End::Finished);
            trace.seconds = done.seconds + resident.secondsLoading();
            trace.counted = backend->counted;
            trace.log = framesOf(bytes("p.parsimony-wal"));
        }
        trace.project = bytes("p.parsimony");
        trace.registry = bytes("registry.db");
        { // what ends it has random salts
            ledger::Project project = open();
            project.finishExperiment(m_running, {{"steps", 3}});
            project.addNote(project.trials(m_running).front().id, "a note");
        }
        trace.times = times();
        return trace;
    }

    /// Selects with one run and with forty, by each method.
    void expectTheSameOfOneAndForty();

    session::ExperimentPlan m_plan;
    ExperimentId m_running;
    static constexpr std::chrono::sys_days kBegin{std::chrono::year(2026) / 1 / 1};
    std::chrono::system_clock::time_point m_now = kBegin;
    std::optional<NumberList> m_sampleRates; ///< of candidates; absent: they read every record
};

void Rule22Bytes::expectTheSameOfOneAndForty() {
    for (const std::string method : {"papernot-steinke", "koskela-kulkarni"}) {
        for (const char* name : {"p.parsimony", "registry.db"}) {
            std::filesystem::remove(m_place.path(name));
        }
        m_now = kBegin;
        reserve(method);
        const std::string project = bytes("p.parsimony");
        const std::string registry = bytes("registry.db");
        ASSERT_FALSE(project.empty());
        const Trace one = select(1);
        // The same files again, as they were when the experiment was reserved.
        std::filesystem::remove(m_place.path("p.parsimony"));
        std::filesystem::remove(m_place.path("registry.db"));
        writeBytes(m_place.path("p.parsimony"), project);
        writeBytes(m_place.path("registry.db"), registry);
        const Trace forty = select(40);

        ASSERT_EQ(one.counted, 1) << method;
        ASSERT_EQ(forty.counted, 40) << method;
        ASSERT_FALSE(one.log.empty());
        EXPECT_EQ(one.project.size(), forty.project.size()) << method;
        EXPECT_EQ(one.log.size(), forty.log.size()) << method;
        EXPECT_EQ(one.registry.size(), forty.registry.size()) << method;
        if (method == "papernot-steinke") { // the final run after subset tuning has noise of its own
            EXPECT_TRUE(one.project == forty.project) << "the project file";
            EXPECT_TRUE(one.log == forty.log) << "its write-ahead log";
            EXPECT_TRUE(one.registry == forty.registry) << "the registry";
        }
        EXPECT_TRUE(one.whileItRan == forty.whileItRan) << method << ": a kill leaves what tells them apart";
        EXPECT_EQ(one.snapshots, forty.snapshots) << method;
        EXPECT_EQ(one.times, forty.times) << method;
        EXPECT_EQ(one.told, 2) << method << ": that it runs, and that it ended";
        EXPECT_EQ(one.seconds, 0.0) << method;
        EXPECT_EQ(forty.seconds, 0.0) << method;
    }
}

TEST_F(Rule22Bytes, OneRunAndFortyLeaveTheSameFilesAndTellTheSame) {
    expectTheSameOfOneAndForty();
}

TEST_F(Rule22Bytes, SoTheyDoWhereTheSampleRateIsChosen) {
    m_sampleRates = NumberList("0.3,0.6,1");
    expectTheSameOfOneAndForty();
}

} // namespace parsimony::test
