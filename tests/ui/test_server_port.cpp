// SPDX-License-Identifier: GPL-3.0-or-later
// An engine on a server: how it is named, what is said where it cannot be reached, and that nobody waits for
// it.
#include "tests/ui/array_files.h"
#include "tests/ui/session_port.h"
#include "tests/ui/ui_test_main.h"
#include "ui/workers/engine_session.h"
#include "ui/workers/remote_engine.h"
#include "ui/workers/server_address.h"
#include "ui/workers/workbench.h"

#include "parsimony_version.h"

#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <csignal>

using namespace parsimony;
using namespace parsimony::ui;
using test::errorOf;
using test::silent;

class TestServerPort : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    int m_servers = 0;

    [[nodiscard]] std::string file(const QString& name) const { return m_dir.filePath(name).toStdString(); }

private slots:
    void initTestCase() {
        qputenv("PARSIMONY_REGISTRY", m_dir.filePath(QStringLiteral("registry.db")).toUtf8());
        test::writeZeros(m_dir.filePath(QStringLiteral("x.npy")), "<f4", {2000, 16});
        test::writeZeros(m_dir.filePath(QStringLiteral("y.npy")), "<i8", {2000});
    }

    void whoOnlyLooksAsksNoServerWhetherItChanged() {
        QFile asked(m_dir.filePath(QStringLiteral("asked")));
        const EnginePtr engine = makeRemoteEngine(
            {"sh", "-c", "tee \"$0\" | " PARSIMONY_CLI " serve --stdio --curator --patience 1",
             asked.fileName().toStdString()});
        const std::string project = file(QStringLiteral("p.parsimony"));
        const auto session = engine->open(project, true);
        session::RunOptions options;
        options.train = {file(QStringLiteral("x.npy")), file(QStringLiteral("y.npy"))};
        options.classes = 10;
        options.epsilon = 1.0;
        options.delta = 1e-5;
        options.method = session::MethodKind::LinearScaling;
        const std::int64_t trial = session->run(options, {}, silent()).final->trial.id;
        const auto known = session->ask(wire::StateCall{}).changeCounter;
        for (int look = 0; look < 3; ++look) {
            (void)session->ask(wire::TrialCall{trial});
            QCOMPARE(session->changeCounter(), known);
        }
        // tee hands a request on before it writes it into its file.
        QByteArray requests;
        QVERIFY(asked.open(QIODevice::ReadOnly));
        QTRY_COMPARE((requests += asked.readAll()).count("\"method\":\"trial\""), 3);
        QCOMPARE(requests.count("\"method\":\"counter\""), 0);
        session->ask(wire::NoteCall{trial, "mine"});
        const auto after = session->changeCounter();
        QVERIFY(after != known);
        makeEngine()->open(project, false)->ask(wire::NoteCall{trial, "another's"});
        // Told, however busy the server is with what is asked meanwhile.
        QTRY_VERIFY(!session->ask(wire::TrialCall{trial}).empty() && session->changeCounter() != after);
    }

    void aWindowThatGoesWaitsForNoServer_data() {
        QTest::addColumn<QString>("script");
        const QString never =
            QStringLiteral("echo $$ > \"$0.new\"; mv \"$0.new\" \"$0\"; exec sleep infinity");
        QTest::newRow("it connects, and hears nothing") << never;
        QTest::newRow("one that greets, is asked and then is stalled")
            << QStringLiteral("echo '{\"schema\": \"parsimony/serve/1\", \"version\": \"%1\"}'; read asked; ")
                       .arg(QStringLiteral(PARSIMONY_VERSION)) +
                   never;
    }

    void aWindowThatGoesWaitsForNoServer() {
        QFETCH(QString, script);
        QFile server(m_dir.filePath(QStringLiteral("server-%1.pid").arg(++m_servers)));
        {
            Workbench bench(
                makeRemoteEngine({"sh", "-c", script.toStdString(), server.fileName().toStdString()}));
            bench.openProject(QStringLiteral("/srv/p.parsimony"));
            QTRY_VERIFY(server.exists());
        }
        // It never ends by itself: a window that waited for it would still be there.
        QVERIFY(server.open(QIODevice::ReadOnly));
        const auto process = static_cast<pid_t>(server.readAll().trimmed().toInt());
        QVERIFY(process > 0);
        QCOMPARE(kill(process, 0), -1);
        QCOMPARE(errno, ESRCH);
    }

    void whatIsWrongWithAServerIsSaid() {
        const auto said = [](const std::string& script) {
            const auto error = errorOf([&] {
                (void)makeRemoteEngine({"sh", "-c", script})->ask(wire::FolderCall{"."});
            });
            return error ? QString::fromUtf8(error->what()) : QString();
        };
        const QString gone = said("echo ssh: no such host >&2; exit 255");
        QCOMPARE(gone, QStringLiteral("the server cannot be reached: ssh: no such host"));
        QVERIFY(said("exit 1").contains(QStringLiteral("ended the connection")));
        const QString none127 = said("echo sh: parsimony-cli: not found >&2; exit 127");
        QVERIFY2(none127.startsWith(QStringLiteral("there is no parsimony-cli on the server: install")),
                 qPrintable(none127));
        const std::string hello = "echo '{\"schema\":\"parsimony/serve/1\",\"version\":\"";
        QVERIFY(said(hello + "0.0\"}'; cat").contains(QStringLiteral("install the same version")));
        QVERIFY(!said(hello + PARSIMONY_VERSION "\"}'; read request; echo nonsense; cat").isEmpty());
        QVERIFY(!said(hello + PARSIMONY_VERSION "\"}'; read request; echo '{\"id\":1,\"result\":7}'; cat")
                     .isEmpty());
        QVERIFY(!said(hello + PARSIMONY_VERSION "\"}'; read request; exit 1").isEmpty());
        const auto none =
            errorOf([] { (void)makeRemoteEngine({"no-such-program"})->ask(wire::FolderCall{"."}); });
        QVERIFY(none && none->code() == ErrorCode::Failed);
    }

    void addresses() {
        const auto address = ServerAddress::of(QStringLiteral("ssh://anna@host:2222/srv/p.parsimony"));
        QVERIFY(address);
        QCOMPARE(address->host, QStringLiteral("anna@host"));
        QCOMPARE(address->project, QStringLiteral("/srv/p.parsimony"));
        QCOMPARE(address->command.back(), std::string("--stdio"));
        QVERIFY(std::count(address->command.begin(), address->command.end(), "2222") == 1);
        const auto home = ServerAddress::of(QStringLiteral("ssh://host/~/a/p.parsimony?curator"));
        QVERIFY(home && home->command.back() == "--curator");
        QCOMPARE(home->project, QStringLiteral("a/p.parsimony"));
        for (const char* wrong :
             {"", "p.parsimony", "/srv/p.parsimony", "ssh://", "ssh://host", "ssh://host/",
              "ssh://-oProxyCommand=x/p", "ssh://-l@host/p", "http://host/p"}) {
            QVERIFY2(!ServerAddress::of(QString::fromLatin1(wrong)), wrong);
        }
    }
};

PARSIMONY_UI_TEST(TestServerPort)
#include "test_server_port.moc"
