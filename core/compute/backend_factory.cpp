// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/backend_factory.h"

#include "core/base/error.h"

#include <charconv>

namespace parsimony::compute {

namespace {

CudaFactory& cudaFactory() {
    static CudaFactory factory;
    return factory;
}

int deviceNumber(const std::string& device) {
    if (device == "cuda") {
        return 0;
    }
    int number = -1;
    const char* first = device.data() + 5;
    const char* last = device.data() + device.size();
    if (device.starts_with("cuda:")) {
        const auto [end, error] = std::from_chars(first, last, number);
        if (error == std::errc{} && end == last && number >= 0) {
            return number;
        }
    }
    failUsage("--device must be auto, cpu, cuda or cuda:N, not \"" + device + "\"");
}

} // namespace

void registerCudaFactory(CudaFactory factory) {
    cudaFactory() = std::move(factory);
}

std::unique_ptr<ComputeBackend> chooseBackend(const std::string& device, unsigned threads) {
    if (device == "cpu" || device == "auto") {
        return makeCpuBackend({threads});
    }
    const int number = deviceNumber(device);
    if (!cudaFactory()) {
        fail("--device " + device + " cannot be used: this program has no CUDA backend; use --device cpu");
    }
    return cudaFactory()(number, threads);
}

} // namespace parsimony::compute
