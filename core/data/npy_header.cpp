// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/npy_header.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace parsimony::data {

namespace {

constexpr std::size_t kLongestHeader = 1U << 20U;
constexpr std::size_t kMostAxes = 32; // NumPy's own limit

/// The one Python expression that a header holds: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class HeaderText {
public:
    HeaderText(std::string_view text, const std::string& name) : m_text(text), m_name(name) {}

    NpyHeader parse() {
        NpyHeader header;
        bool descr = false;
        bool order = false;
        bool shape = false;
        expect('{');
        while (peek() != '}') {
            const std::string key = quoted();
            expect(':');
            if (key == "descr" && !descr) {
                header.type = element();
                descr = true;
            } else if (key == "fortran_order" && !order) {
                header.order = boolean() ? 'F' : 'C';
                order = true;
            } else if (key == "shape" && !shape) {
                header.shape = extents();
                shape = true;
            } else {
                bad();
            }
            if (peek() != '}') {
                expect(',');
            }
        }
        if (!descr || !order || !shape) {
            bad();
        }
        return header;
    }

private:
    [[noreturn]] void bad() const {
        fail(Sentence("{1} has a damaged .npy header; write the file again", m_name));
    }

    char peek() {
        while (m_at < m_text.size() &&
               (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t')) {
            ++m_at;
        }
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    void expect(char wanted) {
        if (peek() != wanted) {
            bad();
        }
        ++m_at;
    }

    std::string quoted() {
        const char mark = peek();
        if (mark != '\'' && mark != '"') {
            bad();
        }
        const std::size_t end = m_text.find(mark, ++m_at);
        if (end == std::string_view::npos) {
            bad();
        }
        std::string text(m_text.substr(m_at, end - m_at));
        m_at = end + 1;
        return text;
    }

    ElementType element() {
        if (peek() == '[') {
            fail(Sentence("{1} holds records with named fields, not a plain array; save one array per field",
                          m_name));
        }
        return elementTypeOfDescr(quoted());
    }

    bool boolean() {
        peek();
        for (const auto& [word, value] :
             {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
            if (m_text.substr(m_at, word.size()) == word) {
                m_at += word.size();
                return value;
            }
        }
        bad();
    }

    std::vector<std::size_t> extents() {
        std::vector<std::size_t> shape;
        expect('(');
        while (peek() != ')') {
            std::uint64_t extent = 0;
            const char* begin = m_text.data() + m_at;
            const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), extent);
            if (error != std::errc() || shape.size() == kMostAxes) {
                bad();
            }
            m_at += static_cast<std::size_t>(end - begin);
            if (peek() == 'L') { // Python 2 wrote long integers so
                ++m_at;
            }
            shape.push_back(extent);
            if (peek() != ')') {
                expect(',');
            }
        }
        ++m_at;
        return shape;
    }

    std::string_view m_text;
    const std::string& m_name;
    std::size_t m_at = 0;
};

} // namespace

NpyHeader readNpyHeader(const std::string& name, std::size_t size,
                        const std::function<void(std::size_t, std::size_t, std::byte*)>& read) {
    std::array<std::byte, kNpyPrefix> prefix{};
    if (size < prefix.size()) {
        fail(Sentence("{1} is truncated: it ends inside its .npy header", name));
    }
    read(0, prefix.size(), prefix.data());
    if (std::memcmp(prefix.data(), "\x93NUMPY", 6) != 0) {
        fail(Sentence("{1} does not begin like a .npy file; it is damaged or of another format", name));
    }
    const int version = static_cast<int>(prefix[6]);
    if (version < 1 || version > 3) {
        fail(Sentence("{1} is a .npy file of version {2}; versions 1 to 3 are known", name, version));
    }
    const std::size_t begin = version == 1 ? 10 : 12;
    std::size_t length = 0;
    for (std::size_t i = begin; i-- > 8;) {
        length = length << 8U | static_cast<std::size_t>(prefix[i]);
    }
    if (length > kLongestHeader || length > size - std::min(size, begin)) {
        fail(Sentence("{1} is truncated or damaged: its header claims {2} bytes", name, length));
    }
    std::string text(length, '\0');
    read(begin, length, reinterpret_cast<std::byte*>(text.data()));
    NpyHeader header = HeaderText(text, name).parse();
    header.length = begin + length;
    return header;
}

void applyNpyHeader(const NpyHeader& header, ArrayInfo& info) {
    info.shape = header.shape;
    info.type = header.type;
    info.order = header.order;
    std::vector<std::size_t> extents = header.shape;
    extents.push_back(elementSize(header.type));
    info.bytes = checkedProduct(extents, info.spec());
}

} // namespace parsimony::data
