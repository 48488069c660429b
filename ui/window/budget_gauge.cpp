// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/budget_gauge.h"

#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <utility>

namespace parsimony::ui {

namespace {

/// How many numbers a record has, of several encoders by name.
QString widthOf(const session::DatasetSnapshot& dataset) {
    QStringList widths;
    for (const session::EncoderSnapshot& encoder : dataset.encoders) {
        widths << QString::fromStdString(encoder.name) + QLatin1Char(' ') + formatCount(encoder.dim);
    }
    return widths.isEmpty() ? formatCount(dataset.dim)
                            : QStringLiteral("(%1)").arg(widths.join(QStringLiteral(", ")));
}

} // namespace

BudgetGauge::BudgetGauge(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Budget"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void BudgetGauge::setBudget(double target, double spent, double reserved, double planned, double delta) {
    const auto square = [delta](double epsilon) {
        if (!(epsilon > 0.0) || !(delta > 0.0) || !(delta < 1.0) || epsilon > 1e6) {
            return 0.0;
        }
        const double mu = muOf(epsilon, delta);
        return mu * mu;
    };
    const double total = square(target);
    m_spent = total > 0.0 ? std::min(1.0, square(spent) / total) : 0.0;
    m_reserved = total > 0.0 ? std::min(1.0 - m_spent, square(reserved) / total) : 0.0;
    m_planned = total > 0.0 ? std::min(1.0 - m_spent - m_reserved, square(planned) / total) : 0.0;
    const QString words = tr("spent %1, reserved %2, the plan would take %3, of %4 (ε)")
                              .arg(formatEpsilon(spent, Rounding::Up), formatEpsilon(reserved, Rounding::Up),
                                   formatEpsilon(planned, Rounding::Up), formatEpsilon(target));
    setToolTip(words + QLatin1Char('\n') +
               tr("The bar counts μ², on which charges add up; ε does not add up."));
    setAccessibleDescription(words);
    update();
}

void BudgetGauge::paintEvent(QPaintEvent*) {
    const Colors& c = Theme::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath clip;
    clip.addRoundedRect(bar, 2, 2);
    painter.setClipPath(clip);
    painter.fillRect(bar, c.left);
    double x = bar.left();
    const auto take = [&](double share) {
        const QRectF piece(x, bar.top(), share * bar.width(), bar.height());
        x += piece.width();
        return piece;
    };
    if (m_spent > 0.0) {
        painter.fillRect(take(m_spent), c.spent);
    }
    if (m_reserved > 0.0) {
        const QRectF piece = take(m_reserved);
        painter.fillRect(piece, c.reserved);
        painter.fillRect(piece, QBrush(c.spent, Qt::BDiagPattern));
    }
    if (m_planned > 0.0) {
        const QRectF piece = take(m_planned);
        painter.fillRect(piece, c.accentSoft);
        painter.setPen(QPen(c.accent, 1, Qt::DashLine));
        painter.drawRect(piece.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.setClipping(false);
    painter.setPen(QPen(c.strongLine, 1));
    painter.drawRoundedRect(bar, 2, 2);
}

BudgetStrip::BudgetStrip(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("budgetStrip"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedHeight(32);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(12);
    m_gauge = new BudgetGauge;
    m_gauge->setFixedWidth(160);
    m_text = new ElidedLabel(nullptr, Qt::ElideRight);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_badge = roleLabel({}, "badge");
    m_badge->setFixedHeight(20);
    row->addWidget(m_gauge);
    row->addWidget(m_text, 1);
    m_curator = roleLabel(tr("curator values shown"), "public-badge");
    m_curator->setObjectName(QStringLiteral("curatorBadge"));
    m_curator->setFixedHeight(20);
    m_curator->setToolTip(
        tr("Values that no guarantee covers are visible. The ledger says that they were looked at."));
    m_curator->hide();
    row->addWidget(m_curator);
    row->addWidget(m_badge);
    showEmpty(false);
}

void BudgetStrip::setCurator(bool on) {
    m_curator->setVisible(on);
}

QString BudgetStrip::text() const {
    return m_text->toolTip();
}

void BudgetStrip::showEmpty(bool hasData) {
    m_shown.reset();
    m_gauge->setBudget(0, 0, 0, 0, 0);
    m_gauge->hide();
    m_text->setFullText(hasData ? tr("Nothing has been touched, nothing is spent.")
                                : tr("No data yet: nothing has been touched, nothing is spent."));
    m_badge->hide();
    setStyleProperty(this, "simulated", false);
}

void BudgetStrip::showBudget(const session::BudgetSnapshot& budget, const session::DatasetSnapshot& dataset,
                             bool planOnly, double planned) {
    Shown now{budget, dataset, planOnly, planned};
    if (m_shown == now) {
        return;
    }
    m_shown = std::move(now);
    m_gauge->show();
    m_gauge->setBudget(budget.targetEpsilon, budget.spentEpsilon, budget.reservedEpsilon, planned,
                       budget.targetDelta);
    QStringList parts;
    const QString spent = formatEpsilon(budget.spentEpsilon, Rounding::Up);
    parts << (budget.simulated ? tr("ε %1 simulated in all runs").arg(spent)
                               : tr("ε %1 of %2 spent").arg(spent, formatEpsilon(budget.targetEpsilon)));
    if (budget.reservedEpsilon > 0.0) {
        parts << tr("%1 reserved").arg(formatEpsilon(budget.reservedEpsilon, Rounding::Up));
    }
    if (!budget.simulated && (!planOnly || budget.remainingEpsilon > 0.0)) {
        parts
            << (budget.remainingEpsilon > 0.0
                    ? tr("a run of %1 still fits").arg(formatEpsilon(budget.remainingEpsilon, Rounding::Down))
                    : tr("nothing left"));
    }
    parts << tr("δ %1").arg(formatDelta(budget.targetDelta));
    if (dataset.records > 0) {
        const QString shape = tr("%1 × %2").arg(formatCount(dataset.records), widthOf(dataset));
        parts << (dataset.views > 1
                      ? tr("%1 (%2 views of %3)")
                            .arg(shape, formatCount(dataset.views), formatCount(dataset.dim / dataset.views))
                      : shape);
    }
    if (dataset.classes > 0) {
        parts << tr("%1 classes").arg(formatCount(dataset.classes));
    }
    const bool simulated = budget.simulated;
    m_text->setFullText(parts.join(QStringLiteral("  ·  ")));
    m_badge->setText(simulated ? tr("public data, simulated budget") : tr("private"));
    m_badge->setToolTip(
        simulated
            ? tr("This data was declared public: no budget is enforced. ε is what the same run would have "
                 "cost on private data.")
            : tr("Budgets are enforced. What leaves this window as released is covered by the guarantee."));
    setRole(m_badge, simulated ? "public-badge" : "badge");
    m_badge->show();
    setStyleProperty(this, "simulated", simulated);
}

} // namespace parsimony::ui
