// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/process_array.h"

#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"
#include "core/data/feature_source.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

namespace parsimony::data {

namespace {

using nlohmann::json;

constexpr std::size_t kLongestList = 1U << 24U;
constexpr std::size_t kLongestText = 4096;

[[noreturn]] void badAnswer(const std::string& path) {
    fail(
        Sentence("{1} could not be read: its reader's answer makes no sense; the file may be damaged", path));
}

ProcessArray arrayOf(const json& entry, const std::string& path) {
    ProcessArray array;
    array.info.path = path;
    array.info.key = entry.at("key").get<std::string>();
    array.info.type = elementTypeOfDescr(entry.at("type").get<std::string>());
    if (entry.at("type") == "bf16") {
        array.info.type = {DType::BF16, false, "bfloat16"};
    }
    array.info.type.bigEndian = entry.at("big").get<bool>();
    for (const json& extent : entry.at("shape")) {
        array.info.shape.push_back(wholeNumber<std::size_t>(extent));
    }
    array.info.bytes = bytesOf(array.info);
    array.inPlace = entry.at("offset").is_number_unsigned();
    if (array.inPlace) {
        array.offset = wholeNumber<std::size_t>(entry.at("offset"));
    }
    array.widthGuessed = entry.value("guessed", false);
    array.textLists = entry.value("texts", false);
    return array;
}

/// All that the program answers, at most `most` bytes.
std::string answerOf(const ReaderProgram& program, const std::string& path,
                     const std::vector<std::string>& arguments, std::size_t most) {
    std::string text;
    runReader(program, path, arguments, [&](const std::byte* bytes, std::size_t count) {
        text.append(reinterpret_cast<const char*>(bytes), count);
        return text.size() <= most;
    });
    return text;
}

class ProcessBytes final : public ByteSource {
public:
    ProcessBytes(ReaderProgram program, const ArrayInfo& info, std::vector<std::string> arguments)
        : m_program(std::move(program)), m_arguments(std::move(arguments)), m_path(info.path),
          m_name(info.spec()), m_size(info.bytes),
          m_rowBytes(info.bytes / std::max<std::size_t>(info.rows(), 1)), m_needed(info.rows()) {}

    [[nodiscard]] std::size_t size() const override { return m_size; }
    void read(std::size_t offset, std::size_t count, std::byte* out) const override {
        load();
        m_memory->read(offset, count, out);
    }
    [[nodiscard]] const std::byte* mapped() const override {
        load();
        return m_memory->mapped();
    }

    void needsOnly(std::size_t offset, std::size_t count) const override {
        const std::lock_guard lock(m_mutex);
        m_first = offset / std::max<std::size_t>(m_rowBytes, 1);
        m_needed = count / std::max<std::size_t>(m_rowBytes, 1);
    }

private:
    void load() const {
        const std::lock_guard lock(m_mutex);
        if (m_memory) {
            return;
        }
        const std::size_t expected = m_needed * m_rowBytes;
        auto memory = std::make_unique<MemoryBytes>(m_size, m_name, expected);
        std::byte* const start = memory->data() + m_first * m_rowBytes;
        std::size_t filled = 0;
        const auto sink = [&](const std::byte* bytes, std::size_t count) {
            if (count > expected - filled) {
                return false;
            }
            std::copy_n(bytes, count, start + filled);
            filled += count;
            return true;
        };
        std::vector<std::string> words{"read", m_path, std::to_string(m_first), std::to_string(m_needed)};
        words.insert(words.end(), m_arguments.begin(), m_arguments.end());
        runReader(m_program, m_path, words, sink);
        if (filled != expected) {
            fail(Sentence("{1} is truncated or damaged: only {2} of {3} bytes came out of it", m_name, filled,
                          expected));
        }
        m_memory = std::move(memory);
    }

