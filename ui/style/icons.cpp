// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"

#include "ui/style/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

namespace parsimony::ui {

namespace {

/// Draws an SVG whose strokes are `currentColor`; the colour is looked up when drawing, so a change of theme
/// needs no new icons.
class SvgIconEngine : public QIconEngine {
public:
    explicit SvgIconEngine(QString name) : m_name(std::move(name)) {
        QFile file(QStringLiteral(":/parsimony/icons/%1.svg").arg(m_name));
        if (file.open(QIODevice::ReadOnly)) {
            m_source = file.readAll();
        }
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const Colors& colors = Theme::instance().colors();
        const QColor color = mode == QIcon::Disabled ? colors.faint
                             : state == QIcon::On    ? colors.accent
                                                     : colors.muted;
        QByteArray source = m_source;
        source.replace("currentColor", color.name().toLatin1());
        QSvgRenderer renderer(source);
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size); // in pixels of the display
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, pixmap.rect(), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new SvgIconEngine(m_name); }

private:
    QString m_name;
    QByteArray m_source;
};

} // namespace

QIcon icon(const QString& name) {
    return QIcon(new SvgIconEngine(name));
}

QIcon applicationIcon() {
    return QIcon(QStringLiteral(":/parsimony/icons/parsimony.svg"));
}

ApplicationMark::ApplicationMark(int side, QWidget* parent) : QWidget(parent) {
    setFixedSize(side, side);
}

void ApplicationMark::paintEvent(QPaintEvent*) {
    QSvgRenderer renderer(QStringLiteral(":/parsimony/icons/parsimony.svg"));
    QPainter painter(this);
    renderer.render(&painter, QRectF(rect()));
}

} // namespace parsimony::ui
