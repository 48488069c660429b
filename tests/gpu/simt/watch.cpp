// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/simt/watch.h"

namespace parsimony::gpu::testing::simt {

namespace {

/// Can the two be at the same place at the same time?
bool unordered(const Toucher& before, const Toucher& now) {
    return before.block != now.block || (before.thread != now.thread && before.phase == now.phase);
}

} // namespace

Watch::Cell& Watch::cell(std::uintptr_t address) {
    const std::uintptr_t number = address / kPage + 1; // 0: none yet
    if (number != m_lastNumber) {
        auto& page = m_pages[number];
        if (!page) {
            page = std::make_unique<Page>();
        }
        m_last = page.get();
        m_lastNumber = number;
    }
    return m_last->cells[address % kPage];
}

const char* Watch::touchCell(Cell& cell, bool writes, const Toucher& who) {
    if (cell.isWritten && unordered(cell.writer, who)) {
        return writes ? "two threads write the same place" : "a thread reads what another one writes";
    }
    if (writes) {
        const bool read = cell.isRead && (cell.blocksRead || unordered(cell.reader, who) ||
                                          (cell.threadsRead && cell.reader.phase == who.phase));
        cell.writer = who;
        cell.isWritten = true;
        return read ? "a thread writes what another one reads" : nullptr;
    }
    if (!cell.isRead) {
        cell.reader = who;
        cell.isRead = true;
    } else if (cell.reader.block != who.block) {
        cell.blocksRead = true;
    } else if (cell.reader.phase != who.phase) {
        cell.reader = who;
        cell.threadsRead = false;
    } else {
        cell.threadsRead = cell.threadsRead || cell.reader.thread != who.thread;
    }
    return nullptr;
}

const char* Watch::touch(const void* address, std::size_t bytes, bool writes, const Toucher& who) {
    const char* problem = nullptr;
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    for (std::size_t i = 0; i < bytes; ++i) {
        const char* here = touchCell(cell(first + i), writes, who);
        problem = problem == nullptr ? here : problem;
    }
    return problem;
}

void Watch::forget(const void* address, std::size_t bytes) {
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    for (std::size_t i = 0; i < bytes; ++i) {
        cell(first + i) = {};
    }
}

bool Watch::written(const void* address) {
    return cell(reinterpret_cast<std::uintptr_t>(address)).isWritten;
}

} // namespace parsimony::gpu::testing::simt
