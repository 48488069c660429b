// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/onnx_contents.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace parsimony::exporting {

namespace {

/// A field of a protobuf message: a number, or bytes.
struct OnnxField {
    std::uint64_t number = 0, value = 0;
    std::string_view bytes;
};

/// Reads one message; `isSound` turns false where it is cut off, or of a kind that protobuf has no more.
class OnnxMessage {
public:
    explicit OnnxMessage(std::string_view bytes) : m_rest(bytes) {}

    [[nodiscard]] std::optional<OnnxField> next() {
        if (m_rest.empty()) {
            return std::nullopt;
        }
        const std::uint64_t key = varint();
        OnnxField field{key >> 3U, 0, {}};
        switch (key & 7U) {
        case 0:
            field.value = varint();
            break;
        case 1:
            field.bytes = take(8);
            break;
        case 2:
            field.bytes = take(varint());
            break;
        case 5:
            field.bytes = take(4);
            break;
        default:
            m_isSound = false;
        }
        return m_isSound ? std::optional(field) : std::nullopt;
    }
    [[nodiscard]] bool isSound() const { return m_isSound; }

private:
    std::string_view take(std::uint64_t size) {
        m_isSound = m_isSound && size <= m_rest.size();
        const std::string_view taken = m_rest.substr(0, m_isSound ? size : 0);
        m_rest.remove_prefix(taken.size());
        return taken;
    }
    std::uint64_t varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const std::string_view byte = take(1);
            if (byte.empty()) {
                return 0;
            }
            const auto bits = static_cast<unsigned char>(byte.front());
            value |= static_cast<std::uint64_t>(bits & 0x7fU) << shift;
            if (bits < 0x80) {
                return value;
            }
        }
        m_isSound = false;
        return 0;
    }

    std::string_view m_rest;
    bool m_isSound = true;
};

class OnnxReader {
public:
    explicit OnnxReader(const std::string& path) : m_path(path) {}

    OnnxContents read(std::string_view bytes) {
        forFields(bytes, [this](const OnnxField& field) {
            if (field.number == 7) {
                forFields(field.bytes, [this](const OnnxField& inGraph) {
                    if (inGraph.number == 5) {
                        addArray(inGraph.bytes);
                    }
                });
            }
            if (field.number == 14) {
                addMetadata(field.bytes);
            } else if (!isTold(field.number)) {
                m_contents.program += std::to_string(field.number) + " " + std::to_string(field.value) + " " +
                                      std::to_string(field.bytes.size()) + " ";
                m_contents.program += field.bytes;
            }
        });
        return std::move(m_contents);
    }

private:
    [[noreturn]] void failDamaged() const {
        fail(Sentence("{1} is damaged: it is no sound ONNX model, or says one name twice", m_path));
    }
    /// Producer's name and version, domain, the model's version, doc string.
    static bool isTold(std::uint64_t field) { return field >= 2 && field <= 6; }
    void forFields(std::string_view bytes, const std::function<void(const OnnxField&)>& visit) const {
        OnnxMessage message(bytes);
        while (const auto field = message.next()) {
            visit(*field);
        }
        if (!message.isSound()) {
            failDamaged();
        }
    }
    void add(std::map<std::string, std::string>& into, std::string_view name, std::string_view value) const {
        if (!into.emplace(name, value).second) {
            failDamaged();
        }
    }
    /// Type, name and values, and nothing beside them but the shape: a reader may take values from elsewhere.
    void addArray(std::string_view bytes) {
        std::string_view name, values;
        std::uint64_t type = 0;
        std::vector<std::uint64_t> others;
        forFields(bytes, [&](const OnnxField& field) {
            if (field.number != 1) {
                others.push_back(field.number);
            }
            type = field.number == 2 ? field.value : type;
            name = field.number == 8 ? field.bytes : name;
            values = field.number == 9 ? field.bytes : values;
        });
        std::sort(others.begin(), others.end());
        const bool isWhole = others == std::vector<std::uint64_t>{2, 8, 9};
        constexpr std::uint64_t kFloat32 = 1;
        add(m_contents.arrays, name, isWhole && type == kFloat32 ? values : std::string_view());
    }
    void addMetadata(std::string_view bytes) {
        std::string_view key, value;
        forFields(bytes, [&](const OnnxField& field) {
            key = field.number == 1 ? field.bytes : key;
            value = field.number == 2 ? field.bytes : value;
        });
        add(m_contents.metadata, key, value);
    }

    const std::string& m_path;
    OnnxContents m_contents;
};

} // namespace

OnnxContents onnxContents(std::string_view bytes, const std::string& path) {
    return OnnxReader(path).read(bytes);
}

} // namespace parsimony::exporting
