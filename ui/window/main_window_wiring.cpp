// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the window tell each other.
#include "ui/pages/experiments_page.h"
#include "ui/pages/sheet_view.h"
#include "ui/pages/start_page.h"
#include "ui/window/curator_switch.h"
#include "ui/window/data_section.h"
#include "ui/window/inspector.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/run_flow.h"
#include "ui/window/study_section.h"
#include "ui/window/trials_panel.h"
#include "ui/window/window_layout.h"
#include "ui/window/window_menus.h"

#include <QApplication>
#include <QDockWidget>

namespace parsimony::ui {

template <class Call>
void MainWindow::writeRemark(const Call& call) {
    m_bench.ask(
        this, call, [this] { m_bench.refresh(); }, [this](const Problem& problem) { sayProblem(problem); });
}

void MainWindow::wireBench() {
    connect(&m_bench, &Workbench::projectOpened, this, &MainWindow::projectOpened);
    connect(&m_bench, &Workbench::projectChanged, this, &MainWindow::projectChanged);
    connect(&m_bench, &Workbench::projectOpenFailed, this,
            [this](const QString& path, const Problem& problem) {
                if (m_server.isEmpty()) {
                    m_recent.remove(path);
                } else {
                    m_request.setProjectPath(path); // a first run may make it there
                }
                forgetProject(); // the next start does not try again
                setWorking(false);
                m_parts.start->setProblem(problem);
                updateTitle();
            });
    connect(&m_bench, &Workbench::projectReadFailed, this,
            [this](const Problem& problem) { sayProblem(problem); });
    connect(&m_bench, &Workbench::runStarted, this, &MainWindow::updateTitle);
    connect(&m_bench, &Workbench::runSnapshot, this, &MainWindow::liveSnapshot);
    connect(&m_bench, &Workbench::runEnded, this, &MainWindow::runEnded);
    connect(&m_bench, &Workbench::studyEnded, this, [this](const SheetPtr& found) {
        if (found) {
            m_parts.pages->study().setSheet(found);
        }
        QApplication::alert(this);
        tellDesktop(found ? tr("The study has finished.") : tr("The study is paused."));
        updateTitle();
    });
    const auto tellResult = [this] {
        QApplication::alert(this);
        tellDesktop(tr("What was asked for stands in the window."));
        updateTitle();
    };
    connect(&m_bench, &Workbench::taskEnded, this, tellResult);
    connect(&m_bench, &Workbench::lookEnded, this, tellResult);
    connect(&m_bench, &Workbench::runFailed, this, [this] {
        tellDesktop(tr("The experiment has stopped: the window says why."));
        updateTitle();
    });
}

void MainWindow::wireFlow() {
    RunFlow* flow = m_parts.flow;
    connect(flow, &RunFlow::said, this, &MainWindow::say);
    connect(flow, &RunFlow::failedWith, this, &MainWindow::sayProblem);
    connect(flow, &RunFlow::planChanged, this, [this] {
        const RunSnapshotPtr plan = m_parts.flow->plan();
        if (plan && !m_parts.pages->shown() && !m_bench.running()) {
            showRun(plan);
        }
        updateStrip();
    });
    connect(m_parts.study, &StudySection::runRequested, flow, [this, flow](const study::StudyVariant& study) {
        m_parts.pages->showPage(study.file      ? PageName::study
                                : study.compare ? PageName::compare
                                                : PageName::heatmaps);
        flow->startStudy(study);
    });
    connect(m_parts.study, &StudySection::fileWanted, this, &MainWindow::chooseStudy);
    connect(m_parts.study, &StudySection::queueRequested, flow, &RunFlow::queueStudy);
    connect(m_parts.pages, &PageArea::taskRequested, flow, &RunFlow::startTask);
    connect(m_parts.pages, &PageArea::taskQueued, flow, &RunFlow::queueTask);
    connect(m_parts.pages, &PageArea::lookQueued, flow, &RunFlow::queueLook);
    connect(flow, &RunFlow::studyFailed, m_parts.study, &StudySection::setProblem);
    connect(flow, &RunFlow::optionsTaken, this, [this](bool fromTrial) {
        if (fromTrial) {
            m_parts.layout->setup()->show();
        }
        listMissingFiles();
    });
    connect(flow, &RunFlow::finished, this, [this] {
        emit runFinished();
        if (m_closeWhenEnded) {
            close();
        }
    });
}

void MainWindow::wireParts() {
    connect(&m_request, &Request::projectPathChanged, this, &MainWindow::updateTitle);
    connect(m_parts.data, &DataSection::filesWanted, this, &MainWindow::chooseData);
    connect(m_parts.data, &DataSection::encoderWanted, this, &MainWindow::chooseEncoder);
    connect(m_parts.data, &DataSection::locateWanted, this, &MainWindow::locate);
    connect(m_parts.start, &StartPage::filesWanted, this, &MainWindow::chooseFiles);
    connect(m_parts.start, &StartPage::projectWanted, this, &MainWindow::chooseProject);
    connect(m_parts.start, &StartPage::openRequested, this, &MainWindow::openRecent);
    connect(m_parts.start, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_parts.curator, &CuratorSwitch::said, this, &MainWindow::say);
    connect(m_parts.pages, &PageArea::message, this, &MainWindow::say);
    connect(m_parts.pages, &PageArea::written, this, &MainWindow::sayWritten);
    connect(m_parts.pages, &PageArea::failedWith, this, &MainWindow::sayProblem);
    connect(m_parts.pages, &PageArea::brushed, m_parts.trials, &TrialsPanel::setBounds);
    connect(m_parts.pages, &PageArea::named, m_parts.trials, &TrialsPanel::setNamed);
    connect(m_parts.pages, &PageArea::experimentsChosen, this, [this](const std::vector<double>& numbers) {
        m_parts.trials->showOnly(TrialColumn::Experiment, numbers);
        if (numbers.size() == 1) {
            m_bench.showExperiment(static_cast<std::int64_t>(numbers.front()));
        }
    });
    connect(m_parts.trials, &TrialsPanel::filterChanged, m_parts.pages, &PageArea::followFilter);
    connect(m_parts.trials, &TrialsPanel::message, this, &MainWindow::say);
    connect(m_parts.trials, &TrialsPanel::written, this, &MainWindow::sayWritten);
    connect(m_parts.trials, &TrialsPanel::failedWith, this, &MainWindow::sayProblem);
    connect(m_parts.pages, &PageArea::viewChanged, &m_history, &UndoHistory::add);
    connect(m_parts.trials, &TrialsPanel::viewChanged, &m_history, &UndoHistory::add);
    Inspector* inspector = m_parts.inspector;
    connect(inspector, &Inspector::exportRequested, this, &MainWindow::exportModel);
    connect(inspector, &Inspector::trialRerunRequested, this, [this](qint64 trial) {
        if (const auto* found = m_trials.trialById(trial)) {
            m_parts.flow->rerunTrial(*found);
        }
    });
    connect(inspector, &Inspector::rerunRequested, this, [this](qint64 experiment) {
        m_parts.flow->loadOptions(experiment);
        say(tr("The options of experiment %1 are in the forms. Change something to see its price.")
                .arg(experiment));
    });
    connect(inspector, &Inspector::noteWritten, this, [this](qint64 trial, const QString& note) {
        writeRemark(wire::NoteCall{trial, note.toStdString()});
    });
    connect(inspector, &Inspector::tagsWritten, this, [this](qint64 trial, const QString& tags) {
        writeRemark(wire::TagsCall{trial, tagsFromText(tags)});
    });
    ExperimentsPage* experiments = &m_parts.pages->experiments();
    connect(experiments, &ExperimentsPage::showRequested, &m_bench, &Workbench::showExperiment);
    connect(experiments, &ExperimentsPage::rerunRequested, inspector, &Inspector::rerunRequested);
    connect(experiments, &ExperimentsPage::exportRequested, this, &MainWindow::exportModel);
}

void MainWindow::wireMenus() {
    connect(m_menus, &WindowMenus::newProjectWanted, this, &MainWindow::newProject);
    connect(m_menus, &WindowMenus::openProjectWanted, this, &MainWindow::chooseProject);
    connect(m_menus, &WindowMenus::recentWanted, this, &MainWindow::openRecent);
    connect(m_menus, &WindowMenus::serverWanted, this, &MainWindow::chooseServer);
    connect(m_menus, &WindowMenus::filesWanted, this, &MainWindow::chooseFiles);
    connect(m_menus, &WindowMenus::sampleWanted, this, &MainWindow::openSample);
    connect(m_menus, &WindowMenus::projectPathWanted, this, &MainWindow::chooseProjectPath);
    connect(m_menus, &WindowMenus::exportWanted, this, [this] { exportModel(0); });
    connect(m_menus, &WindowMenus::reportWanted, this, &MainWindow::chooseReport);
    connect(m_menus, &WindowMenus::copyWanted, this, &MainWindow::chooseCopy);
    connect(m_menus, &WindowMenus::planFileWanted, this, &MainWindow::choosePlanFile);
    connect(m_menus, &WindowMenus::closeProjectWanted, this, &MainWindow::closeProject);
    connect(m_menus, &WindowMenus::workingWanted, this, [this] { setWorking(true); });
    connect(m_menus, &WindowMenus::said, this, &MainWindow::say);
}

} // namespace parsimony::ui
