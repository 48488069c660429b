// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/host_device.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace parsimony::gpu::testing {

std::size_t HostDevice::leaked = 0;

HostDevice::~HostDevice() {
    drain();
    for (const auto& [memory, bytes] : m_memory) {
        leaked += bytes;
        std::free(memory);
    }
}

int HostDevice::calls(const std::string& name) const {
    const auto found = m_calls.find(name);
    return found == m_calls.end() ? 0 : found->second;
}

bool HostDevice::holds(const void* bytes, std::size_t count) const {
    for (const auto& [memory, size] : m_memory) {
        if (memmem(memory, size, bytes, count) != nullptr) {
            return true;
        }
    }
    return false;
}

void HostDevice::called(const char* name) {
    ++m_calls[name];
    if (m_behaviour.onCall) {
        m_behaviour.onCall(name);
    }
    if (m_behaviour.failAt == name && m_behaviour.failAfter-- == 0) {
        throw GpuError(troubleOfCuda(m_behaviour.failCode), name, "injected");
    }
}

void HostDevice::outsideCapture(const char* name) const {
    if (m_capture != nullptr) {
        throw GpuError(Trouble::Capture, name, "not permitted while capturing");
    }
}

MemoryInfo HostDevice::memory() {
    return {m_behaviour.capacity > m_used ? m_behaviour.capacity - m_used : 0, m_behaviour.capacity};
}

void* HostDevice::allocate(std::size_t bytes) {
    called("allocate");
    outsideCapture("allocate");
    if (bytes > memory().free) {
        throw GpuError(Trouble::OutOfMemory, "reserving memory", "");
    }
    void* memory = std::malloc(bytes);
    std::memset(memory, 0xff, bytes); // NaN, label −1
    m_memory[memory] = bytes;
    m_used += bytes;
    return memory;
}

void HostDevice::release(void* memory) noexcept {
    m_used -= m_memory.at(memory);
    m_memory.erase(memory);
    std::free(memory);
}

void* HostDevice::allocatePinned(std::size_t bytes) {
    called("allocatePinned");
    void* memory = std::malloc(bytes);
    std::memset(memory, 0xff, bytes);
    return memory;
}

void HostDevice::releasePinned(void* memory) noexcept {
    std::free(memory);
}

void HostDevice::enqueue(Queue queue, Op op) {
    m_queues[static_cast<std::size_t>(queue)].push_back(std::move(op));
    for (std::uint32_t n = m_random() % 4; n > 1 && runOne(); --n) {
    }
}

void HostDevice::enqueue(Queue queue, std::function<void()> work) {
    if (m_capture != nullptr && queue == Queue::Compute) {
        m_capture->work.push_back(std::move(work));
        return;
    }
    outsideCapture("the copy queue");
    enqueue(queue, Op{std::move(work)});
}

bool HostDevice::runOne() {
    const std::size_t start = m_random() % 2;
    for (std::size_t i = 0; i < 2; ++i) {
        std::deque<Op>& queue = m_queues[(start + i) % 2];
        if (queue.empty()) {
            continue;
        }
        const Op& head = queue.front();
        if (head.waits && m_behaviour.heedEvents && m_passed[head.event] < head.version) {
            continue;
        }
        const Op op = std::move(queue.front());
        queue.pop_front();
        if (op.run) {
            op.run();
        } else if (!op.waits) {
            m_passed[op.event] = op.version;
        }
        return true;
    }
    return false;
}

void HostDevice::runUntil(const std::function<bool()>& done) {
    while (!done()) {
        if (!runOne()) {
            throw std::logic_error("the queues wait for each other");
        }
    }
}

void HostDevice::copyIn(void* to, const void* from, std::size_t bytes, Queue queue) {
    called("copyIn");
    outsideCapture("copyIn");
    enqueue(queue, [=] { std::memcpy(to, from, bytes); });
}

void HostDevice::copyOut(void* to, const void* from, std::size_t bytes) {
    called("copyOut");
    outsideCapture("copyOut");
    enqueue(Queue::Compute, [=] { std::memcpy(to, from, bytes); });
}

void HostDevice::clear(void* memory, std::size_t bytes) {
    called("clear");
    enqueue(Queue::Compute, [=] { std::memset(memory, 0, bytes); });
}

void HostDevice::record(unsigned event, Queue queue) {
    called("record");
    outsideCapture("record");
    enqueue(queue, Op{{}, event, ++m_recorded[event], false});
}

void HostDevice::await(Queue queue, unsigned event) {
    called("await");
    outsideCapture("await");
    enqueue(queue, Op{{}, event, m_recorded[event], true});
}

void HostDevice::finish(unsigned event) {
    called("finish");
    outsideCapture("finish");
    runUntil([&] { return m_passed[event] >= m_recorded[event]; });
}

void HostDevice::finish() {
    called("finish");
    outsideCapture("finish");
    runUntil([&] { return m_queues[0].empty() && m_queues[1].empty(); });
}

void HostDevice::drain() noexcept {
    while (runOne()) {
    }
}

void HostDevice::beginCapture() {
    called("beginCapture");
    m_capture = std::make_unique<HostGraph>();
    if (!m_behaviour.capture) {
        throw GpuError(Trouble::Capture, "recording a step", "injected");
    }
}

std::unique_ptr<GpuDevice::Graph> HostDevice::endCapture() {
    called("endCapture");
    return std::move(m_capture);
}

void HostDevice::abandonCapture() noexcept {
    m_capture.reset();
}

void HostDevice::replay(Graph& graph) {
    called("replay");
    for (const auto& work : static_cast<HostGraph&>(graph).work) {
        enqueue(Queue::Compute, work);
    }
}

double HostDevice::bareSeconds(const PassShape&, std::size_t, const void*, const void*, float*, const void*,
                               float*, unsigned) {
    called("bareSeconds");
    return 1e-3;
}

} // namespace parsimony::gpu::testing
