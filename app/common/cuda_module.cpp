// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/cuda_module.h"

#include "core/base/error.h"
#include "core/compute/backend_factory.h"
#include "core/compute/cuda_module.h"

#include "parsimony_version.h"
#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <system_error>

namespace parsimony::app {

namespace {

constexpr const char* kFile = "parsimony-cuda.so";

std::string loaderMessage() {
    const char* text = dlerror();
    return text != nullptr ? text : "no reason given";
}

} // namespace

std::filesystem::path cudaModulePath() {
    if (const char* named = std::getenv("PARSIMONY_CUDA_MODULE"); named != nullptr && *named != '\0') {
        return named;
    }
    std::error_code error;
    const std::filesystem::path program =
        std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::filesystem::path& folder : {program, program / ".." / PARSIMONY_MODULE_FOLDER}) {
        if (!error && std::filesystem::exists(folder / kFile, error)) {
            return folder / kFile;
        }
    }
    return {};
}

std::unique_ptr<compute::ComputeBackend> openCuda(const std::filesystem::path& module,
                                                  const std::vector<int>& devices, unsigned threads) {
    if (module.empty()) {
        fail("the CUDA backend cannot be used: this installation has no " + std::string(kFile) +
             "; use --device cpu");
    }
    // Never unloaded: objects of the backend live as long as they like.
    void* library = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        fail("the CUDA backend cannot be loaded (" + loaderMessage() +
             "): install the NVIDIA libraries it names, or use --device cpu");
    }
    const auto open = reinterpret_cast<compute::OpenCuda>(dlsym(library, compute::kCudaModuleSymbol));
    if (open == nullptr) {
        fail(module.string() +
             " is no CUDA backend of Parsimony; install this version again or use --device cpu");
    }
    char message[1024] = {};
    compute::ComputeBackend* backend =
        open(PARSIMONY_VERSION, devices.data(), devices.size(), threads, message, sizeof message);
    if (backend == nullptr) {
        fail(message[0] != '\0' ? message : "the CUDA backend did not start; use --device cpu");
    }
    return std::unique_ptr<compute::ComputeBackend>(backend);
}

void registerCudaModule() {
    compute::registerCudaFactory([](const std::vector<int>& devices, unsigned threads) {
        return openCuda(cudaModulePath(), devices, threads);
    });
}

} // namespace parsimony::app
