// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/whole_number.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

namespace parsimony::ledger {

/// Sorted keys, no spaces, the shortest numbers that read back as the same double. Throws Error(Failed) on
/// NaN, infinity or text that is not UTF-8: JSON would silently turn them into something else; and on a value
/// that is nested deeper than 64 levels, of which `depth` are around it.
[[nodiscard]] std::string canonicalJson(const nlohmann::json& value, int depth = 0);

/// A member of a row's body is missing or of another type.
class FieldError : public Error {
public:
    explicit FieldError(const char* key);
    [[nodiscard]] const std::string& key() const noexcept { return m_key; }

private:
    std::string m_key;
};
[[noreturn]] void failField(const char* key); ///< throws FieldError

/// Inverse; throws Error(Failed) naming `what` on text that is no JSON or nested deeper than 64 levels.
[[nodiscard]] nlohmann::json parseJson(std::string_view text, const std::string& what);

/// The same of an object, which may be missing and is empty then; throws for anything else.
[[nodiscard]] nlohmann::json objectIn(std::string_view text, const std::string& what);

/// `object[key]`, or `otherwise` where there is none. Throws Error(Failed) when it is of another type, or a
/// number that does not fit: a file that was tampered with must end in a sentence.
template <class Value>
[[nodiscard]] Value field(const nlohmann::json& object, const char* key, Value otherwise) {
    try {
        if constexpr (std::integral<Value> && !std::same_as<Value, bool>) {
            return object.is_object() ? wholeNumberOr<Value>(object, key, otherwise)
                                      : object.value(key, otherwise); // which throws
        } else {
            return object.value(key, std::move(otherwise));
        }
    } catch (const nlohmann::json::exception&) {
        failField(key);
    }
}
[[nodiscard]] inline std::string field(const nlohmann::json& object, const char* key, const char* otherwise) {
    return field(object, key, std::string(otherwise));
}

} // namespace parsimony::ledger
