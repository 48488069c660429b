// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of Parquet, Arrow and Feather files. Debian has no C++ library for them, so Python's pyarrow reads
// them in a process of its own (columns_reader/columns_reader.py).
#include "core/base/sentence.h"
#include "core/data/dense_reader.h"
#include "core/data/formats.h"
#include "core/data/process_array.h"

#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

namespace parsimony::data {

namespace {

/// As the program itself says where pyarrow is missing.
Sentence wayWithoutPyarrow() {
    return Sentence("Parquet and Arrow need Python's pyarrow and numpy: pip install pyarrow numpy, for the "
                    "python3 in PATH or the one that PARSIMONY_PYTHON names; or convert where they are: {1}",
                    "python3 -c \"import pyarrow.parquet as p, numpy as n; n.save('x.npy', "
                    "n.stack(p.read_table('x.parquet')['COLUMN'].to_numpy()))\"");
}

ReaderProgram columnsProgram(const std::string& path) {
    const char* python = std::getenv("PARSIMONY_PYTHON");
    return {{python != nullptr && *python != '\0' ? python : "python3",
             readerBeside("parsimony-columns-reader", "PARSIMONY_COLUMNS_READER", path)},
            "parsimony-columns: ",
            wayWithoutPyarrow()};
}

/// What a file holds. Python needs a third of a second to say it, and a run asks a dozen times: the answer is
/// kept until the file's size or time changes. Values are never kept.
std::vector<ProcessArray> columnsOf(const std::string& path) {
    using Stamp = std::tuple<dev_t, ino_t, off_t, std::int64_t, std::int64_t>;
    static std::mutex s_mutex;
    static std::map<std::string, std::pair<Stamp, std::vector<ProcessArray>>> s_known;
    struct stat file {};
    if (::stat(path.c_str(), &file) != 0) {
        return listByProcess(columnsProgram(path), path);
    }
    const Stamp stamp{file.st_dev, file.st_ino, file.st_size, file.st_mtim.tv_sec, file.st_mtim.tv_nsec};
    const std::lock_guard lock(s_mutex);
    auto& [known, columns] = s_known[path];
    if (columns.empty() || known != stamp) {
        columns = listByProcess(columnsProgram(path), path);
        known = stamp;
    }
    return columns;
}

bool isList(const ProcessArray& column) {
    return column.info.shape.size() > 1;
}

/// "embedding/768": the column and how many numbers each of its lists holds; 0 where the key does not say.
std::pair<std::string, std::size_t> splitWidth(const std::string& key,
                                               const std::vector<ProcessArray>& columns) {
    const auto named = [&](const std::string& name) {
        return std::any_of(columns.begin(), columns.end(),
                           [&](const ProcessArray& column) { return column.info.key == name; });
    };
    const std::size_t slash = key.rfind('/');
    std::size_t width = 0;
    if (slash != std::string::npos && !named(key)) {
        const auto [end, error] = std::from_chars(key.data() + slash + 1, key.data() + key.size(), width);
        if (error == std::errc() && end == key.data() + key.size() && width > 0) {
            return {key.substr(0, slash), width};
        }
    }
    return {key, 0};
}

std::unique_ptr<ArrayReader> opened(ArrayInfo info, const std::vector<std::string>& columns) {
    std::vector<std::string> arguments{dtypeName(info.type.dtype), std::to_string(info.width())};
    arguments.insert(arguments.end(), columns.begin(), columns.end());
    auto bytes = bytesByProcess(columnsProgram(info.path), info, std::move(arguments));
    return std::make_unique<DenseReader>(std::move(info), std::move(bytes), 0);
}

/// How long lists are must not be read off private records.
std::unique_ptr<ArrayReader> openColumn(ProcessArray column, std::size_t width, TextLayout layout) {
    const std::string name = column.info.key;
    if (width > 0) {
        if (!isList(column) || (!column.widthGuessed && column.info.width() != width)) {
            fail(Sentence("{1} does not hold lists of {2} numbers; it has the shape {3}", column.info.spec(),
                          width, Sentence::ofRows(column.info.shapeText())));
        }
        if (column.widthGuessed) { // without it the key would name lists of any length
            column.info.key += "/" + std::to_string(width);
        }
        column.info.shape = {column.info.rows(), width};
        column.info.bytes = bytesOf(column.info);
    } else if (column.widthGuessed && (layout != TextLayout::Guessed || column.info.width() == 0)) {
        fail(Sentence("{1} holds lists of any length; say how many numbers each has, as {1}/768",
                      column.info.spec()));
    }
    return opened(std::move(column.info), {name});
}

/// All columns of numbers but `others`, a row of values from each.
std::unique_ptr<ArrayReader> openMatrix(const std::string& path, const std::vector<ProcessArray>& columns,
                                        std::span<const std::string> others) {
    ArrayInfo matrix;
    matrix.path = path;
    matrix.type = {DType::F32, false, dtypeName(DType::F32)};
    std::size_t rows = 0;
    for (const ProcessArray& column : columns) {
        const ArrayInfo& info = column.info;
        rows = info.rows();
        if (std::find(others.begin(), others.end(), info.key) != others.end()) {
            continue;
        }
        if (info.type.dtype == DType::Other) {
            for (const std::string& other : others) { // one that is not there may have been meant by this
                (void)chooseArray(infosOf(columns), path, other);
            }
            fail(Sentence(
                "{1} holds no numbers but {2}; name it as the column of labels or ids, or the column of "
                "features, as {3}:COLUMN",
                info.spec(), info.type.name, path));
        }
        if (!fitsFloat32(info.type.dtype)) {
            matrix.type = {DType::F64, false, dtypeName(DType::F64)};
        }
        matrix.columns.push_back(info.key);
    }
    if (matrix.columns.empty()) {
        fail(Sentence("{1} holds no arrays", path));
    }
    matrix.shape = {rows, matrix.columns.size()};
    matrix.bytes = bytesOf(matrix);
    const std::vector<std::string> names = matrix.columns;
    return opened(std::move(matrix), names);
}

} // namespace

/// Of lists whose type has no length, none: what records hold tells nothing of it.
std::vector<ArrayInfo> listColumns(const std::string& path) {
    std::vector<ProcessArray> columns = columnsOf(path);
    for (ProcessArray& column : columns) {
        if (column.widthGuessed) {
            column.info.shape = {column.info.rows(), 0};
            column.info.bytes = 0;
        }
    }
    return infosOf(columns);
}

std::unique_ptr<ArrayReader> openColumns(const std::string& path, const std::string& key, TextLayout layout,
                                         std::span<const std::string> otherColumns) {
    std::vector<ProcessArray> columns = columnsOf(path);
    if (key.empty()) {
        const auto isFeatures = [&](const ProcessArray& column) {
            return isList(column) &&
                   std::find(otherColumns.begin(), otherColumns.end(), column.info.key) == otherColumns.end();
        };
        const auto first = std::find_if(columns.begin(), columns.end(), isFeatures);
        if (first == columns.end()) {
            return openMatrix(path, columns, otherColumns);
        }
        if (std::find_if(first + 1, columns.end(), isFeatures) == columns.end()) {
            return openColumn(std::move(*first), 0, layout);
        }
    }
    const auto [name, width] = splitWidth(key, columns);
    return openColumn(std::move(columns[chooseArray(infosOf(columns), path, name)]), width, layout);
}

std::string columnOf(const std::string& path, const std::string& key) {
    return splitWidth(key, columnsOf(path)).first;
}

std::optional<LabelLists> labelListsOf(const std::string& path, const std::string& key) {
    const std::vector<ProcessArray> columns = columnsOf(path);
    const auto [name, width] = splitWidth(key, columns);
    const ProcessArray& column = columns[chooseArray(infosOf(columns), path, name)];
    if (!column.widthGuessed && !column.textLists) {
        return std::nullopt;
    }
    return LabelLists{column.info.key, width, column.textLists};
}

std::unique_ptr<IdSource> openLabelLists(const std::string& path, const std::string& column) {
    const std::vector<ProcessArray> columns = columnsOf(path);
    ArrayInfo info = columns[chooseArray(infosOf(columns), path, column)].info;
    info.shape = {info.rows()}; // a text each
    return textsByProcess(columnsProgram(path), info, {"texts", path, info.key});
}

std::unique_ptr<IdSource> openColumnIds(const std::string& path, const std::string& key) {
    const std::vector<ProcessArray> columns = columnsOf(path);
    const ArrayInfo& info = columns[chooseArray(infosOf(columns), path, key)].info;
    if (!isInteger(info.type.dtype) && !isVaryingText(info.type)) {
        fail(Sentence("{1} holds ids of type {2}; ids are integers or text", info.spec(), info.type.name));
    }
    return textsByProcess(columnsProgram(path), info, {"texts", path, info.key});
}

} // namespace parsimony::data
