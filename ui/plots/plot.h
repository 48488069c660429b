// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/legend_place.h"

#include <qcustomplot.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace parsimony::ui {

class OpaqueBuffer;
class Selection;

/// What all plots share: the theme, zoom with the wheel, pan by dragging, a way back (double click, Ctrl+0,
/// undo), a read-out of what is under the cursor, an empty state in words, export, and the data behind as
/// CSV.
class Plot : public QCustomPlot {
    Q_OBJECT
public:
    Plot(const QString& name, const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const { return m_title; }
    void setEmptyText(const QString& text); ///< shown in place of the axes; empty: there is data
    [[nodiscard]] bool empty() const { return !m_emptyText.isEmpty(); }
    [[nodiscard]] QString emptyText() const { return m_instead.isEmpty() ? m_emptyText : m_instead; }
    /// Said in place of the plot's own words where it is empty; nothing: those.
    void setEmptyReason(const QString& text);

    /// False while something that belongs to it is computed elsewhere.
    [[nodiscard]] virtual bool complete() const { return true; }

    void fitView();  ///< back to all of the data
    void undoView(); ///< back to the view before the last zoom or pan
    void setLogX(bool on);
    void setLogY(bool on);
    [[nodiscard]] bool logX() const { return xAxis->scaleType() == QCPAxis::stLogarithmic; }
    [[nodiscard]] bool logY() const { return yAxis->scaleType() == QCPAxis::stLogarithmic; }

    /// False for plots that lay out axes of their own.
    [[nodiscard]] virtual bool hasPlainAxes() const { return true; }

    /// Writes SVG, PDF or PNG by the suffix of `path`, `width` × `height` in points (1/72 inch), text in
    /// `fontPoints`, always in the light palette: it goes onto paper. False when the file cannot be written.
    bool exportTo(const QString& path, double width, double height, double fontPoints);
    [[nodiscard]] virtual QString csv() const = 0;

    /// Draws everything again at the scale of the device, for pictures of the window at 2×.
    void prepareForPicture(double devicePixelRatio);

    /// Draws the plot anew before the next frame; while nobody sees it, when it is shown next.
    void redraw();

signals:
    void readout(QString text);
    void trialPicked(qint64 trial, bool add);

protected:
    virtual void restyle() = 0; ///< colours of what the plot draws itself
    virtual void fitAxes() = 0; ///< ranges that show all of the data
    [[nodiscard]] virtual QString readoutAt(const QPointF& pixel) {
        Q_UNUSED(pixel)
        return {};
    }
    /// The trial drawn nearest to a pixel, 0 when none is near.
    [[nodiscard]] virtual qint64 trialAt(const QPointF& pixel) {
        Q_UNUSED(pixel)
        return 0;
    }
    /// The one of `points` that is drawn nearest to a pixel, null when none is near. `at` gives where one is.
    template <class Points, class At>
    [[nodiscard]] auto nearest(const Points& points, const QPointF& pixel, const At& at) const {
        typename Points::const_pointer best = nullptr;
        double distance = 12.0;
        const QCPRange near(xAxis->pixelToCoord(pixel.x() - distance),
                            xAxis->pixelToCoord(pixel.x() + distance));
        for (const auto& point : points) {
            const QPointF place = at(point);
            if (!near.contains(place.x())) {
                continue; // of 10^5 points: their logarithms would make the cursor lag
            }
            const QPointF away(xAxis->coordToPixel(place.x()) - pixel.x(),
                               yAxis->coordToPixel(place.y()) - pixel.y());
            if (const double d = std::hypot(away.x(), away.y()); d < distance) {
                distance = d;
                best = &point;
            }
        }
        return best;
    }
    QCPGraph* addMarks(double size); ///< rings round what is selected
    [[nodiscard]] QPen linePen(const QColor& color, double width = 1.6,
                               Qt::PenStyle style = Qt::SolidLine) const;
    void dataChanged(); ///< to be called by subclasses after new data: keeps a view that a person has chosen
    [[nodiscard]] double fontPixels() const { return m_fontPixels; }
    /// What widths of lines and sizes of symbols are multiplied by: less than 1 on a narrow figure. Whoever
    /// draws with plottables and items of QCustomPlot need not ask: exportTo() thins those.
    [[nodiscard]] double ink() const { return m_ink; }
    /// How high a figure of this width has to be for what it shows to be read; 0: any height will do.
    [[nodiscard]] virtual double figureHeight(double width) const {
        Q_UNUSED(width)
        return 0.0;
    }

    /// What lies over the finished picture and may change without drawing it again, as marks of a selection.
    virtual void drawOver(QCPPainter& painter) { Q_UNUSED(painter) }

    void draw(QCPPainter* painter) override; ///< onto paper and into pictures
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void applyTheme();
    void rememberView();
    void styleAxis(QCPAxis* axis);
    /// Puts the legend where it hides nothing: into the axes, else above them; where it would take too much
    /// of the plot, it is left out.
    void settleLegend();
    void toggleSeries(QCPAbstractLegendItem* item);
    // plot_export.cpp
    class OnPaper;
    void thinInk();
    void elideLegend(int width);
    /// How much higher the figure has to be for the title of its upward axis.
    [[nodiscard]] int missingHeight() const;
    void elideTitles();

    QString m_title, m_emptyText, m_instead;
    std::vector<std::pair<QCPRange, QCPRange>> m_views;
    bool m_touched = false, m_stale = false, m_forPicture = false;
    QSharedPointer<OpaqueBuffer> m_buffer;
    std::optional<LegendAbove> m_legendAbove;
    bool m_legendLeftOut = false;
    std::pair<QSize, int> m_legendFor; ///< size of the plot and number of entries that it was placed for
    double m_fontPixels = 11.0, m_ink = 1.0;
    QPointF m_pressed;
};

} // namespace parsimony::ui
