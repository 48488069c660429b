// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"
#include "app/cli/commands.h"
#include "app/common/cuda_module.h"
#include "app/common/rank_module.h"

int main(int argc, char** argv) {
    using namespace parsimony::cli;
    parsimony::app::registerCudaModule();
    CommandLine line;
    addInspectCommand(line);
    addPlanCommand(line);
    addRunCommand(line);
    addResumeCommand(line);
    addQueueCommand(line);
    addTrialsCommand(line);
    addRemarkCommands(line);
    addBudgetCommand(line);
    addKnownRowsCommand(line);
    addSweepCommand(line);
    addCompareCommand(line);
    addStudyCommand(line);
    addReportCommand(line);
    addPlotCommand(line);
    addExportCommand(line);
    addEvaluateCommand(line);
    addPredictCommand(line);
    addAccountCommand(line);
    addAuditCommand(line);
    addWitnessCommand(line);
    addBenchCommand(line);
    addServeCommand(line);
    addCompletionCommand(line);
    return parsimony::app::runAsRank([&] { return line.run(argc, argv); });
}
