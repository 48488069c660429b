// SPDX-License-Identifier: GPL-3.0-or-later
// Messages by MPI, and the one symbol of the module.
#include "core/ranks/transport.h"

#include "parsimony_ranks_build.h"
#include <mpi.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string_view>

namespace parsimony::ranks {

namespace {

/// MPI counts by int: what divides by eight is sent as numbers of eight bytes, up to 16 GiB.
struct Counted {
    explicit Counted(std::size_t bytes)
        : type(bytes % 8 == 0 ? MPI_UINT64_T : MPI_BYTE),
          count(static_cast<int>(bytes % 8 == 0 ? bytes / 8 : bytes)) {}
    MPI_Datatype type;
    int count;
};

volatile std::sig_atomic_t launcherEndsAll = 0;

/// When a process died, or Ctrl-C was pressed, mpirun sends the others SIGCONT, a second later SIGTERM and
/// SIGKILL within milliseconds: the first is the only one that leaves time to say how far the run came.
extern "C" void onContinue(int, siginfo_t* info, void*) {
    if (info->si_code != SI_USER || info->si_pid != getppid()) {
        return; // somebody else's kill -CONT
    }
    launcherEndsAll = 1;
    struct sigaction current {};
    sigaction(SIGTERM, nullptr, &current);
    if (current.sa_handler != SIG_DFL) {
        raise(SIGTERM); // a command that stops at a checkpoint when asked to
    }
}

void listenToLauncher() {
    if (std::getenv("OMPI_COMM_WORLD_RANK") == nullptr ||
        std::getenv("OMPI_MCA_orte_forward_job_control") != nullptr) {
        return; // Slurm's srun sends SIGTERM in time; this mpirun sends SIGCONT after a pause, too
    }
    struct sigaction action {};
    action.sa_sigaction = onContinue;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGCONT, &action, nullptr);
}

/// Errors of MPI end all processes, as is its default.
class MpiTransport final : public Transport {
public:
    MpiTransport() {
        MPI_Comm_rank(MPI_COMM_WORLD, &m_rank);
        MPI_Comm_size(MPI_COMM_WORLD, &m_size);
        MPI_Comm machine = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
        MPI_Comm_size(machine, &m_neighbours);
        MPI_Comm_free(&machine);
    }
    ~MpiTransport() override { MPI_Finalize(); }
    MpiTransport(const MpiTransport&) = delete;
    MpiTransport& operator=(const MpiTransport&) = delete;

    [[nodiscard]] int rank() const override { return m_rank; }
    [[nodiscard]] int size() const override { return m_size; }
    [[nodiscard]] int neighbours() const override { return m_neighbours; }

    void send(int to, Tag tag, std::span<const std::byte> bytes, const std::function<void()>& idle) override {
        const Counted counted(bytes.size());
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Isend(bytes.data(), counted.count, counted.type, to, static_cast<int>(tag), MPI_COMM_WORLD,
                  &request);
        for (int done = 0; MPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done == 0;) {
            idle();
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE); // at once: it is done
    }

    std::optional<Waiting> waiting(int from, Tag tag) override {
        int there = 0;
        MPI_Status status;
        MPI_Iprobe(from < 0 ? MPI_ANY_SOURCE : from, static_cast<int>(tag), MPI_COMM_WORLD, &there, &status);
        if (there == 0) {
            return std::nullopt;
        }
        MPI_Count bytes = 0;
        MPI_Get_elements_x(&status, MPI_BYTE, &bytes);
        return Waiting{status.MPI_SOURCE, static_cast<std::size_t>(bytes)};
    }

    void take(int from, Tag tag, std::span<std::byte> out) override {
        const Counted counted(out.size());
        MPI_Recv(out.data(), counted.count, counted.type, from, static_cast<int>(tag), MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }

    [[nodiscard]] bool ending() const override { return launcherEndsAll != 0; }

    [[noreturn]] void endAll(int status) override {
        MPI_Abort(MPI_COMM_WORLD, status);
        std::terminate(); // it does not come back
    }

private:
    int m_rank = 0;
    int m_size = 0;
    int m_neighbours = 0;
};

} // namespace

} // namespace parsimony::ranks

extern "C" __attribute__((visibility("default"))) parsimony::ranks::Transport*
parsimony_open_mpi(const char* version, char* message, std::size_t capacity) {
    if (version == nullptr || std::string_view(version) != PARSIMONY_RANKS_BUILD) {
        std::snprintf(message, capacity,
                      "the MPI module is of version %s and this program is not: install both again",
                      PARSIMONY_RANKS_BUILD);
        return nullptr;
    }
    int given = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &given);
    if (given < MPI_THREAD_SERIALIZED) {
        MPI_Finalize();
        std::snprintf(message, capacity,
                      "this MPI cannot be called by one thread after the other: use Debian's Open MPI");
        return nullptr;
    }
    auto transport = std::make_unique<parsimony::ranks::MpiTransport>();
    if (transport->rank() == 0) { // the others have nothing to say
        parsimony::ranks::listenToLauncher();
    }
    return transport.release();
}

static_assert(std::is_same_v<decltype(&parsimony_open_mpi), parsimony::ranks::OpenMpi>);
