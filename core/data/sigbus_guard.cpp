// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/byte_source.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace parsimony::data {

namespace {

struct Region {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0}; ///< 0 while the slot is free
    std::atomic<bool> tripped{false};
};

// A signal handler can neither lock nor allocate, hence a fixed table of atomics.
std::array<Region, 256> regions;
std::mutex tableMutex;
struct sigaction previousAction;
std::atomic<std::uintptr_t> pageSize{4096};

void passOn(int number, siginfo_t* info, void* context) {
    if ((previousAction.sa_flags & SA_SIGINFO) != 0 && previousAction.sa_sigaction != nullptr) {
        previousAction.sa_sigaction(number, info, context);
    } else if (previousAction.sa_handler != SIG_DFL && previousAction.sa_handler != SIG_IGN) {
        previousAction.sa_handler(number);
    } else {
        // Returning repeats the access, which then ends the process as it would have without this handler.
        std::signal(number, SIG_DFL);
    }
}

void onBusError(int number, siginfo_t* info, void* context) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (Region& region : regions) {
        const std::uintptr_t end = region.end.load();
        const std::uintptr_t begin = region.begin.load();
        if (end == 0 || address < begin || address >= end) {
            continue;
        }
        region.tripped.store(true);
        const std::uintptr_t page = address / pageSize.load() * pageSize.load();
        // From the first page that is gone to the end of the mapping: one fault per mapping, not one per
        // page.
        void* cover = mmap(reinterpret_cast<void*>(page), end - page, PROT_READ,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
        if (cover != MAP_FAILED) {
            return;
        }
        break;
    }
    passOn(number, info, context);
}

void installHandler() {
    pageSize.store(static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE)));
    struct sigaction action = {};
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previousAction);
}

} // namespace

int guardMapping(const void* begin, std::size_t size) {
    const std::lock_guard lock(tableMutex);
    static const bool installed = (installHandler(), true);
    static_cast<void>(installed);
    for (std::size_t slot = 0; slot < regions.size(); ++slot) {
        Region& region = regions[slot];
        if (region.end.load() == 0) {
            const auto start = reinterpret_cast<std::uintptr_t>(begin);
            const std::uintptr_t page = pageSize.load();
            region.tripped.store(false);
            region.begin.store(start);
            region.end.store((start + size + page - 1) / page * page);
            return static_cast<int>(slot);
        }
    }
    return -1;
}

void releaseGuard(int slot) {
    if (slot >= 0) {
        const std::lock_guard lock(tableMutex);
        regions[static_cast<std::size_t>(slot)].end.store(0);
    }
}

bool guardTripped(int slot) {
    return slot >= 0 && regions[static_cast<std::size_t>(slot)].tripped.load();
}

} // namespace parsimony::data
