// SPDX-License-Identifier: GPL-3.0-or-later
// Two trials, or two experiments, side by side in the inspector.
#include "ui/models/differences.h"
#include "ui/models/selection.h"
#include "ui/models/trial_table_model.h"
#include "ui/style/widgets.h"
#include "ui/window/inspector.h"
#include "ui/workers/workbench.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace parsimony::ui {

namespace {

QLabel* cell(const QString& text, const QString& meaning, bool bold) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setToolTip(meaning);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QFont font = label->font();
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    label->setFont(font);
    return label;
}

QWidget* gridOf(const Differences& both, bool onlyDifferent) {
    auto* holder = new QWidget;
    auto* grid = new QGridLayout(holder);
    grid->setContentsMargins(0, 4, 0, 4);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(2, 1);
    grid->setColumnStretch(3, 1);
    grid->addWidget(roleLabel(both.leftTitle, "muted"), 0, 2);
    grid->addWidget(roleLabel(both.rightTitle, "muted"), 0, 3);
    int row = 1;
    for (const Differences::Row& one : both.rows) {
        if (onlyDifferent && !one.differs) {
            continue;
        }
        auto* mark = cell(one.differs ? QStringLiteral("≠") : QString(), one.meaning, true);
        mark->setAccessibleName(one.differs ? Inspector::tr("%1 differs").arg(one.name) : QString());
        grid->addWidget(mark, row, 0);
        auto* name = roleLabel(one.name, "muted");
        name->setToolTip(one.meaning);
        name->setWordWrap(true);
        grid->addWidget(name, row, 1);
        grid->addWidget(cell(one.left, one.meaning, one.differs), row, 2);
        grid->addWidget(cell(one.right, one.meaning, one.differs), row, 3);
        ++row;
    }
    holder->setObjectName(QStringLiteral("inspector.differences"));
    return holder;
}

} // namespace

Inspector::TwoTrials Inspector::twoTrials() const {
    if (m_context.selection.trials().size() != 2) {
        return std::nullopt;
    }
    QList<qint64> ids = m_context.selection.trials().values();
    std::sort(ids.begin(), ids.end());
    const auto* left = m_context.trials.trialById(ids.first());
    const auto* right = m_context.trials.trialById(ids.last());
    return left != nullptr && right != nullptr ? std::optional(std::pair(*left, *right)) : std::nullopt;
}

std::vector<std::int64_t> Inspector::twoExperiments(const TwoTrials& two) const {
    std::vector<std::int64_t> ids;
    if (two) {
        ids = {two->first.experiment, two->second.experiment};
    } else {
        for (const double number : m_context.trials.filter().listed(TrialColumn::Experiment)) {
            ids.push_back(static_cast<std::int64_t>(number));
        }
        std::sort(ids.begin(), ids.end());
    }
    return ids.size() == 2 && ids[0] != ids[1] ? ids : std::vector<std::int64_t>();
}

void Inspector::showDifferences() {
    const bool several = m_shown.two.has_value();
    addHeading(several ? tr("Two trials") : tr("Two experiments"));
    auto* only = new QCheckBox(tr("Only differences"));
    only->setObjectName(QStringLiteral("inspector.onlyDifferences"));
    only->setChecked(m_onlyDifferences);
    connect(only, &QCheckBox::toggled, this, [this](bool on) {
        m_onlyDifferences = on;
        rebuild();
        if (auto* again = m_body->findChild<QCheckBox*>(QStringLiteral("inspector.onlyDifferences"))) {
            again->setFocus(); // where the keyboard was
        }
    });
    m_layout->addWidget(only);
    if (several) {
        m_layout->addWidget(gridOf(betweenTrials(m_shown.two->first, m_shown.two->second, m_context.trials),
                                   m_onlyDifferences));
    }
    const auto state = m_context.bench.state();
    if (m_shown.experiments.size() != 2 || !state) {
        return;
    }
    const auto summaryOf = [&](std::int64_t id) {
        return std::find_if(state->experiments.begin(), state->experiments.end(),
                            [id](const auto& one) { return one.id == id; });
    };
    const auto left = summaryOf(m_shown.experiments[0]);
    const auto right = summaryOf(m_shown.experiments[1]);
    if (left != state->experiments.end() && right != state->experiments.end()) {
        if (several) {
            addHeading(tr("Their experiments"));
        }
        m_layout->addWidget(gridOf(betweenExperiments(*left, *right), m_onlyDifferences));
    }
}

} // namespace parsimony::ui
