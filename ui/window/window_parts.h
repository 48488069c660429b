// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::ui {

class BudgetSection;
class BudgetStrip;
class CuratorSwitch;
class DataSection;
class Inspector;
class PageArea;
class PlanSection;
class RunBar;
class RunFlow;
class StartPage;
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
    RunFlow* flow = nullptr;
    CuratorSwitch* curator = nullptr;
};

} // namespace parsimony::ui
