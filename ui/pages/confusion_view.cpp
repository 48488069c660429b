// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/confusion_view.h"

#include "ui/models/number_format.h"
#include "ui/style/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {
constexpr double kMargin = 36.0; ///< for the names of the classes
constexpr double kLine = 14.0;
} // namespace

ConfusionView::ConfusionView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("confusion"));
    setAccessibleName(tr("Confusion matrix"));
    setMinimumSize(160, 140);
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ConfusionView::setEvaluation(EvaluationPtr evaluation) {
    m_evaluation = std::move(evaluation);
    m_shares = m_evaluation ? confusionShares(*m_evaluation) : std::vector<double>();
    setAccessibleDescription(empty() ? QString()
                                     : tr("%1 classes; the table beside it says how often each was right")
                                           .arg(m_evaluation->classes.size()));
    update();
}

bool ConfusionView::empty() const {
    return !m_evaluation || m_evaluation->confusion.empty() ||
           m_evaluation->confusion.size() != m_evaluation->classes.size() * m_evaluation->classes.size();
}

QRectF ConfusionView::square() const {
    // Below: the classes, and what the two sides mean, in as many lines as that takes.
    const double below = kLine + captionBox(kLine).height() + 4.0;
    const double side = std::max(1.0, std::min(width() - kMargin - 8.0, height() - below - 4.0));
    return {kMargin, 4.0, side, side};
}

QRectF ConfusionView::captionBox(double top) const {
    const QFontMetricsF metrics(Theme::font(10));
    return metrics.boundingRect(QRectF(2.0, top, width() - 4.0, 4.0 * kLine),
                                Qt::AlignLeft | Qt::TextWordWrap, caption());
}

QString ConfusionView::caption() {
    return tr("predicted class; rows are the true ones");
}

void ConfusionView::paintEvent(QPaintEvent*) {
    QPainter p(this);
    const Colors& c = Theme::instance().colors();
    p.setFont(Theme::font(10));
    if (empty()) {
        return;
    }
    const auto n = static_cast<int>(m_evaluation->classes.size());
    const QRectF place = square();
    const double cell = place.width() / n;
    const QFontMetricsF metrics(p.font());
    for (int truth = 0; truth < n; ++truth) {
        for (int guess = 0; guess < n; ++guess) {
            const auto at = static_cast<std::size_t>(truth) * static_cast<std::size_t>(n) +
                            static_cast<std::size_t>(guess);
            const QRectF box(place.left() + guess * cell, place.top() + truth * cell, cell, cell);
            const double share = m_shares[at];
            p.fillRect(box, Theme::sequential(share));
            const QString count = QString::number(m_evaluation->confusion[at]);
            if (m_evaluation->confusion[at] > 0 && cell > 14.0 &&
                metrics.horizontalAdvance(count) < cell - 4.0) {
                p.setPen(share > 0.6 ? QColor(0, 0, 0) : QColor(255, 255, 255));
                p.drawText(box, Qt::AlignCenter, count);
            }
        }
    }
    p.setPen(QPen(c.strongLine, 1));
    p.drawRect(place);
    p.setPen(c.muted);
    const int stride = std::max(1, static_cast<int>(std::ceil(14.0 / cell)));
    for (int k = 0; k < n; k += stride) {
        const QString name =
            metrics.elidedText(nameOf(static_cast<std::size_t>(k)), Qt::ElideRight, kMargin - 8.0);
        p.drawText(QRectF(2.0, place.top() + k * cell, kMargin - 6.0, cell),
                   Qt::AlignRight | Qt::AlignVCenter, name);
        if (stride * cell >= metrics.horizontalAdvance(name) + 2.0) {
            p.drawText(QRectF(place.left() + k * cell - 20.0, place.bottom() + 2.0, cell + 40.0, kLine),
                       Qt::AlignHCenter | Qt::AlignTop, name);
        }
    }
    // Under the middle of the matrix as far as the widget is wide.
    QRectF box = captionBox(place.bottom() + 2.0 + kLine);
    box.moveLeft(
        std::clamp(place.center().x() - box.width() / 2.0, 2.0, std::max(2.0, width() - 2.0 - box.width())));
    p.drawText(box.adjusted(-1.0, 0.0, 1.0, 0.0), Qt::AlignHCenter | Qt::TextWordWrap, caption());
}

QString ConfusionView::nameOf(std::size_t k) const {
    return QString::fromStdString(m_evaluation->classes[k].name);
}

QString ConfusionView::textAt(const QPointF& at) const {
    const QRectF place = square();
    if (empty() || !place.contains(at)) {
        return {};
    }
    const std::size_t n = m_evaluation->classes.size();
    const double cell = place.width() / static_cast<double>(n);
    const auto truth = std::min(n - 1, static_cast<std::size_t>((at.y() - place.top()) / cell));
    const auto guess = std::min(n - 1, static_cast<std::size_t>((at.x() - place.left()) / cell));
    const auto count = m_evaluation->confusion[truth * n + guess];
    const QString share = formatPercent(m_shares[truth * n + guess], 1);
    if (count == 1) {
        return (m_evaluation->isPrivate ? tr("class %1 taken for %2: about once, %3 of its rows")
                                        : tr("class %1 taken for %2: once, %3 of its rows"))
            .arg(nameOf(truth), nameOf(guess), share);
    }
    return (m_evaluation->isPrivate ? tr("class %1 taken for %2: about %3 times, %4 of its rows")
                                    : tr("class %1 taken for %2: %3 times, %4 of its rows"))
        .arg(nameOf(truth), nameOf(guess), formatCount(count), share);
}

bool ConfusionView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), textAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace parsimony::ui
