// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dtype.h"

#include "core/base/sentence.h"
#include "core/data/row_kernels.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <type_traits>

namespace parsimony::data {

namespace {

static_assert(std::endian::native == std::endian::little, "the array readers assume a little-endian machine");

struct Row {
    DType dtype;
    std::size_t size;
    const char* name;
    const char* npy;
    const char* safetensors;
};

constexpr std::array<Row, 13> kTable{{{DType::Bool, 1, "bool", "b1", "BOOL"},
                                      {DType::I8, 1, "int8", "i1", "I8"},
                                      {DType::U8, 1, "uint8", "u1", "U8"},
                                      {DType::I16, 2, "int16", "i2", "I16"},
                                      {DType::U16, 2, "uint16", "u2", "U16"},
                                      {DType::I32, 4, "int32", "i4", "I32"},
                                      {DType::U32, 4, "uint32", "u4", "U32"},
                                      {DType::I64, 8, "int64", "i8", "I64"},
                                      {DType::U64, 8, "uint64", "u8", "U64"},
                                      {DType::F16, 2, "float16", "f2", "F16"},
                                      {DType::BF16, 2, "bfloat16", "", "BF16"},
                                      {DType::F32, 4, "float32", "f4", "F32"},
                                      {DType::F64, 8, "float64", "f8", "F64"}}};

const Row* rowOf(DType dtype) {
    for (const Row& row : kTable) {
        if (row.dtype == dtype) {
            return &row;
        }
    }
    return nullptr;
}

float halfToFloat(std::uint16_t half) {
    const std::uint32_t magnitude = half & 0x7fffU;
    // Shifting exponent and mantissa into place and multiplying by 2^112 mends the exponent bias, subnormals
    // included.
    std::uint32_t bits = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude << 13U) * 0x1p112F);
    if (magnitude >= 0x7c00U) {
        bits = (magnitude << 13U) | 0x7f800000U;
    }
    return std::bit_cast<float>(bits | (static_cast<std::uint32_t>(half & 0x8000U) << 16U));
}

struct Half {
    std::uint16_t bits;
};
struct Bfloat {
    std::uint16_t bits;
};

template <class Out, class Stored>
Out widen(Stored value) {
    if constexpr (std::is_same_v<Stored, Half>) {
        return widen<Out>(halfToFloat(value.bits));
    } else if constexpr (std::is_same_v<Stored, Bfloat>) {
        return widen<Out>(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16U));
    } else if constexpr (std::is_same_v<Out, std::int64_t>) {
        if constexpr (std::is_floating_point_v<Stored>) {
            return kNoInteger;
        } else if constexpr (std::is_same_v<Stored, std::uint64_t>) {
            return value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
                       ? kNoInteger
                       : static_cast<std::int64_t>(value);
        } else {
            return value;
        }
    } else {
        return static_cast<Out>(value);
    }
}

template <class Stored>
Stored swapped(Stored value) {
    std::array<std::byte, sizeof(Stored)> bytes;
    std::memcpy(bytes.data(), &value, sizeof(Stored));
    for (std::size_t i = 0; i < sizeof(Stored) / 2; ++i) {
        std::swap(bytes[i], bytes[sizeof(Stored) - 1 - i]);
    }
    std::memcpy(&value, bytes.data(), sizeof(Stored));
    return value;
}

template <class Stored, class Out>
void decodeAs(bool bigEndian, const std::byte* bytes, std::size_t count, Out* out) {
    if (bigEndian && sizeof(Stored) > 1) {
        for (std::size_t i = 0; i < count; ++i) {
            Stored value;
            std::memcpy(&value, bytes + i * sizeof(Stored), sizeof(Stored));
            out[i] = widen<Out>(swapped(value));
        }
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        Stored value;
        std::memcpy(&value, bytes + i * sizeof(Stored), sizeof(Stored));
        out[i] = widen<Out>(value);
    }
}

