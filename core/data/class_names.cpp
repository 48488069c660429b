// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/class_names.h"

#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/data/formats.h"
#include "core/data/shards.h"
#include "core/data/text_lines.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <utility>

namespace parsimony::data {

namespace {

class NamedLabels final : public ArrayReader {
public:
    NamedLabels(std::unique_ptr<IdSource> labels, std::vector<std::string> names)
        : m_labels(std::move(labels)), m_numbers(std::move(names)) {
        m_info.path = m_labels->spec();
        m_info.shape = {m_labels->rows()};
        m_info.type = {DType::Text, false, "text"};
    }

    [[nodiscard]] const ArrayInfo& info() const override { return m_info; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        readAs(first, count, out);
    }
    void readRowsF64(std::size_t first, std::size_t count, double* out) const override {
        readAs(first, count, out);
    }
    void readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const override {
        std::vector<std::string> labels;
        m_labels->read(first, count, labels);
        std::transform(labels.begin(), labels.end(), out,
                       [&](const std::string& label) { return m_numbers.of(bareLabel(label)); });
    }

private:
    template <class Value>
    void readAs(std::size_t first, std::size_t count, Value* out) const {
        std::vector<std::int64_t> classes(count);
        readIntegers(first, count, classes.data());
        std::transform(classes.begin(), classes.end(), out, [](std::int64_t k) {
            return k == kNoInteger ? std::numeric_limits<Value>::quiet_NaN() : static_cast<Value>(k);
        });
    }

    std::unique_ptr<IdSource> m_labels;
    ClassNumbers m_numbers;
    ArrayInfo m_info;
};

} // namespace

std::string_view bareLabel(std::string_view label) {
    return trimmed(label, std::string_view(" \t\r\n\0", 5));
}

ClassNumbers::ClassNumbers(std::vector<std::string> names) : m_names(std::move(names)) {
    for (std::size_t k = 0; k < m_names.size(); ++k) {
        m_classes.emplace(m_names[k], static_cast<std::int64_t>(k));
        m_numbered = m_numbered && integerOf(m_names[k]) < 0;
    }
}

std::int64_t ClassNumbers::of(std::string_view label) const {
    if (const auto known = m_classes.find(label); known != m_classes.end()) {
        return known->second;
    }
    const std::int64_t number = m_numbered ? integerOf(label) : kNoInteger;
    return number >= 0 ? number : kNoInteger;
}

std::string classTitle(const std::vector<std::string>& names, std::size_t k) {
    return k < names.size() ? names[k] : std::to_string(k);
}

std::vector<std::string> readClassNames(const std::string& path) {
    const TextLines lines(path);
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string name(bareLabel(lines[i]));
        if (!isUtf8(name)) {
            fail(Sentence(
                "{1}: line {2} is no text in UTF-8; save the names of the classes as UTF-8, one a line", path,
                i + 1));
        }
        if (name.empty()) {
            fail(Sentence("{1}: line {2} is empty; it should hold the name of class {3}", path, i + 1, i));
        }
        if (!seen.insert(name).second) {
            fail(Sentence("{1}: line {2} names '{3}' a second time; classes need different names", path,
                          i + 1, name));
        }
        names.push_back(name);
    }
    if (names.empty()) {
        fail(Sentence("{1} is empty", path));
    }
    return names;
}

LabelKind labelKind(const std::string& spec) {
    const auto [path, key] = splitSpec(spec);
    if (formatOf(path) == FileFormat::Text) {
        return LabelKind::Unsaid;
    }
    const std::string first = namesShards(path) ? shardsOf(path).front() : path;
    const std::vector<ArrayInfo> arrays = listArrays(first);
    const std::string name = formatOf(path) == FileFormat::Columns ? columnOf(first, key) : key;
    const ElementType& type = arrays[chooseArray(arrays, path, name)].type;
    return type.textLength > 0 || isVaryingText(type) ? LabelKind::Texts : LabelKind::Integers;
}

std::unique_ptr<IdSource> openLabelTexts(const std::string& spec) {
    const ArraySpec split = splitSpec(spec);
    if (formatOf(split.path) != FileFormat::Text) {
        return openIds(spec);
    }
    return openJoined<IdSource>(split, [&](const std::string& path) {
        return openTextColumn(path, split.key == "1" ? "" : split.key); // `PATH:1`: a line is one cell
    });
}

std::unique_ptr<ArrayReader> namedLabels(std::unique_ptr<IdSource> labels, std::vector<std::string> names) {
    return std::make_unique<NamedLabels>(std::move(labels), std::move(names));
}

std::vector<std::string> distinctLabels(const IdSource& labels, std::size_t most) {
    constexpr std::size_t kBlock = 8192;
    std::set<std::string, std::less<>> distinct;
    std::vector<std::string> block;
    for (std::size_t first = 0; first < labels.rows(); first += kBlock) {
        labels.read(first, std::min(kBlock, labels.rows() - first), block);
        for (const std::string& label : block) {
            if (!bareLabel(label).empty()) {
                distinct.emplace(bareLabel(label));
            }
        }
        if (distinct.size() > most) {
            fail(Sentence("{1} holds more than {2} different labels; they are no classes", labels.spec(),
                          most));
        }
    }
    if (!std::all_of(distinct.begin(), distinct.end(), isUtf8)) {
        fail(Sentence("{1} holds labels that are no text in UTF-8; save them as UTF-8", labels.spec()));
    }
    return {distinct.begin(), distinct.end()};
}

} // namespace parsimony::data
