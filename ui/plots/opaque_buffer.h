// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace parsimony::ui {

/// What a plot is drawn into: a picture without transparency that begins with the plot's background, so that
/// it is copied to the window and not blended over a background painted first. At 4K that is half the memory
/// traffic of a frame.
class OpaqueBuffer : public QCPAbstractPaintBuffer {
public:
    OpaqueBuffer(const QSize& size, double devicePixelRatio);

    void setBackground(const QColor& color) { m_background = color; }
    [[nodiscard]] const QImage& picture() const { return m_picture; }

    QCPPainter* startPainting() override;
    void draw(QCPPainter* painter) const override;
    void clear(const QColor& color) override; ///< to the background where `color` is transparent

protected:
    void reallocateBuffer() override;

private:
    QVector<uchar> m_memory; ///< of the picture; kept when it shrinks, for a window that somebody drags
    QImage m_picture;
    QColor m_background;
};

} // namespace parsimony::ui
