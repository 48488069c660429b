// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/context.h"
#include "ui/workers/question.h"
#include "ui/workers/trial_record.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace parsimony::ui {

/// The full record of the selected trial, folded away until it is asked for: what it asked of private rows,
/// what the trainer was told, and every row that the ledger has on it.
class TrialRecordView : public QWidget {
    Q_OBJECT
public:
    explicit TrialRecordView(const Context& context, QWidget* parent = nullptr);
    void setTrial(std::int64_t trial); ///< 0: none
    void refresh();                    ///< asks again: the trial has changed

private:
    void show(const TrialRecord& record);

    Context m_context;
    Question m_question;
    std::int64_t m_trial = 0;
    QString m_json;
    QPushButton *m_fold = nullptr, *m_copy = nullptr;
    QWidget* m_body = nullptr;
    QLabel *m_mechanisms = nullptr, *m_settings = nullptr, *m_events = nullptr;
};

} // namespace parsimony::ui
