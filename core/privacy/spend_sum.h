// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parsimony {

/// An exact sum of non-negative doubles (μ², ε or δ of spends): a fixed-point number wide enough for every
/// double and every product of two doubles, so nothing is ever lost, the order of spends does not matter and
/// comparisons are exact (PRIVACY rule 5). Only the conversions to double round, in the direction their name
/// says.
class SpendSum {
public:
    SpendSum() = default;
    /// The sum of one spend.
    explicit SpendSum(double value) { add(value); }

    /// Adds value·count exactly. Throws Error(Usage) when `value` is NaN, infinite or negative.
    void add(double value, std::uint64_t count = 1);
    /// Adds a·b·… exactly: with a = b = μ a spend μ². Throws as add does.
    void addProduct(double a, double b);
    void add(const SpendSum& other);

    /// The smallest double that is not below the sum; infinity beyond the largest double.
    [[nodiscard]] double upper() const;
    /// The largest double that is not above the sum.
    [[nodiscard]] double lower() const;
    [[nodiscard]] bool isZero() const;

    /// Whether this sum is at most `cap`, exactly.
    [[nodiscard]] bool fits(const SpendSum& cap) const { return *this <= cap; }
    [[nodiscard]] bool fits(double cap) const { return *this <= SpendSum(cap); }

    /// `this − other`, exactly; zero where `other` is larger.
    [[nodiscard]] SpendSum minus(const SpendSum& other) const;

    /// Canonical text of the exact value: "0", or an odd hexadecimal number, 'p' and a power of two ("3p-1"
    /// is 1.5). Equal sums have equal texts, however they were added up.
    [[nodiscard]] std::string text() const;
    /// Inverse of text(); throws Error(Failed) naming `what` when the text is not canonical.
    [[nodiscard]] static SpendSum fromText(std::string_view text, const std::string& what);

    friend bool operator==(const SpendSum&, const SpendSum&) = default;
    friend std::strong_ordering operator<=>(const SpendSum& a, const SpendSum& b);
    friend SpendSum operator+(SpendSum a, const SpendSum& b) {
        a.add(b);
        return a;
    }

private:
    // Bit i of the number is worth 2^(i − pointBits). Products of two subnormals reach down to 2^−2148;
    // counts and 2^100 additions of the largest product fit above.
    static constexpr int pointBits = 2176;
    static constexpr std::size_t limbCount = 71;

    void addShifted(std::uint64_t low, std::uint64_t high, int exponent);
    [[nodiscard]] int topBit() const;
    [[nodiscard]] int lowestBit() const;
    [[nodiscard]] bool bit(int position) const;
    [[nodiscard]] double toDouble(bool roundUp) const;

    std::array<std::uint64_t, limbCount> m_limbs{};
};

} // namespace parsimony
