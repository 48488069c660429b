// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/request.h"

#include <deque>
#include <functional>

namespace parsimony::ui {

/// A change of what is looked at: a zoom, a filter, columns. Changes with the same non-empty `key` in a row
/// (typing in the filter) are one step.
struct ViewChange {
    QString key;
    std::function<void()> undo, redo;
};

/// One way back for everything that Ctrl+Z is expected to undo, in the order in which it was done: edits of
/// the forms, which the request keeps itself, and changes of views.
class UndoHistory : public QObject {
    Q_OBJECT
public:
    explicit UndoHistory(Request& request, QObject* parent = nullptr);

    void add(ViewChange change);
    void clear(); ///< what is looked at now is something else
    [[nodiscard]] bool canUndo() const;
    [[nodiscard]] bool canRedo() const;
    void undo();
    void redo();

signals:
    void changed();

private:
    struct Step {
        bool form = false;
        ViewChange view;
    };
    void push(Step step);
    void dropForms();

    Request& m_request;
    std::deque<Step> m_done, m_undone;
    bool m_applying = false;
};

} // namespace parsimony::ui
