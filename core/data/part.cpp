// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/part.h"

#include "core/base/sentence.h"
#include "core/data/byte_source.h"
#include "core/data/mapped_source.h"
#include "core/data/memory_rows.h"
#include "core/data/parallel.h"
#include "core/data/record_ids.h"
#include "core/data/row_cache.h"
#include "core/data/row_digest.h"
#include "core/data/row_peers.h"
#include "core/data/streamed_source.h"

#include <algorithm>
#include <utility>

namespace parsimony::data {

namespace {

using Flags = std::vector<std::uint8_t>;

struct OpenPart {
    PartInfo info;
    std::shared_ptr<const ArrayReader> features;
    std::shared_ptr<const ArrayReader> labels; ///< null for a part without
};

void checkFeatures(const ArrayInfo& info) {
    const std::string name = info.spec();
    if (info.shape.size() < 2) {
        fail(Sentence(
            "{1} has one axis; features need rows and columns (for one number a record: reshape it to N x 1)",
            name));
    }
    if (info.rows() == 0) {
        fail(Sentence("{1} has no rows", name));
    }
    if (info.width() == 0) {
        fail(Sentence("{1} has rows without values ({2})", name, Sentence::ofRows(info.shapeText())));
    }
}

void checkLabels(const ArrayInfo& labels, const ArrayInfo& features, bool several) {
    const std::string name = labels.spec();
    if (labels.type.dtype != DType::Text && !isInteger(labels.type.dtype)) {
        fail(Sentence("{1} holds labels of type {2}; labels are integers, save them with .astype(int)", name,
                      labels.type.name));
    }
    if (!several && labels.shape.size() != 1 && labels.width() != 1) {
        fail(Sentence("{1} has the shape {2}; labels are one integer a record, or, with --labels-per-record, "
                      "lists or one column a class",
                      name, Sentence::ofRows(labels.shapeText())));
    }
    if (labels.rows() != features.rows()) { // how many they are is the curator's to know
        const bool mayHaveHeader =
            labels.type.dtype == DType::Text && labels.key.empty() && labels.rows() == features.rows() + 1;
        const auto numbers =
            mayHaveHeader
                ? Sentence("{1} has {2} rows, {3} has {4} labels; if its first line is none, name it as "
                           "{3}:header",
                           features.spec(), features.rows(), name, labels.rows())
                : Sentence("{1} has {2} rows, {3} has {4} labels; they must be as many", features.spec(),
                           features.rows(), name, labels.rows());
        throw CuratorRefusal(
            Sentence("{1} does not have as many rows as {2} has labels; they must be as many",
                     features.spec(), name),
            {numbers}, ErrorCode::Failed);
    }
}

OpenPart openPart(const PartFiles& files) {
    OpenPart part;
    part.features = openFeatures(files);
    part.info.features = part.features->info();
    checkFeatures(part.info.features);
    if (!files.labels.empty()) {
        part.labels = openLabels(files);
        part.info.labels = part.labels->info();
        checkLabels(*part.info.labels, part.info.features, files.labelsPerRecord > 1);
    }
    if (!files.ids.empty()) {
        checkRecordIds(files.ids, part.info.features);
    }
    part.info.rows = part.info.features.rows();
    part.info.dim = part.info.features.width();
    return part;
}

std::vector<std::int32_t> readLabels(const ArrayReader& reader, int classes, ContentDigest& content) {
    constexpr std::size_t kBlock = 1U << 16U;
    std::vector<std::int32_t> labels(reader.info().rows());
    std::vector<std::int64_t> values(std::min(kBlock, labels.size()));
    for (std::size_t first = 0; first < labels.size(); first += kBlock) {
        const std::size_t count = std::min(kBlock, labels.size() - first);
        reader.readIntegers(first, count, values.data());
        content.addLabels(std::span(values).first(count));
        for (std::size_t i = 0; i < count; ++i) {
            const bool known = values[i] >= 0 && values[i] < classes;
            labels[first + i] = known ? static_cast<std::int32_t>(values[i]) : -1;
        }
    }
    return labels;
}

LabelSets readLabelSets(const ArrayReader& reader, ContentDigest& content) {
    const std::size_t rows = reader.info().rows();
    const std::size_t width = reader.info().width();
    const std::size_t block = std::max<std::size_t>(1, (std::size_t{1} << 20U) / width);
    LabelSets sets{static_cast<std::uint32_t>(width), std::vector<std::int32_t>(rows * width)};
    std::vector<std::int64_t> values(std::min(block, rows) * width);
    for (std::size_t first = 0; first < rows; first += block) {
        const std::size_t count = std::min(block, rows - first);
        reader.readIntegers(first, count, values.data());
        const auto read = std::span<const std::int64_t>(values).first(count * width);
        content.addLabels(read);
        takeLabelSets(read, sets.values.data() + first * width);
    }
    return sets;
}

/// Has the row no label that counts, of a part that has labels?
bool lacksLabel(const LoadedPart& part, std::size_t row) {
    return part.labelSets.present() ? !part.labelSets.valid(row)
                                    : !part.labels.empty() && part.labels[row] < 0;
}

void takeLabelOff(LoadedPart& part, std::size_t row) {
    if (part.labelSets.present()) {
        part.labelSets.invalidate(row);
    } else if (!part.labels.empty()) {
        part.labels[row] = -1;
    }
}

void checkOptions(const LoadOptions& options, const PartInfo& info) {
    checkPreprocessing(options.preprocessing, info.dim);
    if (info.labels && options.classes < 1) {
        failUsage(Sentence("the number of classes must be at least 1, not {1}", options.classes));
    }
    if (!options.keep.empty() && options.keep.size() != info.rows) {
        failUsage(
            Sentence("the choice of rows is for {1} rows, the part has {2}", options.keep.size(), info.rows));
    }
}

/// The first pass over all values by all processes that read these files, who share them.
Flags readTogether(RowPeers& peers, const RowRecipe& recipe, StreamedSource& source,
                   const LoadOptions& options, std::size_t room) {
    Flags wrong(source.rows());
    std::vector<RowDigest> digests(source.digests().size());
    peers.passOver(recipe, {digests, wrong, room}, options.threads, options.stop);
    source.remember();
    source.expect(std::move(digests));
    source.readableFrom(recipe.files);
    return wrong;
}

/// Rows that count as empty for their ids: without a label like those that are wrong, and no more to be told.
Flags withhold(const PartFiles& files, LoadedPart& part) {
    Flags blank;
    if (files.withheld) {
        if (files.withheld->size() != part.info.rows) {
            failChanged(part.info.features.spec(), files.declared);
        }
        blank = *files.withheld;
        for (std::size_t i = 0; i < blank.size(); ++i) {
            if (blank[i] != 0) {
                takeLabelOff(part, i);
            }
        }
    }
    return blank;
}

/// Merges wrong features and wrong labels into both; returns the rows to be blanked, those that are `blank`
/// already among them.
Flags mergeInvalid(const Flags& wrong, LoadedPart& part, const Flags& keep, Flags blank) {
    std::size_t row = 0; // among those kept
    for (std::size_t i = 0; i < wrong.size(); ++i) {
        const bool counted = keep.empty() || keep[i] != 0;
        if (!blank.empty() && blank[i] != 0) { // withheld
            row += counted ? 1 : 0;
            continue;
        }
        const bool noLabel = lacksLabel(part, i);
        if (wrong[i] != 0) {
            part.invalidFeatureRows += counted ? 1 : 0;
            takeLabelOff(part, i);
        } else if (noLabel) {
            part.invalidLabelRows += counted ? 1 : 0;
            blank.resize(wrong.size());
            blank[i] = 1;
        }
        if (counted && (wrong[i] != 0 || noLabel)) {
            part.invalidRows.push_back(row);
        }
        row += counted ? 1 : 0;
    }
    return blank;
}

/// A copy of those kept where the rows are a matrix and `limit`, as roomForRows() has it, leaves room.
void selectRows(LoadedPart& part, const Flags& keep, std::size_t limit) {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < keep.size(); ++i) {
        if (keep[i] != 0) {
            rows.push_back(i);
        }
    }
    if (rows.empty()) {
        fail(Sentence("no row of {1} falls into this part; split it by other fractions",
                      part.info.features.spec()));
    }
    if (!part.labels.empty()) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            part.labels[i] = part.labels[rows[i]];
        }
        part.labels.resize(rows.size());
    }
    if (LabelSets& sets = part.labelSets; sets.present()) {
        const std::size_t width = sets.perRecord;
        for (std::size_t i = 0; i < rows.size() * width; ++i) { // nothing that is still to come is lost
            sets.values[i] = sets.values[rows[i / width] * width + i % width];
        }
        sets.values.resize(rows.size() * sets.perRecord);
    }
    part.info.rows = rows.size();
    const std::size_t dim = part.features->dim();
    if (const ScaledHalves all = part.features->halves(); all.values != nullptr) {
        if (auto room = roomForRows(floatsForHalves(rows.size() * dim), limit)) {
            auto* values = reinterpret_cast<std::uint16_t*>(room->data());
            std::vector<float> factors(rows.size());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                std::copy_n(all.values + rows[i] * dim, dim, values + i * dim);
                factors[i] = all.factors[rows[i]];
            }
            part.features = std::make_shared<HalfMatrix>(std::move(*room), std::move(factors), dim);
            return;
        }
    }
    const SelectedSource selected(part.features, std::move(rows));
    std::optional<AlignedFloats> matrix = part.features->contiguous().empty()
                                              ? std::nullopt
                                              : roomForRows(selected.rows() * selected.dim(), limit);
    if (!matrix) {
        part.features = std::make_shared<SelectedSource>(selected);
        return;
    }
    selected.readRows(0, selected.rows(), matrix->data());
    part.features = std::make_shared<MatrixSource>(std::move(*matrix), selected.rows(), selected.dim());
}

} // namespace

