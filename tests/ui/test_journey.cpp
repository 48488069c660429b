// SPDX-License-Identifier: GPL-3.0-or-later
// From an empty window to an exported classifier and a verified ledger on the real engine, with keys and
// clicks alone; and what other programs and the disk do meanwhile.
#include "core/export/statement.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/error_text.h"
#include "ui/plots/plot.h"
#include "ui/window/export_dialog.h"
#include "ui/workers/engine_session.h"

#include <unistd.h>

#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTableView>
#include <QTableWidget>
#include <QTimer>
#include <QTranslator>

using namespace parsimony;
using namespace parsimony::ui;
using test::answerFileDialog;
using test::choose;
using test::find;
using test::type;

namespace {

constexpr int kPatience = 30000; ///< for what takes a second on an idle machine

/// Fills the next export dialog and confirms it.
void answerExportDialog(const QString& file, const QString& key) {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, file, key] {
        auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr) {
            return;
        }
        timer->stop();
        timer->deleteLater();
        auto* accept = find<QPushButton>(*dialog, "export.accept");
        type(*dialog, "export.key", QStringLiteral("/no/such/key.pem"));
        QVERIFY(!accept->isEnabled());
        type(*dialog, "export.file", file);
        type(*dialog, "export.key", key);
        QVERIFY(accept->isEnabled());
        QTest::mouseClick(accept, Qt::LeftButton);
    });
    timer->start(20);
}

session::RunOptions digits(double epsilon) {
    const std::string data = PARSIMONY_SAMPLES "/digits.npz";
    session::RunOptions o;
    o.train = {data + ":x_train", data + ":y_train"};
    o.test = {data + ":x_test", data + ":y_test"};
    o.epsilon = epsilon;
    o.delta = 1e-5;
    o.classes = 10;
    o.threads = 1;
    o.method = session::MethodKind::LinearScaling;
    return o;
}

} // namespace

