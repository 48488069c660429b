// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself, killed while it runs an experiment and others wait: what the next start finds.
#include "tests/ui/array_files.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/window/kept_queue.h"
#include "ui/workers/engine_session.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QListView>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <algorithm>

#ifndef Q_MOC_RUN // it cannot read concepts
#include "core/base/process_name.h"
#include "core/ledger/project.h"
#include "core/wire/run_queue_file.h"
#endif

using namespace parsimony;
using namespace parsimony::ui;
using test::find;

namespace {

constexpr int kLongestWait = 60000;
constexpr int kLookMilliseconds = 1500; ///< in which a window that begins by itself would have begun

session::RunOptions waitingRun(const QString& folder, std::uint32_t trials) {
    session::RunOptions options;
    options.train = {folder.toStdString() + "/x.npy", folder.toStdString() + "/y.npy"};
    options.classes = 10;
    options.method = session::MethodKind::Random;
    options.experimentEpsilon = 0.1;
    options.trials = trials;
    return options;
}

} // namespace

class TestKilledWindow : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

    [[nodiscard]] QString file(const QString& name) const { return m_dir.filePath(name); }
    [[nodiscard]] std::string project() const { return file(QStringLiteral("p.parsimony")).toStdString(); }
    [[nodiscard]] std::int64_t lastRow() const { return ledger::Project::open(project()).lastRow(); }
    [[nodiscard]] bool trialRuns() const {
        if (!QFileInfo::exists(QString::fromStdString(project()))) {
            return false;
        }
        const auto rows = ledger::Project::open(project()).changesSince(0);
        return std::any_of(rows.begin(), rows.end(),
                           [](const auto& row) { return row.kind == RowKind::TrialRunning; });
    }
    [[nodiscard]] study::QueuedRuns waiting() const {
        return wire::changeQueue(project(), [](study::QueuedRuns&) {});
    }
    void start(QProcess& window, const QStringList& arguments) const {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), file(QStringLiteral("config")));
        window.setProcessEnvironment(environment);
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(QStringLiteral(PARSIMONY_PROGRAM), arguments);
        QVERIFY(window.waitForStarted());
    }
    /// Whether that process has the project open.
    [[nodiscard]] bool reads(const QProcess& window) const {
        const QString own = QStringLiteral("/proc/%1/fd/").arg(window.processId());
        const auto open = QDir(own).entryList(QDir::Files | QDir::System);
        return std::any_of(open.begin(), open.end(), [&](const QString& fd) {
            return QFileInfo(own + fd).symLinkTarget() == QString::fromStdString(project());
        });
    }
    static void kill(QProcess& window) {
        window.kill(); // SIGKILL
        QVERIFY(window.waitForFinished());
        QCOMPARE(window.exitStatus(), QProcess::CrashExit);
    }