template <class Out>
void decodeAny(const ElementType& type, const std::byte* bytes, std::size_t count, Out* out) {
    const bool big = type.bigEndian;
    switch (type.dtype) {
    case DType::Bool:
    case DType::U8:
        return decodeAs<std::uint8_t>(big, bytes, count, out);
    case DType::I8:
        return decodeAs<std::int8_t>(big, bytes, count, out);
    case DType::I16:
        return decodeAs<std::int16_t>(big, bytes, count, out);
    case DType::U16:
        return decodeAs<std::uint16_t>(big, bytes, count, out);
    case DType::I32:
        return decodeAs<std::int32_t>(big, bytes, count, out);
    case DType::U32:
        return decodeAs<std::uint32_t>(big, bytes, count, out);
    case DType::I64:
        return decodeAs<std::int64_t>(big, bytes, count, out);
    case DType::U64:
        return decodeAs<std::uint64_t>(big, bytes, count, out);
    case DType::F16:
        if constexpr (std::is_same_v<Out, float>) {
            if (!big) {
                return widenHalves(bytes, count, out);
            }
        }
        return decodeAs<Half>(big, bytes, count, out);
    case DType::BF16:
        return decodeAs<Bfloat>(big, bytes, count, out);
    case DType::F32:
        return decodeAs<float>(big, bytes, count, out);
    case DType::F64:
        return decodeAs<double>(big, bytes, count, out);
    case DType::Text:
    case DType::Other:
        break;
    }
    fail(Sentence("an array of type {1} holds no numbers that can be read", type.name));
}

std::string nameOfNpyKind(char kind, std::string_view descr) {
    switch (kind) {
    case 'O':
        return "object";
    case 'U':
    case 'S':
    case 'a':
        return "string";
    case 'c':
        return "complex";
    case 'M':
    case 'm':
        return "datetime";
    case 'V':
        return "void";
    default:
        return std::string(descr.substr(0, 48));
    }
}

} // namespace

std::string dtypeName(DType dtype) {
    const Row* row = rowOf(dtype);
    return row != nullptr ? row->name : (dtype == DType::Text ? "text" : "other");
}

std::size_t dtypeSize(DType dtype) {
    const Row* row = rowOf(dtype);
    return row != nullptr ? row->size : 0;
}

std::size_t elementSize(const ElementType& type) {
    return type.textLength > 0 ? type.textLength * (type.wideText ? 4 : 1) : dtypeSize(type.dtype);
}

bool isVaryingText(const ElementType& type) {
    return type.name == "string" && type.textLength == 0;
}

bool isFloating(DType dtype) {
    return dtype == DType::F16 || dtype == DType::BF16 || dtype == DType::F32 || dtype == DType::F64;
}

bool isInteger(DType dtype) {
    return rowOf(dtype) != nullptr && !isFloating(dtype);
}

bool fitsFloat32(DType dtype) {
    return rowOf(dtype) != nullptr && (dtypeSize(dtype) <= 2 || dtype == DType::F32);
}

ElementType elementTypeOfDescr(std::string_view descr) {
    std::string_view rest = descr;
    bool big = false;
    if (!rest.empty() &&
        (rest.front() == '<' || rest.front() == '>' || rest.front() == '|' || rest.front() == '=')) {
        big = rest.front() == '>';
        rest.remove_prefix(1);
    }
    for (const Row& row : kTable) {
        if (*row.npy != '\0' && rest == row.npy) {
            return {row.dtype, big, row.name};
        }
    }
    ElementType type{DType::Other, big, nameOfNpyKind(rest.empty() ? '?' : rest.front(), descr)};
    if (!rest.empty() && (rest.front() == 'U' || rest.front() == 'S' || rest.front() == 'a')) {
        constexpr std::size_t kLongest = 1U << 20U; // an id is shorter
        std::size_t length = 0;
        const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), length);
        if (error == std::errc() && end == rest.data() + rest.size() && length <= kLongest) {
            type.textLength = length;
            type.wideText = rest.front() == 'U';
        }
    }
    return type;
}

ElementType elementTypeOfSafetensors(std::string_view name) {
    for (const Row& row : kTable) {
        if (name == row.safetensors) {
            return {row.dtype, false, row.name};
        }
    }
    return {DType::Other, false, std::string(name.substr(0, 16))};
}

void decode(const ElementType& type, const std::byte* bytes, std::size_t count, float* out) {
    decodeAny(type, bytes, count, out);
}
void decode(const ElementType& type, const std::byte* bytes, std::size_t count, double* out) {
    decodeAny(type, bytes, count, out);
}
void decode(const ElementType& type, const std::byte* bytes, std::size_t count, std::int64_t* out) {
    decodeAny(type, bytes, count, out);
}

} // namespace parsimony::data
