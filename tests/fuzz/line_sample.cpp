// SPDX-License-Identifier: GPL-3.0-or-later
// Writes lines between server and window, one a line: each call there is, with all members of its parameters
// and of its answer, so that a hunt begins at the table of calls and not at what mutations make of a few.
#include "core/wire/calls.h"

#include <cstdlib>
#include <iostream>
#include <limits>

namespace parsimony::wire {

namespace {

/// Which of the values that a member may have: the words of an enum, kinds and options one after the other.
using Variant = unsigned;

template <class T>
Json filled(Variant variant);

template <class T>
Json filledFields(Variant variant) {
    Json object = Json::object();
    std::apply(
        [&](const auto&... each) {
            [[maybe_unused]] const auto one = [&]<class U, class M>(const Field<U, M>& f) {
                object[f.name] = filled<M>(variant);
            };
            (one(each), ...);
        },
        fields<T>);
    return object;
}

Json filledOptions(Variant variant) {
    const auto& table = session::optionTable();
    const session::Option& option = table[variant % table.size()];
    const auto& words = option.value.words;
    const Json value = option.value.kind == session::OptionKind::Flag ? Json(true)
                       : !words.empty()                               ? Json(words.back().word)
                       : !option.example.empty()                      ? Json(option.example)
                                                                      : Json("1");
    return {{"epsilon", 1.0}, {option.name, value}};
}

Json filledSentence(Variant variant) {
    const Sentence inner("{1} of {2}", Sentence::number("0.5"), "it");
    return write(variant % 3 == 0   ? Sentence("there is no row {1}", 7)
                 : variant % 3 == 1 ? Sentence("in {1}: {2}", "a file", inner)
                                    : Sentence("it is so"));
}

/// Of a type with a form of its own, or std::nullopt.
template <class T>
Json filledForm(Variant variant) {
    if constexpr (std::is_same_v<T, session::RunOptions>) {
        return filledOptions(variant);
    } else if constexpr (std::is_same_v<T, Sentence>) {
        return filledSentence(variant);
    } else if constexpr (std::is_same_v<T, NumberList>) {
        return variant % 2 == 0 ? "1,2.5" : "log:0.1:10:3";
    } else if constexpr (std::is_same_v<T, data::SplitShares>) {
        return variant % 2 == 0 ? "80/20" : "80/10/10";
    } else if constexpr (std::is_same_v<T, session::MethodKind>) {
        const auto& words = session::optionNamed("method").value.words;
        return words[variant % words.size()].word;
    } else if constexpr (std::is_same_v<T, search::MethodName>) {
        return variant % 3 == 0   ? write(search::MethodName::ofLook())
               : variant % 3 == 1 ? Json("a-later-one")
                                  : filled<session::MethodKind>(variant);
    } else if constexpr (std::is_same_v<T, train::Knob>) {
        return train::knobName(train::kKnobs[variant % train::kKnobs.size()]);
    } else if constexpr (std::is_same_v<T, RowKind>) {
        return toText(static_cast<RowKind>(variant % (static_cast<Variant>(RowKind::CuratorShown) + 1)));
    } else if constexpr (std::is_same_v<T, train::KnobValue>) {
        return {{"knob", filled<train::Knob>(variant)}, {"value", 0.5}, {"name", "dp-adam"}};
    } else if constexpr (std::is_same_v<T, train::Axis>) {
        return {
            {"knob", filled<train::Knob>(variant)}, {"values", {0.5, 1}}, {"names", {"dp-adam", "dp-gd"}}};
    } else {
        static_assert(std::is_same_v<T, RequestId>);
        return variant % 2 == 0 ? Json(1) : Json("a");
    }
}

template <class T>
Json filledNumber(Variant variant) {
    if constexpr (std::is_floating_point_v<T>) {
        static const Json values[] = {0.5, 1e-300, "inf", -2, "nan", "1,5"};
        return values[variant % std::size(values)];
    } else {
        static const Json values[] = {1, 0, std::numeric_limits<T>::max(), "3", 2.0};
        return values[variant % std::size(values)];
    }
}

template <class T>
Json filled(Variant variant) {
    if constexpr (Formed<T>) {
        return filledForm<T>(variant);
    } else if constexpr (Described<T>) {
        return filledFields<T>(variant);
    } else if constexpr (std::is_enum_v<T>) {
        return words<T>[variant % words<T>.size()];
    } else if constexpr (std::is_same_v<T, bool>) {
        return variant % 2 == 0;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return variant % 2 == 0 ? "a" : "";
    } else if constexpr (std::is_arithmetic_v<T>) {
        return filledNumber<T>(variant);
    } else if constexpr (detail::isOptional<T>) {
        return filled<typename T::value_type>(variant);
    } else if constexpr (detail::Map<T>) {
        return {{"a", filled<typename T::mapped_type>(variant)}};
    } else if constexpr (detail::List<T>) {
        Json list = Json::array();
        for (Variant i = 0; i <= variant % 3; ++i) {
            list.push_back(filled<typename T::value_type>(variant + i));
        }
        return list;
    } else {
        static_assert(detail::Pair<T>);
        return Json::array(
            {filled<typename T::first_type>(variant), filled<typename T::second_type>(variant)});
    }
}

template <class... Each>
void print(Variant variant, Calls<Each...>) {
    const auto one = [&]<class Call>(const Call*) {
        const Json line{{"id", 1},
                        {"method", Call::method},
                        {"params", filled<Call>(variant)},
                        {"result", filled<typename Call::Answer>(variant)}};
        std::cout << line.dump() << '\n';
    };
    (one(static_cast<const Each*>(nullptr)), ...);
}

} // namespace

} // namespace parsimony::wire

int main(int count, char** words) {
    using namespace parsimony::wire;
    const auto variants = static_cast<Variant>(count > 1 ? std::atoi(words[1]) : 1);
    for (Variant variant = 0; variant < variants; ++variant) {
        print(variant, ProjectCalls());
        print(variant, RunCalls());
        print(variant, FreeCalls());
    }
    return 0;
}
