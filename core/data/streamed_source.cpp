// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/streamed_source.h"

#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/parallel.h"

#include <algorithm>

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

template <class Value>
void StreamedSource::readBlocks(std::size_t first, std::size_t count, float* out, std::uint8_t* wrong,
                                RowDigest* seen) const {
    const std::byte* mapped = m_reader->mappedRows(first, count);
    const std::size_t rowBytes = m_dim * dtypeSize(m_reader->info().type.dtype);
    const std::size_t block = mapped != nullptr ? nearRows(m_dim) : rowsPerBlock(m_dim);
    const auto values = std::make_unique_for_overwrite<Value[]>(std::min(block, count) * m_dim);
    std::vector<std::uint8_t> fine(std::min(block, count));
    std::optional<RowHasher> hasher;
    std::vector<RowDigest> read(m_declared ? std::min(block, count) : 0);
    if (m_declared) {
        hasher.emplace(m_declared->key, m_dim);
    }
    for (std::size_t done = 0; done < count; done += block) {
        const std::size_t now = std::min(block, count - done);
        if (mapped != nullptr) {
            decode(m_reader->info().type, mapped + done * rowBytes, now * m_dim, values.get());
        } else {
            fetch(first + done, now, values.get());
        }
        if (hasher) {
            (*hasher)(values.get(), now, read.data());
            if (seen != nullptr) {
                std::copy_n(read.begin(), now, seen + done);
            } else if (!std::equal(read.begin(), read.begin() + static_cast<std::ptrdiff_t>(now),
                                   m_digests.begin() + static_cast<std::ptrdiff_t>(first + done))) {
                m_reader->verifyRows(first, count); // says it better where the file shrank
                failChanged(m_reader->info().spec(), m_declared);
            }
        }
        preprocessRows(values.get(), now, m_dim, m_preprocessing, out + done * m_dim, fine.data());
        for (std::size_t i = done; i < done + now; ++i) {
            const bool isFine = fine[i - done] != 0;
            if (isFine && !m_blank.empty() && m_blank[first + i] != 0) {
                std::fill_n(out + i * m_dim, m_dim, 0.0F);
            }
            if (!isFine && wrong != nullptr) {
                wrong[i] = 1;
            }
        }
    }
    if (mapped != nullptr) {
        m_reader->verifyRows(first, count);
    }
}

void StreamedSource::readChecked(std::size_t first, std::size_t count, float* out, std::uint8_t* wrong,
                                 RowDigest* seen) const {
    checkRowRange(first, count, m_rows);
    if (fitsFloat32(m_reader->info().type.dtype)) {
        readBlocks<float>(first, count, out, wrong, seen);
    } else {
        readBlocks<double>(first, count, out, wrong, seen);
    }
}

} // namespace parsimony::data
