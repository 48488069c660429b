// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/data_files.h"
#include "core/data/feature_source.h"
#include "core/data/preprocess.h"
#include "core/data/row_memory.h"
#include "core/data/row_recipe.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::data {

/// Throws CuratorRefusal, of Error(Failed): a file is not what was declared. Which it is, is for the curator
/// (PRIVACY rule 30).
[[noreturn]] void failChanged(const std::string& spec,
                              const std::shared_ptr<const DeclaredContent>& declared);

/// Rows read from a file and pre-processed each time they are asked for. Rows that were declared are what
/// they were, or reading fails; so are those of a mapped file, which must not be written to meanwhile.
class StreamedSource final : public FeatureSource, public RowsByRecipe {
public:
    StreamedSource(std::shared_ptr<const ArrayReader> reader, Preprocessing preprocessing,
                   std::shared_ptr<const DeclaredContent> declared)
        : m_reader(std::move(reader)), m_preprocessing(std::move(preprocessing)),
          m_rows(m_reader->info().rows()), m_dim(m_reader->info().width()), m_declared(std::move(declared)),
          m_digests(m_declared ? m_rows : 0) {}

    /// Said before the first pass of rows that will be read again: later ones are faster.
    void remember() {
        if (unchanging() && fitsFloat32(m_reader->info().type.dtype)) {
            m_memory = std::make_unique<RowMemory>(m_rows, m_dim, m_declared != nullptr);
        }
    }

    [[nodiscard]] std::size_t rows() const override { return m_rows; }
    [[nodiscard]] std::size_t dim() const override { return m_dim; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        readChecked(first, count, out, {});
    }
    void prefetch(std::size_t first, std::size_t count) const override { m_reader->prefetch(first, count); }
    [[nodiscard]] std::span<const std::byte> madeFrom(std::size_t first, std::size_t count) const override;
    [[nodiscard]] bool unchanging() const override { return m_declared != nullptr || m_reader->isMapped(); }

    /// The file has binary16 in memory, and most rows are what it has, times one factor each.
    [[nodiscard]] bool givesHalves() const;
    /// What a first pass also tells of its rows where givesHalves(): the file's values, and what they are
    /// multiplied by; 0: there is no such number. Null: nothing.
    struct Kept {
        std::uint16_t* values = nullptr;
        float* factors = nullptr;
    };
    /// The first pass: as readRows, flags the rows with wrong values and keeps what each row was.
    void readFirst(std::size_t first, std::size_t count, float* out, std::uint8_t* wrong) {
        readFirst(first, count, out, wrong, {});
    }
    void readFirst(std::size_t first, std::size_t count, float* out, std::uint8_t* wrong, Kept kept) {
        readChecked(first, count, out, {wrong, m_digests.empty() ? nullptr : m_digests.data() + first, kept});
    }

    /// Of all rows as the first pass read them; empty where nothing was declared.
    [[nodiscard]] std::span<const RowDigest> digests() const { return m_digests; }

    /// What a first pass elsewhere found the rows to be.
    void expect(std::vector<RowDigest> digests) { m_digests = std::move(digests); }
    /// Rows that are zeros whatever the file says, for a wrong label.
    void blank(std::vector<std::uint8_t> rows) { m_blank = std::move(rows); }
    /// Other processes can read the rows from these files.
    void readableFrom(PartFiles files) { m_files = std::move(files); }
    [[nodiscard]] std::optional<RowRecipe> recipe() const override;

private:
    void fetch(std::size_t first, std::size_t count, float* out) const {
        m_reader->readRows(first, count, out);
    }
    void fetch(std::size_t first, std::size_t count, double* out) const {
        m_reader->readRowsF64(first, count, out);
    }

    /// Writes zeros over those of these rows that are zeros whatever the file says.
    void blankRows(std::size_t first, std::size_t count, float* out) const;
    /// Throws where the rows that were just read are surely not those of before.
    void checkUnchanged(std::size_t first, std::size_t count) const;
    /// What a pass tells of its rows beside their values; all may be null.
    struct Told {
        std::uint8_t* wrong = nullptr; ///< flags of those with wrong values
        RowDigest* seen = nullptr;     ///< what each row was; without, what it was before is demanded
        Kept kept{};
    };
    void readChecked(std::size_t first, std::size_t count, float* out, const Told& told) const;
    /// The file's bytes of mapped rows, which may lie in several files.
    void copyBytes(std::size_t first, std::size_t count, std::uint16_t* out) const;
    /// Writes rows of which everything is known; false: these are not, nothing was written.
    bool recall(std::size_t first, std::size_t count, const float* values, float* out) const;
    /// Of declared rows: keeps in `seen` what they are, or throws unless they are what they were.
    template <class Value>
    void checkDigests(RowHasher& hasher, const Value* values, std::size_t first, std::size_t count,
                      RowDigest* seen) const;
    template <class Value>
    void readBlocks(std::size_t first, std::size_t count, float* out, const Told& told) const;

    std::shared_ptr<const ArrayReader> m_reader;
    Preprocessing m_preprocessing;
    std::size_t m_rows;
    std::size_t m_dim;
    std::vector<std::uint8_t> m_blank;
    std::optional<PartFiles> m_files;
    std::shared_ptr<const DeclaredContent> m_declared;
    std::vector<RowDigest> m_digests;
    std::unique_ptr<RowMemory> m_memory; ///< none: nothing is remembered
};

/// Some rows of another source, in their order.
class SelectedSource final : public FeatureSource {
public:
    SelectedSource(std::shared_ptr<const FeatureSource> all, std::vector<std::size_t> rows)
        : m_all(std::move(all)), m_rows(std::move(rows)) {}
    [[nodiscard]] std::size_t rows() const override { return m_rows.size(); }
    [[nodiscard]] std::size_t dim() const override { return m_all->dim(); }
    [[nodiscard]] bool unchanging() const override { return m_all->unchanging(); }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        checkRowRange(first, count, m_rows.size());
        for (std::size_t done = 0; done < count;) { // runs of neighbours in one read
            std::size_t run = 1;
            while (done + run < count && m_rows[first + done + run] == m_rows[first + done] + run) {
                ++run;
            }
            m_all->readRows(m_rows[first + done], run, out + done * dim());
            done += run;
        }
    }

private:
    std::shared_ptr<const FeatureSource> m_all;
    std::vector<std::size_t> m_rows;
};

} // namespace parsimony::data
