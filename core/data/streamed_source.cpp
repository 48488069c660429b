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

template <class Value>
void StreamedSource::readBlocks(std::size_t first, std::size_t count, float* out, std::uint8_t* wrong,
                                RowDigest* seen) const {
    const std::size_t block = rowsPerBlock(m_dim);
    std::vector<Value> values(std::min(block, count) * m_dim);
    std::optional<RowHasher> hasher;
    std::vector<RowDigest> read(m_declared ? std::min(block, count) : 0);
    if (m_declared) {
        hasher.emplace(m_declared->key, m_dim);
    }
    for (std::size_t done = 0; done < count; done += block) {
        const std::size_t now = std::min(block, count - done);
        fetch(first + done, now, values.data());
        if (hasher) {
            (*hasher)(values.data(), now, read.data());
            if (seen != nullptr) {
                std::copy_n(read.begin(), now, seen + done);
            } else if (!std::equal(read.begin(), read.begin() + static_cast<std::ptrdiff_t>(now),
                                   m_digests.begin() + static_cast<std::ptrdiff_t>(first + done))) {
                failChanged(m_reader->info().spec(), m_declared);
            }
        }
        for (std::size_t i = done; i < done + now; ++i) {
            float* row = out + i * m_dim;
            const bool fine = preprocessRow(values.data() + (i - done) * m_dim, m_dim, m_preprocessing, row);
            if (fine && !m_blank.empty() && m_blank[first + i] != 0) {
                std::fill_n(row, m_dim, 0.0F);
            }
            if (!fine && wrong != nullptr) {
                wrong[i] = 1;
            }
        }
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
