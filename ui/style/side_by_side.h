// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QBoxLayout;
class QScrollArea;

namespace parsimony::ui {

/// A form of fixed width on the left of what it is about. Where both do not fit, one under the other, and all
/// of it scrolls: nothing is squeezed or cut.
class SideBySide : public QWidget {
    Q_OBJECT
public:
    struct Least {
        int width = 240;  ///< that the rest needs beside the form
        int height = 240; ///< and below it
    };
    /// `name` is what accessibility calls the form.
    SideBySide(QWidget* side, int sideWidth, const QString& name, QWidget* rest, Least least,
               QWidget* parent = nullptr);
    [[nodiscard]] bool beside() const { return width() >= sideWidth() + m_least.width; }
    [[nodiscard]] int sideWidth() const; ///< of the form beside the rest

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; ///< the form has become higher or lower

private:
    void arrange();

    QWidget *m_side, *m_rest;
    QScrollArea* m_sideScroll;
    QBoxLayout* m_both;
    int m_sideWidth;
    Least m_least;
};

} // namespace parsimony::ui
