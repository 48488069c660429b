// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workers/session_port.h"

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace parsimony::ui::test {

class FakeFiles;

/// A scripted engine: plans and searches as the program does, "trains" by following a curve of accuracy,
/// keeps projects in memory. Its state is shared by all sessions, as a project file would be.
class FakeEngine : public EnginePort {
public:
    FakeEngine();
    ~FakeEngine() override;

    std::unique_ptr<SessionPort> open(const std::filesystem::path& project, bool createIfMissing) override;
    bool curator() const override { return tellsCurator; }
    Sheet carryOut(const EngineTask& task, std::stop_token stop, const study::Progress& progress) override;

    std::optional<study::QueuedRuns>
    changeQueue(const std::filesystem::path& project,
                const std::function<void(study::QueuedRuns&)>& change) override;
    std::optional<study::QueuedRun> takeFirst(const std::filesystem::path& project,
                                              const study::QueuedRun& first) override;
    void endTaken(const std::filesystem::path& project, const study::QueuedRun& taken,
                  bool finished) override;
    [[nodiscard]] study::QueuedRuns queueOf(const std::string& project);

    void addFile(const QString& path, std::vector<ArrayInfo> arrays);
    void loseFile(const QString& path);
    /// The same options with files that the planner can read the headers of.
    session::RunOptions onDisk(const session::RunOptions& options);
    /// Puts a project with one finished experiment (or `trials` rows of a random one) into memory.
    void addProject(const QString& path, const session::RunOptions& options, int trials = 0);

    bool tellsCurator = true, keepsQueues = true;
    std::chrono::milliseconds stepTime{0};              ///< how long a training step takes
    std::atomic<int> plans{0}, runs{0}, evaluations{0}; ///< calls so far
    std::atomic<bool> planSlowly{false};                ///< each plan takes 50 ms
    std::atomic<bool> far{false};                       ///< sessions are read side by side, as on a server
    std::atomic<int> planning{0}, mostPlanning{0};      ///< slow plans at a time
    std::atomic<bool> failRun{false};                   ///< the next run throws after its reservation
    std::atomic<bool> refusePlan{false};
    std::atomic<bool> corruptLedger{false};
    wire::ReportCall reportAsked;   ///< the last one, to be read when it is written
    wire::PredictCall predictAsked; ///< likewise
    EvaluationRequest looked;       ///< likewise, when it is answered

    struct Project;
    std::shared_ptr<Project> project(const std::string& path);

private:
    std::any answerTo(const wire::FreeCalls::Any& call) override;
    session::RunSnapshot answer(const wire::FreshPlanCall& call);
    /// Of private sweeps; comparisons are refused, as on private data.
    study::StudyPrice answer(const wire::PriceCall& call);
    /// It has no GPU.
    wire::Nothing answer(const wire::MachineCall& call);
    std::vector<study::StudyTitle> answer(const wire::StudiesCall& call);
    std::vector<wire::ArrayView> answer(const wire::ArraysCall& call);
    std::vector<session::KnownRows> answer(const wire::KnownRowsCall& call);
    std::vector<Sentence> answer(const wire::CheckCall& call);
    wire::AuditView answer(const wire::AuditCall& call);
    wire::AuditView answer(const wire::CopiesCall& call);
    std::vector<wire::FolderEntry> answer(const wire::FolderCall& call);

    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Project>> m_projects;
    std::map<std::string, study::QueuedRuns> m_queues;
    std::atomic<int> m_requests{0};
    std::map<std::string, std::vector<ArrayInfo>> m_files;
    std::unique_ptr<FakeFiles> m_shapes;
};

/// Options of a private run on the fake's file /data/sample.npz.
session::RunOptions sampleOptions();
/// The arrays of that file.
std::vector<ArrayInfo> sampleArrays(const QString& path);

} // namespace parsimony::ui::test
