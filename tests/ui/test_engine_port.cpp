// SPDX-License-Identifier: GPL-3.0-or-later
// What every implementation of EnginePort keeps to: plans and prices without a project, queues, studies and
// what needs no project.
#include "tests/ui/port_fixture.h"
#include "tests/ui/ui_test_main.h"

#include <QFile>

using namespace parsimony;
using namespace parsimony::ui;
using test::errorOf;

class TestEnginePort : public test::PortTest {
    Q_OBJECT
private slots:
    void initTestCase_data() { addEngines(); }
    void initTestCase() { writeRows(); }
    void init() { beginEngine(); }

    void aQueueIsKeptBesideTheProject() {
        QFETCH_GLOBAL(bool, real);
        QFETCH_GLOBAL(bool, remote);
        const QString project = m_dir.filePath(QStringLiteral("later/queue-%1.parsimony").arg(++m_projects));
        const auto add = [this](study::QueuedRuns& runs) { runs.emplace_back(m_options); };
        const auto look = [](study::QueuedRuns&) {};
        if (remote) { // what waits would hold paths and declarations of the server's curator
            QVERIFY(!m_engine->changeQueue(project.toStdString(), add));
            QVERIFY(!QFile::exists(project + QStringLiteral(".queue")));
            return;
        }
        QCOMPARE(m_engine->changeQueue(project.toStdString(), add)->size(), std::size_t{1});
        QCOMPARE(m_engine->changeQueue(project.toStdString(), look)->size(), std::size_t{1});
        if (!real) {
            return;
        }
        const QFile file(project + QStringLiteral(".queue"));
        QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
        study::StudyVariant study;
        study.sweep = study::SweepRequest{m_options, {0.5, 1.0}, 1, NumberList("1,2", "η"), {}, true};
        study::AttackRequest attack;
        attack.runs = 7;
        study::BenchRequest bench;
        bench.shapes = {"10,2,2"};
        study::LookRequest paid;
        paid.trial = 3;
        paid.on.name = "north";
        paid.on.files = {"/data/x.npz:rows", "/data/y.npy", "/data/ids.npy"};
        paid.on.metrics = {mechanism::MetricOf::LogLoss};
        paid.on.groups = "/data/groups.csv";
        paid.on.groupNames = {"a", "b"};
        (void)m_engine->changeQueue(project.toStdString(), [&](study::QueuedRuns& runs) {
            runs.insert(runs.end(), {study, paid, attack, bench});
        });
        // Another program, which knows of it from the file alone.
        const auto found = makeEngine()->changeQueue(project.toStdString(), look);
        QVERIFY(*found == study::QueuedRuns({m_options, study, paid, attack, bench}));
        (void)m_engine->changeQueue(project.toStdString(), [](study::QueuedRuns& runs) { runs.clear(); });
        QVERIFY(!file.exists());
    }

    void aPlanNeedsNoProject() {
        const session::RunSnapshot fresh = m_engine->ask(wire::FreshPlanCall{m_options});
        QCOMPARE(fresh.status, ExperimentStatus::Planned);
        auto session = begin();
        const session::RunSnapshot planned = session->ask(wire::PlanCall{m_options});
        QCOMPARE(fresh.phases.size(), planned.phases.size());
        QCOMPARE(fresh.experimentEpsilon, planned.experimentEpsilon);
        QVERIFY(session->ask(wire::StateCall{}).experiments.empty());
    }

    void whatIsWrongWithRowsIsSaidOfEachArray() {
        QFETCH_GLOBAL(bool, real);
        const std::string labels = real ? m_options.train.labels : "labels.npy";
        const auto found = m_engine->ask(wire::CheckCall{{labels}, 10, 1});
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(found.front().english().find(labels) != std::string::npos);
    }

