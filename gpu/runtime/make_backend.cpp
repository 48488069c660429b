// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/compute/cuda_module.h"
#include "gpu/backend/gpu_backend.h"
#include "gpu/backend/sharded_backend.h"
#include "gpu/runtime/cuda_device.h"
#include "gpu/runtime/cuda_reducer.h"
#include "gpu/runtime/device.h"
#include "gpu/runtime/trouble.h"

#include "parsimony_cuda_build.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <thread>

namespace parsimony::gpu {

DeviceProbe probeDevices() {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count == 0) {
        (void)cudaGetLastError();
        const int code = static_cast<int>(status == cudaSuccess ? cudaErrorNoDevice : status);
        return {0, troubleSentence(troubleOfCuda(code), "looking for a GPU", {cudaGetErrorName(status)})};
    }
    std::string names;
    for (int device = 0; device < count; ++device) {
        cudaDeviceProp properties{};
        if (cudaGetDeviceProperties(&properties, device) == cudaSuccess) {
            names += (names.empty() ? "" : ", ") + std::string(properties.name);
        }
    }
    return {count, Sentence::of("{1}", {Sentence::Value{names}})};
}

namespace {

std::vector<int> allDevices() {
    const DeviceProbe probe = probeDevices();
    if (probe.devices == 0) {
        fail(probe.sentence);
    }
    std::vector<int> numbers;
    for (int number = 0; number < probe.devices; ++number) {
        numbers.push_back(number);
    }
    return numbers;
}

} // namespace

std::unique_ptr<compute::ComputeBackend> makeCudaBackend(const std::vector<int>& devices, unsigned threads) {
    const std::vector<int> numbers = devices.empty() ? allDevices() : devices;
    GpuOptions options;
    const unsigned hosts = threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    options.threads = std::max(1U, hosts / static_cast<unsigned>(numbers.size()));
    if (numbers.size() == 1) {
        options.threads = threads;
        return std::make_unique<GpuBackend>(std::make_unique<CudaDevice>(numbers.front()), options);
    }
    std::vector<std::unique_ptr<GpuBackend>> backends;
    std::vector<CudaDevice*> opened;
    for (const int number : numbers) {
        auto device = std::make_unique<CudaDevice>(number);
        opened.push_back(device.get());
        backends.push_back(std::make_unique<GpuBackend>(std::move(device), options));
    }
    ShardedBackend::Descents descents;
    descents.together = true;
    std::string why;
    if (const auto group = NcclGroup::connect(numbers, why)) {
        for (std::size_t rank = 0; rank < backends.size(); ++rank) {
            backends[rank]->setReducer(NcclGroup::reducer(group, rank, *opened[rank]));
        }
        descents.abort = [group] { group->abort(); };
        descents.reset = [] { return false; }; // later descents go pass by pass
    } else {
        const auto meeting = std::make_shared<HostMeeting>(backends.size());
        for (std::size_t rank = 0; rank < backends.size(); ++rank) {
            backends[rank]->setReducer(meeting->reducer(rank, *opened[rank]));
        }
        descents.abort = [meeting] { meeting->abort(); };
        descents.reset = [meeting] {
            meeting->reset();
            return true;
        };
    }
    return std::make_unique<ShardedBackend>(
        std::vector<std::unique_ptr<compute::ComputeBackend>>(std::make_move_iterator(backends.begin()),
                                                              std::make_move_iterator(backends.end())),
        std::move(descents));
}

compute::ComputeBackend* openForProgram(const char* version, const int* devices, std::size_t count,
                                        unsigned threads, char* message, std::size_t capacity) noexcept {
    const auto say = [&](const Sentence& sentence) {
        compute::layModuleMessage(sentence, message, capacity);
    };
    try {
        if (version == nullptr || std::string_view(version) != PARSIMONY_CUDA_BUILD) {
            fail(Sentence("the CUDA backend is of version {1} and this program is not: install both again, "
                          "or use --device cpu",
                          PARSIMONY_CUDA_BUILD));
        }
        return makeCudaBackend(std::vector<int>(devices, devices + count), threads).release();
    } catch (const Error& error) {
        say(sentenceOf(error));
    } catch (const std::exception& error) {
        say(Sentence::of("{1}", {Sentence::Value{error.what()}}));
    } catch (...) {
        say(Sentence("the CUDA backend did not start; use --device cpu"));
    }
    return nullptr;
}

} // namespace parsimony::gpu
