// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/privacy/event.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <set>

namespace parsimony {

namespace {

using nlohmann::json;

constexpr std::size_t maxTextBytes = std::size_t{64} << 20;
constexpr std::size_t maxDepth = 16;
constexpr std::size_t maxEvents = 1000000;

// Walks the text once before anything is built from it: nesting and repeated keys, which the library would
// pass over.
class ShapeCheck : public json::json_sax_t {
public:
    explicit ShapeCheck(std::string what) : m_what(std::move(what)) {}

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return open(); }
    bool start_array(std::size_t) override { return open(); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        if (!m_keys.back().insert(name).second) {
            fail(Sentence("{1}: the key '{2}' occurs twice in one object", m_what, name.substr(0, 40)));
        }
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const json::exception&) override {
        fail(Sentence("{1} is not valid JSON (at byte {2})", m_what, position));
    }

private:
    bool open() {
        if (m_keys.size() >= maxDepth) {
            fail(Sentence("{1}: JSON nested deeper than {2} levels is refused", m_what, maxDepth));
        }
        m_keys.emplace_back();
        return true;
    }
    bool close() {
        m_keys.pop_back();
        return true;
    }

    std::string m_what;
    std::vector<std::set<std::string>> m_keys;
};

void requireKeys(const json& object, std::initializer_list<const char*> allowed, const std::string& what) {
    if (!object.is_object()) {
        fail(Sentence("{1} must be a JSON object", what));
    }
    for (const auto& [key, value] : object.items()) {
        bool known = false;
        for (const char* name : allowed) {
            known = known || key == name;
        }
        if (!known) {
            fail(Sentence("{1}: unknown key '{2}'; it may come from a newer version, so the event can't be "
                          "accounted here",
                          what, key.substr(0, 40)));
        }
    }
}

const json& member(const json& object, const char* key, const std::string& what) {
    const auto found = object.find(key);
    if (found == object.end()) {
        fail(Sentence("{1}: the key '{2}' is missing", what, key));
    }
    return *found;
}

double number(const json& object, const char* key, const std::string& what) {
    const json& value = member(object, key, what);
    if (!value.is_number()) {
        fail(Sentence("{1}: '{2}' must be a number", what, key));
    }
    return value.get<double>();
}

std::vector<double> numbers(const json& object, const char* key, const std::string& what) {
    const json& value = member(object, key, what);
    if (!value.is_array()) {
        fail(Sentence("{1}: '{2}' must be a list of numbers", what, key));
    }
    std::vector<double> result;
    for (const json& item : value) {
        if (!item.is_number()) {
            fail(Sentence("{1}: '{2}' must be a list of numbers", what, key));
        }
        result.push_back(item.get<double>());
    }
    return result;
}

NoiseMultiplier gaussianNoise(const json& holder, const std::string& what) {
    const json& body = member(holder, "gaussian", what);
    requireKeys(body, {"noise_multiplier"}, what + ", gaussian");
    return NoiseMultiplier{number(body, "noise_multiplier", what + ", gaussian")};
}

std::uint64_t countOf(const json& object, const std::string& what) {
    const auto found = object.find("count");
    if (found == object.end()) {
        return 1;
    }
    if (!found->is_number_unsigned()) {
        fail(Sentence("{1}: 'count' must be a whole number from 1 to 2^53", what));
    }
    return found->get<std::uint64_t>();
}

PrivacyEvent readEvent(const json& object, const std::string& what, Adjacency adjacency) {
    requireKeys(object, {"count", "gaussian", "poisson_sampled", "rdp_curve"}, what);
    if (object.contains("gaussian") + object.contains("poisson_sampled") + object.contains("rdp_curve") !=
        1) {
        fail(Sentence("{1} must hold exactly one of 'gaussian', 'poisson_sampled' and 'rdp_curve'", what));
    }
    const std::uint64_t count = countOf(object, what);
    if (object.contains("gaussian")) {
        return PrivacyEvent::gaussian(gaussianNoise(object, what), count);
    }
    if (object.contains("rdp_curve")) {
        const json& body = object.at("rdp_curve");
        requireKeys(body, {"orders", "values"}, what + ", rdp_curve");
        return PrivacyEvent::rdpCurve(numbers(body, "orders", what), numbers(body, "values", what), count);
    }
    const json& body = object.at("poisson_sampled");
    const std::string inside = what + ", poisson_sampled";
    requireKeys(body, {"adjacency", "event", "sample_rate"}, inside);
    if (const auto named = body.find("adjacency"); named != body.end()) {
        if (!named->is_string()) {
            fail(Sentence("{1}: 'adjacency' must be a string", inside));
        }
        adjacency = parseAdjacency(named->get<std::string>(), inside + ": 'adjacency'");
    }
    const json& inner = member(body, "event", inside);
    requireKeys(inner, {"gaussian"}, inside + ", event");
    return PrivacyEvent::poissonSampledGaussian(SampleRate{number(body, "sample_rate", inside)},
                                                gaussianNoise(inner, inside + ", event"), count, adjacency);
}

json gaussianJson(NoiseMultiplier noise) {
    return {{"gaussian", {{"noise_multiplier", noise.value()}}}};
}

} // namespace

nlohmann::json toJson(const PrivacyEvent& event) {
    json object;
    if (const auto* gaussian = event.asGaussian()) {
        object = gaussianJson(gaussian->noiseMultiplier);
    } else if (const auto* sampled = event.asPoissonSampled()) {
        json body = {{"sample_rate", sampled->sampleRate.value()},
                     {"event", gaussianJson(sampled->noiseMultiplier)}};
        if (sampled->adjacency != Adjacency::AddOrRemoveOne) {
            body["adjacency"] = std::string(adjacencyName(sampled->adjacency));
        }
        object["poisson_sampled"] = std::move(body);
    } else {
        const RdpCurveEvent& curve = *event.asRdpCurve();
        object["rdp_curve"] = {{"orders", curve.orders}, {"values", curve.values}};
    }
    object["count"] = event.count();
    return object;
}

nlohmann::json toJson(std::span<const PrivacyEvent> events) {
    json list = json::array();
    for (const PrivacyEvent& event : events) {
        list.push_back(toJson(event));
    }
    return list;
}

PrivacyEvent eventFromJson(const nlohmann::json& object, const std::string& what, Adjacency adjacency) {
    try {
        return readEvent(object, what, adjacency);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Usage) {
            throw;
        }
        fail(Sentence("{1}: {2}", what,
                      error.what())); // a wrong value in a file is a wrong file, not a wrong command line
    }
}

std::vector<PrivacyEvent> parseEvents(std::string_view text, const std::string& what, Adjacency adjacency) {
    if (text.size() > maxTextBytes) {
        fail(Sentence("{1} is larger than 64 MiB; a list of events is not that long", what));
    }
    ShapeCheck check(what);
    json::sax_parse(text, &check);
    const json list = json::parse(text);
    if (!list.is_array() || list.size() > maxEvents) {
        fail(Sentence("{1} must be a JSON list of at most 1000000 privacy events", what));
    }
    std::vector<PrivacyEvent> events;
    events.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        events.push_back(eventFromJson(list[i], what + ", event " + std::to_string(i + 1), adjacency));
    }
    return events;
}

} // namespace parsimony
