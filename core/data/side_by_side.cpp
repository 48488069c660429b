// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/side_by_side.h"

#include "core/base/sentence.h"
#include "core/data/feature_source.h"

#include <algorithm>
#include <utility>

namespace parsimony::data {

namespace {

class SideBySide final : public ArrayReader {
public:
    explicit SideBySide(std::vector<std::unique_ptr<ArrayReader>> arrays) : m_arrays(std::move(arrays)) {
        const ArrayInfo& first = m_arrays.front()->info();
        m_info.type = first.type;
        std::size_t width = 0;
        for (const auto& array : m_arrays) {
            const ArrayInfo& info = array->info();
            if (info.rows() != first.rows()) {
                fail(Sentence("{1} has {2} rows, {3} has {4}; rows that stand side by side must be as many",
                              first.spec(), first.rows(), info.spec(), info.rows()));
            }
            if (!fitsFloat32(info.type.dtype)) { // then all are read in float64
                m_info.type = info.type;
            }
            m_info.path += (m_info.path.empty() ? "" : " + ") + info.spec();
            m_info.bytes += info.bytes;
            m_info.blocks.push_back(info.width());
            width += info.width();
        }
        m_info.shape = {first.rows(), width};
    }

    [[nodiscard]] const ArrayInfo& info() const override { return m_info; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        read(&ArrayReader::readRows, first, count, out);
    }
    void readRowsF64(std::size_t first, std::size_t count, double* out) const override {
        read(&ArrayReader::readRowsF64, first, count, out);
    }
    void readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const override {
        read(&ArrayReader::readIntegers, first, count, out);
    }
    void verify() const override {
        for (const auto& array : m_arrays) {
            array->verify();
        }
    }
    void prefetch(std::size_t first, std::size_t count) const override {
        for (const auto& array : m_arrays) {
            array->prefetch(first, count);
        }
    }
    void needsOnly(std::size_t first, std::size_t count) const override {
        for (const auto& array : m_arrays) {
            array->needsOnly(first, count);
        }
    }

private:
    template <class Value>
    void read(void (ArrayReader::*how)(std::size_t, std::size_t, Value*) const, std::size_t first,
              std::size_t count, Value* out) const {
        checkRowRange(first, count, m_info.rows());
        const std::size_t width = m_info.width();
        std::vector<Value> own;
        std::size_t column = 0;
        for (std::size_t i = 0; i < m_arrays.size(); ++i) {
            const std::size_t part = m_info.blocks[i];
            own.resize(count * part);
            (m_arrays[i].get()->*how)(first, count, own.data());
            for (std::size_t row = 0; row < count; ++row) {
                std::copy_n(own.data() + row * part, part, out + row * width + column);
            }
            column += part;
        }
    }

    std::vector<std::unique_ptr<ArrayReader>> m_arrays;
    ArrayInfo m_info;
};

} // namespace

std::unique_ptr<ArrayReader> sideBySide(std::vector<std::unique_ptr<ArrayReader>> arrays) {
    return std::make_unique<SideBySide>(std::move(arrays));
}

} // namespace parsimony::data
