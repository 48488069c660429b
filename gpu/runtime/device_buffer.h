// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/runtime/gpu_device.h"

namespace parsimony::gpu {

/// Memory of a device, or pinned memory of the host, that only grows. Contents are lost when it does.
class DeviceBuffer {
public:
    enum class Kind { Device, Pinned };
    explicit DeviceBuffer(GpuDevice& device, Kind kind = Kind::Device) : m_device(&device), m_kind(kind) {}
    ~DeviceBuffer() { reset(); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    /// At least `bytes`; throws GpuError(OutOfMemory) and is empty then. Work that uses the old memory is
    /// done.
    void* ensure(std::size_t bytes) {
        if (bytes > m_bytes) {
            reset();
            m_data = m_kind == Kind::Device ? m_device->allocate(bytes) : m_device->allocatePinned(bytes);
            m_bytes = bytes;
        }
        return m_data;
    }
    void reset() noexcept {
        if (m_data != nullptr) {
            m_device->drain(); // nothing in the queues may still use it
            m_kind == Kind::Device ? m_device->release(m_data) : m_device->releasePinned(m_data);
        }
        m_data = nullptr;
        m_bytes = 0;
    }
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }
    template <class T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(m_data);
    }

private:
    GpuDevice* m_device;
    Kind m_kind;
    void* m_data = nullptr;
    std::size_t m_bytes = 0;
};

} // namespace parsimony::gpu
