// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/base/sha256.h"
#include "core/train/trainer.h"

#include <algorithm>
#include <bit>

namespace parsimony::train {

namespace {

// "PSTS", version 1: u32 steps, u32 tensors, then per tensor u32 name length, name, u64 count, doubles;
// SHA-256 last.
constexpr std::uint32_t kMagic = 0x53545350;
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kDigestBytes = 32;

template <class T>
void put(std::vector<std::uint8_t>& out, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
}

class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes) : m_bytes(bytes) {}

    template <class T>
    T get() {
        const std::span<const std::uint8_t> bytes = take(sizeof(T));
        T value = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            value |= static_cast<T>(bytes[i]) << (8 * i);
        }
        return value;
    }

    std::span<const std::uint8_t> take(std::size_t count) {
        if (count > m_bytes.size()) {
            fail(Sentence("a training checkpoint is cut short"));
        }
        const std::span<const std::uint8_t> part = m_bytes.first(count);
        m_bytes = m_bytes.subspan(count);
        return part;
    }

    [[nodiscard]] std::size_t left() const { return m_bytes.size(); }

private:
    std::span<const std::uint8_t> m_bytes;
};

} // namespace

const std::vector<double>* TrainerState::find(std::string_view name) const {
    for (const NamedTensor& tensor : tensors) {
        if (tensor.name == name) {
            return &tensor.values;
        }
    }
    return nullptr;
}

std::vector<std::uint8_t> TrainerState::serialize() const {
    std::vector<std::uint8_t> out;
    put(out, kMagic);
    put(out, kVersion);
    put(out, stepsDone);
    put(out, static_cast<std::uint32_t>(tensors.size()));
    for (const NamedTensor& tensor : tensors) {
        put(out, static_cast<std::uint32_t>(tensor.name.size()));
        out.insert(out.end(), tensor.name.begin(), tensor.name.end());
        put(out, static_cast<std::uint64_t>(tensor.values.size()));
        for (const double value : tensor.values) {
            put(out, std::bit_cast<std::uint64_t>(value));
        }
    }
    const Digest digest = sha256(std::span<const std::uint8_t>(out));
    out.insert(out.end(), digest.begin(), digest.end());
    return out;
}

TrainerState TrainerState::deserialize(std::span<const std::uint8_t> bytes) {
    if (bytes.size() < kDigestBytes + 16) {
        fail(Sentence("a training checkpoint is cut short"));
    }
    const std::span<const std::uint8_t> body = bytes.first(bytes.size() - kDigestBytes);
    const Digest digest = sha256(body);
    if (!std::equal(digest.begin(), digest.end(), bytes.end() - kDigestBytes)) {
        fail(Sentence("a training checkpoint is damaged: its checksum does not match"));
    }
    Reader reader(body);
    if (reader.get<std::uint32_t>() != kMagic || reader.get<std::uint32_t>() != kVersion) {
        fail(Sentence("a training checkpoint was written by another version"));
    }
    TrainerState state;
    state.stepsDone = reader.get<std::uint32_t>();
    const auto count = reader.get<std::uint32_t>();
    for (std::uint32_t i = 0; i < count; ++i) {
        NamedTensor tensor;
        const std::span<const std::uint8_t> name = reader.take(reader.get<std::uint32_t>());
        tensor.name.assign(name.begin(), name.end());
        const auto length = reader.get<std::uint64_t>();
        if (length > reader.left() / 8) {
            fail(Sentence("a training checkpoint is cut short"));
        }
        tensor.values.resize(static_cast<std::size_t>(length));
        for (double& value : tensor.values) {
            value = std::bit_cast<double>(reader.get<std::uint64_t>());
        }
        state.tensors.push_back(std::move(tensor));
    }
    return state;
}

} // namespace parsimony::train
