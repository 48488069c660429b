// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/error_json.h"

#include "core/base/sentence.h"
#include "core/base/sentence_json.h"
#include "core/base/untold_rows.h"

#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::wire {

namespace {

/// The sentence without the values that stay with the curator: those of its own, and of each sentence in it,
/// whose words are ours and stay.
Sentence withoutValues(const Sentence& sentence, bool ofFile, const Gate& gate) {
    std::vector<Sentence::Value> values = sentence.values();
    for (Sentence::Value& value : values) {
        if (value.said) {
            value = Sentence::value(withoutValues(*value.said, ofFile, gate));
        } else if ((ofFile || value.ofRows) && !value.told && !gate.isNamed(value.text)) {
            value = untold();
        }
    }
    return Sentence::of(sentence.pattern(), std::move(values));
}

} // namespace

Json errorJson(const Gate& gate) {
    const auto plain = [&](ErrorCode code, const std::string& message) {
        return Json{{"code", static_cast<int>(code)},
                    {"message", gate.shown(message, "this failed for a reason that names a path, which stays "
                                                    "with the curator (serve --curator tells it)")}};
    };
    try {
        throw;
    } catch (const Error& error) {
        Json json = plain(error.code(), error.what());
        if (const auto* said = dynamic_cast<const SaidError*>(&error)) {
            // What is wrong with a file is said with numbers and texts that stand in it.
            const bool ofFile = error.code() == ErrorCode::Failed;
            const Sentence& whole = said->sentence();
            const Sentence shown = gate.shown(gate.curator() ? whole : withoutValues(whole, ofFile, gate));
            json["message"] = shown.english();
            if (!shown.values().empty()) { // for who says it in another language
                Json sentence = write(shown);
                json["pattern"] = std::move(sentence["pattern"]);
                json["values"] = std::move(sentence["values"]);
            }
        }
        if (const auto* refused = dynamic_cast<const CuratorRefusal*>(&error); refused && gate.curator()) {
            json["reasons"] = write(refused->reasons());
        }
        if (const auto& spend = error.refusedSpend()) {
            json["requested"] = detail::writeNumber(spend->requested);
            json["remaining"] = detail::writeNumber(spend->remaining);
            json["missing"] = detail::writeNumber(spend->missing);
        }
        return json;
    } catch (const std::bad_alloc&) {
        return plain(ErrorCode::Failed, "memory ran out; close other programs or take a smaller data set");
    } catch (const nlohmann::json::exception&) { // whose own words may tell what a row holds
        return plain(ErrorCode::Failed, malformedJson().english());
    } catch (const std::exception& error) {
        return plain(ErrorCode::Failed, error.what());
    }
}

} // namespace parsimony::wire
