// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <iterator>
#include <type_traits>
#include <vector>

namespace parsimony {

/// What `of`, a function or a member, makes of each in their order: a vector of `To`, or of what `of`
/// returns.
template <class To = void, class Range, class Of>
[[nodiscard]] auto collected(Range&& range, const Of& of) {
    using Made = std::remove_cvref_t<std::invoke_result_t<const Of&, decltype(*std::begin(range))>>;
    std::vector<std::conditional_t<std::is_void_v<To>, Made, To>> all;
    if constexpr (requires { std::size(range); }) {
        all.reserve(std::size(range));
    }
    for (auto&& each : range) {
        all.emplace_back(std::invoke(of, each));
    }
    return all;
}

} // namespace parsimony
