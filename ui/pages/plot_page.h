// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/undo_history.h"
#include "ui/models/values.h"

#include <QList>
#include <QWidget>
#include <array>
#include <functional>
#include <optional>
#include <utility>

class QGridLayout;

namespace parsimony::ui {

class ChecklistButton;
class ElidedLabel;
class FlowLayout;
class Plot;
class Selection;

/// A plot with its bar: read-out of the cursor, log axes, back to all, export. One for every plot, so that
/// all behave alike.
class PlotPage : public QWidget {
    Q_OBJECT
public:
    struct PaperSize {
        const char *key, *name;
        double width, height, font; ///< points
    };
    /// Widths of a column and a page of the usual two-column style; a figure there is set in 8 points.
    static const std::array<PaperSize, 3> sizes;

    PlotPage(Plot* plot, Selection& selection, QWidget* parent = nullptr);
    [[nodiscard]] Plot* plot() const { return m_plot; }
    /// A button of this plot alone that is on or off, left of those that all plots have.
    void addToggle(const QString& name, const QString& text, const QString& meaning, bool on,
                   const std::function<void(bool)>& apply);

    /// A list to choose from, left of the toggles: pairs of value and shown text.
    void addChoice(const QString& name, const QString& meaning,
                   const QList<std::pair<QString, QString>>& options, const QString& value,
                   const std::function<void(const QString&)>& apply);

    /// A list of which any number may be ticked, beside the choices; the page's owner gives it its entries.
    ChecklistButton* addChecklist(const QString& name, const QString& meaning, const QString& all,
                                  const QString& some, const std::function<void(const QStringList&)>& apply);

    void exportTo(const QString& path, const PaperSize& size);
    void showAll(); ///< back to all of the data, which can be undone as any other change of the view

signals:
    void message(QString text);
    void written(QStringList files);
    void failedWith(parsimony::ui::Problem problem);
    void viewChanged(parsimony::ui::ViewChange change);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    using View = std::array<double, 4>; ///< ends of both axes
    [[nodiscard]] std::optional<View> view() const;
    void setView(const View& view);
    void tellWritten(const QString& path, bool all);
    void arrange(); ///< what is chosen stands beside the read-out where there is room, else below it
    void noteChange(const std::optional<View>& before, const QString& key);

    Plot* m_plot;
    QGridLayout* m_bar = nullptr;
    QWidget* m_choices = nullptr;
    FlowLayout* m_toggles = nullptr;
    ElidedLabel* m_readout = nullptr;
    std::optional<View> m_pressed; ///< what was shown when a drag began
};

} // namespace parsimony::ui
