// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <memory>
#include <utility>

namespace parsimony::ledger {

/// A JSON value that does not change and is held once, however often it is copied. Null at first.
class SharedJson {
public:
    SharedJson() = default;
    SharedJson(nlohmann::json value) : m_value(std::make_shared<const nlohmann::json>(std::move(value))) {}

    [[nodiscard]] const nlohmann::json& operator*() const { return m_value ? *m_value : nothing(); }
    const nlohmann::json* operator->() const { return &**this; }
    operator const nlohmann::json&() const { return **this; }

private:
    static const nlohmann::json& nothing() {
        static const nlohmann::json null;
        return null;
    }
    std::shared_ptr<const nlohmann::json> m_value;
};

} // namespace parsimony::ledger
