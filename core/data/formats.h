// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/byte_source.h"
#include "core/data/id_source.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// One pair of functions per file format: list what is there (headers only), open one array. `key` is empty
// where none was given. All throw Error(Failed); see array_reader.h for the contract.
namespace parsimony::data {

[[nodiscard]] std::vector<ArrayInfo> listNpy(const std::string& path);
[[nodiscard]] std::unique_ptr<ArrayReader> openNpy(const std::string& path, const std::string& key);

[[nodiscard]] std::vector<ArrayInfo> listNpz(const std::string& path);
[[nodiscard]] std::unique_ptr<ArrayReader> openNpz(const std::string& path, const std::string& key);

[[nodiscard]] std::vector<ArrayInfo> listSafetensors(const std::string& path);
[[nodiscard]] std::unique_ptr<ArrayReader> openSafetensors(const std::string& path, const std::string& key);
/// The `__metadata__` strings of a safetensors file.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> safetensorsMetadata(const std::string& path);

[[nodiscard]] std::vector<ArrayInfo> listCsv(const std::string& path);
[[nodiscard]] std::unique_ptr<ArrayReader> openCsv(const std::string& path, const std::string& key,
                                                   TextLayout layout,
                                                   std::span<const std::string> otherColumns);

[[nodiscard]] std::vector<ArrayInfo> listHdf5(const std::string& path);
[[nodiscard]] std::unique_ptr<ArrayReader> openHdf5(const std::string& path, const std::string& key);
[[nodiscard]] std::unique_ptr<IdSource> openHdf5Ids(const std::string& path, const std::string& key);

// Parquet, Arrow IPC (file or stream) and Feather: an array a column. `key` is COLUMN, or COLUMN/WIDTH of
// lists whose length no header says; without one, the only column of lists, or all columns of numbers.
[[nodiscard]] std::vector<ArrayInfo> listColumns(const std::string& path);
[[nodiscard]] std::unique_ptr<ArrayReader> openColumns(const std::string& path, const std::string& key,
                                                       TextLayout layout,
                                                       std::span<const std::string> otherColumns);
/// A column whose lists may be labels: of integers of any length, or of texts.
struct LabelLists {
    std::string column;
    std::size_t width = 0; ///< that the key says each has; 0: it does not
    bool areTexts = false;
};
/// Absent where it has no such lists.
[[nodiscard]] std::optional<LabelLists> labelListsOf(const std::string& path, const std::string& key);
/// Each list as the text that a table has of it, "3;17"; what can be no label as a text that no class is
/// called.
[[nodiscard]] std::unique_ptr<IdSource> openLabelLists(const std::string& path, const std::string& column);
/// COLUMN of COLUMN/WIDTH.
[[nodiscard]] std::string columnOf(const std::string& path, const std::string& key);
/// A column of integers or texts; a cell without a value is no id.
[[nodiscard]] std::unique_ptr<IdSource> openColumnIds(const std::string& path, const std::string& key);

/// One array as it lies packed in a file, whatever its elements are.
struct PackedArray {
    ArrayInfo info;
    std::shared_ptr<const ByteSource> bytes;
    std::size_t offset = 0;
};
[[nodiscard]] PackedArray packedNpy(const std::string& path, const std::string& key);
[[nodiscard]] PackedArray packedNpz(const std::string& path, const std::string& key);
[[nodiscard]] PackedArray packedSafetensors(const std::string& path, const std::string& key);
/// Throws Error(Failed) when the array is no column of integers or text of a fixed length.
[[nodiscard]] std::unique_ptr<IdSource> packedIds(PackedArray array);
/// The key of a text whose first line is no record.
inline constexpr std::string_view kHeaderKey = "header";
[[nodiscard]] inline bool isHeaderKey(std::string_view key) {
    return key == kHeaderKey;
}
/// Is the key of a text no name of a column, but their number?
[[nodiscard]] bool isWidth(const std::string& key);

enum class FileFormat { Npy, Zip, Hdf5, Safetensors, Columns, Text };
/// Looks at the first bytes, then at the name; a name that says text goes first, as the first bytes of a text
/// are those of a record. Throws Error(Failed) for pickles, with a hint how to convert
/// them, and for files of no known format.
[[nodiscard]] FileFormat detectFormat(const std::string& path);
/// The same of the first of the files that a path stands for (shards.h).
[[nodiscard]] FileFormat formatOf(const std::string& path);
/// A column of lists whose length its type does not say: listed with a width of 0, whatever its records hold.
[[nodiscard]] bool isOfAnyLength(const ArrayInfo& info);
/// The whole number that a cell of a text is, as 3, 3.0 or 3e+00; kNoInteger for any other cell.
[[nodiscard]] std::int64_t integerOf(std::string_view cell);
/// Throws Error(Failed) where a text that may not be guessed is told by its first bytes, which are a
/// record's.
void checkTextName(const std::string& path, TextLayout layout);
/// The same where its last line has no end: an empty one would not be there.
void checkLineEnd(std::string_view text, const std::string& path, TextLayout layout);

/// The position of `key` among `arrays`; without a key the only array. Throws Error(Failed) that lists the
/// keys there are.
[[nodiscard]] std::size_t chooseArray(const std::vector<ArrayInfo>& arrays, const std::string& path,
                                      const std::string& key);

/// "torch" or "pickle": the hint how a file of that kind is converted, as the end of a sentence.
[[nodiscard]] std::string conversionHint();

} // namespace parsimony::data
