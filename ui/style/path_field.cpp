// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/path_field.h"

#include "ui/style/file_dialogs.h"
#include "ui/style/icons.h"

#include <QAction>
#include <QDropEvent>
#include <QMimeData>
#include <utility>

namespace parsimony::ui {

PathField::PathField(const QString& objectName, const QString& title, Written written, QWidget* parent)
    : Field(objectName, parent), m_written(std::move(written)) {
    QAction* choose = addAction(icon(QStringLiteral("folder")), QLineEdit::TrailingPosition);
    choose->setText(tr("Choose…"));
    choose->setToolTip(tr("Choose files; they can be dropped here as well."));
    connect(choose, &QAction::triggered, this,
            [this, title] { take(askOpenFiles(this, FolderOf::data, title, tr("All files (*)"))); });
}

void PathField::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    } else {
        Field::dragEnterEvent(event);
    }
}

void PathField::dragMoveEvent(QDragMoveEvent* event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    } else {
        Field::dragMoveEvent(event);
    }
}

void PathField::dropEvent(QDropEvent* event) {
    if (!event->mimeData()->hasUrls()) {
        Field::dropEvent(event);
        return;
    }
    event->acceptProposedAction(); // the window would make a set of private rows of it
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            files << url.toLocalFile();
        }
    }
    take(files);
}

void PathField::take(const QStringList& files) {
    if (!files.isEmpty()) {
        setText(m_written(files, text()));
        emit edited(text());
    }
}

} // namespace parsimony::ui
