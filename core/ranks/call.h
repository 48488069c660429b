// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/compute/types.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace parsimony::ranks {

/// What process 0 asks of the others.
enum class CallKind : std::uint32_t {
    Open, ///< a backend; the answer is a Hello
    Close,
    Room, ///< for rows that all keep; the answer is a Room
    Look, ///< at files: what is there
    Scan, ///< of each process's rows in files: a first pass
    Upload,
    Drop, ///< of what was uploaded
    Gradients,
    LossDifference,
    Moments,
    Newton,
    Count,
    Logits,
    Train, ///< whole trials, of rows that all keep
    Echo,  ///< nothing but that the call was heard
    End,
};

/// A call as bytes: both ends run the same program on machines of one kind, so numbers go as they lie.
class CallWriter {
public:
    /// Of an answer.
    CallWriter() = default;
    explicit CallWriter(CallKind kind) { put(kind); }
    template <class T>
    CallWriter& put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        append(&value, sizeof value);
        return *this;
    }
    template <class T>
    CallWriter& putAll(std::span<const T> values) {
        put<std::uint64_t>(values.size());
        append(values.data(), values.size_bytes());
        return *this;
    }
    CallWriter& putText(const std::string& text) { return putAll(std::span<const char>(text)); }
    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }

private:
    void append(const void* data, std::size_t size) {
        if (size > 0) {
            const auto* first = static_cast<const std::byte*>(data);
            m_bytes.insert(m_bytes.end(), first, first + size);
        }
    }
    std::vector<std::byte> m_bytes;
};

/// How long the call for gradients of so many trials is.
[[nodiscard]] std::size_t gradientCallBytes(const compute::HeadShape& head, std::size_t trials);

/// Reads what a CallWriter wrote, in the same order. Throws Error(Failed) behind the end.
class CallReader {
public:
    explicit CallReader(std::span<const std::byte> bytes) : m_left(bytes) {}
    template <class T>
    T get() {
        T value{};
        copy(&value, sizeof value);
        return value;
    }
    template <class T>
    std::vector<T> getAll() {
        const auto count = get<std::uint64_t>();
        if (count > m_left.size() / sizeof(T)) {
            fail(Sentence("a message between the processes of this run is cut off"));
        }
        std::vector<T> values(count);
        copy(values.data(), count * sizeof(T));
        return values;
    }
    std::string text() {
        const std::vector<char> letters = getAll<char>();
        return {letters.begin(), letters.end()};
    }

private:
    void copy(void* out, std::size_t size) {
        if (size > m_left.size()) {
            fail(Sentence("a message between the processes of this run is cut off"));
        }
        if (size > 0) {
            std::memcpy(out, m_left.data(), size);
            m_left = m_left.subspan(size);
        }
    }
    std::span<const std::byte> m_left;
};

} // namespace parsimony::ranks
