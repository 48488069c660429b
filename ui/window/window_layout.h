// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace parsimony::ui {

/// The docks around the pages, where the window is and how large: kept from one start to the next. While no
/// project is worked on the docks are hidden; what a person hid by hand stays hidden.
class WindowLayout : public QObject {
    Q_OBJECT
public:
    WindowLayout(QMainWindow& window, QWidget* setup, QWidget* inspector, QWidget* trials);

    /// In the order in which the View menu names them.
    [[nodiscard]] QList<QDockWidget*> docks() const { return {m_setup, m_trials, m_inspector}; }
    [[nodiscard]] QDockWidget* setup() const { return m_setup; }
    [[nodiscard]] bool shown() const { return m_shown; }
    void setShown(bool shown);

    void restore();
    void save() const;
    void reset();
    void comeOnScreen(); ///< a display that is gone must not take the window with it
    void fitScreen();    ///< no larger than the screen that it is on, with its frame

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QDockWidget* add(const QString& name, const QString& title, QWidget* widget, Qt::DockWidgetArea area);
    void useDefaultSizes();
    void useShare(); ///< the table of trials keeps its share of a window that is resized

    QMainWindow& m_window;
    QDockWidget *m_setup, *m_inspector, *m_trials;
    QList<QDockWidget*> m_hiddenByHand;
    QByteArray m_default;
    bool m_shown = true;
    double m_trialsShare = 0.0;
    int m_heightThen = 0; ///< of the window, when the table got its share
};

} // namespace parsimony::ui
