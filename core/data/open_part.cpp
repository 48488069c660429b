// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/open_part.h"

#include "core/base/sentence.h"
#include "core/data/class_names.h"
#include "core/data/formats.h"
#include "core/data/label_sets.h"
#include "core/data/row_order.h"
#include "core/data/shards.h"
#include "core/data/side_by_side.h"

#include <optional>
#include <utility>
#include <vector>

namespace parsimony::data {

namespace {

std::unique_ptr<ArrayReader> ordered(const PartFiles& files, std::unique_ptr<ArrayReader> array) {
    return files.order ? inOrder(std::move(array), files.order) : std::move(array);
}

/// Is the text, by what its name says, a table of numbers, not a column of lists?
bool isTableOfNumbers(const std::string& labels) {
    const std::string key = splitSpec(labels).key;
    if (isHeaderKey(key)) {
        return openArray(labels, TextLayout::OneColumn)->info().width() > 1;
    }
    return isWidth(key) && key != "1";
}

/// Of a column of lists of any length, or of texts; else absent.
std::optional<LabelLists> listsIn(const ArraySpec& labels) {
    if (formatOf(labels.path) != FileFormat::Columns) {
        return std::nullopt;
    }
    return labelListsOf(namesShards(labels.path) ? shardsOf(labels.path).front() : labels.path, labels.key);
}

[[noreturn]] void failUndeclaredTexts(const std::string& labels) {
    failUsage(Sentence("{1} holds labels that are text; declare the classes with --class-names FILE, one "
                       "name a line",
                       labels));
}

/// Labels of records that may have several. A text is lists, such as `3;17`, unless its key says columns.
std::unique_ptr<ArrayReader> labelSetsOf(const PartFiles& files) {
    const std::uint32_t perRecord = files.labelsPerRecord;
    const ArraySpec spec = splitSpec(files.labels);
    // Lists that are said to be as long as there are classes are the rows of a matrix.
    if (const auto lists = listsIn(spec); lists && (lists->areTexts || lists->width != files.classes)) {
        if (lists->areTexts && files.classNames.empty()) {
            failUndeclaredTexts(files.labels);
        }
        auto texts = openJoined<IdSource>(
            spec, [&](const std::string& path) { return openLabelLists(path, lists->column); });
        return labelSetsOfTexts(std::move(texts),
                                lists->areTexts ? files.classNames : std::vector<std::string>(), perRecord,
                                files.classes);
    }
    const LabelKind kind = labelKind(files.labels);
    if (kind == LabelKind::Texts || (kind == LabelKind::Unsaid && !isTableOfNumbers(files.labels))) {
        return labelSetsOfTexts(openLabelTexts(files.labels), files.classNames, perRecord, files.classes);
    }
    auto numbers = openArray(files.labels, TextLayout::OneColumn);
    checkLabelSets(numbers->info());
    return labelSetsOfNumbers(std::move(numbers), perRecord, files.classes);
}

std::unique_ptr<ArrayReader> labelsAsTheyLie(const PartFiles& files) {
    if (files.labelsPerRecord > 1) {
        return labelSetsOf(files);
    }
    if (const auto lists = listsIn(splitSpec(files.labels));
        lists && (lists->areTexts || lists->width != 1)) {
        failUsage(Sentence("{1} holds lists of labels; say with --labels-per-record how many a record has at "
                           "most",
                           files.labels));
    }
    const LabelKind kind = labelKind(files.labels);
    if (!files.classNames.empty() && kind != LabelKind::Integers) {
        return namedLabels(openLabelTexts(files.labels), files.classNames);
    }
    if (kind == LabelKind::Texts) {
        failUndeclaredTexts(files.labels);
    }
    return openArray(files.labels, files.guessColumns ? TextLayout::Guessed : TextLayout::OneColumn);
}

} // namespace

std::unique_ptr<ArrayReader> openFeatures(const PartFiles& files) {
    const TextLayout layout = files.guessColumns ? TextLayout::Guessed : TextLayout::Declared;
    std::vector<std::unique_ptr<ArrayReader>> arrays;
    arrays.push_back(openArray(files.features, layout, files.otherColumns));
    for (const FeatureFile& file : files.beside) {
        arrays.push_back(openArray(file.features, layout, file.otherColumns));
    }
    return ordered(files, arrays.size() == 1 ? std::move(arrays.front()) : sideBySide(std::move(arrays)));
}

std::unique_ptr<ArrayReader> openLabels(const PartFiles& files) {
    return ordered(files, labelsAsTheyLie(files));
}

} // namespace parsimony::data
