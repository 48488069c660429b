// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/calculator_page.h"

#include "ui/models/gaussian_calculator.h"
#include "ui/models/number_format.h"
#include "ui/plots/profile_plot.h"
#include "ui/style/side_by_side.h"
#include "ui/style/widgets.h"
#include "ui/workers/workbench.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

namespace parsimony::ui {

namespace {

constexpr int kDelayMilliseconds = 250;

QString figureText(double value, bool has = true) {
    return !has ? absent() : std::isfinite(value) ? formatEpsilon(value, Rounding::Up) : QStringLiteral("∞");
}

} // namespace

CalculatorPage::CalculatorPage(const Context& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_profile(new ProfilePlot) {
    setObjectName(QStringLiteral("plotPage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    auto* rest = new QWidget;
    auto* right = new QVBoxLayout(rest);
    right->setContentsMargins(8, 12, 8, 8);
    buildFigures();
    right->addWidget(m_figures);
    right->addWidget(m_profile, 1);
    all->addWidget(new SideBySide(buildSide(), 304, tr("Calculator"), rest, {260, 320}));
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, [this] { ask(AccountQuestion::Find::Epsilon); });
    m_noise->setText(formatQuantity(26.4));
    m_steps->setText(QStringLiteral("50"));
    m_rate->setText(QStringLiteral("1"));
    m_delta->setText(QStringLiteral("1e-5"));
    for (Field* field : {m_noise, m_steps, m_rate, m_delta}) {
        connect(field, &Field::edited, this, &CalculatorPage::fromNoise);
    }
    connect(m_adjacency, &QComboBox::currentIndexChanged, this, &CalculatorPage::fromNoise);
    connect(m_epsilon, &Field::edited, this, &CalculatorPage::fromEpsilon);
    fromNoise();
    m_delay.stop(); // the first table is filled when someone asks
}

void CalculatorPage::buildFields(FormGrid* grid) {
    m_noise = new Field(QStringLiteral("calculator.noise"));
    m_steps = new Field(QStringLiteral("calculator.steps"));
    m_rate = new Field(QStringLiteral("calculator.rate"));
    m_delta = new Field(QStringLiteral("calculator.delta"));
    m_epsilon = new Field(QStringLiteral("calculator.epsilon"));
    m_adjacency = new QComboBox;
    m_adjacency->setObjectName(QStringLiteral("calculator.adjacency"));
    m_adjacency->addItems({tr("zero-out"), tr("replace-one")});
    grid->addRow(tr("&Noise σ"), m_noise,
                 tr("Noise multiplier of one release: noise standard deviation over sensitivity."));
    grid->addRow(tr("&Releases T"), m_steps,
                 tr("How many releases; full-batch training makes one per step."));
    grid->addRow(tr("Sample rate &q"), m_rate,
                 tr("The chance of each record to take part in a release; 1 is all of them, always."));
    grid->addRow(tr("Neighbours"), m_adjacency,
                 tr("What one person's presence changes. Zero-out: a row, or zeros in its place. "
                    "Replace-one: a row, or another in its place (twice the sensitivity)."));
    grid->addRow(tr("&δ"), m_delta, tr("The δ at which ε is read off the profile."));
    grid->addRow(tr("&ε"), m_epsilon, tr("Change it, then find what stays within it."));
}

void CalculatorPage::setReleases(const QStringList& typed) {
    const std::array fields{m_noise, m_steps, m_delta};
    for (qsizetype i = 0; i < std::min<qsizetype>(typed.size(), fields.size()); ++i) {
        fields[static_cast<std::size_t>(i)]->setText(typed[i]);
    }
    fromNoise();
}

QWidget* CalculatorPage::buildSide() {
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(16, 12, 12, 8);
    column->setSpacing(8);
    column->addWidget(roleLabel(tr("Noisy releases").toUpper(), "heading"));
    auto* grid = new FormGrid;
    buildFields(grid);
    column->addWidget(grid);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    const auto button = [&](QBoxLayout* into, const QString& text, const char* name,
                            AccountQuestion::Find find) {
        auto* push = new QPushButton(text);
        push->setObjectName(QLatin1String(name));
        connect(push, &QPushButton::clicked, this, [this, find] { ask(find); });
        into->addWidget(push);
    };
    button(row, tr("Find σ"), "calculator.findNoise", AccountQuestion::Find::Noise);
    button(row, tr("Find T"), "calculator.findSteps", AccountQuestion::Find::Steps);
    button(row, tr("Find q"), "calculator.findRate", AccountQuestion::Find::Rate);
    column->addLayout(row);
    m_mu = roleLabel({}, "big");
    m_words = roleLabel({}, "muted");
    m_words->setWordWrap(true);
    m_problem = roleLabel({}, "problem");
    m_problem->setObjectName(QStringLiteral("calculator.problem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addWidget(m_mu);
    column->addWidget(m_words);
    column->addWidget(m_problem);
    column->addWidget(roleLabel(tr("Composition").toUpper(), "heading"));
    m_events = new QPlainTextEdit;
    m_events->setObjectName(QStringLiteral("calculator.events"));
    m_events->setAccessibleName(tr("A composition as a JSON list of events"));
    m_events->setTabChangesFocus(true);
    m_events->setPlaceholderText(QStringLiteral("[{\"gaussian\": {\"noise_multiplier\": 2}, \"count\": 5}]"));
    m_events->setFixedHeight(72);
    column->addWidget(m_events);
    button(column, tr("Compose"), "calculator.compose", AccountQuestion::Find::Composition);
    auto* note =
        roleLabel(tr("ε is rounded up, noise as well. Nothing here touches data or a budget."), "faint");
    note->setWordWrap(true);
    column->addStretch(1);
    column->addWidget(note);
    return side;
}

void CalculatorPage::buildFigures() {
    m_figures = new QTableWidget(0, 5);
    m_figures->setObjectName(QStringLiteral("calculator.figures"));
    m_figures->setAccessibleName(tr("ε by each accountant"));
    m_figures->setHorizontalHeaderLabels(
        {tr("accountant"), QStringLiteral("ε"), tr("at least"), tr("at most"), QString()});
    m_figures->verticalHeader()->hide();
    m_figures->verticalHeader()->setDefaultSectionSize(22);
    m_figures->horizontalHeader()->setStretchLastSection(true);
    m_figures->horizontalHeader()->setHighlightSections(false);
    m_figures->setShowGrid(false);
    m_figures->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_figures->setTabKeyNavigation(false);
    m_figures->hide();
}

bool CalculatorPage::plainGaussian() const {
    return parseTyped(m_rate->text()).value_or(0.0) == 1.0 && m_adjacency->currentIndex() == 0;
}

AccountQuestion CalculatorPage::question() const {
    AccountQuestion q;
    q.noiseMultiplier = parseTyped(m_noise->text()).value_or(0.0);
    q.steps = parseTyped(m_steps->text()).value_or(0.0);
    q.sampleRate = parseTyped(m_rate->text()).value_or(0.0);
    q.delta = parseTyped(m_delta->text()).value_or(0.0);
    q.epsilon = parseTyped(m_epsilon->text()).value_or(0.0);
    q.replaceOne = m_adjacency->currentIndex() == 1;
    q.events = m_events->toPlainText();
    return q;
}

void CalculatorPage::ask(AccountQuestion::Find find) {
    AccountQuestion q = question();
    q.find = find;
    m_delay.stop();
    m_context.bench.ask(
        m_question, [q](const EngineAccess&) { return answerOf(q); },
        [this](const AccountAnswer& answer) { showAnswer(answer); },
        [this](const Problem& problem) {
            AccountAnswer none;
            none.problem = problem.message;
            showAnswer(none);
        });
}

void CalculatorPage::fromNoise() {
    const AccountQuestion q = question();
    m_noise->setInvalid(!(q.noiseMultiplier > 0.0), tr("A positive number."));
    m_steps->setInvalid(!(q.steps >= 1.0), tr("1 or more."));
    m_rate->setInvalid(!(q.sampleRate > 0.0 && q.sampleRate <= 1.0), tr("Above 0, at most 1."));
    m_delta->setInvalid(!(q.delta > 0.0 && q.delta < 1.0), tr("Between 0 and 1."));
    m_epsilon->setInvalid(false);
    m_problem->hide();
    m_figures->hide();
    m_delay.start();
    if (!plainGaussian()) {
        m_epsilon->clear();
        m_mu->setText(QStringLiteral("…"));
        m_words->setText(tr("Sub-sampled releases are composed numerically; that takes a moment."));
        m_profile->setMu(0.0, 0.0);
        return;
    }
    const auto epsilon = epsilonOfMechanism({q.noiseMultiplier, q.steps}, q.delta);
    m_epsilon->setText(epsilon ? formatEpsilon(*epsilon, Rounding::Up) : QString());
    show(epsilon ? Mechanism{q.noiseMultiplier, q.steps}.mu() : 0.0);
}

void CalculatorPage::fromEpsilon() {
    m_delay.stop();
    m_figures->hide();
    if (!plainGaussian()) {
        m_words->setText(tr("Press one of the buttons to find what stays within this ε."));
        return;
    }
    const AccountQuestion q = question();
    const auto noise = noiseFor(q.epsilon, q.delta, q.steps);
    m_epsilon->setInvalid(!noise, tr("A positive number, at most a million."));
    if (noise) {
        m_noise->setInvalid(false);
        m_noise->setText(formatQuantity(*noise * (1.0 + 5e-7), 6));
        show(Mechanism{*noise, q.steps}.mu());
    } else {
        show(0.0);
    }
}

void CalculatorPage::show(double mu) {
    const double delta = parseTyped(m_delta->text()).value_or(0.0);
    m_mu->setText(mu > 0.0 ? QStringLiteral("μ = %1").arg(formatMu(mu)) : QStringLiteral("μ = –"));
    m_words->setText(mu > 0.0 ? tr("%1 releases with noise %2 are (%3,\u00a0%4)-differentially private.")
                                    .arg(m_steps->text(), m_noise->text(), m_epsilon->text(), m_delta->text())
                              : tr("Fill in the fields: the profile follows."));
    m_profile->setMu(mu, mu > 0.0 ? delta : 0.0);
}

void CalculatorPage::showAnswer(const AccountAnswer& answer) {
    using Find = AccountQuestion::Find;
    if (m_delay.isActive()) {
        return; // the fields have changed meanwhile: the next answer is the one to show
    }
    m_problem->setText(answer.problem);
    m_problem->setVisible(!answer.problem.isEmpty());
    m_figures->setVisible(answer.problem.isEmpty());
    if (!answer.problem.isEmpty()) {
        return;
    }
    if (answer.find == Find::Noise) {
        m_noise->setText(formatQuantity(answer.found * (1.0 + 5e-7), 6));
    } else if (answer.find == Find::Steps) {
        m_steps->setText(QString::number(answer.found, 'f', 0));
    } else if (answer.find == Find::Rate) {
        m_rate->setText(formatQuantity(answer.found * (1.0 - 5e-7), 6));
    } else if (answer.find == Find::Epsilon) {
        m_epsilon->setText(figureText(answer.found));
    }
    if (answer.find == Find::Composition) {
        m_mu->setText(QStringLiteral("ε = %1").arg(figureText(answer.found)));
        m_words->setText(tr("What the composition below would be charged at δ = %1.").arg(m_delta->text()));
        m_profile->setMu(0.0, 0.0);
    } else if (plainGaussian()) {
        const AccountQuestion q = question();
        show(std::isfinite(answer.found) ? Mechanism{q.noiseMultiplier, q.steps}.mu() : 0.0);
    } else {
        m_mu->setText(QStringLiteral("ε = %1").arg(m_epsilon->text()));
        m_words->setText(
            tr("%1 releases with noise %2 at rate %3 are (%4,\u00a0%5)-differentially private.")
                .arg(m_steps->text(), m_noise->text(), m_rate->text(), m_epsilon->text(), m_delta->text()));
    }
    m_figures->setRowCount(static_cast<int>(answer.figures.size()));
    int row = 0;
    for (const auto& figure : answer.figures) {
        const QString texts[] = {figure.accountant, figureText(figure.value),
                                 figureText(figure.lower, figure.hasLower),
                                 figureText(figure.upper, figure.hasUpper),
                                 figure.charged       ? tr("charged")
                                 : figure.approximate ? tr("an approximation, never charged")
                                                      : QString()};
        for (int i = 0; i < 5; ++i) {
            auto* item = new QTableWidgetItem(texts[i]);
            item->setTextAlignment((i == 0 || i == 4 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            m_figures->setItem(row, i, item);
        }
        ++row;
    }
    m_figures->setFixedHeight(m_figures->horizontalHeader()->sizeHint().height() + 22 * row + 4);
}

} // namespace parsimony::ui
