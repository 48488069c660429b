// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::ui {

class BudgetSection;
class BudgetStrip;
class CuratorSwitch;
class DataFlow;
class DataSection;
class EngineFiles;
class Inspector;
class PageArea;
class PlanSection;
class ProjectFlow;
class ProjectView;
class ResultFiles;
class RunBar;
class RunFlow;
class StartPage;
class StatusLine;
class StudySection;
class TrialsPanel;
class WindowLayout;

/// What the main window is made of. The window owns all of it.
struct WindowParts {
    BudgetStrip* strip = nullptr;
    StartPage* start = nullptr;
    PageArea* pages = nullptr;
    DataSection* data = nullptr;
    BudgetSection* budget = nullptr;
    PlanSection* plan = nullptr;
    StudySection* study = nullptr;
    RunBar* runBar = nullptr;
    Inspector* inspector = nullptr;
    TrialsPanel* trials = nullptr;
    WindowLayout* layout = nullptr;
    StatusLine* status = nullptr;
    ProjectView* view = nullptr;
    RunFlow* flow = nullptr;
    EngineFiles* files = nullptr;
    DataFlow* dataFlow = nullptr;
    ResultFiles* results = nullptr;
    ProjectFlow* projects = nullptr;
    CuratorSwitch* curator = nullptr;
};

} // namespace parsimony::ui
