// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/feature_source.h"
#include "core/data/streamed_source.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

namespace parsimony::data {

/// The rows of a part in memory: as the binary16 of their file where each is that times one factor, and
/// classes are few or there is no room for more; else as float32; or none, where they find no room.
class MemoryRows {
public:
    /// Calls its second argument with the first row and the number of each block of so many rows.
    using EachBlock =
        std::function<void(std::size_t rows, const std::function<void(std::size_t, std::size_t)>&)>;

    /// The first pass over all values of `source`, for so many classes (0: unknown); flags in `wrong`, one a
    /// row, those with wrong values. Rows may take `limit` bytes, as roomForRows() has it. Throws as
    /// StreamedSource::readFirst() and `eachBlock` do.
    MemoryRows(StreamedSource& source, std::size_t limit, int classes, const EachBlock& eachBlock,
               std::vector<std::uint8_t>& wrong);

    [[nodiscard]] bool any() const { return m_rows.index() != 0; }
    /// Of any(): what was read, with zeros in place of the rows that `blank` (empty, or a flag a row) names.
    [[nodiscard]] std::shared_ptr<const FeatureSource> take(const std::vector<std::uint8_t>& blank) &&;

private:
    struct Halves {
        AlignedFloats values;
        std::vector<float> factors;
    };
    /// False where a row is not what its file has times one factor.
    [[nodiscard]] static bool readHalves(StreamedSource& source, Halves& halves, const EachBlock& eachBlock,
                                         std::vector<std::uint8_t>& wrong);

    std::size_t m_dim;
    std::variant<std::monostate, AlignedFloats, Halves> m_rows;
};

} // namespace parsimony::data
