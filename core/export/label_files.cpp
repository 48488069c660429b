// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside records that are evaluated: what their labels mean, and which groups they are of.
#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/data/array_reader.h"
#include "core/data/byte_source.h"
#include "core/data/class_names.h"
#include "core/data/formats.h"
#include "core/data/text_table.h"
#include "core/export/evaluate.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace parsimony::exporting {

namespace {

using nlohmann::json;

constexpr std::size_t kMostLabels = 1'000'000;
constexpr std::size_t kMostGroups = 10'000;

std::string readWhole(const std::string& path, std::size_t most) {
    const data::FileBytes file(path);
    if (file.size() > most) {
        fail(Sentence("{1} is too large for what it should hold", path));
    }
    std::string text(file.size(), '\0');
    file.read(0, text.size(), reinterpret_cast<std::byte*>(text.data()));
    return text;
}

std::string_view bare(std::string_view text) {
    return trimmed(text, " \t\r\n\"");
}

/// Of a label, in place of its class.
bool isIgnored(std::string_view word) {
    return word == "ignored";
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(bare(std::string_view(text).substr(begin, end - begin)));
        begin = end + 1;
    }
    return lines;
}

std::vector<std::string> allOf(const data::IdSource& texts) {
    std::vector<std::string> names;
    texts.read(0, texts.rows(), names);
    for (std::string& name : names) {
        name = bare(name);
    }
    return names;
}

bool namesColumn(const data::ArraySpec& file) {
    data::TextLines lines(file.path);
    const std::vector<std::string> names =
        lines.size() > 0 ? data::takeHeader(lines).names : std::vector<std::string>();
    return std::find(names.begin(), names.end(), file.key) != names.end();
}

/// The group of each record, one a line. Public lines may begin with a name of the column and end with empty
/// ones; private ones do as the key says, since what a line holds must not tell what it is.
std::vector<std::string> textNames(const data::ArraySpec& file, std::size_t records,
                                   data::TextLayout layout) {
    if (!file.key.empty() && !data::isHeaderKey(file.key)) {
        if (namesColumn(file)) {
            return allOf(*data::openTextColumn(file.path, file.key));
        }
        fail(Sentence("{1} is a text with one group a line; behind ':' stands 'header', if its first line is "
                      "none, not '{2}'",
                      file.path, file.key));
    }
    data::checkTextName(file.path, layout);
    const std::string text = readWhole(file.path, std::size_t{1} << 32U);
    data::checkLineEnd(text, file.path, layout);
    std::vector<std::string> names = linesOf(text);
    const bool guessed = layout == data::TextLayout::Guessed && file.key.empty();
    while (guessed && !names.empty() && names.back().empty()) {
        names.pop_back();
    }
    if (!names.empty() && (guessed ? names.size() == records + 1 : !file.key.empty())) {
        names.erase(names.begin());
    }
    return names;
}

/// The natural number that `text` is, or −1.
std::int64_t naturalNumber(std::string_view text) {
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error != std::errc() || end != text.data() + text.size() ? -1 : std::max<std::int64_t>(value, -1);
}

using TextPairs = std::vector<std::pair<std::string, std::string>>;

