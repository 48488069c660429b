// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/asked_numbers.h"

#include "core/base/number_parse.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <utility>

namespace parsimony::ledger {

namespace {

/// More numbers than lists are written for.
constexpr std::size_t kMostKept = 1000;

} // namespace

AskedNumbers::AskedNumbers(const BodyReader& options, const std::string& name) {
    if (!options.has(name.c_str())) {
        return;
    }
    const nlohmann::json value = options.json(name.c_str());
    if (value.is_number()) {
        m_few = {value.get<double>()};
    } else if (value.is_string()) {
        auto numbers = parseNumberList(value.get<std::string>(), name);
        if (numbers.size() > kMostKept) {
            m_many = value.get<std::string>();
        } else {
            m_few = std::move(numbers);
        }
    }
}

std::vector<double> AskedNumbers::all() const {
    return m_many.empty() ? m_few : parseNumberList(m_many, "a list");
}

} // namespace parsimony::ledger
