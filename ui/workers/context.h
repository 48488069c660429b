// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::ui {

class DataCatalog;
class Request;
class Selection;
class TrialTableModel;
class Workbench;

/// What the views share. All members outlive every view.
struct Context {
    Workbench& bench;
    Request& request;
    DataCatalog& catalog;
    Selection& selection;
    TrialTableModel& trials;
};

} // namespace parsimony::ui
