// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/runtime/gpu_device.h"
#include "gpu/runtime/trouble.h"

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace parsimony::gpu::testing {

/// What a HostDevice computes wrongly.
enum class Fault {
    None,
    OrderChanges,   ///< every other second product adds up its rows from the last one
    SumsNarrowed,   ///< the second product cuts features off to 10 bits, as tensor cores do
    FactorTooLarge, ///< clip factors are 1 % too large
    FactorNarrow,   ///< clip factors are computed in float32 and long rows are kept
    OthersGrow,     ///< a row without a label makes the others of its block 2 % heavier
    RowLeaks,       ///< the last row of a block counts in the next one too
    ReplayDrifts,   ///< replayed steps add up their sums to those of the step before
    NoiseOff,       ///< noise begins a block of words later
};

/// How a HostDevice behaves.
struct HostBehaviour {
    std::uint32_t seed = 1;
    std::size_t capacity = std::size_t{1} << 40; ///< bytes; more is out of memory
    bool capture = true;                         ///< false: capturing fails
    bool heedEvents = true; ///< false: a queue does not wait for the other (to test the tests)
    std::string failAt{};   ///< name of a call that fails …
    int failAfter = 0;      ///< … after so many that succeed
    int failCode = 700;     ///< … with this cudaError_t
    std::function<void(const std::string& call)> onCall{};
    Fault fault = Fault::None;
};

/// A device of ordinary memory. Its queues are worked off in a random order that only events and waits
/// restrain, as late as possible or early by chance, so that whoever forgets to wait is found out. Memory
/// starts as NaN.
class HostDevice : public GpuDevice {
public:
    using Behaviour = HostBehaviour;

    explicit HostDevice(Behaviour behaviour = {}, int number = 0)
        : m_behaviour(std::move(behaviour)), m_number(number), m_random(m_behaviour.seed) {}
    ~HostDevice() override;

    Behaviour& behaviour() { return m_behaviour; }
    [[nodiscard]] int calls(const std::string& name) const;
    [[nodiscard]] std::size_t used() const { return m_used; }
    /// Is this sequence of bytes anywhere in the device's memory?
    [[nodiscard]] bool holds(const void* bytes, std::size_t count) const;
    /// Where its memory lies, and how many bytes of it.
    [[nodiscard]] const std::map<void*, std::size_t>& allocations() const { return m_memory; }
    /// Memory that is still allocated in all devices of this process.
    static std::size_t leaked;

    int number() const override { return m_number; }
    std::string description() const override { return "a device of the tests"; }
    MemoryInfo memory() override;
    void* allocate(std::size_t bytes) override;
    void release(void* memory) noexcept override;
    void* allocatePinned(std::size_t bytes) override;
    void releasePinned(void* memory) noexcept override;
    void copyIn(void* to, const void* from, std::size_t bytes, Queue queue) override;
    void copyOut(void* to, const void* from, std::size_t bytes) override;
    void clear(void* memory, std::size_t bytes) override;
    void record(unsigned event, Queue queue) override;
    void await(Queue queue, unsigned event) override;
    void finish(unsigned event) override;
    void finish() override;
    void drain() noexcept override;
    void packWeights(const PassShape& shape, const double* parameters, void* operands, float* bias) override;
    void firstProduct(const PassShape& shape, std::size_t rows, const void* x, const void* operands,
                      float* logits) override;
    void residuals(const PassShape& shape, const ResidualArgs& args) override;
    void secondProduct(const PassShape& shape, std::size_t rows, std::size_t block, const void* x,
                       const void* residuals, float* parts) override;
    void addParts(double* sums, const float* parts, std::size_t blocks, std::size_t stride, std::size_t size,
                  bool first) override;
    void addColumns(const PassShape& shape, double* sums, const float* logits, std::size_t rows,
                    std::size_t block, double* parts, bool first) override;
    void descend(const PassShape& shape, const DescentArgs& args) override;
    void nextStep(DescentState* states, std::uint32_t trials) override;
    void beginCapture() override;
    std::unique_ptr<Graph> endCapture() override;
    void abandonCapture() noexcept override;
    void replay(Graph& graph) override;
    double bareSeconds(const PassShape&, std::size_t, const void*, const void*, float*, const void*, float*,
                       unsigned) override;

protected:
    void called(const char* name);
    void enqueue(Queue queue, std::function<void()> work);

private:
    struct Op {
        std::function<void()> run; ///< empty: an event
        unsigned event = 0;
        std::uint64_t version = 0;
        bool waits = false;
    };
    struct HostGraph final : Graph {
        std::vector<std::function<void()>> work;
    };
    void outsideCapture(const char* name) const;
    void enqueue(Queue queue, Op op);
    bool runOne();
    void runUntil(const std::function<bool()>& done);

    Behaviour m_behaviour;
    int m_number;
    std::mt19937 m_random;
    std::array<std::deque<Op>, 2> m_queues;
    std::array<std::uint64_t, kEvents> m_recorded{};
    std::array<std::uint64_t, kEvents> m_passed{};
    std::map<void*, std::size_t> m_memory;
    std::size_t m_used = 0;
    std::map<std::string, int> m_calls;
    std::unique_ptr<HostGraph> m_capture;
};

} // namespace parsimony::gpu::testing
