// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

namespace parsimony::ui {

/// A line around what the keyboard goes to, in whichever window of the program that is. It is there for who
/// goes by keys: a press of the mouse takes it away until the next Tab. While it lives all of the
/// application's events pass by it.
class FocusRing : public QObject {
    Q_OBJECT
public:
    explicit FocusRing(QObject* parent);
    ~FocusRing() override;

    /// The line itself; null before the first Tab.
    [[nodiscard]] const QWidget* line() const { return m_line; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(QWidget* target);
    void placeSoon(); ///< layouts come first
    void place();

    QPointer<QWidget> m_target, m_line;
    bool m_byKeys = false, m_queued = false;
};

} // namespace parsimony::ui
