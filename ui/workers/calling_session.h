// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/service.h"
#include "ui/workers/call_values.h"
#include "ui/workers/session_port.h"

#include <utility>

namespace parsimony::ui {

/// A project behind a channel, which carries out calls here or passes them on to where the data is:
/// `channel.ask(call)`, `channel.run(call, with)` for what may spend, and what differs by its nature.
/// Made of what the channel is made of.
template <class Channel>
class CallingSession : public SessionPort {
public:
    template <class... Args>
    explicit CallingSession(Args&&... args) : m_channel(std::forward<Args>(args)...) {}

    bool readOnly() const override { return m_channel.readOnly(); }
    std::int64_t changeCounter() override { return m_channel.changeCounter(); }
    bool readsSideBySide() const override { return Channel::kReadsSideBySide; }
    session::RunSnapshot run(const session::RunOptions& options, std::stop_token stop,
                             const session::RunObserver& observer, const std::string& request) override {
        return m_channel.run(wire::RunCall{options}, {std::move(stop), observer, {}, request});
    }
    session::RunSnapshot resume(const wire::ResumeCall& call, std::stop_token stop,
                                const session::RunObserver& observer) override {
        return m_channel.run(call, {std::move(stop), observer, {}});
    }
    Sheet study(const study::StudyVariant& study, std::stop_token stop,
                const study::Progress& progress) override {
        return m_channel.run(wire::StudyCall{study}, {std::move(stop), {}, progress});
    }
    Evaluation evaluate(const EvaluationRequest& request, std::stop_token stop,
                        const session::RunObserver& observer) override {
        return m_channel.run(callOf(request), {std::move(stop), observer, {}, request.waitedAs});
    }

private:
    std::any answerTo(const wire::ProjectCalls::Any& call) override {
        return std::visit([&](const auto& one) { return std::any(m_channel.ask(one)); }, call);
    }
    std::vector<std::filesystem::path> writeFiles(const wire::FileCalls::Any& call,
                                                  const std::filesystem::path& output) override {
        return std::visit([&](const auto& one) { return m_channel.files(one, output); }, call);
    }

    Channel m_channel;
};

/// What is asked of no project, by `answered(call)` and `run(call, with)` of a class that derives from this.
template <class Asking>
class CallingEngine : public EnginePort {
public:
    Sheet carryOut(const EngineTask& task, std::stop_token stop, const study::Progress& progress) override {
        const wire::Running with{std::move(stop), {}, progress};
        if (const auto* attack = std::get_if<study::AttackRequest>(&task)) {
            return asking().run(wire::AttackCall{*attack}, with);
        }
        return asking().run(wire::BenchCall{std::get<study::BenchRequest>(task)}, with);
    }

private:
    std::any answerTo(const wire::FreeCalls::Any& call) override {
        return std::visit([&](const auto& one) { return std::any(asking().answered(one)); }, call);
    }
    Asking& asking() { return static_cast<Asking&>(*this); }
};

} // namespace parsimony::ui
