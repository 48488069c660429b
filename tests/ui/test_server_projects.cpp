// SPDX-License-Identifier: GPL-3.0-or-later
// Projects and data on a server, opened from the window.
#include "tests/ui/fake_session.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/number_format.h"
#include "ui/models/recent_projects.h"
#include "ui/models/trial_table_model.h"
#include "ui/window/budget_gauge.h"
#include "ui/window/engine_files.h"

#include <QApplication>
#include <QInputDialog>
#include <QTimer>

using namespace parsimony;
using namespace parsimony::ui;

class TestServerProjects : public test::WindowTest {
    Q_OBJECT
private slots:
    void aProjectOnAServerIsFoundAgain() {
        const auto server = ServerAddress::of(QStringLiteral("ssh://anna@host:2222/srv/p.parsimony?curator"));
        QVERIFY(server.has_value());
        m_engine->addProject(QStringLiteral("/srv/p.parsimony"), test::sampleOptions());
        m_window->parts().files->setServer(*server);
        m_window->parts().projects->open(QStringLiteral("/srv/p.parsimony"));
        QTRY_VERIFY(m_window->parts().projects->working());
        const QString address = QStringLiteral("ssh://anna@host:2222/srv/p.parsimony?curator");
        // A window that is killed has said all of it already.
        QCOMPARE(ProjectFlow::last(), address);
        RecentProjects recent;
        const QModelIndex first = recent.index(0);
        QCOMPARE(first.data(RecentProjects::PathRole).toString(), address);
        QCOMPARE(first.data().toString(), QStringLiteral("p"));
        QCOMPARE(first.data(RecentProjects::FolderRole).toString(),
                 QStringLiteral("ssh://anna@host:2222/srv/"));
        QVERIFY(!first.data(RecentProjects::RemarkRole).toString().isEmpty());
        // A window on this machine leaves it to one of its own; the server's opens it itself.
        MainWindow here(m_engine);
        here.parts().projects->restore();
        QVERIFY(!here.parts().projects->working());
        m_window->parts().projects->close();
        QVERIFY(ProjectFlow::last().isEmpty());
        m_window->parts().projects->openRecent(address);
        QTRY_COMPARE(m_window->workbench().projectPath(), QStringLiteral("/srv/p.parsimony"));
        // Not there: it stays in the list, and the next start does not try again.
        m_window->parts().projects->open(QStringLiteral("/srv/none.parsimony"));
        QTRY_VERIFY(!m_window->parts().projects->working());
        QVERIFY(ProjectFlow::last().isEmpty());
        recent.reload();
        QCOMPARE(recent.rowCount(), 1);
        QCOMPARE(server->addressOf(QStringLiteral("a/q.parsimony")),
                 QStringLiteral("ssh://anna@host:2222/~/a/q.parsimony?curator"));
    }

    void aFolderOnAServerIsItsFiles() {
        m_window->parts().files->setServer(*ServerAddress::of(QStringLiteral("ssh://host/srv/p.parsimony")));
        m_engine->addFile(QStringLiteral("/srv/faces/train.npz"),
                          test::sampleArrays(QStringLiteral("/srv/faces/train.npz")));
        m_window->parts().projects->openFiles({QStringLiteral("/srv/faces")});
        QTRY_COMPARE(QString::fromStdString(m_window->request().options().train.features),
                     QStringLiteral("/srv/faces/train.npz:x_train"));
        // Beside the data there, not among this machine's documents.
        QTRY_COMPARE(m_window->request().projectPath(), QStringLiteral("/srv/faces/train.parsimony"));
    }

    void aFolderOnAServerWithoutProjectsSaysSo() {
        m_window->parts().files->setServer(*ServerAddress::of(QStringLiteral("ssh://host/srv/p.parsimony")));
        m_engine->addFile(QStringLiteral("data/train.npz"),
                          test::sampleArrays(QStringLiteral("data/train.npz")));
        QStringList said;
        QTimer person;
        connect(&person, &QTimer::timeout, this, [&said] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr) {
                return;
            }
            said << dialog->labelText();
            dialog->setTextValue(QStringLiteral("data/"));
            said.size() == 1 ? dialog->accept() : dialog->reject();
        });
        person.start(20);
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        QTRY_COMPARE(said.size(), qsizetype{2});
        QVERIFY(!said[0].contains(QStringLiteral("*.parsimony"))); // there is one
        QVERIFY2(said[1].contains(QStringLiteral("no file *.parsimony")), qPrintable(said[1]));
    }
};

PARSIMONY_UI_TEST(TestServerProjects)
#include "test_server_projects.moc"
