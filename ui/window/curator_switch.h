// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QObject>

class QAction;

namespace parsimony::ui {

class BudgetStrip;
class DataSection;
class Inspector;

/// Whether values are shown that were computed from private rows without a charge. The ledger says that they
/// were looked at before they are.
class CuratorSwitch : public QObject {
    Q_OBJECT
public:
    CuratorSwitch(const Context& context, DataSection& data, BudgetStrip& strip, Inspector& inspector,
                  QObject* parent = nullptr);

    [[nodiscard]] QAction* action() const { return m_action; }
    void clear(); ///< another project: its ledger has to be told anew

signals:
    void said(QString text);

private:
    void turn(bool on);
    void show(bool on);
    void record();

    Context m_context;
    DataSection& m_data;
    BudgetStrip& m_strip;
    Inspector& m_inspector;
    QAction* m_action;
    Question m_recording;
    bool m_on = false;
};

} // namespace parsimony::ui
