// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <QPaintDevice>
#include <QPaintEngine>
#include <vector>

namespace parsimony::ui::test {

/// Listens to what is painted, and keeps which images those were.
class ImageListener : public QPaintDevice, private QPaintEngine {
public:
    explicit ImageListener(QSize size) : QPaintEngine(AllFeatures), m_size(size) {}

    QPaintEngine* paintEngine() const override {
        return const_cast<ImageListener*>(this); // NOLINT: as QPaintDevice declares it
    }
    struct Image {
        QRectF at;
        qint64 key = 0;
    };
    std::vector<Image> images; ///< in the order in which they were drawn

protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
        default:
            return 96; // dots per inch
        }
    }

private:
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override {}
    Type type() const override { return User; }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawImage(const QRectF& at, const QImage& image, const QRectF&, Qt::ImageConversionFlags) override {
        images.push_back({at, image.cacheKey()});
    }

    QSize m_size;
};

/// The images that a plot is painted with now within these frames, each by its key: one that was made again
/// has another, though it looks the same.
inline std::vector<qint64> imagesDrawn(QCustomPlot& plot, const std::vector<QRect>& frames) {
    ImageListener listener(plot.size());
    QCPPainter painter(&listener);
    plot.toPainter(&painter);
    painter.end();
    std::vector<qint64> keys;
    for (const ImageListener::Image& image : listener.images) {
        if (std::any_of(frames.begin(), frames.end(),
                        [&](const QRect& frame) { return QRectF(frame).intersects(image.at); })) {
            keys.push_back(image.key);
        }
    }
    return keys;
}

} // namespace parsimony::ui::test
