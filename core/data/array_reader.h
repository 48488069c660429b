// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/dtype.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace parsimony::data {

/// What `inspect` shows of one array.
struct ArrayInfo {
    std::string path;
    std::string key; ///< empty where a file holds one unnamed array (.npy, CSV)
    std::vector<std::size_t> shape;
    ElementType type;
    std::vector<std::string> columns; ///< of a table whose header says which are read; else empty
    char order = 'C';                 ///< 'C' (rows together) or 'F' (columns together)
    std::size_t bytes = 0;            ///< of the values; of the text for CSV
    /// Of arrays that stand side by side (side_by_side.h) the width of each; else empty.
    std::vector<std::size_t> blocks = {};

    [[nodiscard]] std::size_t rows() const { return shape.empty() ? 0 : shape.front(); }
    /// Values of one row: the product of all other extents, 1 for a vector.
    [[nodiscard]] std::size_t width() const;
    /// PATH or PATH:KEY, as it is written on the command line.
    [[nodiscard]] std::string spec() const;
    /// "40000 x 384"
    [[nodiscard]] std::string shapeText() const;
};

/// One array of a file, opened: its header was checked, its values are read on demand.
///
/// Rows are those of the first axis; further axes are flattened in C order. All members are const and may be
/// called from several threads at once. Reading throws Error(Failed) when the range is not inside the array,
/// or the file shrank, vanished or proves damaged.
class ArrayReader {
public:
    virtual ~ArrayReader() = default;

    [[nodiscard]] virtual const ArrayInfo& info() const = 0;
    /// Writes count × width values; what is not a float32 is rounded to nearest. A cell of text that is no
    /// number is NaN.
    virtual void readRows(std::size_t first, std::size_t count, float* out) const = 0;
    /// As readRows in float64: exact for all types but integers beyond 2⁵³.
    virtual void readRowsF64(std::size_t first, std::size_t count, double* out) const = 0;
    /// Writes count × width integers; what is no integer becomes kNoInteger.
    virtual void readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const = 0;

    /// The values as they are mapped, when they are little-endian float32 in C order and aligned; else empty.
    /// Pages of a file that shrinks read as zeros: call verify() after a pass over the span.
    [[nodiscard]] virtual std::span<const float> contiguousF32() const { return {}; }
    /// The same for bfloat16 bit patterns.
    [[nodiscard]] virtual std::span<const std::uint16_t> contiguousBf16() const { return {}; }
    /// The bytes of these rows as the file has them, for decode(), where they lie in memory one behind the
    /// other; else null. Call verifyRows() before what was made of them is used.
    [[nodiscard]] virtual const std::byte* mappedRows(std::size_t /*first*/, std::size_t /*count*/) const {
        return nullptr;
    }
    /// All rows lie so, in one file or in several.
    [[nodiscard]] virtual bool isMapped() const { return false; }
    /// Throws Error(Failed) when the file has shrunk since it was opened.
    virtual void verify() const {}
    /// The same of the files that these rows lie in.
    virtual void verifyRows(std::size_t /*first*/, std::size_t /*count*/) const { verify(); }
    /// Those files were not written to since they were opened, as far as the file system tells.
    [[nodiscard]] virtual bool unwritten(std::size_t /*first*/, std::size_t /*count*/) const { return true; }
    /// Asks the operating system to read these rows ahead; never fails.
    virtual void prefetch(std::size_t /*first*/, std::size_t /*count*/) const {}
    /// Said before the first read: no other rows will be asked for, so others need not be unpacked.
    virtual void needsOnly(std::size_t /*first*/, std::size_t /*count*/) const {}
};

/// Throws Error(Failed) when both name their columns, and not alike: numbers would be taken for others.
void checkSameColumns(const ArrayInfo& first, const ArrayInfo& other);

/// All arrays of one file, unreadable ones (strings, objects) included. Reads headers only. Throws
/// Error(Failed) when the file is missing, damaged, a pickle or of no known format.
[[nodiscard]] std::vector<ArrayInfo> listArrays(const std::string& path);

/// Where the columns of a text come from when its spec has no key. With a key they are declared:
/// `PATH:header` (the first line names them and is no record), `PATH:COLUMNS` (their number; every line is
/// a record) or `PATH:NAME` (of the columns that the first line names, this one).
enum class TextLayout {
    Guessed,   ///< from the first lines: for public data, as one record may change how all are read
    Declared,  ///< nothing is guessed: without a key the text is refused
    OneColumn, ///< the same for labels: without a key every line is one cell
};

/// Opens `PATH` or `PATH:KEY`. Without a key the file must hold one array. Throws Error(Failed) as
/// listArrays, and when the key is not there (the message lists those that are), the array holds no numbers
/// or a text is not declared as `layout` demands. `otherColumns` of a text, whose first line then names its
/// columns, are left out.
[[nodiscard]] std::unique_ptr<ArrayReader> openArray(const std::string& spec,
                                                     TextLayout layout = TextLayout::Guessed,
                                                     std::span<const std::string> otherColumns = {});

/// A file of arrays, or what stands for several (shards.h), and the key inside it; the key is empty when none
/// was given.
struct ArraySpec {
    std::string path;
    std::string key;
};
/// Splits at the first ':' behind which no longer name of a file lies; a spec that names a file as a whole
/// has no key.
[[nodiscard]] ArraySpec splitSpec(const std::string& spec);

/// The product of extents, or Error(Failed) naming `what` when it does not fit.
[[nodiscard]] std::size_t checkedProduct(std::span<const std::size_t> extents, const std::string& what);

} // namespace parsimony::data
