// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/filter_language.h"

#include "ui/models/error_text.h"
#include "ui/models/trial_columns.h"

#include <QCoreApplication>

namespace parsimony::ui {

namespace {

struct FilterWords {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::Filter)
};

/// A word of the window's language; empty where it is the filter's own.
std::string other(const QString& word, const char* own) {
    return word == QLatin1String(own) ? std::string() : word.toStdString();
}

void addColumns(filter::FilterWords& words) {
    for (int i = 0; i < kTrialColumns; ++i) {
        const auto column = static_cast<TrialColumn>(i);
        const QString title = trialColumnTitle(column);
        words.columns.emplace_back(title.toStdString(), column);
        const auto blank = title.indexOf(QLatin1Char(' ')); // "score ± se": its first word is enough
        if (blank > 0) {
            words.columns.emplace_back(title.left(blank).toStdString(), column);
        }
    }
}

} // namespace

filter::FilterWords filterWords(const filter::ExperimentNamesById& experiments) {
    filter::FilterWords words;
    addColumns(words);
    for (int i = 0; i <= static_cast<int>(session::TrialState::Lost); ++i) {
        const auto state = static_cast<session::TrialState>(i);
        words.values.push_back({TrialColumn::State, stateName(state).toStdString(), toText(state)});
    }
    for (const char* role : kTrialRoleNames) {
        session::TrialSnapshot trial;
        trial.role = role;
        if (roleOf(trial) != TrialRole::Trial) {
            words.values.push_back({TrialColumn::Phase, phaseName(trial).toStdString(), role});
        }
    }
    session::TrialSnapshot first;
    words.phase = phaseName(first).section(QLatin1Char(' '), 0, 0).toStdString();
    words.conjunction = other(FilterWords::tr("AND"), "AND");
    words.disjunction = other(FilterWords::tr("OR"), "OR");
    words.negation = other(FilterWords::tr("NOT"), "NOT");
    words.nothing = other(FilterWords::tr("none"), "none");
    addProjectNames(words, experiments);
    return words;
}

QString problemText(const filter::FilterProblem& problem, const QString& text) {
    return FilterWords::tr("character %1: %2")
        .arg(characterAt(text, problem.at) + 1)
        .arg(sentenceText(problem.what));
}

int characterAt(const QString& text, std::size_t byte) {
    return static_cast<int>(QString::fromUtf8(text.toUtf8().left(static_cast<qsizetype>(byte))).size());
}

std::size_t byteAt(const QString& text, int character) {
    return static_cast<std::size_t>(text.left(character).toUtf8().size());
}

} // namespace parsimony::ui
