// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace parsimony::data {

/// The element types that arrays come in. `Text` are the cells of a CSV file; `Other` can be listed, not
/// read.
enum class DType { Bool, I8, U8, I16, U16, I32, U32, I64, U64, F16, BF16, F32, F64, Text, Other };

/// How an element lies in a file.
struct ElementType {
    DType dtype = DType::Other;
    bool bigEndian = false;
    std::string name;           ///< as shown to the user: "float32", "int8", "object"
    std::size_t textLength = 0; ///< characters of text of a fixed length; 0 for everything else
    bool wideText = false;      ///< its characters are four bytes each (NumPy's U), not one (S)
};

[[nodiscard]] std::string dtypeName(DType dtype);
/// Bytes of one element; 0 for Text and Other.
[[nodiscard]] std::size_t dtypeSize(DType dtype);
/// The same of text of a fixed length too.
[[nodiscard]] std::size_t elementSize(const ElementType& type);
/// Text whose elements have no length in common.
[[nodiscard]] bool isVaryingText(const ElementType& type);
[[nodiscard]] bool isInteger(DType dtype); ///< Bool included
[[nodiscard]] bool isFloating(DType dtype);
/// True when every value of `dtype` is exactly a float32.
[[nodiscard]] bool fitsFloat32(DType dtype);

/// What readIntegers writes where a cell is no integer or does not fit 64 bits: outside every range of
/// labels.
inline constexpr std::int64_t kNoInteger = std::numeric_limits<std::int64_t>::min();

/// Reads the `descr` of a .npy header ("<f4"). Types that hold no numbers come back as Other with their name.
[[nodiscard]] ElementType elementTypeOfDescr(std::string_view descr);
/// Reads the `dtype` of a safetensors header ("BF16").
[[nodiscard]] ElementType elementTypeOfSafetensors(std::string_view name);

/// Widens `count` packed elements of `type` at `bytes` (any alignment) into `out`. float32 output rounds to
/// nearest; Text and Other are not allowed. Integers beyond 2⁵³ round in float64.
void decode(const ElementType& type, const std::byte* bytes, std::size_t count, float* out);
void decode(const ElementType& type, const std::byte* bytes, std::size_t count, double* out);
/// As above for integers; values of a floating type and integers that do not fit become kNoInteger.
void decode(const ElementType& type, const std::byte* bytes, std::size_t count, std::int64_t* out);

} // namespace parsimony::data
