// SPDX-License-Identifier: GPL-3.0-or-later
// What people do to windows: wrong files, many files, files that go away, other writers, other locales.
#include "tests/ui/fake_session.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/number_format.h"
#include "ui/models/recent_projects.h"
#include "ui/models/trial_table_model.h"
#include "ui/window/budget_gauge.h"
#include "ui/window/engine_files.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTableView>
#include <QTranslator>

using namespace parsimony;
using namespace parsimony::ui;
using test::drop;
using test::find;
using test::type;

class TestBadInput : public test::WindowTest {
    Q_OBJECT
private:
    QString touch(const QString& name) {
        QFile file(m_dir.filePath(name));
        [[maybe_unused]] const bool made = file.open(QIODevice::WriteOnly);
        return file.fileName();
    }
    QLabel* problem() { return find<QLabel>(*m_window, "data.problem"); }

private slots:
    void aFolderIsOpenedOneLevel() {
        QDir(m_dir.path()).mkdir(QStringLiteral("set"));
        const QString array = touch(QStringLiteral("set/nouns.npz"));
        m_engine->addFile(array, test::sampleArrays(array));
        drop(*m_window, {m_dir.filePath(QStringLiteral("set"))});
        QTRY_VERIFY(m_window->request().hasData());
        QVERIFY(m_window->request().options().train.features.find("set/nouns.npz") != std::string::npos);
    }

