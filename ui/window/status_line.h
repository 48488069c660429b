// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QStatusBar>

class QPushButton;

namespace parsimony::ui {

class ElidedLabel;

/// What was said last, at the foot of the window.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    StatusLine();
    void say(const QString& text);
    void sayProblem(const Problem& problem);
    void sayWritten(const QStringList& files); ///< with a button that shows them in their folder

private:
    ElidedLabel* m_text;
    QPushButton* m_folder; ///< of what was written last
    QString m_written;
};

} // namespace parsimony::ui
