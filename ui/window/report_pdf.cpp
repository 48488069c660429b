// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/report_pdf.h"

#include "core/base/sentence.h"
#include "core/export/atomic_file.h"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <QUrl>
#include <algorithm>

namespace parsimony::ui {

namespace {

constexpr int kDotsPerInch = 300;
constexpr double kPlotWidth = 440.0;     ///< at most, in points; the document leaves margins of 2 cm itself
constexpr double kPointsPerPixel = 0.75; ///< of an SVG file
constexpr double kFontPoints = 9.0;

/// A plot at the resolution of the page.
QImage pictureOf(const QString& svg, const QSizeF& points) {
    QSvgRenderer renderer(svg);
    if (!renderer.isValid()) {
        fail(Sentence("{1} is no picture that can be drawn", svg.toStdString()));
    }
    QImage image((points * kDotsPerInch / 72.0).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

/// Gives each picture of the text its drawing and its size on paper.
void addPictures(QTextDocument& document, const QString& folder) {
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            QTextImageFormat format = at.fragment().charFormat().toImageFormat();
            if (!format.isValid()) {
                continue;
            }
            const QString file = folder + QLatin1Char('/') + format.name();
            const QSizeF own = QSvgRenderer(file).defaultSize();
            const QSizeF size =
                own * std::min(kPointsPerPixel, own.width() > 0.0 ? kPlotWidth / own.width() : 1.0);
            document.addResource(QTextDocument::ImageResource, QUrl(format.name()), pictureOf(file, size));
            format.setWidth(size.width());
            format.setHeight(size.height());
            QTextCursor cursor(&document);
            cursor.setPosition(at.fragment().position());
            cursor.setPosition(at.fragment().position() + at.fragment().length(), QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
            break; // changing the format ends what was walked through
        }
    }
}

/// Rules between the cells: without them columns of figures run into each other.
void addRules(QTextFrame* frame) {
    for (QTextFrame* child : frame->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(child)) {
            QTextTableFormat format = table->format();
            format.setBorder(1.0);
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBorderBrush(QColor(200, 200, 200));
            format.setBorderCollapse(true);
            format.setCellPadding(3.0);
            format.setTopMargin(4.0);
            format.setBottomMargin(8.0);
            table->setFormat(format);
        }
        addRules(child);
    }
}

} // namespace

void printReport(const QString& markdown, const QString& pdf) {
    exporting::refuseLedgerFile(pdf.toStdString());
    QFile text(markdown);
    if (!text.open(QIODevice::ReadOnly)) {
        fail(Sentence("{1} cannot be read: {2}", markdown.toStdString(), text.errorString().toStdString()));
    }
    QTextDocument document;
    QFont font(QStringLiteral("sans-serif"));
    font.setPointSizeF(kFontPoints);
    document.setDefaultFont(font);
    document.setMarkdown(QString::fromUtf8(text.readAll()));
    addPictures(document, QFileInfo(markdown).path());
    addRules(document.rootFrame());
    QSaveFile file(pdf);
    if (!file.open(QIODevice::WriteOnly)) {
        fail(Sentence("{1} cannot be written: {2}", pdf.toStdString(), file.errorString().toStdString()));
    }
    {
        QPdfWriter writer(&file);
        writer.setCreator(QStringLiteral("Parsimony"));
        writer.setTitle(document.metaInformation(QTextDocument::DocumentTitle));
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF());
        writer.setResolution(kDotsPerInch);
        document.print(&writer);
    }
    if (!file.commit()) {
        fail(Sentence("{1} cannot be written: {2}", pdf.toStdString(), file.errorString().toStdString()));
    }
}

} // namespace parsimony::ui
