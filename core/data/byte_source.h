// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace parsimony::data {

/// Bytes that array values are decoded from. Const members may be called from several threads at once.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// Copies [offset, offset + count) to `out`; throws Error(Failed) when they are not there.
    virtual void read(std::size_t offset, std::size_t count, std::byte* out) const = 0;
    /// The bytes in memory, or null when they can only be copied out with read().
    [[nodiscard]] virtual const std::byte* mapped() const { return nullptr; }
    /// Throws Error(Failed) when what mapped() showed cannot be trusted, because the file shrank.
    virtual void verify() const {}
    /// Was not written to since it was opened, as far as the file system tells.
    [[nodiscard]] virtual bool unwritten() const { return true; }
    virtual void prefetch(std::size_t /*offset*/, std::size_t /*count*/) const {}
    /// Said before the first read: no other bytes will be asked for.
    virtual void needsOnly(std::size_t /*offset*/, std::size_t /*count*/) const {}
};

/// A regular file, mapped where possible.
///
/// A file that shrinks under a mapping raises SIGBUS. Copying every block with pread would avoid that, at the
/// price of a second pass through memory for files that are read hundreds of times; instead a handler puts
/// zero pages over the lost part and marks the mapping, and verify() turns the mark into an error (libwayland
/// guards shared buffers the same way). Where a mapping cannot be had, blocks are read with pread.
class FileBytes final : public ByteSource {
public:
    /// Throws Error(Failed) when `path` is missing, a folder, not a regular file or unreadable.
    explicit FileBytes(const std::string& path);
    ~FileBytes() override;
    FileBytes(const FileBytes&) = delete;
    FileBytes& operator=(const FileBytes&) = delete;

    [[nodiscard]] std::size_t size() const override { return m_size; }
    void read(std::size_t offset, std::size_t count, std::byte* out) const override;
    [[nodiscard]] const std::byte* mapped() const override { return m_map; }
    void verify() const override;
    [[nodiscard]] bool unwritten() const override;
    void prefetch(std::size_t offset, std::size_t count) const override;
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    std::string m_path;
    int m_fd = -1;
    std::size_t m_size = 0;
    std::int64_t m_written = 0; ///< when, in nanoseconds
    const std::byte* m_map = nullptr;
    int m_guard = -1;
};

/// Memory that the operating system gives page by page as it is written, so that a size promised by a damaged
/// file costs nothing until bytes really arrive. Throws Error(Failed) naming `what` when the machine cannot
/// hold the `used` of them.
class MemoryBytes final : public ByteSource {
public:
    MemoryBytes(std::size_t size, const std::string& what, std::size_t used);
    ~MemoryBytes() override;
    MemoryBytes(const MemoryBytes&) = delete;
    MemoryBytes& operator=(const MemoryBytes&) = delete;

    [[nodiscard]] std::size_t size() const override { return m_size; }
    void read(std::size_t offset, std::size_t count, std::byte* out) const override;
    [[nodiscard]] const std::byte* mapped() const override { return m_data; }
    [[nodiscard]] std::byte* data() { return m_data; }

private:
    std::byte* m_data = nullptr;
    std::size_t m_size = 0;
};

/// Bytes that this process may still take without driving the machine into swap: what the kernel calls
/// available, within the control group's limit.
[[nodiscard]] std::size_t usableMemory();

/// Registers [begin, begin + size) with the SIGBUS guard; returns its slot, or −1 when all are taken.
int guardMapping(const void* begin, std::size_t size);
void releaseGuard(int slot);
[[nodiscard]] bool guardTripped(int slot);

} // namespace parsimony::data
