// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/workers/context.h"

#include <QWidget>

class QLabel;
class QListView;
class QPushButton;

namespace parsimony::ui {

class RunQueue;

/// The buttons that spend, and what waits its turn. Each button names its price; a disabled one has its
/// reason beside it; none can be clicked twice.
class RunBar : public QWidget {
    Q_OBJECT
public:
    explicit RunBar(const Context& context, QWidget* parent = nullptr);

    void setPlan(RunSnapshotPtr plan);     ///< null: no plan
    void setReason(const QString& reason); ///< why there is no plan
    void setPending(bool pending);
    void setInterrupted(std::int64_t experiment); ///< 0: none
    void setQueue(RunQueue* queue);

signals:
    void runRequested();
    void resumeRequested(std::int64_t experiment);
    void stopRequested();
    void queueRequested();    ///< the plan, behind what waits already
    void queueRunRequested(); ///< all that waits

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildQueue();
    void refresh();
    void refreshQueue();
    void fit();
    void disable(QPushButton* button); ///< one click is one run; the focus stays in the bar
    [[nodiscard]] bool hasFocusInside() const;

    Context m_context;
    QPushButton *m_run, *m_stop, *m_resume, *m_enqueue, *m_runQueue;
    QWidget* m_queueBox = nullptr;
    QListView* m_list = nullptr;
    RunQueue* m_queue = nullptr;
    QLabel* m_reason;
    RunSnapshotPtr m_plan;
    QString m_why, m_runText, m_resumeText, m_queueText;
    bool m_pending = false;
    std::int64_t m_interrupted = 0;
};

/// "Run, takes ε = 0.884, nothing left after".
[[nodiscard]] QString runPrice(const session::RunSnapshot& plan);

} // namespace parsimony::ui
