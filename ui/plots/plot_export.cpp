// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files: vectors and pictures for paper.
#include "ui/plots/legend_place.h"
#include "ui/plots/plot.h"
#include "ui/style/theme.h"

#include <QFileInfo>
#include <QHash>
#include <QSaveFile>
#include <QSvgGenerator>
#include <optional>

namespace parsimony::ui {

namespace {

enum class PictureFormat { Svg, Pdf, Png };

/// By the ending of the name; PNG for one that is none of these.
PictureFormat formatOf(const QString& path) {
    static const QHash<QString, PictureFormat> formats{{QStringLiteral("svg"), PictureFormat::Svg},
                                                       {QStringLiteral("pdf"), PictureFormat::Pdf}};
    return formats.value(QFileInfo(path).suffix().toLower(), PictureFormat::Png);
}

} // namespace

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
    applyTheme();
    const int w = std::max(40, static_cast<int>(std::lround(widthPoints)));
    int h = std::max(40, static_cast<int>(std::lround(heightPoints)));
    setViewport(QRect(0, 0, w, h)); // ticks and the legend's place are for this size
    restyle();
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
    bool ok = false;
    switch (formatOf(path)) {
    case PictureFormat::Svg: {
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
