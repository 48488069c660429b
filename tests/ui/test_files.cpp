// SPDX-License-Identifier: GPL-3.0-or-later
// Files that come in, are gone, and are written: what they are for, where they are now, where dialogs begin.
#include "core/session/option_paths.h"
#include "core/session/options_json.h"
#include "tests/ui/fake_session.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/data_catalog.h"
#include "ui/models/moved_files.h"
#include "ui/pages/plot_page.h"
#include "ui/style/file_dialogs.h"
#include "ui/style/widgets.h"
#include "ui/window/data_flow.h"
#include "ui/window/export_dialog.h"
#include "ui/window/page_area.h"
#include "ui/window/report_dialog.h"
#include "ui/window/result_files.h"
#include "ui/window/run_bar.h"
#include "ui/window/status_line.h"

#include <nlohmann/json.hpp>

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

using namespace parsimony;
using namespace parsimony::ui;
using test::drop;
using test::find;

class TestFiles : public test::WindowTest {
    Q_OBJECT
private:
    void answer(const char* button) {
        auto* question = m_window->findChild<QMessageBox*>(QStringLiteral("filesQuestion"));
        QVERIFY(question != nullptr && question->isVisible());
        QTest::mouseClick(find<QPushButton>(*question, button), Qt::LeftButton);
    }
    QString status() { return find<QLabel>(*m_window, "status")->toolTip(); }
    QPushButton* folder() { return find<QPushButton>(*m_window, "status.folder"); }

private slots:
    void dialogsBeginInThePersonsFolders() {
        const QString first = folderFor(FolderOf::results);
        QVERIFY(QDir(first).exists());
        QVERIFY2(first != QDir::currentPath(), qPrintable(first));
        keepFolder(FolderOf::results, file(QStringLiteral("plot.svg")));
        QCOMPARE(folderFor(FolderOf::results), m_dir.path());
        QCOMPARE(folderFor(FolderOf::data), first); // lies elsewhere
        keepFolder(FolderOf::results, QStringLiteral("/no/such/folder/plot.svg"));
        QCOMPARE(folderFor(FolderOf::results), first);
    }

    void filesForAFinishedProjectAreAskedAbout() {
        openSample();
        QTRY_VERIFY(m_window->request().hasData());
        const auto before = m_window->request().options();
        drop(*m_window, {m_data});
        answer("files.test");
        QTRY_VERIFY(find<QComboBox>(*m_window, "evaluate.features")->currentText().contains(m_data));
        QVERIFY(m_window->parts().pages->page(PageName::experiments)->isVisible());
        QCOMPARE(QString::fromStdString(session::toWholeJson(m_window->request().options()).dump()),
                 QString::fromStdString(session::toWholeJson(before).dump()));
        drop(*m_window, {m_data});
        answer("files.here");
        QTRY_VERIFY(m_window->request().options().train.features.find("nouns.npz") != std::string::npos);
        QVERIFY(m_window->workbench().state() != nullptr);
    }

    void aNewProjectBeginsWithThem() {
        openSample();
        drop(*m_window, {m_data});
        answer("files.new");
        QTRY_VERIFY(m_window->request().options().train.features.find("nouns.npz") != std::string::npos);
        QVERIFY(m_window->workbench().projectPath().isEmpty());
        QVERIFY(!m_window->request().options().epsilon);
        // Nothing has run there: more files are taken as they are.
        drop(*m_window, {m_data});
        QVERIFY(m_window->findChild<QMessageBox*>(QStringLiteral("filesQuestion")) == nullptr);
    }

    void aFileThatIsGoneIsLocated() {
        const QString project = QStringLiteral("/data/lost.parsimony");
        m_engine->addProject(project, test::sampleOptions());
        m_engine->loseFile(QStringLiteral("/data/sample.npz"));
        openSample(project);
        auto* section = find<Section>(*m_window, "dataSection");
        auto* trouble = find<QLabel>(*m_window, "dataSection.trouble");
        auto* mend = find<QPushButton>(*m_window, "dataSection.mend");
        QTRY_VERIFY(trouble->isVisible());
        QVERIFY(section->folded()); // it is seen all the same
        QCOMPARE(trouble->toolTip(), QStringLiteral("sample.npz is missing"));
        QVERIFY(mend->isVisible());
        const QString reason = find<QLabel>(*m_window, "run.reason")->text();
        m_window->parts().dataFlow->move(QStringLiteral("/data/sample.npz"), m_data);
        QTRY_VERIFY(trouble->isHidden() && mend->isHidden());
        QCOMPARE(m_window->request().options().test.features, m_data.toStdString() + ":x_test");
        QCOMPARE(find<QLabel>(*m_window, "run.reason")->text(), reason); // what has run has run
    }

