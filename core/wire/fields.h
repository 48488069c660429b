// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/nearest_name.h"
#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// How a struct goes to JSON and comes back, from one list of its members. A member that has its default is
// left out; a name that is none is an error, but where the other side may be of a later version
// (ReadingLater).
namespace parsimony::wire {

using Json = nlohmann::json;

/// A member and its name.
template <class T, class M>
struct Field {
    const char* name;
    M T::*member;
    bool isOption = false; ///< of the command line, which messages name as there: one_by_one is --one-by-one
};
template <class T, class M>
constexpr Field<T, M> field(const char* name, M T::*member) {
    return {name, member};
}
template <class T, class M>
constexpr Field<T, M> option(const char* name, M T::*member) {
    return {name, member, true};
}

/// A tuple of Field, given for each struct that crosses: `template <> inline constexpr auto fields<T> = …`.
template <class T>
inline constexpr auto fields = nullptr;
template <class T>
concept Described = !std::is_same_v<std::remove_cv_t<decltype(fields<T>)>, std::nullptr_t>;

/// Whether some members stay on their side on purpose.
template <class T>
inline constexpr bool isPart = false;

/// The words of an enum in the order of its values from 0.
template <class E>
inline constexpr auto words = nullptr;

// What is read while a ReadingLater lives.

/// The value that stands for a word of a later version; none: it cannot be read.
template <class E>
inline constexpr std::optional<E> laterWord = std::nullopt;
/// Whether a list of these says enough without those that cannot be read.
template <class T>
inline constexpr bool mayLackOne = false;
/// Whether a member that is not known would change what the others mean.
template <class T>
inline constexpr bool isReadWhole = false;

/// While one lives, this thread reads what may come from a later version: members that it does not know are
/// passed over, and words taken as laterWord has it, but where that could mislead.
class ReadingLater {
public:
    ReadingLater() : m_before(std::exchange(s_reads, true)) {}
    ~ReadingLater() { s_reads = m_before; }
    ReadingLater(const ReadingLater&) = delete;
    ReadingLater& operator=(const ReadingLater&) = delete;
    [[nodiscard]] static bool reads() { return s_reads; }

private:
    static inline thread_local bool s_reads = false;
    bool m_before;
};

/// A type that is written in another way than by its members: `static Json write(const T&)`, `static T read`.
template <class T>
struct Form;

/// A form whose errors name the member.
template <class T>
concept NamedForm = requires(const Json& json, const char* name) {
    Form<T>::read(json, name);
};
template <class T>
concept Formed = requires(const T& value) {
    Form<T>::write(value);
};

/// Throws Error(Usage).
[[noreturn]] inline void refuseValue(std::string_view what) {
    failUsage(Sentence("{1} is of the wrong kind", what));
}

template <class T>
[[nodiscard]] Json write(const T& value);
/// Throws Error(Usage) that names the member.
template <class T>
void read(const Json& json, T& value, const char* name);

namespace detail {

template <class T>
inline constexpr bool isOptional = false;
template <class T>
inline constexpr bool isOptional<std::optional<T>> = true;
template <class T>
concept Pair = requires(T pair) {
    pair.first;
    pair.second;
};
template <class T>
concept Map = requires {
    typename T::mapped_type;
};
template <class T>
concept List = requires(T list) {
    list.push_back({});
}
&&!std::same_as<T, std::string>;

inline std::string writtenOption(std::string name) {
    std::replace(name.begin(), name.end(), '_', '-');
    return "--" + name;
}

template <class T>
T readForm(const Json& json, [[maybe_unused]] const char* name) {
    if constexpr (NamedForm<T>) {
        return Form<T>::read(json, name);
    } else {
        return Form<T>::read(json);
    }
}

struct Anything {
    template <class T>
    operator T() const; // NOLINT: stands for a member of any type
};
/// How many members an aggregate has.
template <class T, class... Members>
constexpr std::size_t countMembers() {
    if constexpr (requires { T{Members()..., Anything()}; }) {
        return countMembers<T, Members..., Anything>();
    } else {
        return sizeof...(Members);
    }
}

template <class T>
Json writeFields(const T& value) {
    static_assert(isPart<T> || countMembers<T>() == std::tuple_size_v<decltype(fields<T>)>,
                  "a member is missing in the list of fields");
    [[maybe_unused]] static const T defaults{};
    Json object = Json::object();
    std::apply(
        [&](const auto&... each) {
            [[maybe_unused]] const auto one = [&](const auto& f) {
                Json json = write(value.*(f.member));
                if (json != write(defaults.*(f.member))) {
                    object[f.name] = std::move(json);
                }
            };
            (one(each), ...);
        },
        fields<T>);
    return object;
}

template <class T>
void readFields(const Json& json, T& value, const char* name) {
    if (!json.is_object()) {
        refuseValue(name);
    }
    std::size_t known = 0;
    std::apply(
        [&](const auto&... each) {
            [[maybe_unused]] const auto one = [&](const auto& f) {
                if (const auto found = json.find(f.name); found != json.end()) {
                    read(*found, value.*(f.member), f.isOption ? writtenOption(f.name).c_str() : f.name);
                    ++known;
                }
            };
            (one(each), ...);
        },
        fields<T>);
    if (known == json.size() || (ReadingLater::reads() && !isReadWhole<T>)) {
        return;
    }
    for (const auto& item : json.items()) {
        const bool has =
            std::apply([&](const auto&... f) { return ((item.key() == f.name) || ...); }, fields<T>);
        if (!has) {
            failUsage(Sentence("{1} has an unknown member {2}", name, item.key()));
        }
    }
}

/// JSON has no infinities: they are the texts "inf", "-inf" and "nan".
inline Json writeNumber(double value) {
    return std::isfinite(value) ? Json(value)
                                : Json(std::isnan(value) ? "nan"
                                       : value > 0.0     ? "inf"
                                                         : "-inf");
}

/// A number, or its text as the command line takes it, with the sentences that it has there.
template <class T>
void readNumber(const Json& json, T& value, const char* name) {
    if (!json.is_number() && !json.is_string()) {
        refuseValue(name);
    }
    if constexpr (std::is_floating_point_v<T>) {
        value = json.is_number() ? json.get<T>() : static_cast<T>(parseNumber(json.get<std::string>(), name));
    } else {
        const bool whole = json.is_number_unsigned()
                               ? std::in_range<T>(json.get<std::uint64_t>())
                               : json.is_number_integer() && std::in_range<T>(json.get<std::int64_t>());
        value = whole ? json.get<T>()
                      : parseWhole<T>(json.is_string()         ? json.get<std::string>()
                                      : json.is_number_float() ? realText(json.get<double>())
                                                               : json.dump(),
                                      name);
    }
}

template <class T>
void readWord(const Json& json, T& value, const char* name) {
    if (json.is_string()) {
        for (std::size_t k = 0; k < words<T>.size(); ++k) {
            if (json == words<T>[k]) {
                value = static_cast<T>(k);
                return;
            }
        }
        if (ReadingLater::reads() && laterWord<T>) {
            value = *laterWord<T>;
            return;
        }
        refuseWord(name, json.get<std::string>(), std::vector<std::string>(words<T>.begin(), words<T>.end()));
    }
    refuseValue(name);
}

template <class T>
void readList(const Json& json, T& value, const char* name) {
    if (!json.is_array()) {
        refuseValue(name);
    }
    value.clear();
    for (const Json& item : json) {
        typename T::value_type each{};
        if constexpr (mayLackOne<typename T::value_type>) {
            try {
                read(item, each, name);
            } catch (const Error&) {
                if (!ReadingLater::reads()) {
                    throw;
                }
                continue;
            }
        } else {
            read(item, each, name);
        }
        value.push_back(std::move(each));
    }
}

} // namespace detail

template <class T>
Json write(const T& value) {
    if constexpr (Formed<T>) {
        return Form<T>::write(value);
    } else if constexpr (Described<T>) {
        return detail::writeFields(value);
    } else if constexpr (std::is_enum_v<T>) {
        return words<T>.at(static_cast<std::size_t>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        return detail::writeNumber(value);
    } else if constexpr (detail::isOptional<T>) {
        return value ? write(*value) : Json();
    } else if constexpr (detail::Map<T>) {
        Json object = Json::object();
        for (const auto& [key, each] : value) {
            object[key] = write(each);
        }
        return object;
    } else if constexpr (detail::List<T>) {
        return collected<Json>(value, [&](const auto& each) { return write(each); });
    } else if constexpr (detail::Pair<T>) {
        return Json::array({write(value.first), write(value.second)});
    } else {
        return Json(value);
    }
}

template <class T>
void read(const Json& json, T& value, const char* name) {
    if constexpr (Formed<T>) {
        value = detail::readForm<T>(json, name);
    } else if constexpr (Described<T>) {
        detail::readFields(json, value, name);
    } else if constexpr (std::is_enum_v<T>) {
        detail::readWord(json, value, name);
    } else if constexpr (std::is_same_v<T, bool>) {
        json.is_boolean() ? static_cast<void>(value = json.get<bool>()) : refuseValue(name);
    } else if constexpr (std::is_same_v<T, std::string>) {
        json.is_string() ? static_cast<void>(value = json.get<std::string>()) : refuseValue(name);
    } else if constexpr (std::is_arithmetic_v<T>) {
        detail::readNumber(json, value, name);
    } else if constexpr (detail::isOptional<T>) {
        value.reset();
        if (json.is_null()) {
            return;
        }
        if constexpr (Formed<typename T::value_type>) {
            value = detail::readForm<typename T::value_type>(json, name);
        } else {
            read(json, value.emplace(), name);
        }
    } else if constexpr (detail::Map<T>) {
        if (!json.is_object()) {
            refuseValue(name);
        }
        value.clear();
        for (const auto& [key, each] : json.items()) {
            read(each, value[key], name);
        }
    } else if constexpr (detail::List<T>) {
        detail::readList(json, value, name);
    } else {
        static_assert(detail::Pair<T>);
        if (!json.is_array() || json.size() != 2) {
            refuseValue(name);
        }
        read(json[0], value.first, name);
        read(json[1], value.second, name);
    }
}

} // namespace parsimony::wire
