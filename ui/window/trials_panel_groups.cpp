// SPDX-License-Identifier: GPL-3.0-or-later
// Groups in the table of trials: what they are made by, and folding them with the keyboard.
#include "ui/models/trial_table_model.h"
#include "ui/window/trials_panel.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QTableView>

namespace parsimony::ui {

QMenu* TrialsPanel::buildGroupMenu() {
    auto* menu = new QMenu(tr("Group by"), m_columnMenu);
    menu->setObjectName(QStringLiteral("trials.group"));
    auto* exclusive = new QActionGroup(menu);
    const auto add = [&](const QString& text, std::optional<TrialColumn> column) {
        auto* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(!column);
        exclusive->addAction(action);
        connect(action, &QAction::triggered, this, [this, action, column] {
            const auto before = m_context.trials.group();
            if (before == column) {
                return;
            }
            const auto set = [this, action](std::optional<TrialColumn> to) {
                m_context.trials.setGroup(to);
                for (QAction* one : action->actionGroup()->actions()) {
                    const int of = to ? static_cast<int>(*to) : -1;
                    one->setChecked(one->data().toInt() == of);
                }
            };
            set(column);
            emit viewChanged({{}, [set, before] { set(before); }, [set, column] { set(column); }});
        });
        action->setData(column ? static_cast<int>(*column) : -1);
    };
    add(tr("nothing"), std::nullopt);
    for (const TrialColumn column : {TrialColumn::Experiment, TrialColumn::Method, TrialColumn::Trainer,
                                     TrialColumn::Encoder, TrialColumn::Phase}) {
        add(column == TrialColumn::Experiment ? tr("experiment") : trialColumnTitle(column), column);
    }
    return menu;
}

bool TrialsPanel::foldByKey(int key) {
    const int row = m_table->currentIndex().row();
    TrialTableModel& trials = m_context.trials;
    if (!trials.isGroup(row)) {
        return false;
    }
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Minus:
        trials.setFolded(row, true);
        return true;
    case Qt::Key_Right:
    case Qt::Key_Plus:
        trials.setFolded(row, false);
        return true;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        trials.setFolded(row, !trials.isFolded(row));
        return true;
    default:
        return false;
    }
}

} // namespace parsimony::ui
