// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/part_gauges.h"

#include "ui/models/error_text.h"
#include "ui/models/number_format.h"
#include "ui/style/widgets.h"
#include "ui/window/budget_gauge.h"

#include <QGridLayout>
#include <QLabel>

namespace parsimony::ui {

PartGauges::PartGauges(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("partGauges"));
    setAccessibleName(tr("Accounts of the parts"));
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    hide();
}

void PartGauges::clear() {
    m_shown.reset();
    for (auto* child : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        child->hide();
        child->deleteLater();
    }
    hide();
}

void PartGauges::setBudget(const session::BudgetSnapshot& budget) {
    if (m_shown == budget) {
        return;
    }
    clear();
    m_shown = budget;
    for (const auto& [name, part] : session::shownAccounts(budget)) {
        addLine(QString::fromStdString(name), part, budget);
    }
    setVisible(!budget.parts.empty());
}

void PartGauges::addLine(const QString& name, const session::PartBudget& part,
                         const session::BudgetSnapshot& budget) {
    const int row = m_grid->rowCount();
    const QString word = partText(name.toStdString());
    auto* label = new ElidedLabel(nullptr, Qt::ElideRight);
    label->setProperty("role", "muted");
    label->setFixedWidth(72);
    label->setFullText(word);
    auto* gauge = new BudgetGauge;
    gauge->setFixedHeight(8);
    gauge->setBudget(budget.targetEpsilon, part.spentEpsilon, part.reservedEpsilon, 0.0, budget.targetDelta);
    gauge->setAccessibleName(word);
    QString text = formatEpsilon(part.spentEpsilon, Rounding::Up);
    if (part.reservedEpsilon > 0.0) {
        text += QStringLiteral(" + ") + formatEpsilon(part.reservedEpsilon, Rounding::Up);
    }
    const QString left = formatEpsilon(part.remainingEpsilon, Rounding::Down);
    QString words = budget.simulated ? tr("ε %1 simulated").arg(text) : tr("ε %1 · %2 left").arg(text, left);
    if (part.reservedEpsilon > 0.0) { // three numbers are too long for the narrowest line
        words.replace(QStringLiteral(" · "), QStringLiteral("\n"));
    }
    auto* numbers = roleLabel(words, "faint");
    numbers->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    numbers->setObjectName(QStringLiteral("part.%1.budget").arg(name));
    numbers->setToolTip(budget.simulated
                            ? tr("What all runs would have cost on private data. Nothing is enforced.")
                        : part.reservedEpsilon > 0.0
                            ? tr("Spent + reserved, and the largest single run that still fits beside both.")
                            : tr("Spent, and the largest single run that still fits beside it."));
    m_grid->addWidget(label, row, 0);
    m_grid->addWidget(gauge, row, 1);
    m_grid->addWidget(numbers, row, 2, Qt::AlignRight);
}

} // namespace parsimony::ui