    void aSweepTakesWhatItsPriceSays() {
        study::StudyVariant study;
        study.sweep =
            study::SweepRequest{m_options, {0.05, 0.1}, 1, NumberList("0.1,1"), NumberList("5,10"), true};
        const study::StudyPrice price = m_engine->ask(wire::PriceCall{{}, study});
        QCOMPARE(price.runs, std::size_t{8});
        QVERIFY(price.epsilon > 0.1 && price.epsilon < 1.0);
        const auto session = begin();
        double done = -1.0;
        session->study(study, {}, [&](const std::string&, double now, auto) { done = now; });
        QVERIFY(done >= 0.0);
        const double spent = session->ask(wire::StateCall{}).budgets.front().second.spentEpsilon;
        QVERIFY2(spent <= price.epsilon * (1.0 + 1e-6) && spent > 0.99 * price.epsilon,
                 qPrintable(QString::number(spent)));
        QCOMPARE(session->ask(wire::StateCall{}).experiments.size(), std::size_t{2});
        session->study(study, {}, {}); // what has run is found again
        QCOMPARE(session->ask(wire::StateCall{}).experiments.size(), std::size_t{2});
        study.sweep->counts.reset();
        QVERIFY(errorOf([&] { (void)m_engine->ask(wire::PriceCall{{}, study}); }));
    }

    void theFileOfAStudyIsPricedAndRun() {
        QFETCH_GLOBAL(bool, real);
        QVERIFY(!m_engine->ask(wire::StudiesCall{}).empty());
        study::StudyVariant study;
        study.file = study::StudyFile{"grid", true};
        if (real) {
            study.file->path = m_dir.filePath(QStringLiteral("s.toml")).toStdString();
            QFile file(m_dir.filePath(QStringLiteral("s.toml")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("title = 'Two cells'\nkind = 'sweep'\nplots = 'heatmap'\n[options]\ntrain = 'x.npy'\n"
                       "train-labels = 'y.npy'\ntest = 'x.npy'\ntest-labels = 'y.npy'\nclasses = 10\n"
                       "visibility = 'public'\nepsilons = 1\ndelta = 1e-5\nlearning-rates = '0.1,1'\n"
                       "steps = 5\n");
        }
        const study::StudyPrice price = m_engine->ask(wire::PriceCall{{}, study});
        QVERIFY(!price.title.empty());
        QCOMPARE(price.runs, std::size_t{real ? 2U : 8U});
        QCOMPARE(price.simulated, real);
        const auto session = begin();
        const Sheet found = session->study(study, {}, {});
        QCOMPARE(found.title, price.title);
        QCOMPARE(found.tables.size(), std::size_t{real ? 2U : 1U});
        QCOMPARE(found.pictures.size(), std::size_t{1});
        const auto before = session->ask(wire::StateCall{}).experiments.size();
        QVERIFY(before > 0);
        (void)session->study(study, {}, {}); // what has run is found again
        QCOMPARE(session->ask(wire::StateCall{}).experiments.size(), before);
        study.file->path = "none.toml";
        QVERIFY(errorOf([&] { (void)m_engine->ask(wire::PriceCall{{}, study}); }));
    }

    void anAttackAndTheMachine() {
        study::AttackRequest attack;
        attack.runs = 20;
        attack.oneRunCanaries = 0;
        attack.exposure = false;
        attack.canaries = {"dirac"};
        attack.asked.steps = NumberList("2", "steps");
        int told = 0;
        const Sheet found = m_engine->carryOut(
            attack, {}, [&](const std::string&, double, std::optional<double>) { ++told; });
        QVERIFY(told > 0);
        QCOMPARE(found.tables.front().rows.empty(), false);
        QVERIFY(QString::fromStdString(found.title).startsWith(QStringLiteral("dp-gd")));
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = errorOf([&] {
            (void)m_engine->carryOut(study::BenchRequest{}, stop.get_token(),
                                     [](const std::string&, double, std::optional<double>) {});
        });
        QVERIFY(stopped && stopped->code() == ErrorCode::Interrupted);
    }

    void whatTheMachineLacksIsRefused() {
        m_engine->ask(wire::MachineCall::of(m_options, 2000));
        m_options.device = compute::DeviceChoice("cuda:97"); // no machine has that many
        const auto error = errorOf([&] { m_engine->ask(wire::MachineCall::of(m_options, 2000)); });
        QVERIFY(error && error->code() == ErrorCode::Failed);
        QVERIFY2(QString::fromUtf8(error->what()).contains(QStringLiteral("use --device cpu")),
                 error->what());
    }
};

PARSIMONY_UI_TEST(TestEnginePort)
#include "test_engine_port.moc"
