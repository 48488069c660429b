// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/undo_history.h"

#include <QScopedValueRollback>
#include <algorithm>

namespace parsimony::ui {

namespace {
constexpr std::size_t kSteps = 400;
}

UndoHistory::UndoHistory(Request& request, QObject* parent) : QObject(parent), m_request(request) {
    connect(&m_request, &Request::stepAdded, this, [this] { push({true, {}}); });
    connect(&m_request, &Request::stepsCleared, this, &UndoHistory::dropForms);
}

void UndoHistory::push(Step step) {
    m_done.push_back(std::move(step));
    if (m_done.size() > kSteps) {
        m_done.pop_front();
    }
    m_undone.clear();
    emit changed();
}

void UndoHistory::dropForms() {
    std::erase_if(m_done, [](const Step& step) { return step.form; });
    std::erase_if(m_undone, [](const Step& step) { return step.form; });
    emit changed();
}

void UndoHistory::add(ViewChange change) {
    if (m_applying) {
        return; // the echo of a step that is being undone
    }
    if (!change.key.isEmpty() && !m_done.empty() && m_done.back().view.key == change.key) {
        m_done.back().view.redo = std::move(change.redo);
        return;
    }
    push({false, std::move(change)});
}

void UndoHistory::clear() {
    m_done.clear();
    m_undone.clear();
    emit changed();
}

bool UndoHistory::canUndo() const {
    return std::any_of(m_done.begin(), m_done.end(),
                       [this](const Step& step) { return !step.form || m_request.canUndo(); });
}

bool UndoHistory::canRedo() const {
    return std::any_of(m_undone.begin(), m_undone.end(),
                       [this](const Step& step) { return !step.form || m_request.canRedo(); });
}

void UndoHistory::undo() {
    const QScopedValueRollback applying(m_applying, true);
    while (!m_done.empty()) {
        Step step = std::move(m_done.back());
        m_done.pop_back();
        if (step.form && !m_request.canUndo()) {
            continue; // older than the request remembers
        }
        step.form ? m_request.undo() : step.view.undo();
        step.view.key.clear(); // what is typed from here on is a step of its own
        m_undone.push_back(std::move(step));
        break;
    }
    emit changed();
}

void UndoHistory::redo() {
    const QScopedValueRollback applying(m_applying, true);
    while (!m_undone.empty()) {
        Step step = std::move(m_undone.back());
        m_undone.pop_back();
        if (step.form && !m_request.canRedo()) {
            continue;
        }
        step.form ? m_request.redo() : step.view.redo();
        m_done.push_back(std::move(step));
        break;
    }
    emit changed();
}

} // namespace parsimony::ui
