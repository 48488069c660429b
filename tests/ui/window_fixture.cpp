// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window_fixture.h"

#include "ui/style/theme.h"
#include "ui/style/widgets.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QTableView>
#include <QTimer>

namespace parsimony::ui::test {

void type(QWidget& window, const char* field, const QString& text) {
    auto* edit = find<QLineEdit>(window, field);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
}

void choose(QWidget& window, const char* name, const char* value) {
    auto* choice = find<Choice>(window, name);
    choice->setFocus();
    const int wanted = choice->findData(QLatin1String(value));
    QVERIFY2(wanted >= 0 && choice->isVisible(), name);
    QTest::keyClick(choice, Qt::Key_Home);
    for (int i = 0; i < wanted; ++i) {
        QTest::keyClick(choice, Qt::Key_Down);
    }
}

void drop(MainWindow& window, const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) {
        urls << QUrl::fromLocalFile(path);
    }
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

void answerFileDialog(const QString& fileName) {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, fileName] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        auto* name =
            dialog != nullptr ? dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit")) : nullptr;
        if (name == nullptr || !name->isVisible()) {
            return;
        }
        timer->stop();
        timer->deleteLater();
        name->setCompleter(nullptr); // its list would take the keys
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, fileName);
        QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->buttons().first(), Qt::LeftButton);
    });
    timer->start(20);
}

void writeNote(MainWindow& window, std::int64_t trial, const std::string& text) {
    Workbench& bench = window.workbench();
    bench.ask(
        &window,
        [trial, text](SessionPort& session) {
            session.ask(wire::NoteCall{trial, text});
        },
        [&bench] { bench.refresh(); },
        [](const Problem& problem) { qFatal("%s", qPrintable(problem.message)); });
}

void WindowTest::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setOrganizationName(QStringLiteral("parsimony-test"));
    QApplication::setApplicationName(QLatin1String(metaObject()->className()));
    Theme::instance().apply();
    m_data = file(QStringLiteral("nouns.npz"));
    QFile array(m_data);
    QVERIFY(array.open(QIODevice::WriteOnly));
}

void WindowTest::init() {
    QSettings().clear();
    QSettings().setValue(QStringLiteral("tour/done"), true);
    m_engine = std::make_shared<FakeEngine>();
    m_engine->addFile(m_data, sampleArrays(m_data));
    m_window = std::make_unique<MainWindow>(m_engine);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void WindowTest::cleanup() {
    m_window.reset();
}

void WindowTest::openSample(const QString& path) {
    if (!m_engine->project(path.toStdString())) {
        m_engine->addProject(path, sampleOptions());
    }
    m_window->parts().projects->open(path);
    QTRY_VERIFY(m_window->parts().projects->working());
    QTRY_COMPARE(find<QTableView>(*m_window, "trialsTable")->model()->rowCount(), 7);
}

} // namespace parsimony::ui::test
