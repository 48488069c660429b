// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/request.h"

#include "core/session/method_choice.h"
#include "ui/models/budget_split.h"

namespace parsimony::ui {

namespace {
constexpr std::size_t kUndoSteps = 200;
}

Request::Request(QObject* parent) : QObject(parent) {}

void Request::edit(const std::function<void(session::RunOptions&)>& change, const QString& mergeKey) {
    session::RunOptions next = m_options;
    change(next);
    if (next == m_options) {
        return;
    }
    const bool isStep = mergeKey.isEmpty() || mergeKey != m_mergeKey;
    if (isStep) {
        m_undo.push_back(m_options);
        if (m_undo.size() > kUndoSteps) {
            m_undo.pop_front();
        }
    }
    m_mergeKey = mergeKey;
    m_redo.clear();
    m_options = std::move(next);
    if (isStep) {
        emit stepAdded();
    }
    emit changed();
}

void Request::replace(session::RunOptions options) {
    m_options = std::move(options);
    m_undo.clear();
    m_redo.clear();
    m_mergeKey.clear();
    emit stepsCleared();
    emit changed();
}

void Request::setProjectPath(const QString& path) {
    if (path != m_projectPath) {
        m_projectPath = path;
        emit projectPathChanged();
    }
}

void Request::undo() {
    if (!canUndo()) {
        return;
    }
    m_redo.push_back(std::move(m_options));
    m_options = std::move(m_undo.back());
    m_undo.pop_back();
    m_mergeKey.clear();
    emit changed();
}

void Request::redo() {
    if (!canRedo()) {
        return;
    }
    m_undo.push_back(std::move(m_options));
    m_options = std::move(m_redo.back());
    m_redo.pop_back();
    m_mergeKey.clear();
    emit changed();
}

double Request::experimentEpsilon() const {
    return m_options.experimentEpsilon.value_or(m_options.epsilon.value_or(0.0));
}

bool Request::methodHasPhases() const {
    return search::traitsOf(session::methodOf(m_options)).hasPhases;
}

std::vector<double> Request::phaseEpsilons() const {
    if (!methodHasPhases()) {
        return {};
    }
    if (m_options.phaseEpsilons) {
        return m_options.phaseEpsilons->values();
    }
    const double epsilon = experimentEpsilon();
    std::vector<double> phases;
    for (const double share : search::kPhaseShares) {
        if (epsilon > 0.0) {
            phases.push_back(share * epsilon);
        }
    }
    return phases;
}

} // namespace parsimony::ui
