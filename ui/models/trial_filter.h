// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/trial_columns.h"

#include <QString>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace parsimony::ui {

/// What is typed after `/`: words separated by blanks, all of which must hold.
/// `score>0.7`, `phase=2`, `state=failed`, `r<100`; a bare word must occur in the phase, the state,
/// the id, the tags or the note. Names of columns, phases and states are known in English and as the window
/// says them.
/// Percentages are read as shares (`score>70%`). Parsing never fails: a word that is no condition is a bare
/// word.
class TrialFilter {
public:
    TrialFilter() = default;
    explicit TrialFilter(const QString& text);

    [[nodiscard]] bool empty() const { return m_conditions.empty() && m_words.empty(); }
    [[nodiscard]] bool matches(const session::TrialSnapshot& trial) const;

private:
    enum class Relation { Less, LessEqual, Equal, NotEqual, GreaterEqual, Greater };
    struct Condition {
        TrialColumn column;
        Relation relation;
        double number = 0.0;
        bool byText = false;
        QString text;
    };
    static bool holds(const Condition& condition, const session::TrialSnapshot& trial);
    /// Phase and state as a table shows them, in lower case. Few differ, and making them of 10⁵ trials took
    /// most of a keystroke.
    const QString& sharedWords(const session::TrialSnapshot& trial) const;
    bool holds(const QString& word, const session::TrialSnapshot& trial) const;

    std::vector<Condition> m_conditions;
    std::vector<QString> m_words;
    mutable std::map<std::tuple<int, session::TrialState, std::string>, QString> m_shared;
};

} // namespace parsimony::ui
