// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/curator_remarks.h"

#include "ui/models/error_text.h"
#include "ui/style/problem_label.h"
#include "ui/style/widgets.h"
#include "ui/workers/workbench.h"

#include <QLabel>
#include <QVBoxLayout>

namespace parsimony::ui {

CuratorRemarks::CuratorRemarks(const Context& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_text(roleLabel({}, "muted")) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(2);
    column->addWidget(roleLabel(tr("Curator remarks"), "faint"));
    m_text->setObjectName(QStringLiteral("inspector.curatorRemarks"));
    m_text->setAccessibleName(tr("Curator remarks"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setToolTip(
        tr("What was noticed while the rows were read: records that are not valid, labels that are "
           "none of the classes. Every experiment has such a row in its ledger, of one length."));
    column->addWidget(m_text);
    refresh();
}

void CuratorRemarks::setExperiment(std::int64_t experiment) {
    m_experiment = experiment;
    setVisible(experiment > 0);
    refresh();
}

void CuratorRemarks::setShown(bool shown) {
    m_shown = shown;
    refresh();
}

void CuratorRemarks::refresh() {
    m_question.drop();
    if (!m_shown) {
        m_text->setText(tr("Hidden. View, Curator values shows them."));
    } else if (!m_context.bench.curator()) {
        m_text->setText(tr("What rows hold is the curator's: open the project with ?curator."));
    } else if (m_experiment > 0) {
        m_context.bench.ask(
            m_question, wire::RemarksCall{m_experiment},
            [this](const wire::RemarksCall::Answer& answer) {
                if (!answer.remarks) {
                    m_text->setText(tr("None are kept: it has not ended, or an earlier version "
                                       "of the program ran it."));
                    return;
                }
                QStringList lines;
                for (const Sentence& remark : *answer.remarks) {
                    lines << sentenceText(remark);
                }
                m_text->setText(lines.isEmpty() ? tr("Nothing was noticed.") : lines.join(QLatin1Char('\n')));
            },
            [this](const Problem& problem) { showProblem(*m_text, problem); });
    }
}

} // namespace parsimony::ui
