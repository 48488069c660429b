// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/split_editor.h"

#include "ui/models/number_format.h"
#include "ui/style/contrast.h"
#include "ui/style/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace parsimony::ui {

SplitEditor::SplitEditor(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("splitEditor"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Split of the budget"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void SplitEditor::setSplit(const BudgetSplit& split) {
    m_split = split;
    m_focused = std::clamp(m_focused, 0, std::max(0, static_cast<int>(split.phases().size()) - 1));
    QStringList words;
    for (std::size_t i = 0; i < split.shares().size(); ++i) {
        const QString epsilon = formatEpsilon(split.shares()[i].epsilon, Rounding::Up);
        const int trials = split.phases()[i].trials;
        words << (trials == 1 ? tr("phase %1: 1 trial of ε %2").arg(i + 1).arg(epsilon)
                              : tr("phase %1: %2 trials of ε %3").arg(i + 1).arg(trials).arg(epsilon));
    }
    words << (split.affordable()
                  ? tr("final run: ε %1").arg(formatEpsilon(split.finalEpsilon(), Rounding::Up))
                  : tr("nothing left for the final run"));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    update();
}

QRectF SplitEditor::bar() const {
    return QRectF(4.5, 20.5, width() - 9.0, 20.0);
}

double SplitEditor::edge(std::size_t phase) const {
    double share = 0.0;
    for (std::size_t i = 0; i <= phase && i < m_split.shares().size(); ++i) {
        share += m_split.shares()[i].fraction;
    }
    return bar().left() + std::min(1.0, share) * bar().width();
}

int SplitEditor::edgeAt(double x) const {
    int best = -1;
    double distance = 8.0;
    for (std::size_t i = 0; i < m_split.shares().size(); ++i) {
        const double d = std::abs(edge(i) - x);
        if (d <= distance) { // of edges on one spot the last wins: it has room on its right
            distance = d;
            best = static_cast<int>(i);
        }
    }
    return best;
}

void SplitEditor::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    const Colors& c = theme.colors();
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = bar();
    QPainterPath clip;
    clip.addRoundedRect(frame, 3, 3);
    p.save();
    p.setClipPath(clip);
    p.fillRect(frame, m_split.affordable() ? theme.phaseColor(-1) : c.dangerSoft);
    double x = frame.left();
    for (std::size_t i = 0; i < m_split.shares().size(); ++i) {
        const double right = edge(i);
        const QRectF block(x, frame.top(), right - x, frame.height());
        p.fillRect(block, theme.phaseColor(static_cast<int>(i)));
        p.setPen(QPen(c.base, 1));
        const int trials = m_split.phases()[i].trials;
        for (int t = 1; t < trials && block.width() / trials > 3.0; ++t) {
            const double at = block.left() + block.width() * t / trials;
            p.drawLine(QPointF(at, block.top()), QPointF(at, block.bottom()));
        }
        x = right;
    }
    p.restore();
    p.setFont(Theme::font(11));
    // Above: what the phases take per trial. Below: shares of μ², the scale on which charges add up.
    double lastRight = 0.0;
    x = frame.left();
    for (std::size_t i = 0; i < m_split.shares().size(); ++i) {
        const double right = edge(i);
        const QString text =
            tr("%1 × %2").arg(m_split.phases()[i].trials).arg(formatEpsilon(m_split.shares()[i].epsilon));
        const double w = p.fontMetrics().horizontalAdvance(text);
        const double at =
            std::max(lastRight + (i == 0 ? 0.0 : 8.0), std::min((x + right - w) / 2.0, width() - w - 4.0));
        p.setPen(readableOn(c.panel, theme.phaseColor(static_cast<int>(i))));
        p.drawText(QRectF(std::max(4.0, at), 2, w + 2, 16), Qt::AlignLeft | Qt::AlignVCenter, text);
        lastRight = std::max(4.0, at) + w;
        // The handle.
        const bool hot = static_cast<int>(i) == m_dragged || (hasFocus() && static_cast<int>(i) == m_focused);
        const QRectF grip(right - 2.5, frame.top() - 3, 5, frame.height() + 6);
        p.setPen(QPen(hot ? c.accent : c.strongLine, 1));
        p.setBrush(hot ? c.accentSoft : c.raised);
        p.drawRoundedRect(grip, 2, 2);
        x = right;
    }
    const QString rest = m_split.affordable()
                             ? tr("final %1").arg(formatEpsilon(m_split.finalEpsilon(), Rounding::Up))
                             : tr("nothing left");
    p.setPen(m_split.affordable() ? c.text : c.danger);
    const double w = p.fontMetrics().horizontalAdvance(rest);
    if (lastRight + w + 12 < frame.right()) {
        p.drawText(QRectF(frame.right() - w - 2, 2, w + 4, 16), Qt::AlignLeft | Qt::AlignVCenter, rest);
    }
    p.setPen(c.muted);
    QStringList below;
    for (const auto& share : m_split.shares()) {
        below << formatPercent(share.fraction, share.fraction < 0.1 ? 1 : 0);
    }
    below << formatPercent(m_split.finalShare().fraction, 0);
    p.drawText(QRectF(frame.left(), 46, frame.width(), 16), Qt::AlignLeft | Qt::AlignVCenter,
               tr("share of μ²: %1").arg(below.join(QStringLiteral(" · "))));
}

void SplitEditor::moveEdge(std::size_t phase, double x) {
    const double left = phase == 0 ? bar().left() : edge(phase - 1);
    const double fraction = std::clamp((x - left) / bar().width(), 1e-4, 0.98);
    const double epsilon = m_split.epsilonForFraction(phase, fraction);
    if (epsilon > 0.0) {
        emit phaseDragged(static_cast<int>(phase), epsilon);
    }
}

void SplitEditor::mousePressEvent(QMouseEvent* event) {
    m_dragged = event->button() == Qt::LeftButton ? edgeAt(event->position().x()) : -1;
    if (m_dragged >= 0) {
        m_focused = m_dragged;
    }
    update();
}

void SplitEditor::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragged >= 0) {
        moveEdge(static_cast<std::size_t>(m_dragged), event->position().x());
    } else {
        setCursor(edgeAt(event->position().x()) >= 0 ? Qt::SplitHCursor : Qt::ArrowCursor);
    }
}

void SplitEditor::mouseReleaseEvent(QMouseEvent*) {
    if (m_dragged >= 0) {
        m_dragged = -1;
        emit dragFinished();
        update();
    }
}

void SplitEditor::keyPressEvent(QKeyEvent* event) {
    const int count = static_cast<int>(m_split.shares().size());
    if (count == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    const double step = event->modifiers().testFlag(Qt::ShiftModifier) ? 20.0 : 4.0;
    const auto phase = static_cast<std::size_t>(m_focused);
    switch (event->key()) {
    case Qt::Key_Left:
        moveEdge(phase, edge(phase) - step);
        break;
    case Qt::Key_Right:
        moveEdge(phase, edge(phase) + step);
        break;
    case Qt::Key_Up:
        m_focused = std::max(0, m_focused - 1);
        update();
        break;
    case Qt::Key_Down:
        m_focused = std::min(count - 1, m_focused + 1);
        update();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool SplitEditor::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                           accessibleDescription().replace(QStringLiteral("; "), QStringLiteral("\n")) +
                               QLatin1Char('\n') +
                               tr("Drag an edge, or use ← and →; ↑ and ↓ choose the edge."),
                           this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace parsimony::ui
