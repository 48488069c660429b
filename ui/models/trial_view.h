// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_snapshot.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace parsimony::ui {

/// Trials of a table, or those at some of its rows, in place: 10^5 are too many to be copied at each
/// keystroke. Good for as long as neither changes; what is to be kept of them is copied by whoever keeps it.
class TrialView {
public:
    using Rows = std::vector<std::uint32_t>;

    TrialView() = default;
    TrialView(const std::vector<session::TrialSnapshot>& all) : m_all(&all) {} // NOLINT: all of them
    /// `rows`: which, in the order in which they are to be seen.
    TrialView(const std::vector<session::TrialSnapshot>& all, const Rows& rows)
        : m_all(&all), m_rows(&rows) {}

    class Iterator {
    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = session::TrialSnapshot;
        using difference_type = std::ptrdiff_t;
        using pointer = const value_type*;
        using reference = const value_type&;

        Iterator() = default;
        Iterator(const TrialView& view, std::size_t at) : m_view(&view), m_at(at) {}
        reference operator*() const { return (*m_view)[m_at]; }
        pointer operator->() const { return &**this; }
        Iterator& operator++() {
            ++m_at;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++m_at;
            return before;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.m_at == b.m_at; }

    private:
        const TrialView* m_view = nullptr;
        std::size_t m_at = 0;
    };

    [[nodiscard]] const session::TrialSnapshot& operator[](std::size_t i) const {
        return (*m_all)[m_rows != nullptr ? (*m_rows)[i] : i];
    }
    [[nodiscard]] const session::TrialSnapshot& front() const { return (*this)[0]; }
    [[nodiscard]] std::size_t size() const {
        return m_rows != nullptr ? m_rows->size() : m_all != nullptr ? m_all->size() : 0;
    }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }

private:
    const std::vector<session::TrialSnapshot>* m_all = nullptr; ///< null: there are none
    const Rows* m_rows = nullptr;                               ///< null: all of them
};

} // namespace parsimony::ui
