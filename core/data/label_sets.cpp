// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/label_sets.h"

#include "core/base/sentence.h"
#include "core/data/class_names.h"
#include "core/data/feature_source.h"

#include <algorithm>
#include <utility>

namespace parsimony::data {

namespace {

/// Labels of one record, put in order: what is written depends on them alone. `wrong` ones make the record
/// invalid, and so do more than K: which of them to drop would teach that the dropped ones are no labels.
void writeSet(std::vector<std::int64_t>& labels, bool wrong, std::uint32_t perRecord, std::int64_t* out) {
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    std::fill_n(out, perRecord, std::int64_t{kNoLabel});
    if (wrong || labels.size() > perRecord) {
        out[0] = kInvalidLabels;
        return;
    }
    std::copy(labels.begin(), labels.end(), out);
}

/// What both readers have in common: rows of K integers.
class SetReader : public ArrayReader {
public:
    SetReader(ArrayInfo info, std::uint32_t perRecord) : m_info(std::move(info)), m_perRecord(perRecord) {
        m_info.shape = {m_info.rows(), perRecord};
    }

    [[nodiscard]] const ArrayInfo& info() const override { return m_info; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        readAs(first, count, out);
    }
    void readRowsF64(std::size_t first, std::size_t count, double* out) const override {
        readAs(first, count, out);
    }

protected:
    [[nodiscard]] std::uint32_t perRecord() const { return m_perRecord; }

private:
    template <class Value>
    void readAs(std::size_t first, std::size_t count, Value* out) const {
        std::vector<std::int64_t> sets(count * m_perRecord);
        readIntegers(first, count, sets.data());
        std::transform(sets.begin(), sets.end(), out, [](std::int64_t k) { return static_cast<Value>(k); });
    }

    ArrayInfo m_info;
    std::uint32_t m_perRecord;
};

class NumberSets final : public SetReader {
public:
    NumberSets(std::unique_ptr<ArrayReader> labels, std::uint32_t perRecord, std::uint32_t classes)
        : SetReader(labels->info(), perRecord), m_labels(std::move(labels)), m_classes(classes),
          m_isMatrix(m_labels->info().type.dtype == DType::Bool || m_labels->info().width() == classes) {
        if (m_labels->info().width() > classes) { // no list of different labels is as long
            fail(Sentence(
                "{1} has {2} columns, more than there are classes ({3}): a matrix has one for each, a list "
                "one for each label of a record",
                m_labels->info().spec(), m_labels->info().width(), classes));
        }
    }

    void readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const override {
        const std::size_t width = m_labels->info().width();
        // A matrix of many classes is read in pieces of some megabytes.
        const std::size_t piece =
            std::max<std::size_t>(1, (std::size_t{1} << 20U) / std::max<std::size_t>(width, 1));
        std::vector<std::int64_t> values;
        std::vector<std::int64_t> labels;
        for (std::size_t done = 0; done < count; done += piece) {
            const std::size_t rows = std::min(piece, count - done);
            values.resize(rows * width);
            m_labels->readIntegers(first + done, rows, values.data());
            for (std::size_t row = 0; row < rows; ++row) {
                labels.clear();
                const bool wrong = !collect({values.data() + row * width, width}, labels);
                writeSet(labels, wrong, perRecord(), out + (done + row) * perRecord());
            }
        }
    }
    void verify() const override { m_labels->verify(); }

private:
    /// False where a value is wrong.
    bool collect(std::span<const std::int64_t> row, std::vector<std::int64_t>& labels) const {
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::int64_t value = row[column];
            if (m_isMatrix) {
                if (value == 1 && column < m_classes) {
                    labels.push_back(static_cast<std::int64_t>(column));
                } else if (value != 0) {
                    return false;
                }
            } else if (value >= 0 && value < std::int64_t{m_classes}) {
                labels.push_back(value);
            } else if (value != kNoLabel) {
                return false;
            }
        }
        return true;
    }

    std::unique_ptr<ArrayReader> m_labels;
    std::uint32_t m_classes;
    bool m_isMatrix;
};

ArrayInfo infoOf(const IdSource& labels) {
    ArrayInfo info;
    info.path = labels.spec();
    info.shape = {labels.rows()};
    info.type = {DType::Text, false, "text"};
    return info;
}

class TextSets final : public SetReader {
public:
    TextSets(std::unique_ptr<IdSource> labels, std::vector<std::string> names, std::uint32_t perRecord,
             std::uint32_t classes)
        : SetReader(infoOf(*labels), perRecord), m_labels(std::move(labels)), m_numbers(std::move(names)),
          m_classes(classes) {}

    void readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const override {
        std::vector<std::string> cells;
        m_labels->read(first, count, cells);
        std::vector<std::int64_t> labels;
        for (std::size_t row = 0; row < count; ++row) {
            labels.clear();
            const bool wrong = !collect(cells[row], labels);
            writeSet(labels, wrong, perRecord(), out + row * perRecord());
        }
    }

private:
    /// False where a name is unknown. An empty cell is a record without labels.
    bool collect(std::string_view cell, std::vector<std::int64_t>& labels) const {
        while (!bareLabel(cell).empty()) {
            const std::size_t end = std::min(cell.find(';'), cell.size());
            const std::int64_t label = m_numbers.of(bareLabel(cell.substr(0, end)));
            if (label < 0 || label >= std::int64_t{m_classes}) {
                return false;
            }
            labels.push_back(label);
            cell.remove_prefix(std::min(end + 1, cell.size()));
        }
        return true;
    }

    std::unique_ptr<IdSource> m_labels;
    ClassNumbers m_numbers;
    std::uint32_t m_classes;
};

} // namespace

std::span<const std::int32_t> LabelSets::of(std::size_t row) const {
    const std::span<const std::int32_t> all(values.data() + row * perRecord, perRecord);
    const auto end = std::find_if(all.begin(), all.end(), [](std::int32_t label) { return label < 0; });
    return all.first(static_cast<std::size_t>(end - all.begin()));
}

void checkLabelSets(const ArrayInfo& labels) {
    if (labels.shape.size() > 2) {
        fail(
            Sentence("{1} has the shape {2}; labels of records that have several are lists, or a matrix with "
                     "one column a class",
                     labels.spec(), Sentence::ofRows(labels.shapeText())));
    }
}

std::unique_ptr<ArrayReader> labelSetsOfNumbers(std::unique_ptr<ArrayReader> labels, std::uint32_t perRecord,
                                                std::uint32_t classes) {
    return std::make_unique<NumberSets>(std::move(labels), perRecord, classes);
}

std::unique_ptr<ArrayReader> labelSetsOfTexts(std::unique_ptr<IdSource> labels,
                                              std::vector<std::string> names, std::uint32_t perRecord,
                                              std::uint32_t classes) {
    return std::make_unique<TextSets>(std::move(labels), std::move(names), perRecord, classes);
}

void takeLabelSets(std::span<const std::int64_t> read, std::int32_t* out) {
    // Of a row that is not there (core/data/row_order.h) kNoInteger: no label that counts either.
    std::transform(read.begin(), read.end(), out, [](std::int64_t label) {
        return label < kNoLabel ? kInvalidLabels : static_cast<std::int32_t>(label);
    });
}

} // namespace parsimony::data
