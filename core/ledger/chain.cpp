// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/chain.h"

#include "core/base/bytes_of.h"
#include "core/ledger/records.h"

#include <algorithm>
#include <array>
#include <bit>

namespace parsimony::ledger {

namespace {

constexpr std::string_view domainName = "parsimony/ledger/1";
constexpr int chainedCount = bodyColumn + 1;

std::array<std::uint8_t, 8> bigEndian(std::uint64_t value) {
    std::array<std::uint8_t, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(value >> (56 - 8 * i));
    }
    return bytes;
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
    const auto domain = bytesOf(domainName);
    m_buffer.insert(m_buffer.end(), domain.begin(), domain.end());
}

void RowHasher::add(char type, std::span<const std::uint8_t> bytes) {
    const auto length = bigEndian(bytes.size());
    const std::size_t end = m_buffer.size();
    m_buffer.resize(end + 1 + length.size() + bytes.size()); // once: there are a dozen columns a row
    std::uint8_t* out = m_buffer.data() + end;
    *out++ = static_cast<std::uint8_t>(type);
    out = std::copy(length.begin(), length.end(), out);
    std::copy(bytes.begin(), bytes.end(), out);
}

void RowHasher::addInteger(std::int64_t value) {
    add('i', bigEndian(static_cast<std::uint64_t>(value)));
}

void RowHasher::addReal(double value) {
    add('r', bigEndian(std::bit_cast<std::uint64_t>(value)));
}

void RowHasher::addText(std::string_view value) {
    add('t', bytesOf(value));
}

Digest RowHasher::finish(const Digest& previous) {
    m_buffer.insert(m_buffer.end(), previous.begin(), previous.end());
    const Digest digest = sha256(std::span<const std::uint8_t>(m_buffer));
    m_buffer.resize(domainName.size());
    return digest;
}

Digest hashOfSelectedRow(const Statement& row, const Digest& previous) {
    thread_local RowHasher hasher; // keeps its buffer
    const bool curator = valueClassNamed(row.textView(classColumn)) == ValueClass::Curator;
    for (int column = 0; column < chainedCount; ++column) {
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
