// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QObject>
#include <deque>
#include <functional>

namespace parsimony::ui {

/// What the forms on the left edit: one set of options, with undo. Every form writes through `edit` and
/// repaints from `changed`, so that undo, a re-run and an opened project all take the same way in.
class Request : public QObject {
    Q_OBJECT
public:
    explicit Request(QObject* parent = nullptr);

    [[nodiscard]] const session::RunOptions& options() const { return m_options; }
    [[nodiscard]] QString projectPath() const { return m_projectPath; }
    [[nodiscard]] bool hasData() const {
        return !m_options.place().empty() || !m_options.train.features.empty();
    }

    /// Applies `change` to a copy; nothing happens when the copy equals what is there. Edits with the same
    /// non-empty `mergeKey` in a row (dragging a handle) are one step of undo.
    void edit(const std::function<void(session::RunOptions&)>& change, const QString& mergeKey = {});
    void replace(session::RunOptions options); ///< a new request; clears undo
    void setProjectPath(const QString& path);

    [[nodiscard]] bool canUndo() const { return !m_undo.empty(); }
    [[nodiscard]] bool canRedo() const { return !m_redo.empty(); }
    void undo();
    void redo();
    void endMerge() { m_mergeKey.clear(); }

    /// The phases as they will run: the texts of the options, or the planner's default of 0.1 and 0.2 times
    /// ε.
    [[nodiscard]] std::vector<double> phaseEpsilons() const;
    [[nodiscard]] double experimentEpsilon() const;
    [[nodiscard]] bool methodHasPhases() const;

signals:
    void changed();
    void stepAdded();    ///< there is one more edit to undo
    void stepsCleared(); ///< there is none any more
    void projectPathChanged();

private:
    session::RunOptions m_options;
    QString m_projectPath, m_mergeKey;
    std::deque<session::RunOptions> m_undo, m_redo;
};

} // namespace parsimony::ui
