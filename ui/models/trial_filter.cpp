// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trial_filter.h"

#include "ui/models/number_format.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
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
        const bool contained = trialText(trial, c.column).toLower().contains(c.text) ||
                               trialCanonicalText(trial, c.column).contains(c.text);
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
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return holds(word, trial); });
}

const QString& TrialFilter::sharedWords(const session::TrialSnapshot& trial) const {
    QString& words = m_shared[{trial.phase, trial.state, trial.role}];
    if (words.isEmpty()) {
        words = (phaseName(trial) + QLatin1Char(' ') + stateName(trial.state)).toLower() + QLatin1Char(' ') +
                trialCanonicalText(trial, TrialColumn::Phase) + QLatin1Char(' ') +
                trialCanonicalText(trial, TrialColumn::State);
    }
    return words;
}

bool TrialFilter::holds(const QString& word, const session::TrialSnapshot& trial) const {
    if (sharedWords(trial).contains(word)) {
        return true;
    }
    const QChar first = word.front();
    if ((first == QLatin1Char('#') || first.isDigit()) &&
        (QLatin1Char('#') + QString::number(trial.id)).contains(word)) {
        return true;
    }
    return (!trial.tags.empty() && tagsText(trial.tags).contains(word, Qt::CaseInsensitive)) ||
           (!trial.note.empty() && QString::fromStdString(trial.note).contains(word, Qt::CaseInsensitive));
}

} // namespace parsimony::ui
