// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/halves.h"

#include "core/base/sentence.h"
#include "core/data/byte_source.h"
#include "core/data/parallel.h"
#include "core/data/record_split.h"
#include "core/data/row_cache.h"

#include <algorithm>

namespace parsimony::data {

namespace {

/// Reads another source's rows into the columns of their halves.
class HalvedSource final : public FeatureSource {
public:
    HalvedSource(std::shared_ptr<const FeatureSource> rows, std::vector<std::uint8_t> halves)
        : m_rows(std::move(rows)), m_halves(std::move(halves)) {}
    [[nodiscard]] std::size_t rows() const override { return m_rows->rows(); }
    [[nodiscard]] std::size_t dim() const override { return 2 * m_rows->dim(); }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        checkRowRange(first, count, rows());
        const std::size_t width = m_rows->dim();
        const std::size_t block = rowsPerBlock(dim());
        std::vector<float> scratch(std::min(block, count) * width);
        std::fill_n(out, count * dim(), 0.0F);
        for (std::size_t done = 0; done < count; done += block) {
            const std::size_t some = std::min(block, count - done);
            m_rows->readRows(first + done, some, scratch.data());
            for (std::size_t i = 0; i < some; ++i) {
                const std::size_t row = done + i;
                std::copy_n(scratch.data() + i * width, width,
                            out + row * dim() + m_halves[first + row] * width);
            }
        }
    }
    void prefetch(std::size_t first, std::size_t count) const override { m_rows->prefetch(first, count); }

private:
    std::shared_ptr<const FeatureSource> m_rows;
    std::vector<std::uint8_t> m_halves; ///< 0 or 1
};

} // namespace

std::shared_ptr<const FeatureSource> inHalves(std::shared_ptr<const FeatureSource> rows,
                                              std::vector<std::uint8_t> halves) {
    if (halves.size() != rows->rows()) {
        failUsage(Sentence("the halves are of {1} rows, the part has {2}", halves.size(), rows->rows()));
    }
    return std::make_shared<HalvedSource>(std::move(rows), std::move(halves));
}

LoadedPart inHalves(LoadedPart part, const PartFiles& files, const LoadOptions& load) {
    const bool inMemory = part.features->inMemory();
    part.features = inHalves(std::move(part.features), halvesOf(files, load.threads));
    const FeatureSource& halved = *part.features;
    const std::size_t limit = load.memoryLimit != 0 ? load.memoryLimit : usableMemory() / 2;
    std::optional<AlignedFloats> matrix =
        inMemory ? roomForRows(halved.rows() * halved.dim(), limit) : std::nullopt;
    if (matrix) {
        forBlocks(halved.rows(), rowsPerBlock(halved.dim()) * 4, load.threads,
                  [&](std::size_t first, std::size_t count) {
                      if (load.stop.stop_requested()) {
                          interrupted(Sentence("dividing the rows was stopped"));
                      }
                      halved.readRows(first, count, matrix->data() + first * halved.dim());
                  });
        part.features = std::make_shared<MatrixSource>(std::move(*matrix), halved.rows(), halved.dim());
    }
    return part;
}

} // namespace parsimony::data
