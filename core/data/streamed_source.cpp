// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/streamed_source.h"

#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/parallel.h"
#include "core/data/row_kernels.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace parsimony::data {

void failChanged(const std::string& spec, const std::shared_ptr<const DeclaredContent>& declared) {
    const Sentence sentence =
        declared && !declared->part.empty()
            ? Sentence("the files of the {1} part changed since they were declared for this run, which "
                       "stops here and stays charged; leave files alone while they are in use",
                       partName(declared->part))
            : Sentence("files changed since they were declared for this run, which stops here and stays "
                       "charged; leave files alone while they are in use");
    throw CuratorRefusal(sentence, {Sentence("what changed is {1}, or its labels or ids", spec)},
                         ErrorCode::Failed);
}

std::optional<RowRecipe> StreamedSource::recipe() const {
    return m_files ? std::optional(RowRecipe{*m_files, m_preprocessing, m_digests, m_blank}) : std::nullopt;
}

namespace {

/// Rows whose values stay in the nearest cache while they are decoded, hashed and pre-processed.
std::size_t nearRows(std::size_t dim) {
    constexpr std::size_t together = 4; // as preprocessRows() takes
    return std::max(together, 4096 / std::max<std::size_t>(1, dim) / together * together);
}

} // namespace

bool StreamedSource::recall(std::size_t first, std::size_t count, const float* values, float* out) const {
    if (!m_memory || !m_memory->knows(first, count, values)) {
        return false;
    }
    const std::vector<float>& mean = m_preprocessing.mean;
    rescaleRows(values, count, m_dim, m_memory->factors(first), mean.empty() ? nullptr : mean.data(), out);
    blankRows(first, count, out);
    return true;
}

template <class Value>
void StreamedSource::checkDigests(RowHasher& hasher, const Value* values, std::size_t first,
                                  std::size_t count, RowDigest* seen) const {
    if (seen != nullptr) {
        hasher(values, count, seen);
        return;
    }
    std::vector<RowDigest> read(count);
    hasher(values, count, read.data());
    if (!std::equal(read.begin(), read.end(), m_digests.begin() + static_cast<std::ptrdiff_t>(first))) {
        m_reader->verifyRows(first, count); // says it better where the file shrank
        failChanged(m_reader->info().spec(), m_declared);
    }
}

bool StreamedSource::givesHalves() const {
    const ElementType& type = m_reader->info().type;
    return type.dtype == DType::F16 && !type.bigEndian && m_reader->isMapped() &&
           m_preprocessing.mean.empty() && m_preprocessing.blocks.empty() && m_preprocessing.viewDim == 0;
}

void StreamedSource::copyBytes(std::size_t first, std::size_t count, std::uint16_t* out) const {
    if (const std::byte* whole = m_reader->mappedRows(first, count)) {
        std::memcpy(out, whole, count * m_dim * sizeof(std::uint16_t));
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(out + i * m_dim, m_reader->mappedRows(first + i, 1), m_dim * sizeof(std::uint16_t));
    }
}

template <class Value>
void StreamedSource::readBlocks(std::size_t first, std::size_t count, float* out, const Told& told) const {
    const std::byte* mapped = m_reader->mappedRows(first, count);
    const std::size_t rowBytes = m_dim * dtypeSize(m_reader->info().type.dtype);
    const bool near = mapped != nullptr || told.kept.values != nullptr;
    const std::size_t block = std::min(near ? nearRows(m_dim) : rowsPerBlock(m_dim), count);
    const auto values = std::make_unique_for_overwrite<Value[]>(block * m_dim);
    std::vector<std::uint8_t> fine(block);
    std::vector<float> factors(block);
    std::optional<RowHasher> hasher; // where there is anything to be hashed
    for (std::size_t done = 0; done < count; done += block) {
        const std::size_t now = std::min(block, count - done);
        float* to = out + done * m_dim;
        if (told.kept.values != nullptr) { // copied first: what is kept is what is hashed
            copyBytes(first + done, now, told.kept.values + done * m_dim);
            decode(m_reader->info().type, reinterpret_cast<const std::byte*>(told.kept.values + done * m_dim),
                   now * m_dim, values.get());
        } else if (mapped != nullptr) {
            decode(m_reader->info().type, mapped + done * rowBytes, now * m_dim, values.get());
        } else {
            fetch(first + done, now, values.get());
        }
        if constexpr (std::is_same_v<Value, float>) {
            if (told.wrong == nullptr && recall(first + done, now, values.get(), to)) {
                continue;
            }
        }
        if (m_declared) {
            if (!hasher) {
                hasher.emplace(m_declared->key, m_dim);
            }
            checkDigests(*hasher, values.get(), first + done, now,
                         told.seen != nullptr ? told.seen + done : nullptr);
        }
        preprocessRows(values.get(), now, m_dim, m_preprocessing, to, fine.data(), factors.data());
        if constexpr (std::is_same_v<Value, float>) {
            if (m_memory) {
                m_memory->keep(first + done, now, values.get(), factors.data());
            }
        }
        if (told.kept.values != nullptr) {
            std::copy_n(factors.begin(), now, told.kept.factors + done);
        }
        blankRows(first + done, now, to);
        for (std::size_t i = 0; told.wrong != nullptr && i < now; ++i) {
            told.wrong[done + i] |= fine[i] == 0 ? 1 : 0;
        }
    }
    checkUnchanged(first, count);
}

std::span<const std::byte> StreamedSource::madeFrom(std::size_t first, std::size_t count) const {
    const std::byte* memory = m_reader->mappedRows(first, count);
    const std::size_t bytes = count * m_dim * dtypeSize(m_reader->info().type.dtype);
    return memory != nullptr ? std::span(memory, bytes) : std::span<const std::byte>();
}

void StreamedSource::blankRows(std::size_t first, std::size_t count, float* out) const {
    for (std::size_t i = 0; !m_blank.empty() && i < count; ++i) {
        if (m_blank[first + i] != 0) {
            std::fill_n(out + i * m_dim, m_dim, 0.0F);
        }
    }
}

void StreamedSource::checkUnchanged(std::size_t first, std::size_t count) const {
    if (!m_reader->isMapped()) {
        return;
    }
    m_reader->verifyRows(first, count);
    if (!m_declared && !m_reader->unwritten(first, count)) {
        failChanged(m_reader->info().spec(), m_declared);
    }
}

void StreamedSource::readChecked(std::size_t first, std::size_t count, float* out, const Told& told) const {
    checkRowRange(first, count, m_rows);
    if (fitsFloat32(m_reader->info().type.dtype)) {
        readBlocks<float>(first, count, out, told);
    } else {
        readBlocks<double>(first, count, out, told);
    }
}

} // namespace parsimony::data
