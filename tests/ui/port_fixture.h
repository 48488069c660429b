// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/array_files.h"
#include "tests/ui/fake_engine.h"
#include "tests/ui/session_port.h"
#include "ui/workers/engine_session.h"
#include "ui/workers/remote_engine.h"

#include <QTemporaryDir>
#include <QTest>
#include <memory>

namespace parsimony::ui::test {

/// What every implementation of a port keeps to is asked of each: of the engine, here and behind a server,
/// and of the scripted one that the window's tests run on.
class PortTest : public QObject {
protected:
    static void addEngines() {
        QTest::addColumn<bool>("real");
        QTest::addColumn<bool>("remote");
        QTest::newRow("engine") << true << false;
        QTest::newRow("remote") << true << true;
        QTest::newRow("fake") << false << false;
    }
    void writeRows() {
        writeZeros(m_dir.filePath(QStringLiteral("x.npy")), "<f4", {2000, 16});
        writeZeros(m_dir.filePath(QStringLiteral("y.npy")), "<i8", {2000});
    }
    /// A new one, with options of a run on those rows.
    void beginEngine() {
        QFETCH_GLOBAL(bool, real);
        QFETCH_GLOBAL(bool, remote);
        if (real) {
            qputenv("PARSIMONY_REGISTRY",
                    m_dir.filePath(QStringLiteral("registry-%1.db").arg(m_projects)).toUtf8());
            m_engine =
                remote ? makeRemoteEngine({PARSIMONY_CLI, "serve", "--stdio", "--curator", "--patience", "1"})
                       : makeEngine();
            m_options = {};
            m_options.train = {m_dir.filePath(QStringLiteral("x.npy")).toStdString(),
                               m_dir.filePath(QStringLiteral("y.npy")).toStdString()};
            m_options.classes = 10;
            m_options.epsilon = 1.0;
            m_options.delta = 1e-5;
            m_options.method = session::MethodKind::LinearScaling;
        } else {
            m_engine = std::make_shared<FakeEngine>();
            m_options = sampleOptions();
        }
    }
    std::unique_ptr<SessionPort> begin() {
        const QString file = m_dir.filePath(QStringLiteral("p%1.parsimony").arg(++m_projects));
        return m_engine->open(file.toStdString(), true);
    }
    session::RunSnapshot run(SessionPort& session) { return session.run(m_options, {}, silent()); }

    QTemporaryDir m_dir;
    EnginePtr m_engine;
    session::RunOptions m_options;
    int m_projects = 0;
};

} // namespace parsimony::ui::test