    /// An interrupted experiment goes on with the file where it is now.
    void whatIsResumedIsToldWhereItsFilesAre() {
        const QString project = QStringLiteral("/data/lost.parsimony");
        m_engine->addProject(project, test::sampleOptions());
        m_engine->loseFile(QStringLiteral("/data/sample.npz"));
        openSample(project);
        m_window->parts().dataFlow->move(QStringLiteral("/data/sample.npz"), m_data);
        find<RunBar>(*m_window, "runBar")->setInterrupted(1);
        auto* resume = find<QPushButton>(*m_window, "run.resume");
        QTRY_VERIFY(resume->isVisible() && resume->isEnabled());
        QTest::mouseClick(resume, Qt::LeftButton);
        const auto& moved = m_engine->project(project.toStdString())->moved;
        QTRY_COMPARE(moved.size(), std::size_t{1});
        QCOMPARE(moved.front().from, std::string("/data/sample.npz"));
        QCOMPARE(moved.front().to, m_data.toStdString());
    }

    /// The next window finds it where it is now, and whoever gets the project nothing of it.
    void whereAFileIsNowIsKept() {
        const QString project = QStringLiteral("/data/lost.parsimony");
        m_engine->addProject(project, test::sampleOptions());
        m_engine->loseFile(QStringLiteral("/data/sample.npz"));
        openSample(project);
        m_window->parts().dataFlow->move(QStringLiteral("/data/sample.npz"), m_data);
        m_window = std::make_unique<MainWindow>(m_engine);
        m_window->show();
        openSample(project);
        QTRY_COMPARE(m_window->request().options().test.features, m_data.toStdString() + ":x_test");
        QTRY_VERIFY(find<QLabel>(*m_window, "dataSection.trouble")->isHidden());
        find<RunBar>(*m_window, "runBar")->setInterrupted(1);
        auto* resume = find<QPushButton>(*m_window, "run.resume");
        QTRY_VERIFY(resume->isVisible() && resume->isEnabled());
        QTest::mouseClick(resume, Qt::LeftButton);
        const auto& moved = m_engine->project(project.toStdString())->moved;
        QTRY_COMPARE(moved.size(), std::size_t{1});
        QCOMPARE(moved.front().to, m_data.toStdString());
        // Once it is back, it is taken from where it was.
        QCOMPARE(stillMoved({{m_data.toStdString(), "/elsewhere.npz"}}).size(), std::size_t{0});
        QCOMPARE(stillMoved({{"/no/such/file", m_data.toStdString()}}).size(), std::size_t{1});
    }

