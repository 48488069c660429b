// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "ui/style/problem_label.h"
#include "ui/style/widgets.h"
#include "ui/window/file_manager.h"

#include <QPushButton>

namespace parsimony::ui {

StatusLine::StatusLine()
    : m_text(new ElidedLabel(nullptr, Qt::ElideMiddle)), // a long path must not make the window wider
      m_folder(new QPushButton(tr("Show in folder"))) {
    m_text->setObjectName(QStringLiteral("status"));
    m_text->setProperty("role", "muted");
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    addWidget(m_text, 1);
    m_folder->setObjectName(QStringLiteral("status.folder"));
    m_folder->setProperty("link", true);
    m_folder->hide();
    connect(m_folder, &QPushButton::clicked, this, [this] { showInFolder(m_written); });
    addPermanentWidget(m_folder);
    setSizeGripEnabled(false);
    setContentsMargins(8, 0, 8, 0);
}

void StatusLine::say(const QString& text) {
    forgetProblem(*m_text);
    setRole(m_text, "muted");
    m_text->setFullText(text);
    m_folder->hide();
}

void StatusLine::sayProblem(const Problem& problem) {
    setRole(m_text, "error");
    showProblem(*m_text, problem);
    m_folder->hide();
}

void StatusLine::sayWritten(const QStringList& files) {
    say(tr("Wrote %1").arg(files.join(QStringLiteral(", "))));
    m_written = files.value(0);
    m_folder->show();
}

} // namespace parsimony::ui
