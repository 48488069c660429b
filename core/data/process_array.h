// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/byte_source.h"
#include "core/data/id_source.h"
#include "core/data/reader_process.h"

#include <memory>
#include <string>
#include <vector>

// Arrays of files that a program of its own reads. It says what is there as a JSON list, and then hands over
// values, or texts, each with its length before it as four bytes. What it answers is as little to be trusted
// as the file: every field is checked.
namespace parsimony::data {

struct ProcessArray {
    ArrayInfo info;
    bool inPlace = false;      ///< its values lie uncompressed in one piece of the file
    std::size_t offset = 0;    ///< there
    bool widthGuessed = false; ///< no header says how long its rows are, their number of values does
    bool textLists = false;    ///< each of its rows is a list of texts
};

[[nodiscard]] std::vector<ArrayInfo> infosOf(const std::vector<ProcessArray>& arrays);
/// Bytes of all its values by shape and type. Throws Error(Failed) when they don't fit.
[[nodiscard]] std::size_t bytesOf(const ArrayInfo& info);

/// What `program list PATH` answers. Throws Error(Failed).
[[nodiscard]] std::vector<ProcessArray> listByProcess(const ReaderProgram& program, const std::string& path);

/// What that answer, a JSON list, says of the file `path`. Throws Error(Failed) when it makes no sense.
[[nodiscard]] std::vector<ProcessArray> arraysOfAnswer(const std::string& text, const std::string& path);

/// The values that `program` writes when it is asked to `read PATH FIRST COUNT` with `arguments` behind, in
/// the machine's own order: of all rows, or of those that are needed alone; asked when the first is read.
/// Reading throws Error(Failed) where they are more or fewer bytes.
[[nodiscard]] std::shared_ptr<const ByteSource> bytesByProcess(ReaderProgram program, const ArrayInfo& info,
                                                               std::vector<std::string> arguments);

/// The same for texts of any length, `info.rows()` of them. One of more than 4,096 bytes comes as none.
[[nodiscard]] std::unique_ptr<IdSource> textsByProcess(ReaderProgram program, const ArrayInfo& info,
                                                       std::vector<std::string> arguments);

} // namespace parsimony::data
