// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/session_port.h"

#include <QObject>
#include <QPointer>
#include <atomic>
#include <memory>

namespace parsimony::ui {

/// Where one answer at a time is waited for. Belongs to whoever asks and lives on the window's thread: a
/// newer question, drop() and the end of its owner each drop the answer that is under way.
class Question {
public:
    Question() = default;
    ~Question() { drop(); }
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

    void drop() {
        if (m_asked) {
            m_asked->wanted = false;
        }
    }
    [[nodiscard]] bool pending() const { return m_asked && m_asked->wanted; }

private:
    friend class Workbench;
    struct Asked {
        std::atomic<bool> wanted{true}; ///< read on the thread that works as well: what is stale is not begun
        bool owned = false;             ///< answered while `asker` lives, whatever is asked later
        QPointer<QObject> asker;
        quint64 project = 0;    ///< the opening of the project that it is about; 0: about none
        bool onlyReads = false; ///< the project, in one call: need not wait for others
    };
    std::shared_ptr<Asked> m_asked;
};

/// What a question that is not about the open project has on its thread.
struct EngineAccess {
    EnginePort& engine;
    std::stop_token stop;          ///< the window goes
    session::RunObserver observer; ///< passes the curator's remarks on
};

} // namespace parsimony::ui
