// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files: vectors and pictures for paper.
#include "core/base/ledger_file.h"
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

/// Shows a plot as paper has it, light and in points, as long as it lives: the window's own look comes back.
class Plot::OnPaper {
public:
    OnPaper(Plot& plot, double widthPoints, double heightPoints, double fontPoints)
        : m_plot(plot), m_quiet(&plot), m_mode(Theme::instance().mode()), m_dark(Theme::instance().dark()),
          m_width(points(widthPoints)), m_height(points(heightPoints)) {
        if (m_dark) {
            Theme::instance().setMode(ThemeMode::Light);
        }
        plot.m_legendAbove.reset();
        if (std::exchange(plot.m_legendLeftOut, false)) {
            plot.legend->setVisible(true);
        }
        plot.m_legendFor = {}; // it is placed anew afterwards
        plot.m_fontPixels = fontPoints;
        plot.m_ink = inkFor(widthPoints);
        plot.applyTheme();
        plot.setViewport(paper()); // ticks and the legend's place are for this size
        plot.restyle();
        plot.thinInk();
        giveFigureHeight();
        placeLegendOnIt();
        if (plot.hasPlainAxes()) {
            fitTitles();
        }
    }
    ~OnPaper() {
        m_above.reset();
        m_plot.setViewport(m_plot.rect());
        m_plot.m_fontPixels = 11.0;
        m_plot.m_ink = 1.0;
        if (m_titles) {
            m_plot.xAxis->setLabel(m_titles->first);
            m_plot.yAxis->setLabel(m_titles->second);
        }
        if (m_dark) {
            Theme::instance().setMode(m_mode);
        }
        m_plot.applyTheme();
        m_plot.restyle();
        m_quiet.unblock(); // the legend finds its place in the window again
        m_plot.replot();
    }
    OnPaper(const OnPaper&) = delete;
    OnPaper& operator=(const OnPaper&) = delete;

    bool save(const QString& path) {
        switch (formatOf(path)) {
        case PictureFormat::Svg:
            return saveSvg(path);
        case PictureFormat::Pdf:
            return m_plot.savePdf(path, m_width, m_height, QCP::epNoCosmetic, QStringLiteral("Parsimony"),
                                  m_plot.m_title);
        case PictureFormat::Png:
            break;
        }
        return m_plot.savePng(path, m_width, m_height, 300.0 / 72.0, -1, 300);
    }

private:
    static int points(double length) { return std::max(40, static_cast<int>(std::lround(length))); }
    [[nodiscard]] QRect paper() const { return {0, 0, m_width, m_height}; }

    void giveFigureHeight() {
        constexpr double kMostHigher = 640.0; // points: what is left of a page beside its caption
        if (const double wanted = std::min(m_plot.figureHeight(m_width), kMostHigher); wanted > m_height) {
            m_height = static_cast<int>(std::ceil(wanted));
            m_plot.setViewport(paper());
        }
    }
    /// The axes keep their room: what a long legend needs comes on top.
    void placeLegendOnIt() {
        if (m_plot.legend != nullptr) {
            m_plot.elideLegend(m_width);
        }
        m_plot.updateLayout();
        if (!placeLegend(m_plot)) {
            return;
        }
        m_above.emplace(m_plot, m_width);
        if (!legendFitsAbove(m_plot)) {
            grow(m_plot.legend->minimumOuterSizeHint().height());
        }
    }
    void fitTitles() {
        m_titles.emplace(m_plot.xAxis->label(), m_plot.yAxis->label());
        constexpr double kMostForTitle = 0.3; // of the height
        if (const int missing = m_plot.missingHeight(); missing > 0) {
            grow(std::min(missing, static_cast<int>(kMostForTitle * m_height)));
        }
        m_plot.elideTitles();
    }
    void grow(int more) {
        m_height += more;
        m_plot.setViewport(paper());
        m_plot.updateLayout();
    }

    bool saveSvg(const QString& path) {
        std::unique_ptr<PaperAround> around;
        if (PaperAround::fits(m_plot) &&
            m_plot.addLayer(PaperAround::layerName(), m_plot.layer(QStringLiteral("main")))) {
            around = std::make_unique<PaperAround>(m_plot, Theme::instance().colors().base);
        }
        const bool saved = writeSvg(path);
        if (around) {
            around.reset();
            m_plot.removeLayer(m_plot.layer(PaperAround::layerName()));
        }
        return saved;
    }
    bool writeSvg(const QString& path) {
        QSaveFile file(path);
        if (!file.open(QIODevice::WriteOnly)) {
            return false;
        }
        QSvgGenerator generator;
        generator.setOutputDevice(&file);
        generator.setSize(paper().size());
        generator.setViewBox(paper());
        generator.setResolution(72);
        generator.setTitle(m_plot.m_title);
        QCPPainter painter;
        painter.begin(&generator);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        painter.fillRect(paper(), Theme::instance().colors().base);
        m_plot.toPainter(&painter, m_width, m_height);
        painter.end();
        return file.commit();
    }

    Plot& m_plot;
    QSignalBlocker m_quiet;
    const ThemeMode m_mode;
    const bool m_dark;
    const int m_width;
    int m_height;
    std::optional<LegendAbove> m_above;
    std::optional<std::pair<QString, QString>> m_titles; ///< of plain axes, as they were before they were cut
};

bool Plot::exportTo(const QString& path, double widthPoints, double heightPoints, double fontPoints) {
    return !isLedgerFile(path.toStdString()) &&
           OnPaper(*this, widthPoints, heightPoints, fontPoints).save(path);
}

} // namespace parsimony::ui
