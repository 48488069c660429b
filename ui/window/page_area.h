// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"
#include "ui/models/comparison.h"
#include "ui/models/engine_task.h"
#include "ui/models/undo_history.h"
#include "ui/models/values.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QTimer>
#include <QWidget>
#include <functional>
#include <map>

class QMenu;
class QStackedWidget;

namespace parsimony::ui {

class AuditPage;
class ChecklistButton;
class ExperimentsPage;
class GanttPlot;
class HeatmapPlot;
class KnobPlot;
class PageTabs;
class Plot;
class PlotPage;
class REpsilonPlot;
class SheetView;
class TaskPage;
class ScatterPlot;
class TrialPlot;

/// Names of pages that others ask for; a page of one plot has the plot's.
struct PageName {
    static constexpr QLatin1String compare{"compare"}, experiments{"experiments"}, audit{"audit"},
        calculator{"calculator"}, knobs{"knobs"}, study{"study"}, attack{"attack"}, machine{"machine"},
        heatmaps{"heatmaps"}, gantt{"gantt"};
};

/// The middle of the window: tabs for its pages. Plots are drawn when they are seen, a few times a second;
/// those of trials show what passes the filter of the table.
class PageArea : public QWidget {
    Q_OBJECT
public:
    explicit PageArea(const Context& context, QWidget* parent = nullptr);

    [[nodiscard]] QStringList names() const;
    [[nodiscard]] QString currentName() const;
    [[nodiscard]] QWidget* page(const QString& name) const;
    void showPage(const QString& name);
    void step(int pages); ///< to the next (1) or the one before (-1), round and round
    [[nodiscard]] PlotPage* currentPlotPage() const;
    [[nodiscard]] ExperimentsPage& experiments() { return *m_experiments; }
    [[nodiscard]] SheetView& study() { return *m_study; }
    [[nodiscard]] AuditPage& audit() { return *m_audit; }

    [[nodiscard]] RunSnapshotPtr shown() const { return m_shown; } ///< null: none, or only a plan
    void fillMenu(QMenu& menu);                                    ///< an entry for each page
    void setRun(const RunSnapshotPtr& run);        ///< the experiment or plan being looked at, or none
    void setProject(const ProjectStatePtr& state); ///< null: none is open
    /// Where the filter leaves trials of other experiments only, the newest of those is looked at: plots of
    /// one experiment would be empty.
    void followFilter();
    /// Likewise where the one looked at has no score that passes.
    void showScored();

signals:
    void said(QString text);
    void written(QStringList files);
    void failedWith(parsimony::ui::Problem problem);
    void brushed(parsimony::filter::FilterRange range); ///< a plot puts bounds on a column
    void named(parsimony::filter::TrialField column, std::vector<std::string> names); ///< or these words
    void taskRequested(parsimony::ui::EngineTask task);
    void taskQueued(parsimony::ui::EngineTask task, QString title);
    void lookQueued(parsimony::study::LookRequest look, double mostEpsilon);
    /// Those that tables and plots are to show; none: all.
    void experimentsChosen(std::vector<double> experiments);
    void viewChanged(parsimony::ui::ViewChange change);

private:
    /// `draw` gives the page what it shows, each time that it is seen with something new.
    void addPage(const QString& name, const QString& title, QWidget* widget,
                 const std::function<void()>& draw = {});
    void addTaskPage(QLatin1String name, const QString& title, TaskPage* page);
    PlotPage* addPlotPage(Plot* plot, const std::function<void()>& draw = {});
    /// A plot of all trials that pass the filter.
    template <class TrialsPlot>
    PlotPage* addTrialsPage(TrialsPlot* plot);
    template <class Page>
    void wireWords(Page* page); ///< what it says of what was done
    void wire(PlotPage* page);
    void buildPages();
    void addStepSizePages();
    void addTrialPages();
    void addCoursePages();
    void addBudgetPages();
    void addComparePage(bool bySplit); ///< methods by what they took, or by how they split it
    void buildPicker();
    void fillPicker(const ProjectStatePtr& state);
    void showChosen(); ///< what the filter says of experiments, in the picker
    void addChoices(PlotPage* page, ScatterPlot* plot);
    void addToggles(PlotPage* page, HeatmapPlot* plot);
    void addChoices(PlotPage* page, KnobPlot* plot);
    void drawKnobs(KnobPlot* plot);
    void drawTimes(GanttPlot* plot);
    void drawLater();
    void drawSoon(); ///< for what a person does: the next frame shows it
    void drawRun();
    void drawShown();
    void showPassing(bool scored);
    void drawCourse(TrialPlot* plot);
    [[nodiscard]] std::vector<ComparedExperiment> compared() const;

    Context m_context;
    RunSnapshotPtr m_shown; ///< an experiment, never a plan
    RunSnapshotPtr m_run;   ///< or a plan
    QTimer m_drawTimer, m_followTimer;
    PageTabs* m_tabs;
    ChecklistButton* m_picker = nullptr; ///< of experiments
    QStackedWidget* m_pages;
    std::map<QString, std::function<void()>> m_draw; ///< by the name of the page
    Question m_importance, m_times;
    QTimer m_importanceTimer;
    std::function<void()> m_askImportance; ///< of the trials that were drawn last
    REpsilonPlot* m_rPlot = nullptr;
    std::optional<bool> m_sweptAgainstMu; ///< the axis of what sweeps found; absent: look for it again
    ExperimentsPage* m_experiments = nullptr;
    AuditPage* m_audit = nullptr;
    SheetView* m_study = nullptr;
};

} // namespace parsimony::ui
