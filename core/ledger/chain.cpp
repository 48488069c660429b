// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/chain.h"

#include <bit>

namespace parsimony::ledger {

namespace {

constexpr int columns = 15;
constexpr int classColumn = 7;
constexpr int saltColumn = 12;
constexpr int bodyColumn = 14;

std::span<const std::uint8_t> bytesOf(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void appendBigEndian(Bytes& buffer, std::uint64_t value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
        buffer.push_back(static_cast<std::uint8_t>(value >> shift));
    }
}

} // namespace

Digest commitmentOf(std::span<const std::uint8_t> salt, std::string_view body) {
    Sha256Stream stream;
    stream.add(std::string_view("parsimony/commitment/1"));
    stream.add(salt);
    stream.add(body);
    return stream.finish();
}

RowHasher::RowHasher() {
    m_buffer.reserve(1024);
    const auto domain = bytesOf("parsimony/ledger/1");
    m_buffer.insert(m_buffer.end(), domain.begin(), domain.end());
}

void RowHasher::add(char type, std::span<const std::uint8_t> bytes) {
    m_buffer.push_back(static_cast<std::uint8_t>(type));
    appendBigEndian(m_buffer, bytes.size());
    m_buffer.insert(m_buffer.end(), bytes.begin(), bytes.end());
}

void RowHasher::addInteger(std::int64_t value) {
    m_buffer.push_back('i');
    appendBigEndian(m_buffer, 8);
    appendBigEndian(m_buffer, static_cast<std::uint64_t>(value));
}

void RowHasher::addReal(double value) {
    m_buffer.push_back('r');
    appendBigEndian(m_buffer, 8);
    appendBigEndian(m_buffer, std::bit_cast<std::uint64_t>(value));
}

void RowHasher::addText(std::string_view value) {
    add('t', bytesOf(value));
}

Digest RowHasher::finish(const Digest& previous) {
    m_buffer.insert(m_buffer.end(), previous.begin(), previous.end());
    return sha256(std::span<const std::uint8_t>(m_buffer));
}

Digest hashOfSelectedRow(const Statement& row, const Digest& previous) {
    RowHasher hasher;
    const bool curator = row.textView(classColumn) == "curator";
    for (int column = 0; column < columns; ++column) {
        if (curator && (column == saltColumn || column == bodyColumn)) {
            continue;
        }
        switch (row.type(column)) {
        case 'i':
            hasher.addInteger(row.integer(column));
            break;
        case 'r':
            hasher.addReal(row.real(column));
            break;
        case 't':
            hasher.addText(row.textView(column));
            break;
        case 'b':
            hasher.addBlob(row.blobView(column));
            break;
        default:
            hasher.addNull();
        }
    }
    return hasher.finish(previous);
}

} // namespace parsimony::ledger
