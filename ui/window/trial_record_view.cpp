// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/trial_record_view.h"

#include "ui/style/icons.h"
#include "ui/style/widgets.h"
#include "ui/workers/workbench.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

namespace parsimony::ui {

namespace {

QLabel* textLabel(const char* name, const QString& accessibleName) {
    auto* label = roleLabel({}, "muted");
    label->setObjectName(QLatin1String(name));
    label->setAccessibleName(accessibleName);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString eventLine(const TrialRecord::Event& event) {
    // The day of a trial is that of its experiment: the time of day is what differs from row to row.
    return QStringLiteral("<tr><td align='right'>%1</td><td>&nbsp;%2&nbsp;</td><td>%3</td></tr>")
        .arg(QString::number(event.row), event.time.mid(11, 8).toHtmlEscaped(), event.text.toHtmlEscaped());
}

} // namespace

TrialRecordView::TrialRecordView(const Context& context, QWidget* parent)
    : QWidget(parent), m_context(context) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(4);
    m_fold = new QPushButton(tr("Full record"));
    m_fold->setObjectName(QStringLiteral("inspector.record"));
    m_fold->setProperty("link", true);
    m_fold->setCheckable(true);
    m_fold->setToolTip(tr("What this trial asked of private rows, and every row that the ledger has on it."));
    m_body = new QWidget;
    auto* body = new QVBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(4);
    const auto part = [&](const QString& title, const char* name) {
        body->addWidget(roleLabel(title, "faint"));
        auto* label = textLabel(name, title);
        body->addWidget(label);
        return label;
    };
    m_mechanisms = part(tr("Asked of private rows"), "record.mechanisms");
    m_settings = part(tr("Trainer"), "record.settings");
    m_events = part(tr("Ledger rows (time in UTC)"), "record.events");
    m_copy = new QPushButton(icon(QStringLiteral("copy")), tr("Copy as JSON"));
    m_copy->setObjectName(QStringLiteral("record.copy"));
    body->addWidget(m_copy);
    m_body->hide();
    all->addWidget(m_fold, 0, Qt::AlignLeft);
    all->addWidget(m_body);
    connect(m_fold, &QPushButton::toggled, this, [this](bool on) {
        m_body->setVisible(on);
        refresh();
    });
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_json); });
    connect(&m_context.bench, &Workbench::projectChanged, this, &TrialRecordView::refresh);
}

void TrialRecordView::setTrial(std::int64_t trial) {
    setVisible(trial > 0);
    if (trial != m_trial) {
        m_trial = trial;
        m_question.drop();
        refresh();
    }
}

void TrialRecordView::refresh() {
    if (m_trial > 0 && m_fold->isChecked()) {
        m_context.bench.ask(
            m_question, wire::TrialCall{m_trial},
            [this, trial = m_trial](const std::vector<wire::TrialRow>& rows) {
                show(trialRecordOf(trial, rows));
            },
            [this](const Problem& problem) { m_events->setText(problem.message.toHtmlEscaped()); });
    }
}

void TrialRecordView::show(const TrialRecord& record) {
    m_mechanisms->setText(record.mechanisms.isEmpty() ? tr("nothing")
                                                      : record.mechanisms.join(QLatin1Char('\n')));
    m_settings->setText(record.settings.join(QStringLiteral(" · ")));
    QString table = QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    for (const auto& event : record.events) {
        table += eventLine(event);
    }
    m_events->setText(table + QStringLiteral("</table>"));
    m_json = record.json;
}

} // namespace parsimony::ui
