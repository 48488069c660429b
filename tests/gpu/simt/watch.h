// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace parsimony::gpu::testing::simt {

/// Who touches memory: a thread of a block, between two of its block's barriers.
struct Toucher {
    std::uint32_t block = 0;
    std::uint32_t thread = 0;
    std::uint32_t phase = 0; ///< barriers that the block has passed
};

/// Remembers for every byte who wrote and who read it. Threads of a block are ordered by barriers alone,
/// threads of different blocks by nothing, and lanes of a warp by nothing more (shuffles order no memory).
class Watch {
public:
    /// Takes an access down. What is wrong with it, or nothing.
    [[nodiscard]] const char* touch(const void* address, std::size_t bytes, bool writes, const Toucher& who);
    /// These bytes are no longer what they were: memory of a block that is done.
    void forget(const void* address, std::size_t bytes);
    /// Was this byte written since it was forgotten?
    [[nodiscard]] bool written(const void* address);

private:
    struct Cell {
        Toucher writer;
        Toucher reader;
        bool isWritten = false;
        bool isRead = false;
        bool threadsRead = false; ///< several threads since the last barrier of the reader's block
        bool blocksRead = false;  ///< several blocks
    };
    static constexpr std::size_t kPage = 4096;
    struct Page {
        Cell cells[kPage];
    };
    [[nodiscard]] Cell& cell(std::uintptr_t address);
    [[nodiscard]] static const char* touchCell(Cell& cell, bool writes, const Toucher& who);

    std::unordered_map<std::uintptr_t, std::unique_ptr<Page>> m_pages;
    std::uintptr_t m_lastNumber = 0; ///< page that was asked for last
    Page* m_last = nullptr;
};

} // namespace parsimony::gpu::testing::simt