PartInfo describePart(const PartFiles& files) {
    return openPart(files).info;
}

void checkSameWidth(const PartInfo& train, const PartInfo& other) {
    checkSameColumns(train.features, other.features);
    if (train.dim != other.dim) {
        fail(Sentence("{1} has rows of {2} values, {3} of {4}; both must come from the same encoder",
                      other.features.spec(), other.dim, train.features.spec(), train.dim));
    }
}

LoadedPart loadPart(const PartFiles& files, const LoadOptions& options) {
    PartFiles arrays = files;
    arrays.ids.clear(); // read when the part was declared; `withheld` is what they said
    const OpenPart open = openPart(arrays);
    LoadedPart part;
    part.info = open.info;
    checkOptions(options, part.info);
    const std::size_t extents[] = {part.info.rows, part.info.dim, sizeof(float)};
    (void)checkedProduct(extents, part.info.features.spec());
    const std::size_t limit = options.memoryLimit != 0 ? options.memoryLimit : usableMemory() / 2;
    Preprocessing preprocessing = options.preprocessing;
    if (const std::vector<std::size_t>& blocks = part.info.features.blocks; !blocks.empty()) {
        preprocessing.blocks = blocks;
    }
    const std::shared_ptr<RowPeers> peers = options.keep.empty() ? peersFor(files) : nullptr;
    auto stream = std::make_shared<StreamedSource>(open.features, preprocessing, files.declared);
    Flags wrong;
    std::optional<MemoryRows> memory;
    if (peers) {
        wrong = readTogether(*peers, {featuresOf(files), preprocessing}, *stream, options, limit);
    } else {
        memory.emplace(
            *stream, limit, options.classes,
            [&](std::size_t block, const std::function<void(std::size_t, std::size_t)>& read) {
                forBlocks(stream->rows(), block, options.threads, [&](std::size_t first, std::size_t count) {
                    if (options.stop.stop_requested()) {
                        interrupted(Sentence("loading the data was stopped"));
                    }
                    read(first, count);
                });
            },
            wrong);
    }
    ContentDigest content;
    content.addRows(stream->digests());
    if (open.labels && files.labelsPerRecord > 1) {
        part.labelSets = readLabelSets(*open.labels, content);
    } else if (open.labels) {
        part.labels = readLabels(*open.labels, options.classes, content);
    }
    if (files.declared && content.finish(files.declared->key) != files.declared->content) {
        failChanged(part.info.features.spec(), files.declared);
    }
    Flags blank = mergeInvalid(wrong, part, options.keep, withhold(files, part));
    if (memory && memory->any()) {
        part.features = std::move(*memory).take(blank);
    } else {
        stream->blank(std::move(blank));
        part.features = std::move(stream);
    }
    if (!options.keep.empty()) {
        selectRows(part, options.keep, limit);
    }
    if (options.preprocessing.map) {
        part = mapped(std::move(part), options);
    }
    return part;
}

