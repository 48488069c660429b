// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of the window: what waits runs one after another, and is found again.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"

#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;

class TestQueue : public test::WindowTest {
    Q_OBJECT
private slots:
    void theQueueRunsOneAfterAnother() {
        auto options = test::sampleOptions();
        options.experimentEpsilon = 0.4;
        m_window->parts().projects->setRequest(options, file(QStringLiteral("q.parsimony")), false);
        auto* enqueue = find<QPushButton>(*m_window, "run.enqueue");
        QTRY_VERIFY(enqueue->isEnabled() && enqueue->isVisible());
        QVERIFY(enqueue->text().contains(QStringLiteral("0.400")));
        QTest::mouseClick(enqueue, Qt::LeftButton);
        QTest::mouseClick(enqueue, Qt::LeftButton);
        auto* list = find<QListView>(*m_window, "queue.list");
        QTRY_COMPARE(list->model()->rowCount(), 2);
        QTest::mouseClick(enqueue, Qt::LeftButton);
        list->setCurrentIndex(list->model()->index(2, 0));
        QTest::keyClick(list, Qt::Key_Delete);
        QCOMPARE(list->model()->rowCount(), 2);
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        auto* start = find<QPushButton>(*m_window, "run.queue");
        QVERIFY(start->isEnabled());
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 2);
        QCOMPARE(m_engine->runs.load(), 2);
        QVERIFY(list->isHidden() || list->model()->rowCount() == 0);
    }

    void aQueueIsFoundAgainAndStartsWhenItIsAsked() {
        auto options = test::sampleOptions();
        options.experimentEpsilon = 0.3;
        m_engine->addProject(QStringLiteral("/data/kept.parsimony"), options);
        const int before = m_engine->runs.load();
        openSample(QStringLiteral("/data/kept.parsimony"));
        options.trials = 2;
        m_engine->changeQueue("/data/kept.parsimony", // as the command line does
                              [&](study::QueuedRuns& kept) { kept.emplace_back(options); });
        openSample(QStringLiteral("/data/kept.parsimony"));
        auto* list = find<QListView>(*m_window, "queue.list");
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QTRY_VERIFY(list->model()->index(0, 0).data().toString().contains(QStringLiteral("0.300")));
        auto* start = find<QPushButton>(*m_window, "run.queue");
        QTRY_VERIFY(start->isVisible());
        QCOMPARE(m_engine->runs.load(), before);
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(start, Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 1);
        QCOMPARE(m_engine->runs.load(), before + 1);
        QVERIFY(m_engine->queueOf("/data/kept.parsimony").empty());
    }

    void whatAnotherProgramTookIsNotRunAgain() {
        auto options = test::sampleOptions();
        options.experimentEpsilon = 0.3;
        m_window->parts().projects->setRequest(options, file(QStringLiteral("taken.parsimony")), false);
        const std::string project = file(QStringLiteral("taken.parsimony")).toStdString();
        auto* enqueue = find<QPushButton>(*m_window, "run.enqueue");
        QTRY_VERIFY(enqueue->isEnabled() && enqueue->isVisible());
        QTest::mouseClick(enqueue, Qt::LeftButton);
        QTRY_COMPARE(m_engine->queueOf(project).size(), std::size_t{1});
        const int before = m_engine->runs.load();
        m_engine->changeQueue(project, [](study::QueuedRuns& kept) { kept.clear(); });
        QTest::mouseClick(find<QPushButton>(*m_window, "run.queue"), Qt::LeftButton);
        QTRY_VERIFY(find<QListView>(*m_window, "queue.list")->model()->rowCount() == 0);
        QTest::qWait(50);
        QCOMPARE(m_engine->runs.load(), before);
    }

    void aServersQueueIsThisWindowsAlone() {
        m_engine->keepsQueues = false;
        auto options = test::sampleOptions();
        options.experimentEpsilon = 0.3;
        m_window->parts().projects->setRequest(options, file(QStringLiteral("far.parsimony")), false);
        auto* enqueue = find<QPushButton>(*m_window, "run.enqueue");
        QTRY_VERIFY(enqueue->isEnabled() && enqueue->isVisible());
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(enqueue, Qt::LeftButton);
        QTRY_VERIFY(find<QLabel>(*m_window, "status")->text().contains(QStringLiteral("this window alone")));
        QTest::mouseClick(find<QPushButton>(*m_window, "run.queue"), Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 1);
    }

    void whatTheMachineLacksDoesNotWait() {
        auto options = test::sampleOptions();
        options.experimentEpsilon = 0.3;
        m_window->parts().projects->setRequest(options, file(QStringLiteral("gpu.parsimony")), false);
        auto* enqueue = find<QPushButton>(*m_window, "run.enqueue");
        auto* list = find<QListView>(*m_window, "queue.list");
        auto* status = find<QLabel>(*m_window, "status");
        const std::string project = file(QStringLiteral("gpu.parsimony")).toStdString();
        QTRY_VERIFY(enqueue->isEnabled() && enqueue->isVisible());
        QTest::mouseClick(enqueue, Qt::LeftButton);
        QTRY_COMPARE(m_engine->queueOf(project).size(), std::size_t{1});
        options.device = compute::DeviceChoice("cuda:7");
        m_window->parts().projects->setRequest(options, file(QStringLiteral("gpu.parsimony")), false);
        QTRY_VERIFY(enqueue->isEnabled() && enqueue->isVisible());
        QTest::mouseClick(enqueue, Qt::LeftButton);
        QTRY_VERIFY2(status->text().contains(QStringLiteral("cuda:7")), qPrintable(status->text()));
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QTRY_COMPARE(m_engine->queueOf(project).size(), std::size_t{1});
        QVERIFY(std::get<session::RunOptions>(m_engine->queueOf(project).front()).device.isCpu());
    }

    void aPauseHoldsTheQueue() {
        m_engine->stepTime = std::chrono::milliseconds(1);
        auto options = test::sampleOptions();
        options.experimentEpsilon = 0.4;
        m_window->parts().projects->setRequest(options, file(QStringLiteral("h.parsimony")), false);
        auto* enqueue = find<QPushButton>(*m_window, "run.enqueue");
        QTRY_VERIFY(enqueue->isVisible());
        QTest::mouseClick(enqueue, Qt::LeftButton);
        QTest::mouseClick(enqueue, Qt::LeftButton);
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(find<QPushButton>(*m_window, "run.queue"), Qt::LeftButton);
        auto* pause = find<QPushButton>(*m_window, "run.stop");
        QTRY_VERIFY(pause->isVisible());
        QTest::mouseClick(pause, Qt::LeftButton);
        QTRY_COMPARE(finished.size(), 1);
        QTest::qWait(50);
        QCOMPARE(m_engine->runs.load(), 1);
        QCOMPARE(find<QListView>(*m_window, "queue.list")->model()->rowCount(), 1);
    }
};

PARSIMONY_UI_TEST(TestQueue)
#include "test_queue.moc"
