// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/method_name.h"

namespace parsimony::search {

namespace {
constexpr std::string_view kLook = "evaluate";
}

MethodName MethodName::ofLook() {
    MethodName name;
    name.m_value = Look();
    return name;
}

MethodName MethodName::read(std::string_view text) {
    if (text == kLook) {
        return ofLook();
    }
    if (const MethodTraits* known = findMethod(text)) {
        return known->kind;
    }
    MethodName name;
    name.m_value = std::string(text);
    return name;
}

const MethodTraits* MethodName::traits() const {
    const auto* const kind = std::get_if<MethodKind>(&m_value);
    return kind != nullptr ? &traitsOf(*kind) : nullptr;
}

std::string MethodName::text() const {
    if (const auto* const other = std::get_if<std::string>(&m_value)) {
        return *other;
    }
    return std::string(isLook() ? kLook : traits()->name);
}

} // namespace parsimony::search