TextPairs pairsOfJson(const std::string& text, const std::string& path) {
    const json document = parseUntrusted(text, path);
    if (!document.is_object()) {
        fail(Sentence("{1} is no label map: it should be a JSON object like {\"0\": 3, \"1\": \"ignored\"}",
                      path));
    }
    TextPairs pairs;
    for (const auto& [label, value] : document.items()) {
        pairs.emplace_back(label, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return pairs;
}

TextPairs pairsOfLines(const std::string& text, const std::string& path) {
    TextPairs pairs;
    bool first = true;
    for (const std::string& line : linesOf(text)) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        const std::size_t comma = line.find_first_of(",\t;");
        if (comma == std::string::npos) {
            fail(Sentence("{1} is no label map: a line is not of the form LABEL,CLASS", path));
        }
        const std::string label(bare(std::string_view(line).substr(0, comma)));
        if (!first || naturalNumber(label) >= 0) { // else a line that names the columns
            pairs.emplace_back(label, bare(std::string_view(line).substr(comma + 1)));
        }
        first = false;
    }
    return pairs;
}

Groups groupsOf(const std::vector<std::string>& names, const std::string& path, std::size_t most) {
    const std::set<std::string> distinct(names.begin(), names.end());
    if (distinct.size() > most) {
        fail(Sentence("{1} names more than {2} groups", path, most));
    }
    Groups groups;
    groups.names.assign(distinct.begin(), distinct.end());
    for (const std::string& name : names) {
        const auto at = std::lower_bound(groups.names.begin(), groups.names.end(), name);
        groups.ofRecord.push_back(static_cast<std::int32_t>(at - groups.names.begin()));
    }
    return groups;
}

/// Of an array of integers, or of text.
std::vector<std::string> arrayNames(const std::string& spec) {
    if (data::labelKind(spec) == data::LabelKind::Texts) {
        return allOf(*data::openLabelTexts(spec));
    }
    const auto reader = data::openArray(spec);
    const data::ArrayInfo& info = reader->info();
    if (!data::isInteger(info.type.dtype) || info.width() != 1) {
        fail(Sentence("{1} should hold one integer a record, the number of its group", spec));
    }
    std::vector<std::int64_t> values(info.rows());
    reader->readIntegers(0, values.size(), values.data());
    return collected<std::string>(values, [](const std::int64_t value) { return std::to_string(value); });
}

} // namespace

LabelMap readLabelMap(const std::string& path, std::size_t classes) {
    const std::string text = readWhole(path, std::size_t{1} << 26U);
    const bool isJson = !bare(text).empty() && bare(text).front() == '{';
    std::map<std::int64_t, std::int32_t> entries;
    for (const auto& [labelText, classText] : isJson ? pairsOfJson(text, path) : pairsOfLines(text, path)) {
        const std::int64_t label = naturalNumber(labelText);
        const bool ignored = isIgnored(classText);
        const std::int64_t target = ignored ? LabelMap::kIgnored : naturalNumber(classText);
        if (label < 0 || static_cast<std::size_t>(label) >= kMostLabels) {
            fail(Sentence("{1} has a label '{2}' that is no natural number below a million", path,
                          labelText.substr(0, 40)));
        }
        if (!ignored && (target < 0 || static_cast<std::size_t>(target) >= classes)) {
            fail(Sentence("{1} maps label {2} to '{3}'; classes are 0 to {4}, or 'ignored'", path, labelText,
                          classText.substr(0, 40), classes - 1));
        }
        if (!entries.emplace(label, static_cast<std::int32_t>(target)).second) {
            fail(Sentence("{1} names label {2} twice", path, labelText));
        }
    }
    if (entries.empty()) {
        fail(Sentence("{1} is an empty label map", path));
    }
    LabelMap map;
    map.classOf.assign(static_cast<std::size_t>(entries.rbegin()->first) + 1, LabelMap::kIgnored);
    for (const auto& [label, target] : entries) {
        map.classOf[static_cast<std::size_t>(label)] = target;
    }
    return map;
}

Groups readGroups(const std::string& spec, std::size_t records, data::TextLayout layout) {
    const data::ArraySpec file = data::splitSpec(spec);
    const std::vector<std::string> names = data::detectFormat(file.path) == data::FileFormat::Text
                                               ? textNames(file, records, layout)
                                               : arrayNames(spec);
    if (names.size() != records) {
        fail(Sentence("{1} names the groups of {2} records, there are {3}", spec,
                      Sentence::ofRows(names.size()), Sentence::ofRows(records)));
    }
    // How many there are on private records depends on them; only those that were declared count there.
    return groupsOf(names, spec, layout == data::TextLayout::Guessed ? kMostGroups : records);
}

} // namespace parsimony::exporting
