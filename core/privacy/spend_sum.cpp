// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/privacy/spend_sum.h"

#include "core/base/sentence.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace parsimony {

namespace {

__extension__ typedef unsigned __int128 Wide; // 53 × 53 bits need 106

struct Parts {
    std::uint64_t mantissa; // below 2⁵³
    int exponent;           // value = mantissa · 2^exponent
};

Parts partsOf(double value) {
    if (!std::isfinite(value) || value < 0.0) {
        failUsage(Sentence("a spend must be a finite number that is not negative, not {1}", value));
    }
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    return {static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

} // namespace

void SpendSum::addShifted(std::uint64_t low, std::uint64_t high, int exponent) {
    if ((low | high) == 0) {
        return;
    }
    // A subnormal's 53-bit form can end in zeros below the last bit of the number.
    for (; exponent < -pointBits; ++exponent) {
        low = (low >> 1) | (high << 63);
        high >>= 1;
    }
    const auto position = static_cast<unsigned>(exponent + pointBits);
    std::size_t limb = position / 64;
    const unsigned shift = position % 64;
    const std::array<std::uint64_t, 3> words = {low << shift,
                                                shift == 0 ? high : (high << shift) | (low >> (64 - shift)),
                                                shift == 0 ? 0 : high >> (64 - shift)};
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words.size() || carry != 0; ++i, ++limb) {
        if (limb >= limbCount) {
            if (carry == 0 && words[i] == 0) {
                continue;
            }
            fail(Sentence("the sum of the spends is too large to be a privacy spend"));
        }
        const Wide sum = Wide{m_limbs[limb]} + (i < words.size() ? words[i] : 0) + carry;
        m_limbs[limb] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> 64);
    }
}

void SpendSum::add(double value, std::uint64_t count) {
    const Parts parts = partsOf(value);
    const Wide product = Wide{parts.mantissa} * count;
    addShifted(static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64),
               parts.exponent);
}

void SpendSum::addProduct(double a, double b) {
    const Parts first = partsOf(a);
    const Parts second = partsOf(b);
    const Wide product = Wide{first.mantissa} * second.mantissa;
    addShifted(static_cast<std::uint64_t>(product), static_cast<std::uint64_t>(product >> 64),
               first.exponent + second.exponent);
}

void SpendSum::add(const SpendSum& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limbCount; ++i) {
        const Wide sum = Wide{m_limbs[i]} + other.m_limbs[i] + carry;
        m_limbs[i] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> 64);
    }
    if (carry != 0) {
        fail(Sentence("the sum of the spends is too large to be a privacy spend"));
    }
}

SpendSum SpendSum::minus(const SpendSum& other) const {
    SpendSum difference;
    if (*this <= other) {
        return difference;
    }
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < limbCount; ++i) {
        const Wide value = Wide{m_limbs[i]} - other.m_limbs[i] - borrow;
        difference.m_limbs[i] = static_cast<std::uint64_t>(value);
        borrow = (value >> 64) != 0 ? 1 : 0;
    }
    return difference;
}

std::strong_ordering operator<=>(const SpendSum& a, const SpendSum& b) {
    for (std::size_t i = SpendSum::limbCount; i-- > 0;) {
        if (a.m_limbs[i] != b.m_limbs[i]) {
            return a.m_limbs[i] <=> b.m_limbs[i];
        }
    }
    return std::strong_ordering::equal;
}

bool SpendSum::isZero() const {
    return topBit() < 0;
}

int SpendSum::topBit() const {
    for (std::size_t i = limbCount; i-- > 0;) {
        if (m_limbs[i] != 0) {
            return static_cast<int>(i) * 64 + 63 - std::countl_zero(m_limbs[i]);
        }
    }
    return -1;
}

int SpendSum::lowestBit() const {
    for (std::size_t i = 0; i < limbCount; ++i) {
        if (m_limbs[i] != 0) {
            return static_cast<int>(i) * 64 + std::countr_zero(m_limbs[i]);
        }
    }
    return -1;
}

bool SpendSum::bit(int position) const {
    const auto at = static_cast<unsigned>(position);
    return ((m_limbs[at / 64] >> (at % 64)) & 1U) != 0;
}

double SpendSum::toDouble(bool roundUp) const {
    const int top = topBit();
    if (top < 0) {
        return 0.0;
    }
    // The last bit a double keeps: 53 bits, fewer where the value is subnormal.
    const int last = std::max(top - 52, pointBits - 1074);
    std::uint64_t mantissa = 0;
    for (int position = top; position >= last; --position) {
        mantissa = (mantissa << 1) | (bit(position) ? 1U : 0U);
    }
    if (roundUp && lowestBit() < last) {
        ++mantissa;
    }
    const double value = std::ldexp(static_cast<double>(mantissa), last - pointBits);
    return !roundUp && std::isinf(value) ? std::numeric_limits<double>::max() : value;
}

double SpendSum::upper() const {
    return toDouble(true);
}

double SpendSum::lower() const {
    return toDouble(false);
}

std::string SpendSum::text() const {
    const int lowest = lowestBit();
    if (lowest < 0) {
        return "0";
    }
    const int top = topBit();
    std::string digits;
    for (int low = lowest + (top - lowest) / 4 * 4; low >= lowest; low -= 4) {
        unsigned digit = 0;
        for (int i = 3; i >= 0; --i) {
            digit = digit * 2 + (low + i <= top && bit(low + i) ? 1U : 0U);
        }
        digits += "0123456789abcdef"[digit];
    }
    return digits + "p" + std::to_string(lowest - pointBits);
}

SpendSum SpendSum::fromText(std::string_view text, const std::string& what) {
    SpendSum sum;
    const auto separator = text.find('p');
    int exponent = 0;
    if (separator != std::string_view::npos && text.size() < 1400) {
        const std::string_view digits = text.substr(0, separator);
        const std::string_view power = text.substr(separator + 1);
        const auto read = std::from_chars(power.data(), power.data() + power.size(), exponent);
        const bool inRange =
            read.ec == std::errc{} && exponent >= -pointBits &&
            exponent < static_cast<int>(limbCount) * 64 - pointBits - 4 * static_cast<int>(digits.size());
        for (std::size_t i = 0; inRange && i < digits.size(); ++i) {
            const auto digit = std::string_view("0123456789abcdef").find(digits[digits.size() - 1 - i]);
            if (digit == std::string_view::npos) {
                break;
            }
            sum.addShifted(digit, 0, exponent + 4 * static_cast<int>(i));
        }
    }
    // One spelling for each value: whatever is not what text() writes is refused.
    if (sum.text() != text) {
        fail(Sentence("{1} is not the text of a sum of spends", what));
    }
    return sum;
}

} // namespace parsimony
