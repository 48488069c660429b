// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QSize>
#include <array>
#include <optional>

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
    /// A dock at the side: as wide as a form is read well, or the share of the window that a person gave it.
    struct Side {
        QDockWidget* dock = nullptr;
        int parts = 1, least = 0; ///< of its usual width: one of so many parts of the window's, or this
        const char* setting = nullptr;
        std::optional<double> share = {}; ///< given by hand
        int widthThen = 0;                ///< when a button of the mouse was pressed
    };
    void useDefaultSizes();
    void useShares();  ///< docks keep their shares of a window that is resized
    void takeShares(); ///< of sides whose border was dragged

    QMainWindow& m_window;
    QDockWidget *m_setup, *m_inspector, *m_trials;
    std::array<Side, 2> m_sides;
    QList<QDockWidget*> m_hiddenByHand;
    QByteArray m_default;
    bool m_shown = true;
    double m_trialsShare = 0.0;
    QSize m_sizeThen; ///< of the window, when the docks got their shares
};

} // namespace parsimony::ui
