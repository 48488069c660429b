// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trial_filter.h"

#include "ui/models/number_format.h"

#include <QRegularExpression>
#include <QStringList>
#include <cmath>

namespace parsimony::ui {

namespace {

std::optional<TrialColumn> columnOf(const QString& name) {
    for (int i = 0; i < kTrialColumns; ++i) {
        const auto column = static_cast<TrialColumn>(i);
        if (name.compare(trialColumnKey(column), Qt::CaseInsensitive) == 0 ||
            name.compare(trialColumnTitle(column), Qt::CaseInsensitive) == 0) {
            return column;
        }
    }
    return std::nullopt;
}

} // namespace

TrialFilter::TrialFilter(const QString& text) {
    static const QRegularExpression pattern(QStringLiteral("^([^<>=!:]+)(<=|>=|!=|<|>|=|:)(.+)$"));
    const auto words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        const auto match = pattern.match(word);
        const auto column = match.hasMatch() ? columnOf(match.captured(1)) : std::nullopt;
        if (!column) {
            m_words.push_back(word.toLower());
            continue;
        }
        const QString op = match.captured(2);
        Condition c{*column, Relation::Equal, 0.0, false, match.captured(3).toLower()};
        c.relation = op == QLatin1String("<")    ? Relation::Less
                     : op == QLatin1String("<=") ? Relation::LessEqual
                     : op == QLatin1String(">")  ? Relation::Greater
                     : op == QLatin1String(">=") ? Relation::GreaterEqual
                     : op == QLatin1String("!=") ? Relation::NotEqual
                                                 : Relation::Equal;
        QString number = c.text;
        const bool percent = number.endsWith(QLatin1Char('%'));
        if (percent) {
            number.chop(1);
        }
        const auto value = parseTyped(number);
        c.byText = !value;
        c.number = value.value_or(0.0) * (percent ? 0.01 : 1.0);
        m_conditions.push_back(c);
    }
}

bool TrialFilter::holds(const Condition& c, const session::TrialSnapshot& trial) {
    if (c.byText) {
        const QString text = trialText(trial, c.column).toLower();
        const bool contained = text.contains(c.text);
        return c.relation == Relation::NotEqual ? !contained : contained;
    }
    const auto value = trialNumber(trial, c.column);
    if (!value) {
        return c.relation == Relation::NotEqual;
    }
    // Typed numbers are rounded: equal means equal in the four digits that the table shows.
    const bool equal = std::abs(*value - c.number) <= 5e-4 * std::max(std::abs(c.number), 1e-12);
    switch (c.relation) {
    case Relation::Less:
        return *value < c.number;
    case Relation::LessEqual:
        return *value <= c.number;
    case Relation::Equal:
        return equal;
    case Relation::NotEqual:
        return !equal;
    case Relation::GreaterEqual:
        return *value >= c.number;
    case Relation::Greater:
        return *value > c.number;
    }
    return false;
}

bool TrialFilter::matches(const session::TrialSnapshot& trial) const {
    for (const auto& condition : m_conditions) {
        if (!holds(condition, trial)) {
            return false;
        }
    }
    if (m_words.empty()) {
        return true;
    }
    const QString text = (phaseName(trial) + QLatin1Char(' ') + stateName(trial.state) +
                          QStringLiteral(" #") + QString::number(trial.id) + QLatin1Char(' ') +
                          tagsText(trial.tags) + QLatin1Char(' ') + QString::fromStdString(trial.note))
                             .toLower();
    for (const QString& word : m_words) {
        if (!text.contains(word)) {
            return false;
        }
    }
    return true;
}

} // namespace parsimony::ui
