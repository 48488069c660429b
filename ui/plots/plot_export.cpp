// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files: vectors and pictures for paper.
#include "ui/plots/legend_place.h"
#include "ui/plots/plot.h"
#include "ui/style/theme.h"

#include <QFileInfo>
#include <QHash>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace parsimony::ui {

namespace {

enum class PictureFormat { Svg, Pdf, Png };

/// By the ending of the name; PNG for one that is none of these.
PictureFormat formatOf(const QString& path) {
    static const QHash<QString, PictureFormat> formats{{QStringLiteral("svg"), PictureFormat::Svg},
                                                       {QStringLiteral("pdf"), PictureFormat::Pdf}};
    return formats.value(QFileInfo(path).suffix().toLower(), PictureFormat::Png);
}

/// Symbols and lines are made for a window or a slide: in one column of a paper they would cover each other.
double inkFor(double widthPoints) {
    constexpr double kFull = 720.0, kLeast = 0.5;
    return std::clamp(std::sqrt(widthPoints / kFull), kLeast, 1.0);
}

/// Hides what is drawn beyond the axes of a figure, under their numbers and the legend: QSvgGenerator knows
/// no clipping before Qt 6.5.
class PaperAround : public QCPLayerable {
public:
    PaperAround(QCustomPlot& plot, const QColor& paper)
        : QCPLayerable(&plot, layerName()), m_plot(plot), m_paper(paper) {}

    static QString layerName() { return QStringLiteral("paper"); }

