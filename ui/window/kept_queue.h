// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/run_queue.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QObject>
#include <functional>

namespace parsimony::ui {

/// The queue of a project as the window shows it, and as it is kept beside the project: what is queued here
/// is there before anything else happens, the command line sees and changes it too, and a window that was
/// killed finds it again. Nothing of it starts by itself.
class KeptQueue : public QObject {
    Q_OBJECT
public:
    explicit KeptQueue(const Context& context, QObject* parent = nullptr);

    [[nodiscard]] RunQueue& runs() { return m_runs; }
    /// The project whose queue it is from now on, there already or yet to be made; what was queued for it
    /// under another name moves with it. Reads what waits there.
    void follow(const QString& project);
    void leave(); ///< what waits is shown no longer; it still waits
    void reload();
    /// Takes the first one out, where it is kept as well, before it may begin. `then` is told it once it is
    /// gone, or never where another program was faster and nothing is left.
    void takeFirst(const std::function<void(const study::QueuedRun&)>& then);
    /// It is over. Unless it `finished` it waits again, in front, where running it pays for nothing twice:
    /// whoever keeps the queue knows, and `canWaitAgain` says so of one that is this window's alone.
    void endTaken(const study::QueuedRun& taken, bool finished, bool canWaitAgain);
    /// Whether what waits is found again by the next window; known once something was queued.
    [[nodiscard]] bool kept() const { return m_kept; }

signals:
    void failed(parsimony::ui::Problem problem);
    void onlyHere(); ///< what was queued last is not kept by this engine

private:
    using Taken = std::function<void(const study::QueuedRun&)>;
    using Then = std::function<void(const study::QueuedRuns& left)>; ///< told what waits, where it is kept
    using Work = std::function<void(EnginePort& engine, const std::string& project)>;
    void send(const RunQueue::Edit& edit, const Then& then = {});
    /// Does `work` where the queue is kept, changes it by `edit` and shows what that leaves.
    void send(const Work& work, const RunQueue::Edit& edit, const Then& then);
    void take(const study::QueuedRun& first, const Taken& then);
    void askPrices();

    Context m_context;
    RunQueue m_runs;
    QString m_project;
    Question m_price;
    int m_waiting = 0;      ///< edits that have not been answered
    quint64 m_followed = 0; ///< answers about an earlier project are late
    bool m_kept = true, m_taking = false;
};

} // namespace parsimony::ui
