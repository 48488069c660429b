// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_order.h"

#include "core/base/sentence.h"
#include "core/data/dtype.h"
#include "core/data/feature_source.h"

#include <algorithm>
#include <span>
#include <utility>

namespace parsimony::data {

namespace {

class OrderedArray final : public ArrayReader {
public:
    OrderedArray(std::unique_ptr<ArrayReader> array, std::shared_ptr<const RowOrder> order)
        : m_array(std::move(array)), m_order(std::move(order)), m_info(m_array->info()) {
        std::size_t first = kNoRow, end = 0;
        for (const std::uint32_t row : *m_order) {
            if (row != kNoRow) {
                first = std::min<std::size_t>(first, row);
                end = std::max<std::size_t>(end, std::size_t{row} + 1);
            }
        }
        if (end > m_info.rows()) {
            fail(Sentence("{1} has fewer rows than when its ids were read", m_info.spec()));
        }
        if (first < end) {
            m_array->needsOnly(first, end - first);
        }
        m_info.shape.front() = m_order->size();
    }

    [[nodiscard]] const ArrayInfo& info() const override { return m_info; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        read(first, count, out, 0.0F, &ArrayReader::readRows);
    }
    void readRowsF64(std::size_t first, std::size_t count, double* out) const override {
        read(first, count, out, 0.0, &ArrayReader::readRowsF64);
    }
    void readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const override {
        read(first, count, out, kNoInteger, &ArrayReader::readIntegers);
    }
    void verify() const override { m_array->verify(); }

private:
    /// Rows that lie one behind the other in the file are read at once.
    template <class Value>
    void read(std::size_t first, std::size_t count, Value* out, Value missing,
              void (ArrayReader::*rows)(std::size_t, std::size_t, Value*) const) const {
        checkRowRange(first, count, m_order->size());
        const std::size_t width = m_info.width();
        const std::span<const std::uint32_t> places(m_order->data() + first, count);
        for (std::size_t i = 0; i < count;) {
            if (places[i] == kNoRow) {
                std::fill_n(out + i++ * width, width, missing);
                continue;
            }
            std::size_t end = i + 1;
            while (end < count && places[end] == places[i] + (end - i)) {
                ++end;
            }
            (*m_array.*rows)(places[i], end - i, out + i * width);
            i = end;
        }
    }

    std::unique_ptr<ArrayReader> m_array;
    std::shared_ptr<const RowOrder> m_order;
    ArrayInfo m_info;
};

} // namespace

RowOrder orderOf(const RowsByPerson& wanted, const RowsByPerson& there) {
    struct Own {
        PersonTag person;
        std::span<const std::uint32_t> rows;
    };
    std::vector<Own> others; // sorted by person
    there.forPeople([&](const PersonTag& person, std::span<const std::uint32_t> rows) {
        others.push_back({person, rows});
    });
    RowOrder order(wanted.ofRows().size(), kNoRow);
    auto next = others.begin();
    wanted.forPeople([&](const PersonTag& person, std::span<const std::uint32_t> rows) {
        while (next != others.end() && next->person < person) {
            ++next;
        }
        if (next == others.end() || next->person != person) {
            return;
        }
        for (std::size_t i = 0; i < std::min(rows.size(), next->rows.size()); ++i) {
            order[rows[i]] = next->rows[i];
        }
    });
    return order;
}

std::unique_ptr<ArrayReader> inOrder(std::unique_ptr<ArrayReader> array,
                                     std::shared_ptr<const RowOrder> order) {
    return std::make_unique<OrderedArray>(std::move(array), std::move(order));
}

} // namespace parsimony::data