    /// What cannot run is no plan: neither its price nor word of a run stays.
    void aPlanThatCannotRunLeavesNothingOfTheOneBefore() {
        drop(*m_window, {m_data});
        QTRY_VERIFY(m_window->request().hasData());
        m_window->request().edit([](session::RunOptions& o) {
            o.epsilon = 1.0;
            o.delta = 1e-5;
            o.classes = 26;
        });
        const auto tells = [this](const QString& name) {
            const auto labels = find<QWidget>(*m_window, "inspectorBody")->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const QLabel* label) { return label->accessibleName() == name; });
        };
        QTRY_VERIFY(tells(QStringLiteral("takes ε")));
        m_engine->refusePlan = true;
        m_window->request().edit([](session::RunOptions& o) { o.epsilon = 2.0; });
        QTRY_VERIFY(find<QLabel>(*m_window, "plan.problem")->isVisible());
        QTRY_VERIFY(!tells(QStringLiteral("takes ε")));
        Workbench& bench = m_window->workbench();
        emit bench.runStarted();
        auto* status = find<QLabel>(*m_window, "status");
        QVERIFY(status->text().startsWith(QStringLiteral("Running")));
        emit bench.runFailed({ErrorCode::Refused, QStringLiteral("no"), QStringLiteral("no"), {}});
        QVERIFY2(status->text().contains(QStringLiteral("under Plan")), qPrintable(status->text()));
    }

    void anEmptyFolderSaysSo() {
        QDir(m_dir.path()).mkdir(QStringLiteral("empty"));
        drop(*m_window, {m_dir.filePath(QStringLiteral("empty"))});
        QTRY_VERIFY(problem()->isVisible());
        QVERIFY(!m_window->request().hasData());
    }

    void twentyFilesAtOnce() {
        QStringList paths;
        for (int i = 0; i < 20; ++i) {
            paths << touch(QStringLiteral("many%1.npz").arg(i));
            if (i % 3 != 0) {
                m_engine->addFile(paths.last(), test::sampleArrays(paths.last()));
            }
        }
        paths << touch(QStringLiteral("holiday.jpg"));
        drop(*m_window, paths);
        QTRY_VERIFY(m_window->request().hasData());
        QTRY_VERIFY(problem()->isVisible());
        QVERIFY(problem()->text().contains(QStringLiteral("many0.npz")));
        QVERIFY(problem()->text().contains(QStringLiteral("holiday.jpg")));
    }

    /// As tests/app/test_cli_bad_input.cpp has it of the command line and of files.
    void outOfRangeSaysWhatTheCommandLineSays() {
        m_window->parts().projects->setRequest(test::sampleOptions(),
                                               m_dir.filePath(QStringLiteral("b.parsimony")), false);
        const auto says = [&](const char* field, const char* typed, const char* sentence) {
            type(*m_window, field, QString::fromUtf8(typed));
            auto* line = find<QLineEdit>(*m_window, field);
            QVERIFY2(line->property("invalid").toBool(), field);
            QCOMPARE(line->toolTip(), QString::fromUtf8(sentence));
        };
        says("plan.maxGradNorm", "0", "--max-grad-norm must be a number from 1e-20 to 1e+20, not 0");
        says("data.rowsPerPerson", "0", "--rows-per-person must be a whole number from 1 to 1000000, not 0");
        says("budget.epsilon", "-1", "--epsilon must be a number above 0 and at most 1000000, not -1");
        says("budget.testEpsilon", "-1",
             "--test-epsilon must be a number above 0 and at most 1000000, not -1");
        says("budget.phaseEpsilons", "0.1,0",
             "--phase-epsilons must be a number above 0 and at most 1000000, not 0");
        says("plan.weightDecay", "0,01",
             "--weight-decay: '0,01' is not a number; the decimal mark is a point");
        says("budget.trials", "1.5", "--trials: '1.5' is not a whole number");
        QVERIFY(!m_window->request().options().epsilon);
    }

    void aProjectThatIsNone() {
        drop(*m_window, {touch(QStringLiteral("no.parsimony"))});
        QTRY_VERIFY(!find<QLabel>(*m_window, "start.problem")->text().isEmpty());
        QVERIFY(!m_window->parts().projects->working());
    }

    void nothingIsDroppedIntoARun() {
        m_engine->stepTime = std::chrono::milliseconds(1);
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("run.parsimony")),
                                               true);
        QTRY_VERIFY(m_window->workbench().running());
        const auto before = m_window->request().options();
        m_window->parts().projects->openFiles({m_data});
        QCOMPARE(m_window->request().options(), before);
        m_window->workbench().requestStop();
        QTRY_VERIFY(!m_window->workbench().running());
    }

    void aDecimalCommaIsRead() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const auto back = qScopeGuard([] { QLocale::setDefault(QLocale::c()); });
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("de.parsimony")),
                                               false);
        type(*m_window, "budget.epsilon", QStringLiteral("0,5"));
        QCOMPARE(m_window->request().options().epsilon.value_or(0.0), 0.5);
        auto* run = find<QPushButton>(*m_window, "run.start");
        QTRY_VERIFY(run->isEnabled() && run->text().contains(QStringLiteral("0,500")));
        type(*m_window, "data.records", QStringLiteral("40.000"));
        QCOMPARE(m_window->request().options().records.value_or(0), 40000U);
        m_window->request().edit([](auto& o) { o.method = session::MethodKind::Grid; });
        type(*m_window, "plan.learningRates", QStringLiteral("0,5; 1; 2,5"));
        QCOMPARE(m_window->request().options().learningRates->values(), (std::vector{0.5, 1.0, 2.5}));
        type(*m_window, "plan.steps", QStringLiteral("10;20;40"));
        QTRY_COMPARE(find<QLineEdit>(*m_window, "plan.learningRates")->text(), QStringLiteral("0,5; 1; 2,5"));
    }

    /// With a decimal comma no number of the window has a point; what goes into files always has one.
    void theCommaIsEverywhere() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const auto back = qScopeGuard([] { QLocale::setDefault(QLocale::c()); });
        m_window = std::make_unique<MainWindow>(m_engine);
        m_window->show();
        openSample();
        auto* table = find<QTableView>(*m_window, "trialsTable");
        table->selectRow(1);
        QTRY_VERIFY(m_window->findChild<QLineEdit*>(QStringLiteral("inspector.note")) != nullptr);
        QStringList shown;
        for (const auto* label : m_window->findChildren<QLabel*>()) {
            shown << label->text();
        }
        for (const auto* button : m_window->findChildren<QAbstractButton*>()) {
            shown << button->text();
        }
        for (const auto* view : m_window->findChildren<QTableView*>()) {
            for (int cell = 0;
                 view->model() && cell < view->model()->rowCount() * view->model()->columnCount(); ++cell) {
                const int columns = view->model()->columnCount();
                shown << view->model()->index(cell / columns, cell % columns).data().toString();
            }
        }
        // 40.000 is a count; 0.353, 74.12 and 0.2407 are not.
        static const QRegularExpression point(
            QStringLiteral("(?<![0-9])0\\.[0-9]|[0-9]\\.[0-9]{1,2}(?![0-9])|[0-9]\\.[0-9]{4}"));
        static const QRegularExpression comma(QStringLiteral("[0-9],[0-9]"));
        const QStringList wrong = shown.filter(point);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QVERIFY(shown.filter(comma).size() > 20);
    }

    void aProjectFromAReadOnlyDisk() {
        m_engine->addProject(QStringLiteral("/data/ro.parsimony"), test::sampleOptions());
        m_engine->project("/data/ro.parsimony")->readOnly = true;
        openSample(QStringLiteral("/data/ro.parsimony"));
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("read only")));
        auto* table = find<QTableView>(*m_window, "trialsTable");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QTRY_VERIFY(m_window->findChild<QLineEdit*>(QStringLiteral("inspector.note")) != nullptr);
        QVERIFY(!find<QLineEdit>(*m_window, "inspector.note")->isEnabled());
        auto* run = find<QPushButton>(*m_window, "run.start");
        auto* reason = find<QLabel>(*m_window, "run.reason");
        QTRY_VERIFY(reason->text().contains(QStringLiteral("read-only")));
        QVERIFY(!run->isEnabled());
        m_window->request().edit([](auto& o) { o.trials = 2; }); // a changed plan does not run either
        QTest::qWait(400);
        QVERIFY(!run->isEnabled());
        QVERIFY(reason->text().contains(QStringLiteral("read-only")));
        QCOMPARE(m_engine->runs.load(), 1);
    }

    void aProjectThatAnotherWindowRuns() {
        m_engine->stepTime = std::chrono::milliseconds(100); // for longer than a window takes to open
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("two.parsimony")),
                                               true);
        QTRY_VERIFY(m_window->workbench().running());
        QTRY_VERIFY(m_engine->project(file(QStringLiteral("two.parsimony")).toStdString()) != nullptr);
        MainWindow second(m_engine);
        second.show();
        second.parts().projects->open(file(QStringLiteral("two.parsimony")));
        auto* reason = find<QLabel>(second, "run.reason");
        QTRY_VERIFY2(reason->text().startsWith(QStringLiteral("Another window")), qPrintable(reason->text()));
        QVERIFY(m_window->workbench().running());
        m_engine->stepTime = std::chrono::milliseconds(0);
        QTRY_VERIFY2(reason->text().startsWith(QStringLiteral("This plan has run")),
                     qPrintable(reason->text()));
    }

    void theFilterUnderstandsBothLanguages() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/parsimony/translations/parsimony_de.qm")));
        QVERIFY(QCoreApplication::installTranslator(&german));
        const auto back = qScopeGuard([&] { QCoreApplication::removeTranslator(&german); });
        TrialTableModel model;
        std::vector<session::TrialSnapshot> trials(2);
        trials[0].id = 1;
        trials[0].state = TrialState::Finished;
        trials[1].id = 2;
        trials[1].role = "final";
        trials[1].phase = -1;
        trials[1].state = TrialState::Lost;
        model.setTrials(trials);
        QVERIFY(stateName(TrialState::Finished) != QStringLiteral("finished"));
        for (const QString& text : {QStringLiteral("state=finished"), QStringLiteral("finished"),
                                    QStringLiteral("state=") + stateName(TrialState::Finished),
                                    QStringLiteral("phase=1"), QStringLiteral("state!=lost")}) {
            model.setFilter(text);
            QVERIFY2(model.rowCount() == 1 && model.trialAt(0).id == 1, qPrintable(text));
        }
        model.setFilter(QStringLiteral("phase=final"));
        QVERIFY(model.rowCount() == 1 && model.trialAt(0).id == 2);
    }

    void eachExperimentSaysItsOwnClasses() {
        auto first = test::sampleOptions();
        first.classes = 8;
        first.experimentEpsilon = 0.5;
        m_engine->addProject(QStringLiteral("/data/c.parsimony"), first);
        first.classes = 12;
        session::RunObserver observer;
        observer.onSnapshot = [](const session::RunSnapshot&) {};
        m_engine->open("/data/c.parsimony", false)->run(first, {}, observer);
        m_window->parts().projects->open(QStringLiteral("/data/c.parsimony"));
        auto* strip = find<BudgetStrip>(*m_window, "budgetStrip");
        QTRY_VERIFY2(strip->text().contains(QStringLiteral("12 classes")), qPrintable(strip->text()));
        m_window->workbench().showExperiment(1);
        QTRY_VERIFY2(strip->text().contains(QStringLiteral("8 classes")), qPrintable(strip->text()));

        // A trial of the other experiment does not stand above this one's card.
        auto* table = find<QTableView>(*m_window, "trialsTable");
        QCOMPARE(table->model()->rowCount(), 14);
        QTRY_VERIFY(m_window->findChild<QPushButton*>(QStringLiteral("inspector.export")) != nullptr);
        table->selectRow(10);
        QTRY_VERIFY(m_window->findChild<QPushButton*>(QStringLiteral("inspector.showExperiment")) != nullptr);
        QTRY_VERIFY(m_window->findChild<QPushButton*>(QStringLiteral("inspector.export")) == nullptr);
        QTest::mouseClick(find<QPushButton>(*m_window, "inspector.showExperiment"), Qt::LeftButton);
        QTRY_VERIFY(strip->text().contains(QStringLiteral("12 classes")));
        QTRY_VERIFY(m_window->findChild<QPushButton*>(QStringLiteral("inspector.export")) != nullptr);
    }

    void aKilledWindowComesBack() {
        QFile kept(file(QStringLiteral("killed.parsimony")));
        QVERIFY(kept.open(QIODevice::WriteOnly));
        m_engine->addProject(kept.fileName(), test::sampleOptions());
        m_engine->project(kept.fileName().toStdString())->runs.front()->shown.status =
            ExperimentStatus::Running;
        m_window->parts().projects->open(kept.fileName());
        QTRY_VERIFY(m_window->parts().projects->working());
        const QSettings settings; // what a window that starts after a kill reads
        QCOMPARE(settings.value(QStringLiteral("session/project")).toString(), kept.fileName());
        RecentProjects recent;
        QCOMPARE(recent.rowCount(), 1);
        const QString remark = recent.index(0).data(RecentProjects::RemarkRole).toString();
        QVERIFY2(remark.startsWith(QStringLiteral("interrupted")), qPrintable(remark));
        QVERIFY2(remark.contains(QStringLiteral("left")), qPrintable(remark));
        m_window->parts().projects->close(); // by hand: the next start begins without it
        QVERIFY(!QSettings().contains(QStringLiteral("session/project")));
    }

    void whatAnotherProcessWritesIsSeen() {
        openSample();
        auto* table = find<QTableView>(*m_window, "trialsTable");
        auto other = m_engine->open("/data/s.parsimony", false);        // as the command line would
        m_engine->project("/data/s.parsimony")->accounts.parts.clear(); // there is room for another
        session::RunObserver observer;
        observer.onSnapshot = [](const session::RunSnapshot&) {};
        other->run(test::sampleOptions(), {}, observer);
        QTRY_COMPARE(table->model()->rowCount(), 14);
    }

    void twoWindowsOnOneProject() {
        openSample();
        MainWindow second(m_engine);
        second.show();
        second.parts().projects->open(QStringLiteral("/data/s.parsimony"));
        QTRY_VERIFY(second.parts().projects->working());
        test::writeNote(*m_window, 1, "from the first");
        auto* table = find<QTableView>(second, "trialsTable");
        QTRY_COMPARE(table->model()->index(0, table->model()->columnCount() - 1).data().toString(),
                     QStringLiteral("from the first"));
    }

    void theLastProjectComesBack() {
        openSample();
        m_window->parts().pages->showPage(QStringLiteral("audit"));
        m_window->close();
        QFile file(m_dir.filePath(QStringLiteral("kept.parsimony")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        m_engine->addProject(file.fileName(), test::sampleOptions());
        QSettings().setValue(QStringLiteral("session/project"), file.fileName());
        MainWindow again(m_engine);
        again.show();
        again.parts().projects->restore();
        QTRY_VERIFY(again.parts().projects->working());
        QTRY_COMPARE(again.workbench().projectPath(), file.fileName());
        QSettings().setValue(QStringLiteral("session/project"), QStringLiteral("/gone.parsimony"));
        MainWindow fresh(m_engine);
        fresh.parts().projects->restore();
        QVERIFY(!fresh.parts().projects->working());
    }
};

PARSIMONY_UI_TEST(TestBadInput)
#include "test_bad_input.moc"
