// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/kept_queue.h"

#include "core/session/look_price.h"
#include "ui/models/data_catalog.h"
#include "ui/workers/workbench.h"

#include <algorithm>
#include <utility>

namespace parsimony::ui {

KeptQueue::KeptQueue(const Context& context, QObject* parent) : QObject(parent), m_context(context) {
    connect(&m_runs, &RunQueue::edited, this, [this](const RunQueue::Edit& edit) {
        send(edit, [this](const study::QueuedRuns&) {
            if (!m_kept) {
                emit onlyHere();
            }
        });
    });
}

void KeptQueue::follow(const QString& project) {
    if (project == m_project || project.isEmpty()) {
        return;
    }
    const study::QueuedRuns moved = m_runs.runs();
    if (!m_project.isEmpty() && !moved.empty()) {
        send([](study::QueuedRuns& kept) { kept.clear(); });
    }
    m_project = project;
    m_waiting = 0;
    ++m_followed;
    send([moved](study::QueuedRuns& kept) { kept.insert(kept.end(), moved.begin(), moved.end()); });
}

void KeptQueue::leave() {
    m_project.clear();
    ++m_followed;
    m_waiting = 0;
    m_kept = true;
    m_taking = false;
    m_price.drop();
    m_runs.clear();
}

void KeptQueue::reload() {
    if (!m_project.isEmpty()) {
        send([](study::QueuedRuns&) {});
    }
}

void KeptQueue::send(const RunQueue::Edit& edit, const Then& then) {
    send([](EnginePort&, const std::string&) {}, edit, then);
}

void KeptQueue::send(const Work& work, const RunQueue::Edit& edit, const Then& then) {
    if (m_project.isEmpty()) { // what needs no project waits here until there is one
        if (then) {
            then(m_runs.runs());
        }
        return;
    }
    ++m_waiting;
    const auto answered = [this, followed = m_followed] {
        const bool ours = followed == m_followed;
        m_waiting -= ours ? 1 : 0;
        return ours;
    };
    m_context.bench.ask(
        this,
        [project = m_project.toStdString(), work, edit](const EngineAccess& access) {
            work(access.engine, project);
            return access.engine.changeQueue(project, edit);
        },
        [this, answered, then](const std::optional<study::QueuedRuns>& left) {
            if (!answered()) {
                return;
            }
            m_kept = left.has_value();
            if (left && m_waiting == 0) { // else what the window shows is newer
                m_runs.show(*left);
            }
            askPrices();
            if (then) {
                then(left.value_or(study::QueuedRuns()));
            }
        },
        [this, answered](const Problem& problem) {
            if (answered()) {
                m_taking = false;
                emit failed(problem);
            }
        });
}

void KeptQueue::takeFirst(const std::function<void(const study::QueuedRun&)>& then) {
    const auto first = m_runs.first();
    if (first && !m_taking) {
        take(*first, then);
    }
}

void KeptQueue::take(const study::QueuedRun& first, const Taken& then) {
    m_taking = true;
    const auto taken = std::make_shared<std::optional<study::QueuedRun>>();
    if (m_project.isEmpty()) {
        *taken = first;
    }
    if (m_runs.first() == first) {
        m_runs.dropFirst();
    }
    send([first, taken](EnginePort& engine,
                        const std::string& project) { *taken = engine.takeFirst(project, first); },
         [](study::QueuedRuns&) {},
         [this, first, taken, then](const study::QueuedRuns& left) {
             m_taking = false;
             if (*taken || !m_kept) {
                 then(taken->value_or(first));
             } else if (!left.empty()) {
                 // Another program took it, or put something before it. What this window shows may be yet
                 // older, while more of its questions are under way.
                 take(left.front(), then);
             }
         });
}

void KeptQueue::endTaken(const study::QueuedRun& taken, bool finished, bool canWaitAgain) {
    if (!m_project.isEmpty() && m_kept) {
        send([taken, finished](EnginePort& engine,
                               const std::string& project) { engine.endTaken(project, taken, finished); },
             [](study::QueuedRuns&) {}, {});
    } else if (!finished && canWaitAgain) {
        m_runs.putFirst(taken);
    }
}

/// One after another: each is a plan of the engine's.
void KeptQueue::askPrices() {
    const auto run = m_runs.unpriced();
    if (!run) {
        return;
    }
    const auto priced = [this, run](const auto& price) {
        m_runs.setPrice(*run, price);
        askPrices();
    };
    const auto* look = std::get_if<study::LookRequest>(&*run);
    const ProjectStatePtr state = m_context.bench.state();
    if (look != nullptr && (!state || state->budgets.empty())) {
        return; // once the project is open
    }
    const auto cannot = [this, run](const Problem& problem) {
        m_runs.setProblem(*run, problem.message);
        askPrices();
    };
    const QString open = m_context.bench.projectPath();
    if (const auto* study = std::get_if<study::StudyVariant>(&*run)) {
        m_context.bench.ask(m_price, wire::PriceCall{open.toStdString(), *study}, priced, cannot);
    } else if (look != nullptr) {
        const std::string features = look->on.files.features;
        const session::PrivateEvaluationRequest on = look->on;
        m_context.bench.ask(
            m_price, wire::ArraysCall{fileOfReference(features).toStdString()},
            [this, priced, cannot, features, on](const std::vector<wire::ArrayView>& arrays) {
                const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const auto& array) {
                    return features == (array.key.empty() ? array.file : array.file + ":" + array.key);
                });
                const bool known = !on.hidesItsNumber() && found != arrays.end() && !found->shape.empty();
                const quint64 inFiles = known ? found->shape.front() : 0;
                m_context.bench.ask(
                    m_price, wire::LookRecordsCall{on},
                    [this, priced, inFiles](const wire::LookRecordsCall::Answer& answer) {
                        const ProjectStatePtr now = m_context.bench.state();
                        if (now && !now->budgets.empty()) {
                            priced(session::mostEpsilonOfLook(now->budgets, answer.declared, inFiles));
                        }
                    },
                    cannot);
            },
            cannot);
    } else if (open.isEmpty()) {
        m_context.bench.ask(m_price, wire::FreshPlanCall{std::get<session::RunOptions>(*run)}, priced,
                            cannot);
    } else {
        m_context.bench.ask(m_price, wire::PlanCall{std::get<session::RunOptions>(*run)}, priced, cannot);
    }
}

} // namespace parsimony::ui
