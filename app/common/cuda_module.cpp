// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/cuda_module.h"

#include "app/common/module_file.h"
#include "core/base/sentence.h"
#include "core/base/told.h"
#include "core/compute/backend_factory.h"
#include "core/compute/cuda_module.h"

#include "parsimony_cuda_build.h"

#include <string>

namespace parsimony::app {

namespace {

constexpr const char* kFile = "parsimony-cuda.so";

} // namespace

std::filesystem::path cudaModulePath() {
    return modulePath("PARSIMONY_CUDA_MODULE", kFile);
}

std::unique_ptr<compute::ComputeBackend> openCuda(const std::filesystem::path& module,
                                                  const std::vector<int>& devices, unsigned threads) {
    if (module.empty()) {
        fail(Sentence("the CUDA backend cannot be used: this installation has no {1}; use --device cpu",
                      told(kFile)));
    }
    bool loaded = false;
    const auto open =
        reinterpret_cast<compute::OpenCuda>(moduleSymbol(module, compute::kCudaModuleSymbol, loaded));
    if (!loaded) {
        fail(Sentence("the CUDA backend cannot be loaded ({1}): install the NVIDIA libraries it names, or "
                      "use --device cpu",
                      loaderMessage()));
    }
    if (open == nullptr) {
        fail(Sentence("{1} is no CUDA backend of Parsimony; install this version again or use --device cpu",
                      module.string()));
    }
    char message[compute::kModuleMessageBytes] = {};
    compute::ComputeBackend* backend =
        open(PARSIMONY_CUDA_BUILD, devices.data(), devices.size(), threads, message, sizeof message);
    if (backend == nullptr) {
        fail(message[0] != '\0' ? compute::moduleMessage(message, sizeof message)
                                : Sentence("the CUDA backend did not start; use --device cpu"));
    }
    return std::unique_ptr<compute::ComputeBackend>(backend);
}

void registerCudaModule() {
    compute::registerCudaFactory([](const std::vector<int>& devices, unsigned threads) {
        return openCuda(cudaModulePath(), devices, threads);
    });
}

} // namespace parsimony::app
