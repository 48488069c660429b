// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/live_pace.h"
#include "ui/workers/session_port.h"

#include <QElapsedTimer>
#include <QObject>

class QTimer;

namespace parsimony::ui {

/// Keeps a project open on a thread of its own, reads it and watches for changes. Every slot runs on that
/// thread; every answer is a value in a queued signal.
class ProjectWorker : public QObject {
    Q_OBJECT
public:
    explicit ProjectWorker(EnginePtr engine);
    ~ProjectWorker() override;

    void open(quint64 job, const QString& path);
    void close();
    void show(std::int64_t experiment); ///< 0: the newest
    void refresh();
    /// For this thread, unless it answers side by side; null while none is open.
    [[nodiscard]] const std::shared_ptr<SessionPort>& session() const { return m_session; }

signals:
    void opened(quint64 job, parsimony::ui::ProjectStatePtr state);
    void openFailed(quint64 job, parsimony::ui::Problem problem);
    void changed(parsimony::ui::ProjectStatePtr state); ///< as was asked
    void polled(parsimony::ui::ProjectStatePtr state);  ///< by itself: someone else wrote, or a run here
    void readFailed(parsimony::ui::Problem problem);

private:
    [[nodiscard]] ProjectStatePtr readState();
    void poll();

    EnginePtr m_engine;
    std::shared_ptr<SessionPort> m_session;
    QString m_path;
    std::int64_t m_shown = 0, m_counter = -1;
    bool m_running = false; ///< an experiment did when it was read last
    QElapsedTimer m_sinceRead;
    QTimer* m_timer = nullptr;
    LivePace m_pace;
};

} // namespace parsimony::ui
