// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony::cli {

class CommandLine;

// One function for each command, in the file of its name; main() calls them in the order that -h shows.

void addAccountCommand(CommandLine& line);
void addInspectCommand(CommandLine& line);
void addPlanCommand(CommandLine& line);
void addRunCommand(CommandLine& line);
void addResumeCommand(CommandLine& line);
void addQueueCommand(CommandLine& line);
void addTrialsCommand(CommandLine& line);
void addRemarkCommands(CommandLine& line); ///< note, tag
void addKnownRowsCommand(CommandLine& line);
void addBudgetCommand(CommandLine& line);
void addExportCommand(CommandLine& line);
void addReportCommand(CommandLine& line);
void addPlotCommand(CommandLine& line);
void addEvaluateCommand(CommandLine& line);
void addPredictCommand(CommandLine& line);
void addAuditCommand(CommandLine& line);
void addWitnessCommand(CommandLine& line);
void addBenchCommand(CommandLine& line);
void addSweepCommand(CommandLine& line);
void addCompareCommand(CommandLine& line);
void addStudyCommand(CommandLine& line);
void addServeCommand(CommandLine& line);
void addCompletionCommand(CommandLine& line);

} // namespace parsimony::cli
