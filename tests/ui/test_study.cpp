// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps and comparisons from the window, on the scripted engine.
#include "tests/ui/fake_session.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/heatmap_plot.h"
#include "ui/window/page_area.h"
#include "ui/window/study_section.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QSettings>
#include <QTableWidget>

using namespace parsimony;
using namespace parsimony::ui;
using test::choose;
using test::find;
using test::type;

class TestStudy : public test::WindowTest {
    Q_OBJECT

    /// The section with a grid of 2 × 2 at two ε, priced.
    void fillIn(const QString& path = QStringLiteral("/data/s.parsimony")) {
        m_window->request().setProjectPath(path);
        find<StudySection>(*m_window, "studySection")->setFolded(false);
        type(*m_window, "study.epsilons", QStringLiteral("0.05; 0.1"));
        type(*m_window, "study.rates", QStringLiteral("0.1; 1"));
        type(*m_window, "study.steps", QStringLiteral("10; 20"));
    }

private slots:
    /// With commas between the numbers it is the same grid.
    void numbersOfAGridAreReadAsTheCommandLineReadsThem() {
        m_window->parts().projects->setRequest(test::sampleOptions(), QStringLiteral("/data/sweep.parsimony"),
                                               false);
        auto* start = find<QPushButton>(*m_window, "study.start");
        fillIn(QStringLiteral("/data/sweep.parsimony"));
        QTRY_VERIFY(start->isEnabled());
        const QString price = start->text();
        type(*m_window, "study.steps", QStringLiteral("10,20,40"));
        QTRY_VERIFY(start->isEnabled() && start->text() != price);
        type(*m_window, "study.epsilons", QStringLiteral("0.05,0.1"));
        type(*m_window, "study.rates", QStringLiteral("0.1,1"));
        type(*m_window, "study.steps", QStringLiteral("10,20"));
        QTRY_VERIFY(start->isEnabled());
        QTRY_COMPARE(start->text(), price);
    }

    void sweepsArePricedAndRun() {
        m_window->parts().projects->setRequest(test::sampleOptions(), QStringLiteral("/data/sweep.parsimony"),
                                               false);
        fillIn(QStringLiteral("/data/sweep.parsimony"));
        auto* start = find<QPushButton>(*m_window, "study.start");
        QVERIFY(!start->isEnabled()); // not priced yet
        QTRY_VERIFY(start->isEnabled());
        // √(4·μ(0.05)² + 4·μ(0.1)²) at δ = 1e-5
        QVERIFY2(start->text().contains(QStringLiteral("ε = 0.2")), qPrintable(start->text()));
        QCOMPARE(m_engine->runs.load(), 0);
        start->setFocus();
        QTest::keyClick(start, Qt::Key_Space);
        QTRY_COMPARE(m_engine->runs.load(), 2);
        QTRY_VERIFY(!m_window->workbench().running());
        auto* heatmaps = find<HeatmapPlot>(*m_window, "heatmaps");
        QTRY_COMPARE(heatmaps->heatmap().panels.size(), std::size_t{2});
        QCOMPARE(find<PageArea>(*m_window, "pageArea")->currentName(), QString(PageName::heatmaps));
        // What has run is not paid for again.
        QTRY_VERIFY2(start->isEnabled() && start->text().contains(QStringLiteral("nothing new to pay")),
                     qPrintable(start->text()));
    }

    void sweepsGoOnAfterAPause() {
        m_engine->stepTime = std::chrono::milliseconds(4);
        m_window->parts().projects->setRequest(test::sampleOptions(), QStringLiteral("/data/pause.parsimony"),
                                               false);
        fillIn(QStringLiteral("/data/pause.parsimony"));
        auto* start = find<QPushButton>(*m_window, "study.start");
        QTRY_VERIFY(start->isEnabled());
        start->click();
        auto* progress = find<QLabel>(*m_window, "study.progress");
        QTRY_VERIFY(progress->text().contains(QLatin1Char('%')));
        QVERIFY(!start->isEnabled());
        find<QPushButton>(*m_window, "run.stop")->click();
        QTRY_VERIFY(!m_window->workbench().running());
        QVERIFY(!progress->isVisibleTo(m_window.get()));
        QVERIFY(find<QLabel>(*m_window, "study.problem")->text().isEmpty()); // a pause is none
        QTRY_VERIFY(start->isEnabled());
    }

    void whatCannotRunSaysWhy() {
        m_window->parts().projects->setRequest(test::sampleOptions(), QStringLiteral("/data/x.parsimony"),
                                               false);
        auto* section = find<StudySection>(*m_window, "studySection");
        auto* problem = find<QLabel>(*m_window, "study.problem");
        section->setFolded(false);
        QTRY_VERIFY(problem->text().contains(QStringLiteral("grid"))); // neither η nor T are there
        choose(*m_window, "study.kind", "comparison");
        QTRY_VERIFY(problem->text().contains(QStringLiteral("public data")));
        QVERIFY(!find<QPushButton>(*m_window, "study.start")->isEnabled());
        choose(*m_window, "study.kind", "sweep");
        fillIn(QStringLiteral("/data/x.parsimony"));
        auto* start = find<QPushButton>(*m_window, "study.start");
        QTRY_VERIFY(start->isEnabled());
        type(*m_window, "study.epsilons", QStringLiteral("0.05; zero"));
        QTest::qWait(300);
        QVERIFY(!start->isEnabled());
        QVERIFY(find<Field>(*m_window, "study.epsilons")->property("invalid").toBool());
        QCOMPARE(m_engine->runs.load(), 0);
    }

