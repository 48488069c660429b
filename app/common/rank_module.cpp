// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/rank_module.h"

#include "app/common/module_file.h"
#include "core/base/error.h"
#include "core/compute/backend_factory.h"
#include "core/ranks/rank_backend.h"
#include "core/ranks/rank_files.h"

#include "parsimony_ranks_build.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <thread>

namespace parsimony::app {

namespace {

constexpr const char* kMpiFile = "parsimony-mpi.so";

/// What a launcher told this process in its environment.
struct Launch {
    long ranks = 1;
    long rank = 0;
};

long numberIn(const char* variable, long otherwise) {
    const char* text = std::getenv(variable);
    return text != nullptr && *text != '\0' ? std::strtol(text, nullptr, 10) : otherwise;
}

Launch launchOf() {
    // Open MPI's mpirun, then what srun sets with --mpi=pmix and with --mpi=pmi2.
    struct Names {
        const char* ranks;
        const char* rank;
    };
    for (const Names& names : {Names{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                               Names{"SLURM_STEP_NUM_TASKS", "PMIX_RANK"}, Names{"PMI_SIZE", "PMI_RANK"}}) {
        const Launch launch{numberIn(names.ranks, 1), numberIn(names.rank, -1)};
        if (launch.ranks > 1 && launch.rank >= 0) {
            return launch;
        }
    }
    return {};
}

std::unique_ptr<ranks::Transport> openTransport(long expected) {
    const std::filesystem::path module = modulePath("PARSIMONY_MPI_MODULE", kMpiFile);
    if (module.empty()) {
        fail("this was started as one of " + std::to_string(expected) +
             " processes, and this installation has no " + kMpiFile +
             ": start one, or install the module and Open MPI");
    }
    bool loaded = false;
    const auto open = reinterpret_cast<ranks::OpenMpi>(moduleSymbol(module, ranks::kMpiModuleSymbol, loaded));
    if (!loaded) {
        fail("the module for several processes cannot be loaded (" + std::string(loaderMessage()) +
             "): install Open MPI, or start one process");
    }
    if (open == nullptr) {
        fail(module.string() +
             " is no module of Parsimony for several processes; install this version again");
    }
    char message[1024] = {};
    std::unique_ptr<ranks::Transport> transport(open(PARSIMONY_RANKS_BUILD, message, sizeof message));
    if (transport == nullptr) {
        fail(message);
    }
    if (transport->size() != expected) {
        fail("the launcher started " + std::to_string(expected) + " processes and MPI finds " +
             std::to_string(transport->size()) + ": start them with Open MPI's mpirun, or srun --mpi=pmix");
    }
    return transport;
}

/// For process 0 to say why first, where it misses the same: its end ends the others.
constexpr std::chrono::seconds kAfterTheFirst{5};

/// The exit code of a process that never came to the others. One that found them waits for this one in MPI
/// for good, and the launcher ends a job for nothing but a code that is not 0: so it is none, whatever
/// process 0 did that needs nobody.
int apart(const std::string& reason, const Launch& launch, const std::function<int()>& program) {
    int code = 0;
    if (launch.rank == 0) {
        code = program();
    } else {
        std::this_thread::sleep_for(kAfterTheFirst);
    }
    if (code == 0) {
        std::fprintf(stderr, "parsimony-cli: process %ld of %ld: %s\n", launch.rank, launch.ranks,
                     reason.c_str());
        code = 1;
    }
    return code;
}

void registerRefusal(const std::string& reason, long count) {
    compute::registerRanks(
        [reason](const compute::CpuOptions&) -> std::unique_ptr<compute::ComputeBackend> { fail(reason); },
        static_cast<std::size_t>(count), [count](std::uint64_t) { return static_cast<std::size_t>(count); });
}

} // namespace

int runAsRank(const std::function<int()>& program) {
    const Launch launch = launchOf();
    if (launch.ranks == 1) {
        return program();
    }
    std::shared_ptr<ranks::RankGroup> group;
    std::string trouble;
    try {
        group = std::make_shared<ranks::RankGroup>(openTransport(launch.ranks));
        group->greet(PARSIMONY_RANKS_BUILD);
        compute::registerRanks(
            [group](const compute::CpuOptions& options) { return ranks::makeRankBackend(group, options); },
            group->size(), ranks::mostRanks);
        if (group->rank() == 0) {
            data::registerRowPeers(ranks::makeRowPeers(group));
        }
    } catch (const std::exception& error) {
        trouble = error.what();
        registerRefusal(trouble, launch.ranks);
    }
    if (group == nullptr) {
        return apart(trouble, launch, program);
    }
    if (group->rank() != 0) {
        ranks::serve(*group);
        return 0;
    }
    const int code = program();
    ranks::dismiss(*group);
    std::fflush(nullptr);
    group->end(code);
    return code;
}

} // namespace parsimony::app
