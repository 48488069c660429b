// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/ui_bench_commands.h"
#include "tests/bench/ui_bench_measure.h"
#include "ui/window/engine_files.h"
#include "ui/window/main_window.h"
#include "ui/window/project_flow.h"
#include "ui/workers/remote_engine.h"
#include "ui/workers/server_address.h"
#include "ui/workers/workbench.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <algorithm>
#include <cstdio>

namespace parsimony::bench {

using namespace parsimony::ui;

namespace {

void tell(const QJsonObject& what) {
    std::printf("%s\n", QJsonDocument(what).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

/// The longest silence of the thread that draws.
class Heartbeat {
public:
    Heartbeat() {
        m_clock.start();
        m_timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&m_timer, &QTimer::timeout, [this] {
            const double silent = static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
            const double computed = threadMilliseconds();
            if (silent > m_longest) {
                m_longest = silent;
                m_own = computed - m_before;
            }
            m_before = computed;
            m_clock.start();
        });
        m_timer.start(1);
    }
    [[nodiscard]] double longest() const { return m_longest; }
    [[nodiscard]] double own() const { return m_own; } ///< of which the thread itself computed

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_longest = 0.0, m_own = 0.0, m_before = threadMilliseconds();
};

/// Whether what it watches was drawn since.
class Painted : public QObject {
public:
    bool seen = false;
    bool eventFilter(QObject*, QEvent* event) override {
        seen = seen || event->type() == QEvent::Paint;
        return false;
    }
};

/// Clicks a trial and waits for its record, or for what stands in its place: then it is lost.
std::optional<double> click(MainWindow& window, int row, bool& lost) {
    auto* table = tableOf(window);
    QElapsedTimer clock;
    clock.start();
    table->selectRow(row % table->model()->rowCount());
    const auto* events = window.findChild<QLabel*>(QStringLiteral("record.events"));
    const QString before = events != nullptr ? events->text() : QString();
    waitFor([&] {
        const auto* now = window.findChild<QLabel*>(QStringLiteral("record.events"));
        return lost || (now != nullptr && now->text() != before && !now->text().isEmpty());
    });
    const double took = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    const QString text = window.findChild<QLabel*>(QStringLiteral("record.events"))->text();
    if (!lost && !text.startsWith(QLatin1String("<table"))) {
        lost = true;
        tell({{"problem", text}});
    }
    return lost ? std::nullopt : std::optional(took);
}

} // namespace

int server(const QString& project, int clicks, const QStringList& command) {
    std::vector<std::string> words;
    for (const QString& word : command) {
        words.push_back(word.toStdString());
    }
    MainWindow window(makeRemoteEngine(words));
    window.parts().files->setServer(*ServerAddress::of(QStringLiteral("ssh://server/srv/p.parsimony")));
    window.resize(1280, 800);
    window.show();
    waitFor(100); // the empty window is drawn: what follows is about the server
    const Heartbeat heart;
    Workbench& bench = window.workbench();
    bool opened = false;
    bool lost = false;
    const auto fail = [&](const Problem& problem) {
        lost = true;
        tell({{"problem", problem.message}});
    };
    QObject::connect(&bench, &Workbench::projectOpened, [&] { opened = true; });
    QObject::connect(&bench, &Workbench::projectOpenFailed,
                     [&](const QString&, const Problem& p) { fail(p); });
    QObject::connect(&bench, &Workbench::projectReadFailed, fail);
    QObject::connect(&bench, &Workbench::waiting, [&](int) {
        tell({{"said", window.findChild<QLabel*>(QStringLiteral("status"))->text()}});
    });
    QElapsedTimer clock;
    clock.start();
    window.parts().projects->open(project);
    waitFor([&] { return lost || (opened && tableOf(window)->model()->rowCount() > 0); });
    Painted painted;
    tableOf(window)->viewport()->installEventFilter(&painted);
    if (!lost) {
        waitFor([&] { return painted.seen; }); // as it is on the screen
        tell({{"opened", static_cast<double>(clock.elapsed()) / 1e3}});
        tableOf(window)->selectRow(0);
        waitFor(
            [&] { return window.findChild<QPushButton*>(QStringLiteral("inspector.record")) != nullptr; });
        window.findChild<QPushButton*>(QStringLiteral("inspector.record"))->setChecked(true);
    }
    for (int k = 1; k <= clicks && !lost; ++k) {
        if (const auto took = click(window, k, lost)) {
            tell({{"click", *took}});
        }
        waitFor(50);
    }
    tell({{"silence", heart.longest()}, {"own", heart.own()}});
    return 0;
}

} // namespace parsimony::bench