    void sweepsWaitInTheQueue() {
        m_window->parts().projects->setRequest(test::sampleOptions(), QStringLiteral("/data/queue.parsimony"),
                                               false);
        fillIn(QStringLiteral("/data/queue.parsimony"));
        auto* enqueue = find<QPushButton>(*m_window, "study.enqueue");
        QTRY_VERIFY(enqueue->isVisibleTo(m_window.get()));
        enqueue->click();
        auto* list = find<QListView>(*m_window, "queue.list");
        QCOMPARE(list->model()->rowCount(), 1);
        QVERIFY(list->model()->index(0, 0).data().toString().contains(QStringLiteral("sweep of 8 runs")));
        find<QPushButton>(*m_window, "run.queue")->click();
        QTRY_COMPARE(m_engine->runs.load(), 2);
        QTRY_VERIFY(!m_window->workbench().running());
    }

    void aStudyIsChosenPricedRunAndShown() {
        m_engine->stepTime = std::chrono::milliseconds(4);
        auto* section = find<StudySection>(*m_window, "studySection");
        m_window->parts().projects->setRequest({}, QStringLiteral("/data/study.parsimony"),
                                               false); // it names its data itself
        section->setFolded(false);
        choose(*m_window, "study.kind", "file");
        auto* file = find<QComboBox>(*m_window, "study.file");
        auto* start = find<QPushButton>(*m_window, "study.start");
        QTRY_COMPARE(file->count(), 1);
        QVERIFY(!start->isEnabled()); // none is chosen yet
        file->setEditText(QStringLiteral("/data/none.toml"));
        QTRY_VERIFY(
            find<QLabel>(*m_window, "study.problem")->text().contains(QStringLiteral("no study file")));
        file->setCurrentIndex(0);
        QTRY_VERIFY(start->isEnabled());
        QVERIFY2(start->text().contains(QStringLiteral("ε = 0.2")), qPrintable(start->text()));
        start->click();
        QCOMPARE(find<PageArea>(*m_window, "pageArea")->currentName(), QString(PageName::study));
        QTRY_VERIFY(find<QLabel>(*m_window, "study.progress")->text().contains(QLatin1Char('%')));
        find<QPushButton>(*m_window, "run.stop")->click();
        QTRY_VERIFY(!m_window->workbench().running());
        QWidget* page = m_window->parts().pages->page(PageName::study);
        QVERIFY(page->findChildren<QTableWidget*>().isEmpty()); // a pause has found nothing yet
        m_engine->stepTime = std::chrono::milliseconds(0);
        QTRY_VERIFY(start->isEnabled());
        start->click(); // the same one goes on
        QTRY_VERIFY(!page->findChildren<QTableWidget*>().isEmpty());
        auto* table = page->findChild<QTableWidget*>();
        QCOMPARE(table->item(0, 1)->text(), QStringLiteral("0.5 %"));
        QVERIFY(page->findChild<QWidget*>(QStringLiteral("sheet.picture.bars")) != nullptr);
        QCOMPARE(find<QLabel>(*page, "sheet.title")->text(), QStringLiteral("A grid of the script"));
        QTRY_VERIFY(start->text().contains(QStringLiteral("nothing new to pay")));
        find<QPushButton>(*page, "sheet.copy")->click();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("auto\t0.5 %")));
    }

    void aStudyWaitsInTheQueue() {
        m_window->parts().projects->setRequest({}, QStringLiteral("/data/queued.parsimony"), false);
        find<StudySection>(*m_window, "studySection")->setFile(QStringLiteral("grid"));
        find<StudySection>(*m_window, "studySection")->setFolded(false);
        auto* enqueue = find<QPushButton>(*m_window, "study.enqueue");
        QTRY_VERIFY(enqueue->isVisibleTo(m_window.get()));
        enqueue->click();
        QVERIFY(find<QListView>(*m_window, "queue.list")
                    ->model()
                    ->index(0, 0)
                    .data()
                    .toString()
                    .contains(QStringLiteral("A grid of the script")));
        find<QPushButton>(*m_window, "run.queue")->click();
        QTRY_VERIFY(!m_window->parts().pages->page(PageName::study)->findChildren<QTableWidget*>().isEmpty());
    }

    void listsAreThereAfterARestart() {
        fillIn();
        QSettings().sync();
        m_window = std::make_unique<MainWindow>(m_engine);
        QCOMPARE(find<QLineEdit>(*m_window, "study.rates")->text(), QStringLiteral("0.1; 1"));
    }
};

PARSIMONY_UI_TEST(TestStudy)
#include "test_study.moc"
