// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sheet.h"
#include "core/study/queued_run.h"
#include "core/wire/calls.h"
#include "ui/models/engine_task.h"
#include "ui/models/evaluation.h"
#include "ui/models/values.h"

#include <any>
#include <filesystem>
#include <memory>
#include <stop_token>

namespace parsimony::ui {

/// What the window needs of one open project; `session::Session` in the program, a scripted one in tests. The
/// meaning of each call, its errors included, is that of session::Session. An object stays on one thread.
class SessionPort {
public:
    virtual ~SessionPort() = default;

    [[nodiscard]] virtual bool readOnly() const = 0;
    [[nodiscard]] virtual std::int64_t changeCounter() = 0;
    /// `request`: of what waited in a queue; empty: none.
    virtual session::RunSnapshot run(const session::RunOptions& options, std::stop_token stop,
                                     const session::RunObserver& observer,
                                     const std::string& request = {}) = 0;
    virtual session::RunSnapshot resume(const wire::ResumeCall& call, std::stop_token stop,
                                        const session::RunObserver& observer) = 0;
    /// A sweep, a comparison or the file of a study, every run of it.
    virtual Sheet study(const study::StudyVariant& study, std::stop_token stop,
                        const study::Progress& progress) = 0;
    /// Tests a released classifier on other rows; private ones are charged.
    virtual Evaluation evaluate(const EvaluationRequest& request, std::stop_token stop,
                                const session::RunObserver& observer) = 0;
    /// Whether what only reads may be asked from several threads at once: where the way to the answer takes
    /// longer than the answer.
    [[nodiscard]] virtual bool readsSideBySide() const { return false; }
    /// Anything else that can be asked: `wire/calls.h` lists the calls and what each is answered by.
    template <class Call>
    typename Call::Answer ask(const Call& call) {
        return std::any_cast<typename Call::Answer>(answerTo(call));
    }
    /// Writes the files that a call is answered by to `output` and beside it; where they are.
    template <class Call>
    std::vector<std::filesystem::path> files(Call call, const std::filesystem::path& output) {
        call.name = output.filename().string();
        return writeFiles(call, output);
    }

private:
    [[nodiscard]] virtual std::any answerTo(const wire::ProjectCalls::Any& call) = 0;
    virtual std::vector<std::filesystem::path> writeFiles(const wire::FileCalls::Any& call,
                                                          const std::filesystem::path& output) = 0;
};

/// The engine as a whole. Called from several threads at once.
class EnginePort {
public:
    virtual ~EnginePort() = default;

    [[nodiscard]] virtual std::unique_ptr<SessionPort> open(const std::filesystem::path& project,
                                                            bool createIfMissing) = 0;
    /// Whether it was asked to tell a curator's values; who is elsewhere may refuse all the same.
    [[nodiscard]] virtual bool curator() const { return true; }
    /// Carries out what needs no project and takes its time.
    virtual Sheet carryOut(const EngineTask& task, std::stop_token stop, const study::Progress& progress) = 0;
    /// Anything else that is about no open project.
    template <class Call>
    typename Call::Answer ask(const Call& call) {
        return std::any_cast<typename Call::Answer>(answerTo(call));
    }
    /// What waits to be run in a project, or in one yet to be made: hands it to `change`, keeps what that
    /// leaves beside the project and returns it. nullopt: this engine keeps none.
    virtual std::optional<study::QueuedRuns> changeQueue(const std::filesystem::path& /*project*/,
                                                         const std::function<void(study::QueuedRuns&)>&
                                                         /*change*/) {
        return std::nullopt;
    }
    /// Takes `first` out, if it waits first, to run it here from now on; it is given back with a request to
    /// run it under. When this program ends before endTaken() says how it went, it waits again.
    virtual std::optional<study::QueuedRun> takeFirst(const std::filesystem::path& /*project*/,
                                                      const study::QueuedRun& /*first*/) {
        return std::nullopt;
    }
    virtual void endTaken(const std::filesystem::path& /*project*/, const study::QueuedRun& /*taken*/,
                          bool /*finished*/) {}
    /// The window goes: no call waits for a connection to another machine any longer, nor, `atOnce`, for an
    /// answer from there. What runs there goes on.
    virtual void leave(bool /*atOnce*/) {}

private:
    [[nodiscard]] virtual std::any answerTo(const wire::FreeCalls::Any& call) = 0;
};

using EnginePtr = std::shared_ptr<EnginePort>;

/// Turns whatever an engine call throws into a Problem; to be called where it is caught.
[[nodiscard]] Problem currentProblem();

/// The arrays of all `files`, with a sentence for each that could not be read.
[[nodiscard]] FileListing listFiles(EnginePort& engine, const QStringList& files);

} // namespace parsimony::ui
