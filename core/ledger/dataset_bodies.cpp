// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/dataset_bodies.h"

#include "core/ledger/canonical_json.h"
#include "core/ledger/json_members.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace parsimony::ledger {

namespace {

/// How many there are of something; written as a whole number, which a double holds.
bool isCount(const nlohmann::json& value) {
    return value.is_number() && value.get<double>() >= 0.0 && value.get<double>() <= kLargestWhole &&
           value.get<double>() == std::floor(value.get<double>());
}

bool isSmallCount(const nlohmann::json& value) {
    return value.is_number_unsigned() &&
           value.get<std::uint64_t>() <= std::numeric_limits<std::uint32_t>::max();
}

/// What datasets and parts tell of themselves: others read it as it is, so it is of its types from here on.
nlohmann::json factsIn(const BodyReader& body) {
    auto facts = body.json("facts");
    if (!facts.is_object()) {
        failField("facts");
    }
    using Test = bool (*)(const nlohmann::json&);
    const auto isFlag = [](const nlohmann::json& value) { return value.is_boolean(); };
    static const std::map<std::string, Test, std::less<>> tests{{"records_declared", isFlag},
                                                                {"record_ids", isFlag},
                                                                {"dim", isSmallCount},
                                                                {"classes", isSmallCount},
                                                                {"records", isCount}};
    for (const auto& [name, value] : facts.items()) {
        const auto test = tests.find(name);
        if (test != tests.end() && !test->second(value)) {
            failField(name.c_str());
        }
    }
    return facts;
}

} // namespace

std::string ProjectBody::text() const {
    return BodyWriter().add("format", format).add("project", project).add("made_by", madeBy).text();
}

ProjectBody ProjectBody::read(const BodyReader& body) {
    return {body.integerOr("format", 0), body.text("project"), body.text("made_by")};
}

std::string DatasetBody::text() const {
    return BodyWriter()
        .add("name", name)
        .add("visibility", toText(visibility))
        .add("adjacency", adjacencyName(adjacency))
        .add("rows_per_person", rowsPerPerson)
        .add("facts", facts)
        .text();
}

DatasetBody DatasetBody::read(const BodyReader& reader) {
    DatasetBody body;
    body.name = reader.text("name");
    body.visibility = visibilityFromText(reader.text("visibility"));
    body.adjacency =
        parseAdjacency(reader.text("adjacency"), "the adjacency of a dataset in " + reader.what());
    const auto rows = reader.integerOr("rows_per_person", 1);
    if (rows < 1 || rows > std::numeric_limits<std::uint32_t>::max()) {
        failField("rows_per_person");
    }
    body.rowsPerPerson = static_cast<std::uint32_t>(rows);
    body.facts = factsIn(reader);
    return body;
}

std::string CapBody::text() const {
    BodyWriter writer;
    writer.add("epsilon", epsilon).add("delta", delta);
    if (reason) {
        writer.add("reason", *reason);
    }
    return writer.text();
}

CapBody CapBody::read(const BodyReader& body) {
    if (!body.has("epsilon") || !body.has("delta")) {
        failField(body.has("epsilon") ? "delta" : "epsilon");
    }
    return {body.numberOr("epsilon", 0.0), body.numberOr("delta", 0.0),
            body.has("reason") ? std::optional(body.text("reason")) : std::nullopt};
}

std::string PartBody::text() const {
    BodyWriter writer;
    writer.add("name", name)
        .add("public", isPublic)
        .add("account", account.value())
        .add("registry_key", registryKey)
        .add("facts", facts);
    if (distinctRecords) {
        writer.add("distinct_records", true);
    }
    if (exposedUncharged) {
        writer.add("exposed_uncharged", true);
    }
    return writer.text();
}

PartBody PartBody::read(const BodyReader& body) {
    return {body.text("name"),
            body.flag("public"),
            PartId{body.integerOr("account", 0)},
            body.text("registry_key"),
            factsIn(body),
            body.flag("distinct_records"),
            body.flag("exposed_uncharged")};
}

std::string PartCuratorBody::text() const {
    BodyWriter writer;
    writer.add("digest", digest).add("registry", registry).add("facts", facts);
    if (compared) {
        writer.add("compared", true);
    }
    return writer.text();
}

PartCuratorBody PartCuratorBody::read(const BodyReader& body) {
    return {body.text("digest"), body.text("registry"), body.flag("compared"), factsIn(body)};
}

std::string LinkDeclaredBody::text() const {
    BodyWriter writer;
    writer.add("project", project).add("part", part);
    if (!keys.empty()) {
        writer.add("keys", keys);
    }
    if (exposed) {
        writer.add("exposed", true);
    }
    return writer.text();
}

LinkDeclaredBody LinkDeclaredBody::read(const BodyReader& reader) {
    LinkDeclaredBody body{reader.text("project"), reader.text("part")};
    const auto keys = reader.has("keys") ? reader.json("keys") : nlohmann::json::array();
    const bool areTexts = keys.is_array() && std::all_of(keys.begin(), keys.end(),
                                                         [](const auto& key) { return key.is_string(); });
    if (!areTexts) {
        failField("keys");
    }
    body.keys = keys.get<std::vector<std::string>>();
    body.exposed = reader.flag("exposed");
    return body;
}

std::string ChargeBody::text() const {
    BodyWriter writer;
    if (!charge.empty()) {
        writer.add("charge", charge);
    }
    return writer.addJson("events", events).text();
}

ChargeBody ChargeBody::read(const BodyReader& body) {
    return {body.text("charge"), body.raw("events")};
}

std::string CuratorShownBody::text() const {
    return BodyWriter().add("what", what).text();
}

CuratorShownBody CuratorShownBody::read(const BodyReader& body) {
    return {body.text("what")};
}

} // namespace parsimony::ledger
