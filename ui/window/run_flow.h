// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/window/kept_queue.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QObject>

namespace parsimony::ui {

class PlanSection;
class RunBar;

/// From the forms to a plan, from a plan to a run, from one run to the next in the queue.
class RunFlow : public QObject {
    Q_OBJECT
public:
    RunFlow(const Context& context, PlanSection& section, RunBar& bar, QObject* parent = nullptr);

    [[nodiscard]] RunSnapshotPtr plan() const { return m_plan; }
    void planRequest(); ///< plans what the forms hold, or says what is missing
    /// The run starts as soon as its plan is ready.
    void runWhenPlanned(bool run) { m_runWhenPlanned = run; }
    void start();
    void startStudy(const study::StudyVariant& study);
    void queueStudy(const study::StudyVariant& study, const study::StudyPrice& price);
    void startTask(const EngineTask& task);
    void queueTask(const EngineTask& task, const QString& title);
    void queueLook(const study::LookRequest& look, double mostEpsilon);
    void resume(std::int64_t experiment); ///< 0: what was interrupted last
    /// Puts the options of an experiment into the forms; they have run already.
    /// The same plan from files that lie elsewhere now: what has run has run.
    void moveData(const std::vector<session::MovedFile>& moved);
    void loadOptions(std::int64_t experiment);
    /// Puts one trial into the forms as a single run.
    void rerunTrial(const session::TrialSnapshot& trial);
    void showProject(const ProjectState& state);
    void clear();                             ///< no project is open any more
    void stopQueue() { m_queueRuns = false; } ///< what waits stays in it

signals:
    void said(QString text);
    void failedWith(parsimony::ui::Problem problem);
    void studyFailed(parsimony::ui::Problem problem);
    void planChanged();                ///< there is a new one, or none any more
    void optionsTaken(bool fromTrial); ///< the forms hold what was asked for
    void finished();                   ///< a run has ended, or could not begin

private:
    void wireRun();
    void wireQueue();
    void setPlan(RunSnapshotPtr plan, const QString& reason);
    [[nodiscard]] QString missingInWords() const; ///< what the forms lack for a plan
    [[nodiscard]] QString endInWords() const;
    [[nodiscard]] std::int64_t interruptedOf(const ProjectState& state) const; ///< 0: none
    void showEnd();                                                            ///< in place of a plan
    void planReady(const RunSnapshotPtr& plan);
    void planFailed(const Problem& problem);
    void ended(const RunSnapshotPtr& run);
    void failed(const Problem& problem);
    void studyEnded(const SheetPtr& found);
    void lookEnded(const study::LookRequest& look, const EvaluationPtr& found);
    void goOnWithQueue(bool finished); ///< a pause is meant for all that waits
    void askOptions(std::int64_t experiment, std::optional<session::TrialSnapshot> trial);
    void takeOptions(const session::RunOptions& options, const std::optional<session::TrialSnapshot>& trial);
    [[nodiscard]] QString projectPath(); ///< of the open project, or of the one to be made
    void queued(std::uint64_t rows = 0); ///< of an experiment's plan
    void takeBackUnlessItCanRun(const study::QueuedRun& run, std::uint64_t rows);
    /// What was taken out of the queue is over; `canWaitAgain` where the queue is this window's alone.
    void endTaken(bool finished, bool canWaitAgain);
    void startNextInQueue();
    void startQueued(const study::QueuedRun& next);
    void updateQueueRoom();

    Context m_context;
    PlanSection& m_section;
    RunBar& m_bar;
    KeptQueue m_kept;
    RunQueue& m_queue;
    std::vector<session::MovedFile> m_moved; ///< files that lie elsewhere than the project's plans say
    std::optional<study::QueuedRun> m_taken; ///< out of the queue, for what runs or ran last
    RunSnapshotPtr m_plan;
    session::RunOptions m_running; ///< of the run that goes on, or was last
    Question m_optionsAsked;
    ExperimentStatus m_status = ExperimentStatus::Planned; ///< of what is being looked at
    std::int64_t m_ended = 0;                              ///< the experiment that ended here last
    bool m_endShown = false;                               ///< the reason beside Run says how it ended
    bool m_planDone = false; ///< the forms hold what has run: planning it again is for an edit to ask
    bool m_runWhenPlanned = false, m_queueRuns = false;
};

} // namespace parsimony::ui
