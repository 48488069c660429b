// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the window tell each other.
#include "ui/pages/experiments_page.h"
#include "ui/pages/sheet_view.h"
#include "ui/style/file_dialogs.h"
#include "ui/window/curator_switch.h"
#include "ui/window/data_flow.h"
#include "ui/window/engine_files.h"
#include "ui/window/inspector.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/project_flow.h"
#include "ui/window/result_files.h"
#include "ui/window/run_flow.h"
#include "ui/window/status_line.h"
#include "ui/window/study_section.h"
#include "ui/window/trials_panel.h"
#include "ui/window/window_layout.h"
#include "ui/window/window_menus.h"

#include <QApplication>
#include <QDockWidget>
#include <QStackedWidget>

namespace parsimony::ui {

template <class Part>
void MainWindow::wireWords(const Part* part) {
    if constexpr (requires { &Part::said; }) {
        connect(part, &Part::said, m_parts.status, &StatusLine::say);
    }
    if constexpr (requires { &Part::failedWith; }) {
        connect(part, &Part::failedWith, m_parts.status, &StatusLine::sayProblem);
    }
    if constexpr (requires { &Part::written; }) {
        connect(part, &Part::written, m_parts.status, &StatusLine::sayWritten);
    }
}

template <class Call>
void MainWindow::writeRemark(const Call& call) {
    m_bench.ask(
        this, call, [this] { m_bench.refresh(); },
        [this](const Problem& problem) { m_parts.status->sayProblem(problem); });
}

void MainWindow::wireBench() {
    connect(&m_bench, &Workbench::projectOpened, this,
            [this](const ProjectStatePtr& state) { m_parts.projects->opened(state); });
    connect(&m_bench, &Workbench::projectChanged, this,
            [this](const ProjectStatePtr& state) { m_parts.projects->changed(state); });
    connect(
        &m_bench, &Workbench::projectOpenFailed, this,
        [this](const QString& path, const Problem& problem) { m_parts.projects->openFailed(path, problem); });
    connect(&m_bench, &Workbench::projectReadFailed, this,
            [this](const Problem& problem) { m_parts.status->sayProblem(problem); });
    connect(&m_bench, &Workbench::runSnapshot, this,
            [this](const RunSnapshotPtr& run) { m_view.showLive(run); });
    connect(&m_bench, &Workbench::runEnded, this, [this](const RunSnapshotPtr& run) {
        m_view.showLive(run);
        tellEnd(statusOf(*run) == ExperimentStatus::Finished
                    ? tr("The experiment has finished.")
                    : tr("The experiment is paused at a checkpoint."));
    });
    connect(&m_bench, &Workbench::studyEnded, this, [this](const SheetPtr& found) {
        if (found) {
            m_parts.pages->study().setSheet(found);
        }
        tellEnd(found ? tr("The study has finished.") : tr("The study is paused."));
    });
    const auto tellResult = [this] { tellEnd(tr("What was asked for stands in the window.")); };
    connect(&m_bench, &Workbench::taskEnded, this, tellResult);
    connect(&m_bench, &Workbench::lookEnded, this, tellResult);
    connect(&m_bench, &Workbench::runFailed, this,
            [this] { tellDesktop(tr("The experiment has stopped: the window says why.")); });
    const auto title = [this](auto... told) {
        (connect(&m_bench, told, this, &MainWindow::updateTitle), ...);
    };
    title(&Workbench::projectOpened, &Workbench::projectChanged, &Workbench::runStarted, &Workbench::runEnded,
          &Workbench::studyEnded, &Workbench::taskEnded, &Workbench::lookEnded, &Workbench::runFailed);
}

void MainWindow::wireFlows() {
    wireWords(m_menus);
    wireWords(m_parts.curator);
    wireWords(m_parts.files);
    wireWords(m_parts.dataFlow);
    wireWords(m_parts.results);
    wireWords(m_parts.projects);
    connect(&m_request, &Request::projectPathChanged, this, &MainWindow::updateTitle);
    connect(m_parts.projects, &ProjectFlow::workingChanged, this, [this](bool working) {
        m_parts.layout->setShown(working); // pages and docks, or the start page
        m_center->setCurrentIndex(working ? 1 : 0);
        updateTitle();
    });
    RunFlow* flow = m_parts.flow;
    wireWords(flow);
    connect(flow, &RunFlow::planChanged, this, [this] { m_view.showPlan(); });
    connect(flow, &RunFlow::optionsTaken, this, [this](bool fromTrial) {
        if (fromTrial) {
            m_parts.layout->setup()->show();
        }
    });
    connect(flow, &RunFlow::finished, this, [this] {
        if (m_closeWhenEnded) {
            close();
        }
    });
    StudySection* study = m_parts.study;
    connect(study, &StudySection::runRequested, flow, [this, flow](const study::StudyVariant& wanted) {
        m_parts.pages->showPage(wanted.file      ? PageName::study
                                : wanted.compare ? PageName::compare
                                                 : PageName::heatmaps);
        flow->startStudy(wanted);
    });
    connect(study, &StudySection::fileWanted, this, [this, study] {
        m_parts.files->chooseFile(FolderOf::study, tr("A study"), tr("Studies (*.toml);;All files (*)"),
                                  QStringLiteral(".toml"),
                                  [study](const QString& file) { study->setFile(file); });
    });
    connect(study, &StudySection::queueRequested, flow, &RunFlow::queueStudy);
    connect(flow, &RunFlow::studyFailed, study, &StudySection::setProblem);
}

void MainWindow::wirePages() {
    PageArea* pages = m_parts.pages;
    TrialsPanel* trials = m_parts.trials;
    wireWords(pages);
    wireWords(trials);
    connect(pages, &PageArea::taskRequested, m_parts.flow, &RunFlow::startTask);
    connect(pages, &PageArea::taskQueued, m_parts.flow, &RunFlow::queueTask);
    connect(pages, &PageArea::lookQueued, m_parts.flow, &RunFlow::queueLook);
    connect(pages, &PageArea::brushed, trials, &TrialsPanel::setBounds);
    connect(pages, &PageArea::named, trials, &TrialsPanel::setNamed);
    connect(pages, &PageArea::experimentsChosen, this, [this](const std::vector<double>& numbers) {
        m_parts.trials->showOnly(TrialColumn::Experiment, numbers);
        if (numbers.size() == 1) {
            m_bench.showExperiment(static_cast<std::int64_t>(numbers.front()));
        }
    });
    connect(trials, &TrialsPanel::filterChanged, pages, &PageArea::followFilter);
    connect(pages, &PageArea::viewChanged, &m_history, &UndoHistory::add);
    connect(trials, &TrialsPanel::viewChanged, &m_history, &UndoHistory::add);
    ExperimentsPage* experiments = &pages->experiments();
    connect(experiments, &ExperimentsPage::showRequested, &m_bench, &Workbench::showExperiment);
    connect(experiments, &ExperimentsPage::rerunRequested, m_parts.inspector, &Inspector::rerunRequested);
    connect(experiments, &ExperimentsPage::exportRequested, m_parts.results, &ResultFiles::chooseExport);
}

void MainWindow::wireInspector() {
    Inspector* inspector = m_parts.inspector;
    connect(inspector, &Inspector::exportRequested, m_parts.results, &ResultFiles::chooseExport);
    connect(inspector, &Inspector::trialRerunRequested, this, [this](qint64 trial) {
        if (const auto* found = m_trials.trialById(trial)) {
            m_parts.flow->rerunTrial(*found);
        }
    });
    connect(inspector, &Inspector::rerunRequested, this, [this](qint64 experiment) {
        m_parts.flow->loadOptions(experiment);
        m_parts.status->say(
            tr("The options of experiment %1 are in the forms. Change something to see its price.")
                .arg(experiment));
    });
    connect(inspector, &Inspector::noteWritten, this, [this](qint64 trial, const QString& note) {
        writeRemark(wire::NoteCall{trial, note.toStdString()});
    });
    connect(inspector, &Inspector::tagsWritten, this, [this](qint64 trial, const QString& tags) {
        writeRemark(wire::TagsCall{trial, tagsFromText(tags)});
    });
}

} // namespace parsimony::ui
