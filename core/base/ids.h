// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstdint>

namespace parsimony {

/// A row number of one table; ids of different tables do not convert into each other. 0 means "none".
template <class Tag>
class Id {
public:
    constexpr Id() = default;
    explicit constexpr Id(std::int64_t value) : m_value(value) {}
    [[nodiscard]] constexpr std::int64_t value() const { return m_value; }
    [[nodiscard]] constexpr bool valid() const { return m_value > 0; }
    // clang-tidy 14 takes the 0 that such an operator is compared with for a pointer.
    friend constexpr auto operator<=>(Id, Id) = default; // NOLINT(modernize-use-nullptr)

private:
    std::int64_t m_value = 0;
};

using DatasetId = Id<struct DatasetTag>;
using PartId = Id<struct PartTag>;
using ExperimentId = Id<struct ExperimentTag>;
using TrialId = Id<struct TrialTag>;

} // namespace parsimony