private slots:
    void initTestCase() {
        qputenv("PARSIMONY_REGISTRY", file(QStringLiteral("registry.db")).toUtf8());
        test::writeZeros(file(QStringLiteral("x.npy")), "<f4", {2000, 16});
        test::writeZeros(file(QStringLiteral("y.npy")), "<i8", {2000});
        QFile plan(file(QStringLiteral("plan.toml")));
        QVERIFY(plan.open(QIODevice::WriteOnly));
        plan.write(QStringLiteral("train = \"%1/x.npy\"\ntrain-labels = \"%1/y.npy\"\nclasses = 10\n"
                                  "epsilon = 1.0\nexperiment-epsilon = 0.2\ndelta = 1e-5\n"
                                  "method = \"random\"\ntrials = 20\nsteps = \"100000\"\n")
                       .arg(m_dir.path())
                       .toUtf8());
    }

    void whatWaitsIsFoundAgainAndNotStarted() {
        QProcess first;
        start(first, {QStringLiteral("--start"), file(QStringLiteral("plan.toml")),
                      QString::fromStdString(project())});
        QTRY_VERIFY_WITH_TIMEOUT(trialRuns(), kLongestWait);
        wire::changeQueue(project(), [this](study::QueuedRuns& waiting) {
            waiting.emplace_back(waitingRun(m_dir.path(), 3));
            waiting.emplace_back(waitingRun(m_dir.path(), 4));
        });
        // Settings are written a moment after the project was opened.
        const QSettings kept(file(QStringLiteral("config/parsimony/parsimony.conf")),
                             QSettings::NativeFormat);
        const QString open = QStringLiteral("session/project");
        QTRY_COMPARE_WITH_TIMEOUT(
            QSettings(kept.fileName(), QSettings::NativeFormat).value(open).toString().toStdString(),
            project(), kLongestWait);
        kill(first);
        QCOMPARE(waiting().size(), std::size_t{2});
        const std::int64_t rows = lastRow();

        QProcess second; // it opens what was open
        start(second, {});
        QTRY_VERIFY_WITH_TIMEOUT(reads(second), kLongestWait);
        QTest::qWait(kLookMilliseconds);
        QCOMPARE(second.state(), QProcess::Running);
        kill(second);
        QCOMPARE(lastRow(), rows);
        QCOMPARE(waiting().size(), std::size_t{2});

        MainWindow window(makeEngine());
        window.show();
        window.parts().projects->open(QString::fromStdString(project()));
        auto* list = find<QListView>(window, "queue.list");
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 2, kLongestWait);
        QTRY_VERIFY(list->isVisible() && find<QPushButton>(window, "run.queue")->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(
            list->model()->index(1, 0).data().toString().contains(QStringLiteral("trials 4")), kLongestWait);
        QTest::qWait(kLookMilliseconds);
        QVERIFY(!window.workbench().running());
        QCOMPARE(lastRow(), rows);
        QCOMPARE(waiting().size(), std::size_t{2});

        window.workbench().closeProject();
    }

    /// What ran of the queue is cut off, and goes on under what it reserved.
    void whatRanOfTheQueueGoesOnAndIsPaidOnce() {
        const auto experiments = [this] { return ledger::Project::open(project()).experiments(); };
        const std::size_t before = experiments().size();
        wire::changeQueue(project(), [this](study::QueuedRuns& runs) {
            runs.clear();
            runs.emplace_back(waitingRun(m_dir.path(), 5));
            runs.emplace_back(waitingRun(m_dir.path(), 6));
            std::get<session::RunOptions>(runs.front()).steps = "100000";
        });
        QVERIFY(wire::takeFirst(project()).has_value());
        QCOMPARE(waiting().size(), std::size_t{1}); // it runs here
        QFile kept(QString::fromStdString(project() + ".queue"));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QByteArray lines = kept.readAll();
        kept.close();
        lines.replace(QByteArray::fromStdString(thisProcess()), "1 0 of one that is gone");
        QVERIFY(kept.open(QIODevice::WriteOnly | QIODevice::Truncate));
        kept.write(lines);
        kept.close();
        const study::QueuedRuns left = waiting();
        QCOMPARE(left.size(), std::size_t{2});
        QVERIFY(!left.front().request.empty() && left.back().request.empty());

        const auto window = std::make_unique<MainWindow>(makeEngine());
        window->show();
        window->parts().projects->open(QString::fromStdString(project()));
        auto* list = find<QListView>(*window, "queue.list");
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 2, kLongestWait);
        QVERIFY(list->model()->index(0, 0).data().toString().contains(QStringLiteral("was cut off")));
        QTRY_VERIFY(find<QPushButton>(*window, "run.queue")->isVisible());
        find<QPushButton>(*window, "run.queue")->click();
        QTRY_VERIFY_WITH_TIMEOUT(experiments().size() == before + 1, kLongestWait);
        QTRY_VERIFY_WITH_TIMEOUT(list->model()->rowCount() == 1, kLongestWait);
        window->workbench().requestStop(); // interrupted, as by a kill
        QTRY_VERIFY_WITH_TIMEOUT(!window->workbench().running(), kLongestWait);

        // Its line is put back as a window that was killed would have left it: it goes on, and is no other.
        wire::changeQueue(project(), [&](study::QueuedRuns& runs) {
            runs.clear();
            runs.push_back(left.front());
        });
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 1, kLongestWait);
        find<QPushButton>(*window, "run.queue")->click();
        QTRY_VERIFY_WITH_TIMEOUT(window->workbench().running(), kLongestWait);
        QTRY_VERIFY_WITH_TIMEOUT(waiting().empty(), kLongestWait);
        QCOMPARE(experiments().size(), before + 1);
        window->workbench().requestStop();
        QTRY_VERIFY_WITH_TIMEOUT(!window->workbench().running(), kLongestWait);
        QCOMPARE(experiments().size(), before + 1);
    }

    /// What another program put there meanwhile is what begins, whatever is asked at that moment.
    void theFirstIsTakenAsItIsKept() {
        const auto keep = [this](std::uint32_t trials) {
            wire::changeQueue(project(), [&](study::QueuedRuns& runs) {
                runs.clear();
                runs.emplace_back(waitingRun(m_dir.path(), trials));
            });
        };
        MainWindow window(makeEngine());
        window.parts().projects->open(QString::fromStdString(project()));
        auto* kept = window.findChild<KeptQueue*>();
        QVERIFY(kept != nullptr);
        keep(3);
        QTRY_VERIFY_WITH_TIMEOUT(kept->runs().first() == study::QueuedRun(waitingRun(m_dir.path(), 3)),
                                 kLongestWait);
        keep(4);
        std::optional<study::QueuedRun> taken;
        kept->takeFirst([&](const study::QueuedRun& run) { taken = run; });
        kept->reload();
        QTRY_VERIFY_WITH_TIMEOUT(taken.has_value(), kLongestWait);
        QCOMPARE(std::get<session::RunOptions>(*taken).trials, std::optional<std::uint32_t>(4));
        kept->endTaken(*taken, true, false);
        QTRY_VERIFY_WITH_TIMEOUT(waiting().empty(), kLongestWait);
        window.workbench().closeProject();
    }

    void byHandTheyDoBegin() {
        wire::changeQueue(project(), [this](study::QueuedRuns& runs) {
            runs.clear();
            runs.emplace_back(waitingRun(m_dir.path(), 3));
            runs.emplace_back(waitingRun(m_dir.path(), 4));
        });
        const std::int64_t rows = lastRow();
        MainWindow window(makeEngine());
        window.show();
        window.parts().projects->open(QString::fromStdString(project()));
        QTRY_VERIFY_WITH_TIMEOUT(find<QPushButton>(window, "run.queue")->isVisible(), kLongestWait);
        find<QPushButton>(window, "run.queue")->click();
        QTRY_VERIFY_WITH_TIMEOUT(lastRow() > rows, kLongestWait);
        QVERIFY(waiting().size() < 2);
        window.workbench().requestStop();
        QTRY_VERIFY_WITH_TIMEOUT(!window.workbench().running(), kLongestWait);
    }
};

PARSIMONY_UI_TEST(TestKilledWindow)
#include "test_killed_window.moc"