/// A language in which every sentence is the same in brackets.
class Brackets : public QTranslator {
public:
    QString translate(const char*, const char* source, const char*, int) const override {
        return QLatin1Char('[') + QString::fromUtf8(source);
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

class TestJourney : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<MainWindow> m_window;
    EnginePtr m_engine = makeEngine();

    QString file(const QString& name) const { return m_dir->filePath(name); }
    QString status() const {
        for (const auto* label : m_window->statusBar()->findChildren<QLabel*>()) {
            if (!label->text().isEmpty()) {
                return label->toolTip(); // all of it, where there is no room for it
            }
        }
        return {};
    }
    void runInWindow(const session::RunOptions& options, const QString& project) {
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        m_window->parts().projects->setRequest(options, project, true);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->workbench().state() && m_window->workbench().state()->shown,
                                 kPatience);
    }

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QApplication::setOrganizationName(QStringLiteral("parsimony-test"));
        QApplication::setApplicationName(QStringLiteral("journey"));
    }
    void init() {
        m_dir = std::make_unique<QTemporaryDir>();
        // The sample's rows have one budget in all projects of a user: each test is a user of its own.
        qputenv("PARSIMONY_REGISTRY", file(QStringLiteral("registry.db")).toLocal8Bit());
        QSettings().clear();
        QSettings().setValue(QStringLiteral("tour/done"), true);
        m_window = std::make_unique<MainWindow>(m_engine);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void fromNothingToAClassifier() {
        const QString data = file(QStringLiteral("digits.npz"));
        QVERIFY(QFile::copy(QStringLiteral(PARSIMONY_SAMPLES "/digits.npz"), data));
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY(m_window->parts().projects->working());
        QSettings().setValue(QStringLiteral("folder/features"), m_dir->path());
        answerFileDialog(QStringLiteral("digits.npz"));
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->request().hasData(), kPatience);
        type(*m_window, "data.classes", QStringLiteral("10"));
        type(*m_window, "budget.epsilon", QStringLiteral("3"));
        type(*m_window, "budget.delta", QStringLiteral("1e-5"));
        choose(*m_window, "plan.method", "linear-scaling"); // phases, trials and a line to look at
        auto* run = find<QPushButton>(*m_window, "run.start");
        QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kPatience);
        QCOMPARE(run->accessibleName(), QStringLiteral("Run, takes ε = 3.000, nothing left after"));
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(run, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        QVERIFY2(!find<QLabel>(*m_window, "plan.problem")->isVisible(),
                 qPrintable(find<QLabel>(*m_window, "plan.problem")->text()));
        auto* table = find<QTableView>(*m_window, "trialsTable");
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 8, kPatience);

        // The engine's guarantee is a sentence that the window can say in another language.
        Brackets language;
        QVERIFY(QApplication::installTranslator(&language));
        QVERIFY(sentenceText(sentencesOf(m_window->workbench().state()->shown->guarantee))
                    .startsWith(QLatin1Char('[')));
        QApplication::removeTranslator(&language);

        // A look at a trial, its record, and every page with the keyboard.
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QTRY_VERIFY(m_window->findChild<QPushButton*>(QStringLiteral("inspector.record"))->isVisible());
        QTest::mouseClick(find<QPushButton>(*m_window, "inspector.record"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(find<QLabel>(*m_window, "record.events")
                                     ->text()
                                     .contains(QStringLiteral("finished after 50 steps")),
                                 kPatience);
        m_window->activateWindow(); // a window manager would have, when the file dialog went
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        for (qsizetype i = 0; i < m_window->parts().pages->names().size(); ++i) {
            QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier);
            QTest::qWait(20);
        }
        for (const char* name : {"r-vs-epsilon", "pareto", "parallel", "course"}) {
            auto* plot = m_window->findChild<Plot*>(QLatin1String(name));
            QVERIFY2(plot != nullptr && !plot->empty(), name);
        }

        const QString model = file(QStringLiteral("model.safetensors"));
        const QString key = file(QStringLiteral("key.pem"));
        QFile pem(key); // the example of RFC 8410
        QVERIFY(pem.open(QIODevice::WriteOnly));
        pem.write("-----BEGIN PRIVATE KEY-----\n"
                  "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
                  "-----END PRIVATE KEY-----\n");
        pem.close();
        answerExportDialog(model, key);
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
        const QString statement = model + QStringLiteral(".statement.json");
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(statement), kPatience);
        QVERIFY(QFile(model).size() > 1000);
        const auto envelope = exporting::Envelope::read(statement.toStdString());
        std::vector<std::string> missing;
        QVERIFY(envelope.wrongFiles(missing).empty() && missing.empty());
        QCOMPARE(envelope.statement().at("predicate").at("epsilon").get<double>(), 3.0);

        m_window->parts().pages->showPage(QStringLiteral("audit"));
        QTest::mouseClick(find<QPushButton>(*m_window, "audit.verify"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(
            find<QLabel>(*m_window, "audit.verdict")->text().contains(QStringLiteral("holds")), kPatience);
        QVERIFY(find<QTableWidget>(*m_window, "audit.accounts")->rowCount() >= 2);
        QVERIFY(QFile::exists(m_window->workbench().projectPath()));
    }

    void aFileThatVanishesOrGrows() {
        const QString data = file(QStringLiteral("digits.npz"));
        QVERIFY(QFile::copy(QStringLiteral(PARSIMONY_SAMPLES "/digits.npz"), data));
        auto options = digits(1.0);
        for (auto* reference :
             {&options.train.features, &options.train.labels, &options.test.features, &options.test.labels}) {
            *reference = data.toStdString() + reference->substr(reference->rfind(':'));
        }
        m_window->parts().projects->setRequest(options, file(QStringLiteral("gone.parsimony")), false);
        auto* run = find<QPushButton>(*m_window, "run.start");
        auto* problem = find<QLabel>(*m_window, "plan.problem");
        QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kPatience);
        // Planned, but gone when it is run.
        QVERIFY(QFile::remove(data));
        QTest::mouseClick(run, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(problem->isVisible() && !m_window->workbench().running(), kPatience);
        QVERIFY2(problem->text().contains(QStringLiteral("digits.npz")), qPrintable(problem->text()));
        // There again, with something written behind its end: no archive any more, and it says so.
        QVERIFY(QFile::copy(QStringLiteral(PARSIMONY_SAMPLES "/digits.npz"), data));
        QFile grown(data);
        QVERIFY(grown.setPermissions(QFile::ReadOwner | QFile::WriteOwner) && grown.open(QIODevice::Append));
        grown.write(QByteArray(70000, 'x'));
        grown.close();
        type(*m_window, "budget.epsilon", QStringLiteral("1.5"));
        QTRY_VERIFY_WITH_TIMEOUT(
            problem->isVisible() && problem->text().contains(QStringLiteral("digits.npz")), kPatience);
        QVERIFY(!run->isEnabled());
    }

    void aReadOnlyDisk() {
        const QString project = file(QStringLiteral("disk/p.parsimony"));
        QVERIFY(QDir().mkpath(file(QStringLiteral("disk"))));
        runInWindow(digits(1.0), project);
        m_window->parts().projects->close();
        QVERIFY(QFile::setPermissions(project, QFile::ReadOwner));
        QVERIFY(QFile::setPermissions(file(QStringLiteral("disk")), QFile::ReadOwner | QFile::ExeOwner));
        if (::geteuid() == 0) {
            QVERIFY(QFile::setPermissions(file(QStringLiteral("disk")),
                                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
            QSKIP("root may write everywhere");
        }
        m_window->parts().projects->open(project);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->parts().projects->working(), kPatience);
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("read only")));
        QCOMPARE(find<QTableView>(*m_window, "trialsTable")->model()->rowCount(), 8);
        QVERIFY(QFile::setPermissions(file(QStringLiteral("disk")),
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    void twoWindowsAndOneBudget() {
        const QString project = file(QStringLiteral("shared.parsimony"));
        auto options = digits(1.0);
        options.experimentEpsilon = 0.5;
        runInWindow(options, project);
        MainWindow second(m_engine);
        second.show();
        second.parts().projects->open(project);
        QTRY_VERIFY_WITH_TIMEOUT(second.parts().projects->working(), kPatience);
        // Both plan all that remains; the first to run takes it, the other sees it happen.
        for (MainWindow* window : {m_window.get(), &second}) {
            window->request().replace(digits(1.0));
        }
        auto* first = find<QPushButton>(*m_window, "run.start");
        auto* other = find<QPushButton>(second, "run.start");
        QTRY_VERIFY_WITH_TIMEOUT(first->isEnabled() && other->isEnabled(), kPatience);
        QSignalSpy finished(m_window->parts().flow, &RunFlow::finished);
        QTest::mouseClick(first, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(find<QTableView>(second, "trialsTable")->model()->rowCount(), 16,
                                  kPatience);
        if (other->isEnabled()) {
            QTest::mouseClick(other, Qt::LeftButton);
        }
        auto* problem = find<QLabel>(second, "plan.problem");
        QTRY_VERIFY_WITH_TIMEOUT(problem->isVisible() && !second.workbench().running(), kPatience);
        QVERIFY(!other->isEnabled());
        QCOMPARE(second.workbench().state()->experiments.size(), std::size_t{2});
    }
};

PARSIMONY_UI_TEST(TestJourney)
#include "test_journey.moc"
