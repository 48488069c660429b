// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/widgets.h"

#include <functional>

namespace parsimony::ui {

/// A field for files: they are typed, dropped on it, or chosen with the button at its end.
class PathField : public Field {
    Q_OBJECT
public:
    /// What the field holds once these files were dropped or chosen, by what stands in it.
    using Written = std::function<QString(const QStringList& files, const QString& text)>;
    PathField(const QString& objectName, const QString& title, Written written, QWidget* parent = nullptr);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void take(const QStringList& files);

    Written m_written;
};

} // namespace parsimony::ui
