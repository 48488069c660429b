// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/held_back.h"

#include <QCoreApplication>
#include <QPainterPath>

namespace parsimony::ui {

namespace {
struct HeldBack {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::HeldBack)
};
} // namespace

QCPScatterStyle heldBackMark(const QColor& color) {
    constexpr double kHalf = 3.4, kAbove = 4.4; // drawn at the symbol's size / 6
    QPainterPath lid(QPointF(-kHalf, -kAbove + 1.4));
    lid.lineTo(-kHalf, -kAbove);
    lid.lineTo(kHalf, -kAbove);
    lid.lineTo(kHalf, -kAbove + 1.4);
    return {lid, QPen(color, 1.6), Qt::NoBrush, 9.0};
}

QString heldBackWords() {
    return HeldBack::tr("held back by the largest η or the range");
}

} // namespace parsimony::ui
