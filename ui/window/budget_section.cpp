// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/budget_section.h"

#include "core/base/collected.h"
#include "core/base/number_text.h"
#include "core/search/budget_split.h"
#include "core/session/method_choice.h"
#include "ui/models/budget_split.h"
#include "ui/models/number_format.h"
#include "ui/models/request.h"
#include "ui/pages/option_fields.h"
#include "ui/style/problem_label.h"
#include "ui/window/part_gauges.h"
#include "ui/window/split_editor.h"
#include "ui/workers/workbench.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace parsimony::ui {

BudgetSection::BudgetSection(const Context& context, QWidget* parent)
    : Section(QStringLiteral("budgetSection"), tr("Budget"), parent), m_context(context) {
    buildFields();
    buildSplit();
    buildRaise();
    connect(&m_context.request, &Request::changed, this, &BudgetSection::refresh);
    refresh();
}

void BudgetSection::buildFields() {
    m_parts = new PartGauges;
    body()->addWidget(m_parts);
    m_cap = new OptionFields(m_context.request);
    m_cap->add({session::OptionPlace::Cap});
    body()->addWidget(m_cap);
}

void BudgetSection::buildSplit() {
    m_split = new SplitEditor;
    body()->addWidget(m_split);
    m_phases = new OptionFields(m_context.request);
    m_phases->add({session::OptionPlace::Phases});
    body()->addWidget(m_phases);
    m_note = roleLabel({}, "muted");
    m_note->setWordWrap(true);
    body()->addWidget(m_note);
    m_problem = roleLabel({}, "problem");
    m_problem->setObjectName(QStringLiteral("budget.problem"));
    m_problem->setWordWrap(true);
    body()->addWidget(m_problem);
    connect(m_split, &SplitEditor::phaseDragged, this, [this](int phase, double epsilon) {
        auto values = m_context.request.phaseEpsilons();
        if (phase >= 0 && static_cast<std::size_t>(phase) < values.size()) {
            values[static_cast<std::size_t>(phase)] = epsilon;
            QStringList texts;
            for (const double value : values) {
                texts << QString::fromStdString(roundedText(value, 3));
            }
            m_context.request.edit(
                [&](session::RunOptions& o) {
                    o.phaseEpsilons =
                        NumberList(texts.join(QLatin1Char(',')).toStdString(), "--phase-epsilons");
                },
                QStringLiteral("drag%1").arg(phase));
        }
    });
    connect(m_split, &SplitEditor::dragFinished, this, [this] { m_context.request.endMerge(); });
}

void BudgetSection::buildRaise() {
    m_raise = new QPushButton(tr("Raise the cap…"));
    m_raise->setProperty("link", true);
    m_raise->setObjectName(QStringLiteral("budget.raise"));
    m_raiseForm = new QFrame;
    m_raiseForm->setProperty("role", "card");
    auto* layout = new QVBoxLayout(m_raiseForm);
    layout->setContentsMargins(8, 8, 8, 8);
    auto* text = roleLabel(tr("The cap was promised to the people in the data. Raising it is written to the "
                              "ledger for good, and every later report says so."),
                           "muted");
    text->setWordWrap(true);
    auto* grid = new FormGrid;
    auto* epsilon = new Field(QStringLiteral("budget.raise.epsilon"));
    auto* reason = new Field(QStringLiteral("budget.raise.reason"));
    grid->addRow(tr("New ε"), epsilon, tr("The new total; it must be larger than the present one."));
    grid->addRow(tr("Reason"), reason, tr("A sentence for whoever reads the ledger later."));
    auto* apply = new QPushButton(tr("Raise the cap"));
    apply->setObjectName(QStringLiteral("budget.raise.apply"));
    apply->setEnabled(false);
    auto* error = roleLabel({}, "error");
    error->setWordWrap(true);
    error->hide();
    layout->addWidget(text);
    layout->addWidget(grid);
    layout->addWidget(error);
    layout->addWidget(apply, 0, Qt::AlignRight);
    body()->addWidget(m_raise, 0, Qt::AlignLeft);
    body()->addWidget(m_raiseForm);
    m_raise->hide();
    m_raiseForm->hide();
    connect(m_raise, &QPushButton::clicked, this, [this, epsilon] {
        m_raiseForm->setVisible(!m_raiseForm->isVisible());
        epsilon->setFocus();
    });
    const auto check = [this, epsilon, reason, apply] {
        const auto value = parseTyped(epsilon->text());
        apply->setEnabled(value && *value > m_capEpsilon.value_or(0.0) &&
                          !reason->text().trimmed().isEmpty());
    };
    connect(epsilon, &Field::edited, this, check);
    connect(reason, &Field::edited, this, check);
    const auto raised = [this, epsilon, reason, error] {
        epsilon->clear();
        reason->clear();
        error->hide();
        m_raiseForm->hide();
        m_context.bench.refresh();
    };
    const auto refused = [error, check](const Problem& problem) {
        showProblem(*error, problem);
        error->show();
        check();
    };
    connect(apply, &QPushButton::clicked, this, [this, epsilon, reason, apply, raised, refused] {
        if (const auto value = parseTyped(epsilon->text())) {
            apply->setEnabled(false); // one click, one ledger row
            m_context.bench.ask(this, wire::RaiseCall{*value, reason->text().trimmed().toStdString()}, raised,
                                refused);
        }
    });
}