LoadedPart mapped(LoadedPart part, const LoadOptions& options) {
    const std::size_t limit = options.memoryLimit != 0 ? options.memoryLimit : usableMemory() / 2;
    part.features = mappedRows(std::move(part.features), *options.preprocessing.map,
                               options.preprocessing.bound, limit, options.threads, options.stop);
    return part;
}

LabelRange labelRange(const ArrayReader& labels, std::int64_t classes) {
    constexpr std::size_t kBlock = 1U << 16U;
    const std::size_t rows = labels.info().rows();
    const std::size_t width = std::max<std::size_t>(labels.info().width(), 1);
    std::vector<std::int64_t> values(std::min(kBlock, rows) * width);
    LabelRange range{-1, std::vector<bool>(static_cast<std::size_t>(classes))};
    for (std::size_t first = 0; first < rows; first += kBlock) {
        const std::size_t count = std::min(kBlock, rows - first) * width;
        labels.readIntegers(first, count / width, values.data());
        for (const std::int64_t label : std::span(values).first(count)) {
            range.largest = std::max(range.largest, label);
            if (label >= 0 && label < classes) {
                range.seen[static_cast<std::size_t>(label)] = true;
            }
        }
    }
    return range;
}

std::int64_t largestLabel(const std::string& labels) {
    return labelRange(*openArray(labels), 0).largest;
}

} // namespace parsimony::data
