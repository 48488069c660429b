// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace parsimony::ledger {

/// Throws Error(Failed) that names row and file; to be called in a handler, whose error says the rest.
[[noreturn]] void failDamagedRow(std::int64_t row, const std::string& file);

/// What `read` makes of the body of a row. Bodies can hold anything: where it is not what is read, throws
/// Error(Failed) that names row and file.
template <class Read>
decltype(auto) readRow(std::int64_t row, const std::string& file, const Read& read) {
    try {
        return read();
    } catch (const nlohmann::json::exception&) {
        failDamagedRow(row, file);
    } catch (const Error&) {
        failDamagedRow(row, file);
    }
}

} // namespace parsimony::ledger
