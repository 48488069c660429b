// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_check.h"

#include "core/data/label_sets.h"
#include "core/data/part.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::data {

namespace {

/// Rows of a block that is at most some 8 MB as float64.
std::size_t blockRows(std::size_t width) {
    return std::max<std::size_t>(1, (1U << 20U) / std::max<std::size_t>(1, width));
}

std::size_t rowsNotFinite(const ArrayReader& reader) {
    const std::size_t rows = reader.info().rows();
    const std::size_t width = reader.info().width();
    std::vector<double> block(std::min(blockRows(width), std::max<std::size_t>(rows, 1)) * width);
    std::size_t bad = 0;
    for (std::size_t first = 0; first < rows;) {
        const std::size_t count = std::min(blockRows(width), rows - first);
        reader.readRowsF64(first, count, block.data());
        for (std::size_t row = 0; row < count; ++row) {
            const auto begin = block.begin() + static_cast<std::ptrdiff_t>(row * width);
            bad += std::all_of(begin, begin + static_cast<std::ptrdiff_t>(width),
                               [](double value) { return std::isfinite(value); })
                       ? 0U
                       : 1U;
        }
        first += count;
    }
    return bad;
}

std::size_t labelsOutside(const ArrayReader& reader, std::int64_t classes) {
    const std::size_t rows = reader.info().rows();
    std::vector<std::int64_t> block(std::min(blockRows(1), std::max<std::size_t>(rows, 1)));
    std::size_t bad = 0;
    for (std::size_t first = 0; first < rows;) {
        const std::size_t count = std::min(blockRows(1), rows - first);
        reader.readIntegers(first, count, block.data());
        bad += static_cast<std::size_t>(
            std::count_if(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count),
                          [&](std::int64_t label) { return label < 0 || label >= classes; }));
        first += count;
    }
    return bad;
}

Sentence checkedLabelSets(const ArrayInfo& info, const PartFiles& files) {
    const auto reader = openLabels(files);
    const std::size_t rows = reader->info().rows();
    const std::size_t width = reader->info().width();
    std::vector<std::int64_t> block(std::min(blockRows(width), std::max<std::size_t>(rows, 1)) * width);
    std::size_t bad = 0;
    for (std::size_t first = 0; first < rows;) {
        const std::size_t count = std::min(blockRows(width), rows - first);
        reader->readIntegers(first, count, block.data());
        for (std::size_t row = 0; row < count; ++row) {
            bad += block[row * width] == kInvalidLabels ? 1U : 0U;
        }
        first += count;
    }
    return Sentence("{1}: {2} of {3} records have more than {4} labels, or one outside 0..{5}", info.spec(),
                    bad, rows, files.labelsPerRecord, files.classes - 1);
}

} // namespace

std::vector<ArrayInfo> arraysOf(const std::string& spec) {
    const ArraySpec parts = splitSpec(spec);
    std::vector<ArrayInfo> arrays = listArrays(parts.path);
    if (!parts.key.empty()) {
        std::erase_if(arrays, [&](const ArrayInfo& info) { return info.key != parts.key; });
        if (arrays.empty()) {
            arrays.push_back(openArray(spec)->info()); // says which keys there are
        }
    }
    return arrays;
}

Sentence checkArray(const ArrayInfo& info, const std::optional<std::uint32_t>& classes,
                    std::uint32_t labelsPerRecord) {
    const DType dtype = info.type.dtype;
    const bool labels = isInteger(dtype) || dtype == DType::Text;
    if (labels && labelsPerRecord > 1) {
        if (!classes) {
            failUsage(Sentence("--labels-per-record needs --classes: whether labels are lists or a matrix "
                               "follows from the number of classes"));
        }
        PartFiles files;
        files.labels = info.spec();
        files.labelsPerRecord = labelsPerRecord;
        files.classes = *classes;
        return checkedLabelSets(info, files);
    }
    if (dtype == DType::Other || info.shape.empty()) {
        return Sentence("{1}: holds no numbers; not checked", info.spec());
    }
    if (info.rows() > 0 && info.width() == 0) {
        fail(Sentence("{1} has rows without values ({2})", info.spec(), info.shapeText()));
    }
    const auto reader = openArray(info.spec());
    if (info.width() == 1 && labels) {
        const std::int64_t limit =
            classes ? static_cast<std::int64_t>(*classes) : std::numeric_limits<std::int64_t>::max();
        const std::size_t wrong = labelsOutside(*reader, limit);
        return classes ? Sentence("{1}: {2} of {3} labels are outside 0..{4}", info.spec(), wrong,
                                  info.rows(), *classes - 1)
                       : Sentence("{1}: {2} of {3} labels are negative or not whole", info.spec(), wrong,
                                  info.rows());
    }
    return Sentence("{1}: {2} of {3} rows hold a value that is no finite number", info.spec(),
                    rowsNotFinite(*reader), info.rows());
}

} // namespace parsimony::data
