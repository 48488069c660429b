// SPDX-License-Identifier: GPL-3.0-or-later
// What the curator alone is told of rows: remarks of the engine, what the registry knows, whether all are in
// order.
#include "core/session/known_rows.h"
#include "ui/models/data_catalog.h"
#include "ui/models/error_text.h"
#include "ui/models/request.h"
#include "ui/style/problem_label.h"
#include "ui/window/data_section.h"
#include "ui/workers/workbench.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace parsimony::ui {

void DataSection::buildCurator() {
    m_curatorBox = new QFrame;
    m_curatorBox->setObjectName(QStringLiteral("data.curator"));
    m_curatorBox->setProperty("role", "choice");
    auto* column = new QVBoxLayout(m_curatorBox);
    column->setContentsMargins(8, 6, 8, 6);
    column->setSpacing(4);
    auto* badge = roleLabel(tr("curator: for your eyes only"), "public-badge");
    badge->setToolTip(
        tr("Computed from private rows without a charge: no guarantee covers it. It is never part of a "
           "result, an export or a report."));
    m_curatorText = roleLabel({}, "muted");
    m_curatorText->setObjectName(QStringLiteral("data.curator.notices"));
    m_curatorText->setWordWrap(true);
    m_knownText = roleLabel({}, "muted");
    m_knownText->setObjectName(QStringLiteral("data.curator.known"));
    m_knownText->setWordWrap(true);
    m_askRegistry = new QPushButton(tr("What does the registry know of these rows?"));
    m_askRegistry->setObjectName(QStringLiteral("data.curator.ask"));
    m_askRegistry->setToolTip(
        tr("Reads all rows and looks them up among those that any project of yours has used. "
           "Nothing is written."));
    connect(m_askRegistry, &QPushButton::clicked, this, [this] {
        askCurator(wire::KnownRowsCall{m_context.request.options()},
                   [](const std::vector<session::KnownRows>& parts) {
                       QStringList lines;
                       for (const auto& known : parts) {
                           QStringList line;
                           for (const Sentence& sentence : known.words) {
                               line << sentenceText(sentence);
                           }
                           lines << line.join(QLatin1Char(' '));
                       }
                       return lines.isEmpty() ? sentenceText(session::noKnownRows())
                                              : lines.join(QLatin1Char('\n'));
                   });
    });
    m_check = new QPushButton(tr("Are rows and labels in order?"));
    m_check->setObjectName(QStringLiteral("data.curator.check"));
    m_check->setToolTip(
        tr("Reads all rows and counts those with a value that is no finite number, and labels "
           "that are none of the classes."));
    connect(m_check, &QPushButton::clicked, this, [this] {
        askCurator(checkCall(), [](const std::vector<Sentence>& found) {
            QStringList lines;
            for (const Sentence& sentence : found) {
                lines << sentenceText(sentence);
            }
            return lines.join(QLatin1Char('\n'));
        });
    });
    column->addWidget(badge, 0, Qt::AlignLeft);
    column->addWidget(m_curatorText);
    column->addWidget(m_knownText);
    column->addWidget(m_askRegistry, 0, Qt::AlignLeft);
    column->addWidget(m_check, 0, Qt::AlignLeft);
    body()->addWidget(m_curatorBox);
    refreshCurator();
}

template <class Call, class Words>
void DataSection::askCurator(Call call, Words words) {
    m_knownText->setText(tr("Reading…"));
    m_context.bench.ask(
        m_registry, std::move(call),
        [this, words = std::move(words)](const auto& found) {
            m_knownText->setText(words(found));
            refreshCurator();
        },
        [this](const Problem& problem) {
            showProblem(*m_knownText, problem);
            refreshCurator();
        });
    refreshCurator();
}

void DataSection::setCurator(bool on) {
    m_curator = on;
    refreshCurator();
}

void DataSection::addCuratorNotice(const QString& notice) {
    if (!m_notices.contains(notice)) {
        m_notices << notice;
    }
    refreshCurator();
}

void DataSection::clearCurator() {
    m_registry.drop();
    m_notices.clear();
    m_knownText->clear();
    refreshCurator();
}

void DataSection::refreshCurator() {
    m_curatorBox->setVisible(m_curator);
    m_curatorText->setText(m_notices.isEmpty() ? tr("No remark of the engine on these rows.")
                                               : m_notices.join(QLatin1Char('\n')));
    m_knownText->setVisible(!m_knownText->text().isEmpty());
    const bool told = m_context.bench.curator();
    for (QPushButton* button : {m_askRegistry, m_check}) {
        button->setVisible(m_context.request.hasData());
        button->setEnabled(told && !m_registry.pending());
        if (!told) {
            button->setToolTip(tr("What rows hold is the curator's: open the project with ?curator."));
        }
    }
}

} // namespace parsimony::ui
