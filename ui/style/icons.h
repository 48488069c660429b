// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QWidget>

namespace parsimony::ui {

/// The monochrome icon `resources/icons/NAME.svg`, drawn in the text colour of the theme at any scale.
[[nodiscard]] QIcon icon(const QString& name);
/// The application's own icon, in colour.
[[nodiscard]] QIcon applicationIcon();

/// The application's icon as a square of `side` pixels, sharp on every display and in every picture.
class ApplicationMark : public QWidget {
    Q_OBJECT
public:
    explicit ApplicationMark(int side, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace parsimony::ui