    /// Ids, names of classes and weights to begin with lie in files of their own as a rule.
    void whatLiesBesideItComesAlong() {
        session::RunOptions options = test::sampleOptions();
        options.train = {"/old/x.npz:rows", "/old/y.npy", "/old/ids.npy"};
        options.test = {"/elsewhere/x.npy", "/elsewhere/y.npy", {}};
        options.classNames = "/old/names.txt";
        options.recordIds = {{"one", "/old/people.npz:id"}};
        options.init.kind = train::InitKind::File;
        options.init.file = "/old/first.npz:weights";
        QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("new")));
        const QString now = file(QStringLiteral("new/"));
        for (const char* name : {"x.npz", "y.npy", "ids.npy", "names.txt", "people.npz", "first.npz"}) {
            QFile made(now + QLatin1String(name));
            QVERIFY(made.open(QIODevice::WriteOnly));
        }
        m_window->parts().projects->setRequest(options, {}, false);
        m_window->parts().dataFlow->move(QStringLiteral("/old/x.npz"), now + QStringLiteral("x.npz"));
        const auto& moved = m_window->request().options();
        const std::string place = now.toStdString();
        QCOMPARE(moved.train.features, place + "x.npz:rows");
        QCOMPARE(moved.train.labels, place + "y.npy");
        QCOMPARE(moved.train.ids, place + "ids.npy");
        QCOMPARE(moved.classNames, place + "names.txt");
        QCOMPARE(moved.recordIds.front().second, place + "people.npz:id");
        QCOMPARE(moved.init.file, place + "first.npz:weights");
        QCOMPARE(moved.test.features, std::string("/elsewhere/x.npy"));
    }

    void aFolderMovesWithWhatIsInIt() {
        session::RunOptions options;
        options.data = "/old/folder";
        options.train.ids = "/old/folder/ids.npy";
        options.classNames = "/old/folder.txt";
        options = session::withFileMoved(options, "/old/folder", "/new/place");
        QCOMPARE(options.data, std::string("/new/place"));
        QCOMPARE(options.train.ids, std::string("/new/place/ids.npy"));
        QCOMPARE(options.classNames, std::string("/old/folder.txt"));
    }

    void whatCannotBeWrittenIsSaid() {
        openSample();
        const QString nowhere = file(QStringLiteral("none/report"));
        m_window->parts().results->writeReport(nowhere + QStringLiteral(".pdf"));
        QTRY_VERIFY2(status().contains(QStringLiteral("cannot be written")), qPrintable(status()));
        QCOMPARE(find<QLabel>(*m_window, "status")->property("role").toString(), QStringLiteral("error"));
        QVERIFY(folder()->isHidden());
        m_window->parts().status->say({});
        m_window->parts().results->writePlan(nowhere + QStringLiteral(".toml"));
        QVERIFY2(status().contains(QStringLiteral("cannot be written")), qPrintable(status()));
        auto* page = m_window->parts().pages->page(QStringLiteral("course"))->findChild<PlotPage*>();
        page = page != nullptr
                   ? page
                   : qobject_cast<PlotPage*>(m_window->parts().pages->page(QStringLiteral("course")));
        for (const char* ending : {".svg", ".pdf", ".png"}) {
            m_window->parts().status->say({});
            page->exportTo(nowhere + QLatin1String(ending), PlotPage::sizes[0]);
            QVERIFY2(status().contains(QStringLiteral("cannot be written")), ending);
        }
        page->exportTo(file(QStringLiteral("course.svg")), PlotPage::sizes[0]);
        QVERIFY(status().startsWith(QStringLiteral("Wrote ")) && folder()->isVisible());
    }

    void aReportTellsWhatWasChosen() {
        openSample();
        ReportDialog dialog(file(QStringLiteral("r.md")), QStringLiteral("phase=2"), m_window.get());
        dialog.show();
        find<QCheckBox>(dialog, "report.step-sizes")->click();
        wire::ReportCall call = dialog.call();
        QCOMPARE(call.plots, (std::vector<std::string>{"accuracies", "scores"}));
        QCOMPARE(call.filter, std::string("phase=2"));
        find<QCheckBox>(dialog, "report.filtered")->click();
        for (const char* name : {"report.accuracies", "report.scores"}) {
            find<QCheckBox>(dialog, name)->click();
        }
        call = dialog.call();
        QCOMPARE(call.plots, std::vector<std::string>{"none"});
        QVERIFY(call.filter.empty());
        find<QLineEdit>(dialog, "report.file")->clear();
        QVERIFY(!find<QPushButton>(dialog, "report.accept")->isEnabled());
        m_window->parts().results->writeReport(file(QStringLiteral("r.md")), call);
        QTRY_VERIFY(folder()->isVisible());
        QCOMPARE(m_engine->reportAsked.plots, call.plots);
    }

    /// A dialog whose file cannot be written says so and stays, with all that was chosen in it.
    void aFolderThatIsNotThereIsSaidInTheDialog() {
        openSample();
        const QString nowhere = file(QStringLiteral("not/there/r.md"));
        ReportDialog report(nowhere, {}, m_window.get());
        ExportDialog model(nowhere, m_window.get());
        for (const auto& [dialog, name] : {std::pair<QDialog*, QString>(&report, QStringLiteral("report.")),
                                           std::pair<QDialog*, QString>(&model, QStringLiteral("export."))}) {
            dialog->show();
            auto* hint = dialog->findChild<QLabel*>(name + QStringLiteral("file.hint"));
            const QString before = hint->text();
            dialog->findChild<QPushButton*>(name + QStringLiteral("accept"))->click();
            QVERIFY(dialog->isVisible());
            QVERIFY2(hint->text().contains(file(QStringLiteral("not/there"))), qPrintable(hint->text()));
            auto* edit = dialog->findChild<QLineEdit*>(name + QStringLiteral("file"));
            edit->setText(file(QString()));
            QCOMPARE(hint->text(), before);
            dialog->findChild<QPushButton*>(name + QStringLiteral("accept"))->click();
            QVERIFY(dialog->isVisible() && hint->text() != before);
            edit->setText(file(QStringLiteral("r.md")));
            dialog->findChild<QPushButton*>(name + QStringLiteral("accept"))->click();
            QVERIFY(!dialog->isVisible());
        }
    }

    void reportsAreWritten() {
        auto* status = find<ElidedLabel>(*m_window, "status");
        openSample();
        const QString pdf = file(QStringLiteral("r.pdf"));
        m_window->parts().results->writeReport(pdf);
        QTRY_VERIFY(status->toolTip().contains(pdf) || status->text().contains(QStringLiteral("r.pdf")));
        QFile written(pdf);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QVERIFY(written.read(5) == "%PDF-");
        QVERIFY(written.size() > 3000); // with its plot
        const QString page = file(QStringLiteral("r.html"));
        m_window->parts().results->writeReport(page);
        QTRY_VERIFY(QFile::exists(page));
        m_window->parts().results->writeReport(file(QStringLiteral("r.nothing")));
        QTRY_VERIFY(status->text().contains(QStringLiteral("ends in")));
        m_window->parts().results->writeReport(QStringLiteral("/nowhere/r.pdf"));
        QTRY_VERIFY(status->text().contains(QStringLiteral("cannot be written")) ||
                    status->toolTip().contains(QStringLiteral("cannot be written")));
    }
};

PARSIMONY_UI_TEST(TestFiles)
#include "test_files.moc"
