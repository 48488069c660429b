// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_check.h"

#include "core/data/class_names.h"
#include "core/data/formats.h"
#include "core/data/label_sets.h"
#include "core/data/open_part.h"
#include "core/data/part.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace parsimony::data {

namespace {

/// Rows of a block that is at most some 8 MB as float64.
std::size_t blockRows(std::size_t width) {
    return std::max<std::size_t>(1, (1U << 20U) / std::max<std::size_t>(1, width));
}

/// How many rows, read by `read(first, count, out)` block by block, are `bad`, which is asked of each row's
/// values.
template <class Value, class Read, class Bad>
std::size_t countRows(const ArrayReader& reader, const Read& read, const Bad& bad) {
    const std::size_t rows = reader.info().rows();
    const std::size_t width = reader.info().width();
    std::vector<Value> block(std::min(blockRows(width), std::max<std::size_t>(rows, 1)) * width);
    std::size_t found = 0;
    for (std::size_t first = 0; first < rows;) {
        const std::size_t count = std::min(blockRows(width), rows - first);
        read(first, count, block.data());
        for (std::size_t row = 0; row < count; ++row) {
            found += bad(std::span<const Value>(block).subspan(row * width, width)) ? 1U : 0U;
        }
        first += count;
    }
    return found;
}

template <class Bad>
std::size_t countIntegerRows(const ArrayReader& reader, const Bad& bad) {
    return countRows<std::int64_t>(
        reader,
        [&](std::size_t first, std::size_t count, std::int64_t* out) {
            reader.readIntegers(first, count, out);
        },
        bad);
}

std::size_t rowsNotFinite(const ArrayReader& reader) {
    return countRows<double>(
        reader,
        [&](std::size_t first, std::size_t count, double* out) { reader.readRowsF64(first, count, out); },
        [](std::span<const double> row) {
            return !std::all_of(row.begin(), row.end(), [](double value) { return std::isfinite(value); });
        });
}

std::size_t labelsOutside(const ArrayReader& reader, std::int64_t classes) {
    return countIntegerRows(reader, [&](std::span<const std::int64_t> label) {
        return label.front() < 0 || label.front() >= classes;
    });
}

Sentence checkedLabelSets(const std::string& spec, const PartFiles& files) {
    const auto reader = openLabels(files);
    const std::size_t bad = countIntegerRows(
        *reader, [](std::span<const std::int64_t> labels) { return labels.front() == kInvalidLabels; });
    return Sentence("{1}: {2} of {3} records have more than {4} labels, or one outside 0..{5}", spec, bad,
                    reader->info().rows(), files.labelsPerRecord, files.classes - 1);
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

bool mayHoldLabels(const ArrayInfo& info, const std::optional<std::uint32_t>& classes,
                   std::uint32_t labelsPerRecord) {
    const bool several = labelsPerRecord > 1 && (!classes || info.width() <= *classes);
    const DType dtype = info.type.dtype; // Other: text in arrays
    return (isInteger(dtype) || dtype == DType::Text || dtype == DType::Other) &&
           (info.width() == 1 || several);
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
        return checkedLabelSets(info.spec(), files);
    }
    if (dtype == DType::Other || info.shape.empty()) {
        return Sentence("{1}: holds no numbers; not checked", info.spec());
    }
    if (isOfAnyLength(info)) {
        return Sentence("{1}: lists of any length; checked as features with {1}/LENGTH, as labels with "
                        "--classes and --labels-per-record",
                        info.spec());
    }
    if (info.rows() > 0 && info.width() == 0) {
        fail(Sentence("{1} has rows without values ({2})", info.spec(), Sentence::ofRows(info.shapeText())));
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

namespace {

Sentence checkedLabels(const PartFiles& files, const std::optional<std::uint32_t>& classes) {
    const auto reader = openLabels(files);
    const std::size_t rows = reader->info().rows();
    if (!files.classNames.empty()) {
        return Sentence("{1}: {2} of {3} labels are none of the {4} classes that are named", files.labels,
                        labelsOutside(*reader, static_cast<std::int64_t>(files.classNames.size())), rows,
                        files.classNames.size());
    }
    if (!classes) {
        return Sentence("{1}: {2} of {3} labels are negative or not whole", files.labels,
                        labelsOutside(*reader, std::numeric_limits<std::int64_t>::max()), rows);
    }
    return Sentence("{1}: {2} of {3} labels are outside 0..{4}", files.labels,
                    labelsOutside(*reader, *classes), rows, *classes - 1);
}

std::size_t rowsWithoutId(const IdSource& ids) {
    std::vector<std::string> block;
    std::size_t found = 0;
    for (std::size_t first = 0; first < ids.rows(); first += block.size()) {
        ids.read(first, std::min<std::size_t>(8192, ids.rows() - first), block);
        found += static_cast<std::size_t>(std::count_if(
            block.begin(), block.end(), [](const std::string& id) { return bareLabel(id).empty(); }));
    }
    return found;
}

} // namespace

std::vector<Sentence> checkPart(const PartFiles& files, const std::optional<std::uint32_t>& classes) {
    std::vector<Sentence> found;
    if (!files.features.empty()) {
        const auto features = openFeatures(files);
        found.push_back(Sentence("{1}: {2} of {3} rows hold a value that is no finite number", files.features,
                                 rowsNotFinite(*features), features->info().rows()));
    }
    if (!files.labels.empty() && files.labelsPerRecord > 1) {
        found.push_back(checkedLabelSets(files.labels, files));
    } else if (!files.labels.empty()) {
        found.push_back(checkedLabels(files, classes));
    }
    if (!files.ids.empty()) {
        const auto ids = openIds(files.ids);
        found.push_back(
            Sentence("{1}: {2} of {3} rows have no id", files.ids, rowsWithoutId(*ids), ids->rows()));
    }
    return found;
}

} // namespace parsimony::data
