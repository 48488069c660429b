// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/engine_session.h"

#include "core/wire/run_queue_file.h"
#include "ui/workers/calling_session.h"

namespace parsimony::ui {

namespace {

/// Carries out calls in this process.
class Here {
public:
    static constexpr bool kReadsSideBySide = false;

    explicit Here(session::Session session) : m_served(std::move(session)) {}

    template <class Call>
    typename Call::Answer ask(const Call& call) {
        return carryOut(m_served, m_gate, call);
    }
    template <class Call>
    typename Call::Answer run(const Call& call, const wire::Running& with) {
        return carryOut(m_served, m_gate, call, with);
    }
    [[nodiscard]] bool readOnly() const { return m_served.session.readOnly(); }
    [[nodiscard]] std::int64_t changeCounter() const { return m_served.session.changeCounter(); }
    template <class Call>
    std::vector<std::filesystem::path> files(const Call& call, const std::filesystem::path& output) {
        return wire::writeFiles(m_served, m_gate, call, output);
    }

private:
    wire::Served m_served;
    wire::Gate m_gate;
};

class Engine : public CallingEngine<Engine> {
public:
    std::unique_ptr<SessionPort> open(const std::filesystem::path& project, bool createIfMissing) override {
        if (createIfMissing) {       // the folder that the window proposes need not be there yet
            std::error_code ignored; // what cannot be made is said by who opens it
            std::filesystem::create_directories(std::filesystem::absolute(project).parent_path(), ignored);
        }
        return std::make_unique<CallingSession<Here>>(wire::opened(wire::Gate(), project, createIfMissing));
    }
    /// As the command line keeps it.
    std::optional<study::QueuedRuns>
    changeQueue(const std::filesystem::path& project,
                const std::function<void(study::QueuedRuns&)>& change) override {
        std::filesystem::create_directories(std::filesystem::absolute(project).parent_path());
        return wire::changeQueue(project, change);
    }
    std::optional<study::QueuedRun> takeFirst(const std::filesystem::path& project,
                                              const study::QueuedRun& first) override {
        return wire::takeFirst(project, &first);
    }
    void endTaken(const std::filesystem::path& project, const study::QueuedRun& taken,
                  bool finished) override {
        wire::endTaken(project, taken, finished);
    }
    template <class Call>
    typename Call::Answer answered(const Call& call) {
        wire::Gate gate;
        return wire::carryOut(gate, call);
    }
    template <class Call>
    typename Call::Answer run(const Call& call, const wire::Running& with) {
        wire::Gate gate;
        return wire::carryOut(gate, call, with);
    }
};

} // namespace

EnginePtr makeEngine() {
    return std::make_shared<Engine>();
}

} // namespace parsimony::ui
