// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/opaque_buffer.h"

namespace parsimony::ui {

OpaqueBuffer::OpaqueBuffer(const QSize& size, double devicePixelRatio)
    : QCPAbstractPaintBuffer(size, devicePixelRatio), m_background(Qt::white) {
    OpaqueBuffer::reallocateBuffer();
}

QCPPainter* OpaqueBuffer::startPainting() {
    auto* painter = new QCPPainter(&m_picture);
    painter->setRenderHint(QPainter::Antialiasing);
    return painter;
}

void OpaqueBuffer::draw(QCPPainter* painter) const {
    painter->drawImage(QPoint(0, 0), m_picture);
}

void OpaqueBuffer::clear(const QColor& color) {
    m_picture.fill(color.alpha() == 0 ? m_background : color);
}

void OpaqueBuffer::reallocateBuffer() {
    setInvalidated();
    const QSize size = QSizeF(mSize * mDevicePixelRatio).toSize();
    const qsizetype row = 4 * static_cast<qsizetype>(size.width());
    if (const qsizetype bytes = row * size.height(); bytes > m_memory.size()) {
        m_picture = {};
        m_memory = QVector<uchar>();
        m_memory.resize(bytes);
    }
    m_picture = QImage(m_memory.data(), size.width(), size.height(), row, QImage::Format_RGB32);
    m_picture.setDevicePixelRatio(mDevicePixelRatio);
}

} // namespace parsimony::ui
