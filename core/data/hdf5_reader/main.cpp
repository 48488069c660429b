// SPDX-License-Identifier: GPL-3.0-or-later
// The program that alone touches libhdf5 (1.10.8 of Debian 12 has memory errors on crafted files). It limits
// its own memory, processor time and rights to write before it opens anything, and answers on standard
// output.
#include "core/data/hdf5_reader/contents.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>

namespace {

void limitResources() {
    const auto limit = [](int resource, rlim_t value) {
        const rlimit both{value, value};
        setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
    };
#ifndef PARSIMONY_HAS_ASAN // whose shadow memory needs terabytes of addresses
    limit(RLIMIT_AS, rlim_t{4} << 30U);
#endif
    limit(RLIMIT_CPU, 600);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NPROC, 0);
}

void writeOut(const void* bytes, std::size_t count) {
    if (std::fwrite(bytes, 1, count, stdout) != count) {
        throw std::runtime_error("the caller no longer listens");
    }
}

} // namespace

int main(int argc, char** argv) {
    limitResources();
    try {
        parsimony::hdf5::answer(std::vector<std::string>(argv + std::min(argc, 1), argv + argc), writeOut);
        if (std::fflush(stdout) != 0) {
            throw std::runtime_error("the caller no longer listens");
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "parsimony-hdf5: %s\n", error.what());
        return 1;
    }
}
