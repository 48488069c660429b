// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QWidget>

class QLabel;

namespace parsimony::ui {

/// What the curator was told of an experiment's rows. It has its place on every experiment's card, whatever
/// there is to say: whether there is anything is told by the rows themselves.
class CuratorRemarks : public QWidget {
    Q_OBJECT
public:
    explicit CuratorRemarks(const Context& context, QWidget* parent = nullptr);
    void setExperiment(std::int64_t experiment); ///< 0: none
    void setShown(bool shown);                   ///< behind the switch

private:
    void refresh();

    Context m_context;
    QLabel* m_text;
    Question m_question;
    std::int64_t m_experiment = 0;
    bool m_shown = false;
};

} // namespace parsimony::ui
