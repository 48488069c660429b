// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/queue_add.h"

#include "app/cli/audit_empirical.h"
#include "app/cli/bench_flags.h"
#include "app/cli/look_flags.h"
#include "app/cli/option_values.h"
#include "app/cli/plan_result.h"
#include "app/cli/project.h"
#include "app/cli/queue_list.h"
#include "app/cli/run_flags.h"
#include "app/cli/study_flags.h"
#include "core/study/sweep.h"
#include "core/wire/run_queue_file.h"

#include <memory>
#include <utility>

namespace parsimony::cli {

namespace {

/// A request that cannot be carried out does not wait.
Result letWait(const std::string& storage, const study::QueuedRuns& runs) {
    for (const study::QueuedRun& run : runs) {
        checkQueueable(storage, run);
    }
    wire::changeQueue(storage, [&](study::QueuedRuns& waiting) {
        waiting.insert(waiting.end(), runs.begin(), runs.end());
    });
    return listQueue(storage);
}

template <class Flags>
struct Adder {
    Flags flags;
    std::string storage = defaultStorage;
};

/// `queue NAME`: `runs` makes what is to wait of the flags.
template <class Flags, class Bind, class Runs>
void addAdder(CommandLine& line, CLI::App& queue, const std::string& name, const std::string& description,
              Bind bind, Runs runs) {
    auto state = std::make_shared<Adder<Flags>>();
    CLI::App& app = line.addCommand(queue, name, description, [state, runs](Context& context) {
        return letWait(state->storage, runs(state->flags, context));
    });
    addStorage(app, state->storage);
    bind(state->flags, app);
}

study::StudyVariant sweepOf(study::SweepRequest request) {
    study::StudyVariant study;
    study.sweep = std::move(request);
    return study;
}

struct LookToWait {
    LookFlags rows;
    std::optional<std::int64_t> trial;
    std::optional<std::uint32_t> positive;
};

study::QueuedRuns looksOf(const LookToWait& flags) {
    const LookSets sets = flags.rows.sets("queue add-look");
    study::QueuedRuns looks;
    const auto add = [&](const std::string& name, const data::PartFiles& files) {
        study::LookRequest look{flags.trial, flags.rows.lookAt(name, files)};
        look.on.positive = flags.positive;
        looks.emplace_back(std::move(look));
    };
    if (sets.test) {
        add(kTestPart, *sets.test);
    }
    for (const auto& [name, files] : sets.ood) {
        add(name, files);
    }
    return looks;
}

void addStudies(CommandLine& line, CLI::App& queue) {
    addAdder<SweepFlags>(
        line, queue, "add-sweep", "Let a sweep wait, with the options of 'sweep'",
        [](SweepFlags& flags, CLI::App& app) { flags.bind(app); },
        [](const SweepFlags& flags, Context& context) {
            const study::SweepRequest request = flags.request();
            noteUnused(context, request.base, {study::methodOfSweep(request.base.visibility)});
            return study::QueuedRuns{sweepOf(request)};
        });
    addAdder<CompareFlags>(
        line, queue, "add-compare", "Let a comparison wait, with the options of 'compare'",
        [](CompareFlags& flags, CLI::App& app) { flags.bind(app); },
        [](const CompareFlags& flags, Context& context) {
            study::StudyVariant study;
            study.compare = flags.request();
            noteUnused(context, study.compare->base, study.compare->methods);
            return study::QueuedRuns{study};
        });
    addAdder<StudyFlags>(
        line, queue, "add-study", "Let a study wait",
        [](StudyFlags& flags, CLI::App& app) { flags.bind(app); },
        [](const StudyFlags& flags, Context&) {
            study::StudyVariant study;
            study.file = flags.request("queue add-study");
            return study::QueuedRuns{study};
        });
}

void addLooks(CommandLine& line, CLI::App& queue) {
    addAdder<LookToWait>(
        line, queue, "add-look", "Let a look at private rows wait, by a classifier of the project",
        [](LookToWait& flags, CLI::App& app) {
            addCount(app, "--trial", flags.trial,
                     "Whose classifier (default: of the newest finished experiment, when its turn comes)");
            flags.rows.bind(app);
            addCount(app, "--positive-class", flags.positive,
                     "The class that AUC tells from the rest, by number (of two: the second)");
        },
        [](const LookToWait& flags, Context&) { return looksOf(flags); });
}

void addTasks(CommandLine& line, CLI::App& queue) {
    addAdder<EmpiricalFlags>(
        line, queue, "add-attack", "Let an attack on a trainer wait, with the options of 'audit --empirical'",
        [](EmpiricalFlags& flags, CLI::App& app) { flags.bindAlone(app); },
        [](const EmpiricalFlags& flags, Context&) { return study::QueuedRuns{flags.request()}; });
    addAdder<study::BenchRequest>(
        line, queue, "add-bench", "Let the measuring of this machine wait, with the options of 'bench'",
        [](study::BenchRequest& request, CLI::App& app) { bindBench(app, request); },
        [](const study::BenchRequest& request, Context&) { return study::QueuedRuns{request}; });
}

} // namespace

void addQueueAdders(CommandLine& line, CLI::App& queue) {
    addAdder<RunFlags>(
        line, queue, "add", "Let a run wait, with the options of 'run'",
        [](RunFlags& flags, CLI::App& app) { flags.bind(app); },
        [](const RunFlags& flags, Context& context) {
            const session::RunOptions options = flags.options();
            noteUnused(context, options);
            return study::QueuedRuns{options};
        });
    addStudies(line, queue);
    addLooks(line, queue);
    addTasks(line, queue);
}

} // namespace parsimony::cli
