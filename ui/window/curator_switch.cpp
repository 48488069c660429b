// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/curator_switch.h"

#include "ui/window/budget_gauge.h"
#include "ui/window/data_section.h"
#include "ui/window/inspector.h"
#include "ui/workers/workbench.h"

#include <QAction>

namespace parsimony::ui {

CuratorSwitch::CuratorSwitch(const Context& context, DataSection& data, BudgetStrip& strip,
                             Inspector& inspector, QObject* parent)
    : QObject(parent), m_context(context), m_data(data), m_strip(strip), m_inspector(inspector),
      m_action(new QAction(tr("C&urator values"), this)) {
    m_action->setCheckable(true);
    m_action->setToolTip(
        tr("Show what was computed from private rows without a charge. The ledger gets a row "
           "that says so."));
    connect(m_action, &QAction::triggered, this, &CuratorSwitch::turn);
    // That there is one says something of the rows already: nothing is shown of it without the switch.
    connect(&m_context.bench, &Workbench::curatorNotice, &m_data, &DataSection::addCuratorNotice);
    connect(&m_context.bench, &Workbench::projectOpened, this, [this] {
        if (m_on) {
            record(); // switched on before there was a ledger
        }
    });
}

void CuratorSwitch::turn(bool on) {
    if (!on) {
        m_recording.drop();
        show(false);
        emit said(tr("Curator values are hidden."));
    } else if (m_context.bench.projectPath().isEmpty()) {
        show(true);
        emit said(tr("Curator values are shown. The ledger that a run begins will say so."));
    } else {
        // Shown only when the row is written: that they were seen must not depend on what happens next.
        m_action->setChecked(false);
        record();
    }
}

void CuratorSwitch::record() {
    m_context.bench.ask(
        m_recording, wire::CuratorShownCall{"window"},
        [this] {
            show(true);
            emit said(tr("Curator values are shown. The ledger has a row that says so."));
        },
        [this](const Problem& problem) {
            show(false);
            emit said(tr("Curator values stay hidden: %1").arg(problem.message));
        });
}

void CuratorSwitch::show(bool on) {
    m_on = on;
    m_action->setChecked(on);
    m_data.setCurator(on);
    m_strip.setCurator(on);
    m_inspector.setCurator(on);
}

void CuratorSwitch::clear() {
    m_recording.drop();
    m_data.clearCurator();
    if (m_on) {
        show(false);
    }
}

} // namespace parsimony::ui