void BudgetSection::setCap(std::optional<double> epsilon, std::optional<double> delta) {
    m_capEpsilon = epsilon;
    m_capDelta = delta;
    m_cap->fix("epsilon", epsilon ? std::optional(formatQuantity(*epsilon, 6)) : std::nullopt);
    m_cap->fix("delta", delta ? std::optional(formatDelta(*delta)) : std::nullopt);
    m_raise->setVisible(epsilon.has_value());
    if (!epsilon) {
        m_raiseForm->hide();
    }
    refresh();
}

void BudgetSection::setParts(const session::BudgetSnapshot* budget) {
    if (budget != nullptr) {
        m_parts->setBudget(*budget);
    } else {
        m_parts->clear();
    }
}

void BudgetSection::refresh() {
    const auto& o = m_context.request.options();
    m_cap->refresh();
    m_cap->setPlaceholder("test-epsilon",
                          tr("for ± %1 points").arg(formatQuantity(o.testSe.value_or(search::kLookPoints))));
    const auto epsilons = m_context.request.phaseEpsilons();
    QStringList texts;
    // While there is no ε to share out, as for an ε of 1.
    const std::vector<double> shares(search::kPhaseShares.begin(), search::kPhaseShares.end());
    for (const double epsilon : epsilons.empty() ? shares : epsilons) {
        texts << QString::fromStdString(roundedText(epsilon, 4));
    }
    m_phases->refresh();
    m_phases->setPlaceholder("phase-epsilons", texts.join(QLatin1Char(',')));
    const bool phases = m_context.request.methodHasPhases();
    const std::uint32_t trials = o.trials.value_or(session::RunOptions::defaultTrials);
    const double total = o.experimentEpsilon.value_or(m_capEpsilon.value_or(o.epsilon.value_or(0.0)));
    const double delta = m_capDelta.value_or(o.delta.value_or(0.0));
    auto list = collected<BudgetSplit::Phase>(epsilons, [&](const double epsilon) {
        return BudgetSplit::Phase{epsilon, static_cast<int>(trials)};
    });
    const BudgetSplit split(total, delta, list);
    m_split->setVisible(split.valid() && phases);
    m_split->setSplit(split);
    if (!split.valid()) {
        m_note->setText(
            tr("Give ε and δ: the split appears here as you edit it, before anything is touched."));
    } else if (phases && split.affordable()) {
        const QString last = formatEpsilon(split.finalEpsilon(), Rounding::Up);
        m_note->setText(
            list.size() > 1 ? tr("%1 trials in %2 phases, then one final run with ε\u00a0%3.")
                                  .arg(static_cast<qulonglong>(trials) * list.size())
                                  .arg(list.size())
                                  .arg(last)
            : trials == 1
                ? tr("1 trial, then one final run with ε\u00a0%1.").arg(last)
                : tr("%1 trials in one phase, then one final run with ε\u00a0%2.").arg(trials).arg(last));
    } else {
        const search::MethodTraits& method = search::traitsOf(session::methodOf(o));
        m_note->setText(method.choosesSetup
                            ? tr("Two short pilots where their scores can tell something, then one "
                                 "run that builds on them: the plan shows which.")
                        : method.oneRun ? tr("This method has no phases: one run takes it all.")
                                        : QString());
    }
    m_note->setVisible(!m_note->text().isEmpty());
    m_problem->setText(
        split.valid() && !split.affordable()
            ? tr("The phases cost more than the total: ε %1 is missing. Make them cheaper or fewer.")
                  .arg(formatEpsilon(split.missingEpsilon(), Rounding::Up))
            : QString());
    m_problem->setVisible(!m_problem->text().isEmpty());
    setSummary(split.valid() ? tr("ε %1 · δ %2").arg(formatEpsilon(total), formatDelta(delta))
                             : tr("not set"));
}

} // namespace parsimony::ui
