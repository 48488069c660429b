// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/calculator_page.h"

#include "ui/models/gaussian_calculator.h"
#include "ui/models/number_format.h"
#include "ui/plots/profile_plot.h"
#include "ui/views/widgets.h"

#include <QLabel>
#include <QVBoxLayout>

namespace parsimony::ui {

CalculatorPage::CalculatorPage(QWidget* parent) : QWidget(parent), m_profile(new ProfilePlot) {
    setObjectName(QStringLiteral("plotPage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 12, 8, 8);
    row->setSpacing(16);
    auto* side = new QWidget;
    side->setFixedWidth(264);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(roleLabel(tr("Gaussian releases").toUpper(), "heading"));
    auto* grid = new FormGrid;
    m_noise = new Field(QStringLiteral("calculator.noise"));
    m_steps = new Field(QStringLiteral("calculator.steps"));
    m_delta = new Field(QStringLiteral("calculator.delta"));
    m_epsilon = new Field(QStringLiteral("calculator.epsilon"));
    grid->addRow(tr("&Noise σ"), m_noise,
                 tr("Noise multiplier of one release: noise standard deviation over sensitivity."));
    grid->addRow(tr("&Releases T"), m_steps,
                 tr("How many releases; full-batch training makes one per step."));
    grid->addRow(tr("&δ"), m_delta, tr("The δ at which ε is read off the profile."));
    grid->addRow(tr("&ε"), m_epsilon, tr("Change it to find the least noise that stays within it."));
    column->addWidget(grid);
    m_mu = roleLabel({}, "big");
    m_words = roleLabel({}, "muted");
    m_words->setWordWrap(true);
    column->addWidget(m_mu);
    column->addWidget(m_words);
    auto* note = roleLabel(tr("Exact Gaussian accounting. ε is rounded up, noise as well. Nothing here "
                              "touches data or a budget."),
                           "faint");
    note->setWordWrap(true);
    column->addStretch(1);
    column->addWidget(note);
    row->addWidget(side);
    row->addWidget(m_profile, 1);
    m_noise->setText(QStringLiteral("26.4"));
    m_steps->setText(QStringLiteral("50"));
    m_delta->setText(QStringLiteral("1e-5"));
    for (Field* field : {m_noise, m_steps, m_delta}) {
        connect(field, &Field::edited, this, &CalculatorPage::fromNoise);
    }
    connect(m_epsilon, &Field::edited, this, &CalculatorPage::fromEpsilon);
    fromNoise();
}

void CalculatorPage::fromNoise() {
    const Mechanism mechanism{parseTyped(m_noise->text()).value_or(0.0),
                              parseTyped(m_steps->text()).value_or(0.0)};
    const double delta = parseTyped(m_delta->text()).value_or(0.0);
    const auto epsilon = epsilonOfMechanism(mechanism, delta);
    m_noise->setInvalid(!(mechanism.noiseMultiplier > 0.0), tr("A positive number."));
    m_steps->setInvalid(!(mechanism.steps >= 1.0), tr("1 or more."));
    m_delta->setInvalid(!(delta > 0.0 && delta < 1.0), tr("Between 0 and 1."));
    m_epsilon->setInvalid(false);
    m_epsilon->setText(epsilon ? formatEpsilon(*epsilon, Rounding::Up) : QString());
    show(epsilon ? mechanism.mu() : 0.0);
}

void CalculatorPage::fromEpsilon() {
    const double steps = parseTyped(m_steps->text()).value_or(0.0);
    const double delta = parseTyped(m_delta->text()).value_or(0.0);
    const auto noise = noiseFor(parseTyped(m_epsilon->text()).value_or(0.0), delta, steps);
    m_epsilon->setInvalid(!noise, tr("A positive number, at most a million."));
    if (noise) {
        m_noise->setInvalid(false);
        m_noise->setText(formatQuantity(*noise * (1.0 + 5e-7), 6));
        show(Mechanism{*noise, steps}.mu());
    } else {
        show(0.0);
    }
}

void CalculatorPage::show(double mu) {
    const double delta = parseTyped(m_delta->text()).value_or(0.0);
    m_mu->setText(mu > 0.0 ? QStringLiteral("μ = %1").arg(formatMu(mu)) : QStringLiteral("μ = –"));
    m_words->setText(mu > 0.0 ? tr("%1 releases with noise %2 are (%3, %4)-differentially private.")
                                    .arg(m_steps->text(), m_noise->text(), m_epsilon->text(), m_delta->text())
                              : tr("Fill in the fields: the profile follows."));
    m_profile->setMu(mu, mu > 0.0 ? delta : 0.0);
}

} // namespace parsimony::ui
