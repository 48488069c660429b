// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <type_traits>
#include <variant>

namespace parsimony::wire {

/// Calls that are asked for in the same way.
template <class... Each>
struct Calls {
    using Any = std::variant<Each...>;
    template <class Call>
    static constexpr bool has = (std::is_same_v<Call, Each> || ...);
};
template <class... First, class... Second>
Calls<First..., Second...> joined(Calls<First...>, Calls<Second...>);

} // namespace parsimony::wire