    ReaderProgram m_program;
    std::vector<std::string> m_arguments;
    std::string m_path;
    std::string m_name;
    std::size_t m_size;
    std::size_t m_rowBytes;
    mutable std::mutex m_mutex;
    mutable std::size_t m_first = 0; ///< of the rows that are needed
    mutable std::size_t m_needed;    ///< how many
    mutable std::unique_ptr<MemoryBytes> m_memory;
};

class ProcessTexts final : public IdSource {
public:
    ProcessTexts(ReaderProgram program, const ArrayInfo& info, std::vector<std::string> arguments)
        : m_program(std::move(program)), m_arguments(std::move(arguments)), m_info(info) {
        if (m_info.shape.empty() || (m_info.shape.size() != 1 && m_info.width() != 1)) {
            fail(Sentence("{1} has the shape {2}; ids are one a record", m_info.spec(),
                          Sentence::ofRows(m_info.shapeText())));
        }
        const std::size_t most[] = {m_info.rows(), kLongestText + sizeof(std::uint32_t)};
        m_most = checkedProduct(most, m_info.spec());
    }

    [[nodiscard]] std::string spec() const override { return m_info.spec(); }
    [[nodiscard]] std::size_t rows() const override { return m_info.rows(); }

    void read(std::size_t first, std::size_t count, std::vector<std::string>& out) const override {
        checkRowRange(first, count, m_info.rows());
        load();
        out.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = text(m_starts[first + i]);
        }
    }

private:
    /// Of the text whose length lies at `start`.
    [[nodiscard]] std::size_t lengthAt(std::size_t start) const {
        std::uint32_t length = 0;
        std::memcpy(&length, m_texts.data() + start, sizeof length);
        return length;
    }
    [[nodiscard]] std::string_view text(std::size_t start) const {
        return std::string_view(m_texts).substr(start + sizeof(std::uint32_t), lengthAt(start));
    }

    void load() const {
        const std::lock_guard lock(m_mutex);
        if (m_starts.size() == m_info.rows()) {
            return;
        }
        m_texts = answerOf(m_program, m_info.path, m_arguments, m_most);
        m_starts.clear();
        std::size_t at = 0;
        const auto need = [&](std::size_t bytes) {
            if (bytes > m_texts.size() - at) {
                badAnswer(m_info.path);
            }
        };
        for (std::size_t i = 0; i < m_info.rows(); ++i) {
            need(sizeof(std::uint32_t));
            const std::size_t length = lengthAt(at);
            if (length > kLongestText) {
                badAnswer(m_info.path);
            }
            need(sizeof(std::uint32_t) + length);
            m_starts.push_back(at);
            at += sizeof(std::uint32_t) + length;
        }
        if (at != m_texts.size()) {
            badAnswer(m_info.path);
        }
    }

    ReaderProgram m_program;
    std::vector<std::string> m_arguments;
    ArrayInfo m_info;
    std::size_t m_most = 0;
    mutable std::mutex m_mutex;
    mutable std::string m_texts; ///< lengths and texts, as they came
    mutable std::vector<std::size_t> m_starts;
};

} // namespace

std::vector<ArrayInfo> infosOf(const std::vector<ProcessArray>& arrays) {
    return collected<ArrayInfo>(arrays, &ProcessArray::info);
}

std::size_t bytesOf(const ArrayInfo& info) {
    std::vector<std::size_t> extents = info.shape;
    extents.push_back(elementSize(info.type));
    return checkedProduct(extents, info.spec());
}

std::vector<ProcessArray> listByProcess(const ReaderProgram& program, const std::string& path) {
    return arraysOfAnswer(answerOf(program, path, {"list", path}, kLongestList), path);
}

std::vector<ProcessArray> arraysOfAnswer(const std::string& text, const std::string& path) {
    std::vector<ProcessArray> arrays;
    try {
        const auto shallow = [&](int depth, json::parse_event_t, json&) { return depth <= 4; };
        for (const json& entry : json::parse(text, shallow)) {
            arrays.push_back(arrayOf(entry, path));
        }
    } catch (const json::exception&) {
        badAnswer(path);
    }
    return arrays;
}

std::shared_ptr<const ByteSource> bytesByProcess(ReaderProgram program, const ArrayInfo& info,
                                                 std::vector<std::string> arguments) {
    return std::make_shared<ProcessBytes>(std::move(program), info, std::move(arguments));
}

std::unique_ptr<IdSource> textsByProcess(ReaderProgram program, const ArrayInfo& info,
                                         std::vector<std::string> arguments) {
    return std::make_unique<ProcessTexts>(std::move(program), info, std::move(arguments));
}

} // namespace parsimony::data