    /// The axes are all there is, and nothing is meant to stand beside them.
    static bool fits(const QCustomPlot& plot) {
        for (int i = 0; i < plot.itemCount(); ++i) {
            if (!plot.item(i)->clipToAxisRect()) {
                return false;
            }
        }
        return plot.axisRectCount() == 1;
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override {
        const QRegion around =
            QRegion(m_plot.viewport()).subtracted(m_plot.axisRect()->rect().adjusted(0, 0, 1, 1));
        for (const QRect& part : around) {
            painter->fillRect(part, m_paper);
        }
    }

private:
    QCustomPlot& m_plot;
    QColor m_paper;
};

QPen thinned(QPen pen, double ink) {
    pen.setWidthF(pen.widthF() * ink);
    return pen;
}

} // namespace

void Plot::thinInk() {
    for (int i = 0; i < plottableCount(); ++i) {
        QCPAbstractPlottable* each = plottable(i);
        each->setPen(thinned(each->pen(), m_ink));
        if (auto* graph = qobject_cast<QCPGraph*>(each)) {
            QCPScatterStyle style = graph->scatterStyle();
            style.setSize(style.size() * m_ink);
            if (style.isPenDefined()) {
                style.setPen(thinned(style.pen(), m_ink));
            }
            graph->setScatterStyle(style);
        } else if (auto* bars = qobject_cast<QCPErrorBars*>(each)) {
            bars->setWhiskerWidth(bars->whiskerWidth() * m_ink);
            bars->setSymbolGap(bars->symbolGap() * m_ink);
        }
    }
    for (int i = 0; i < itemCount(); ++i) {
        if (auto* line = qobject_cast<QCPItemLine*>(item(i))) {
            line->setPen(thinned(line->pen(), m_ink));
        }
    }
}

void Plot::elideLegend(int width) {
    for (int i = 0; i < legend->itemCount(); ++i) {
        auto* entry = qobject_cast<QCPPlottableLegendItem*>(legend->item(i));
        if (entry == nullptr) {
            continue;
        }
        const QFontMetrics metrics(entry->font());
        const QString name = entry->plottable()->name();
        const QCPLayoutElement& element = *entry;
        const int around = element.minimumOuterSizeHint().width() - metrics.horizontalAdvance(name) +
                           legend->margins().left() + legend->margins().right();
        // What tells names apart stands at their ends.
        entry->plottable()->setName(metrics.elidedText(name, Qt::ElideMiddle, width - around));
    }
}

int Plot::missingHeight() const {
    if (yAxis == nullptr || !yAxis->visible() || yAxis->label().isEmpty()) {
        return 0;
    }
    return QFontMetrics(yAxis->labelFont()).horizontalAdvance(yAxis->label()) - axisRect()->height();
}

void Plot::elideTitles() {
    const QRect rect = axisRect()->rect(), paper = viewport();
    const auto elide = [](QCPAxis* axis, int room) {
        const QFontMetrics metrics(axis->labelFont());
        axis->setLabel(metrics.elidedText(axis->label(), Qt::ElideRight, room));
    };
    if (xAxis->visible()) {
        elide(xAxis, 2 * std::min(rect.center().x() - paper.left(), paper.right() - rect.center().x()));
    }
    if (yAxis->visible()) {
        elide(yAxis, std::max(rect.height(), 40));
    }
}

bool Plot::exportTo(const QString& path, double widthPoints, double heightPoints, double fontPoints) {
    // On paper everything is light and in points; the window's own look comes back afterwards.
    Theme& theme = Theme::instance();
    const ThemeMode mode = theme.mode();
    const bool dark = theme.dark();
    QSignalBlocker quiet(this);
    if (dark) {
        theme.setMode(ThemeMode::Light);
    }
    m_legendAbove.reset();
    if (std::exchange(m_legendLeftOut, false)) {
        legend->setVisible(true);
    }
    m_legendFor = {}; // it is placed anew afterwards
    m_fontPixels = fontPoints;
    m_ink = inkFor(widthPoints);
    applyTheme();
    const int w = std::max(40, static_cast<int>(std::lround(widthPoints)));
    int h = std::max(40, static_cast<int>(std::lround(heightPoints)));
    setViewport(QRect(0, 0, w, h)); // ticks and the legend's place are for this size
    restyle();
    thinInk();
    constexpr double kMostHigher = 640.0; // points: what is left of a page beside its caption
    if (const double wanted = std::min(figureHeight(w), kMostHigher); wanted > h) {
        h = static_cast<int>(std::ceil(wanted));
        setViewport(QRect(0, 0, w, h));
    }
    if (legend != nullptr) {
        elideLegend(w);
    }
    updateLayout();
    std::optional<LegendAbove> above;
    if (placeLegend(*this)) {
        above.emplace(*this, w);
        if (!legendFitsAbove(*this)) { // the axes keep their room: what a long legend needs comes on top
            h += legend->minimumOuterSizeHint().height();
            setViewport(QRect(0, 0, w, h));
            updateLayout();
        }
    }
    const std::pair titles(xAxis != nullptr ? xAxis->label() : QString(),
                           yAxis != nullptr ? yAxis->label() : QString());
    if (hasPlainAxes()) {
        constexpr double kMostForTitle = 0.3; // of the height
        if (const int missing = missingHeight(); missing > 0) {
            h += std::min(missing, static_cast<int>(kMostForTitle * h));
            setViewport(QRect(0, 0, w, h));
            updateLayout();
        }
        elideTitles();
    }
    bool ok = false;
    switch (formatOf(path)) {
    case PictureFormat::Svg: {
        std::unique_ptr<PaperAround> around;
        if (PaperAround::fits(*this) && addLayer(PaperAround::layerName(), layer(QStringLiteral("main")))) {
            around = std::make_unique<PaperAround>(*this, Theme::instance().colors().base);
        }
        QSaveFile file(path);
        if (file.open(QIODevice::WriteOnly)) {
            QSvgGenerator generator;
            generator.setOutputDevice(&file);
            generator.setSize(QSize(w, h));
            generator.setViewBox(QRect(0, 0, w, h));
            generator.setResolution(72);
            generator.setTitle(m_title);
            QCPPainter painter;
            painter.begin(&generator);
            painter.setMode(QCPPainter::pmVectorized);
            painter.setMode(QCPPainter::pmNoCaching);
            painter.fillRect(QRect(0, 0, w, h), Theme::instance().colors().base);
            toPainter(&painter, w, h);
            painter.end();
            ok = file.commit();
        }
        if (around) {
            around.reset();
            removeLayer(layer(PaperAround::layerName()));
        }
        break;
    }
    case PictureFormat::Pdf:
        ok = savePdf(path, w, h, QCP::epNoCosmetic, QStringLiteral("Parsimony"), m_title);
        break;
    case PictureFormat::Png:
        ok = savePng(path, w, h, 300.0 / 72.0, -1, 300);
        break;
    }
    above.reset();
    setViewport(rect());
    m_fontPixels = 11.0;
    m_ink = 1.0;
    if (hasPlainAxes()) {
        xAxis->setLabel(titles.first);
        yAxis->setLabel(titles.second);
    }
    if (dark) {
        theme.setMode(mode);
    }
    applyTheme();
    restyle();
    quiet.unblock(); // the legend finds its place in the window again
    replot();
    return ok;
}

} // namespace parsimony::ui
