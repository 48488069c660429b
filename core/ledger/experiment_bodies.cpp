// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/experiment_bodies.h"

#include "core/base/collected.h"
#include "core/base/sentence_json.h"
#include "core/ledger/canonical_json.h"

#include <algorithm>
#include <sstream>

namespace parsimony::ledger {

std::string ExperimentBody::text() const {
    BodyWriter body;
    body.add("kind", toText(kind))
        .add("method", method.text())
        .add("trainer", trainer)
        .addJson("options", options)
        .addJson("plan", plan)
        .add("plan_version", 1)
        .add("public", isPublic);
    if (!request.empty()) {
        body.add("request", request);
    }
    return body.text();
}

ExperimentBody ExperimentBody::read(const BodyReader& body) {
    return {accountKindFromText(body.text("kind")),
            search::MethodName::read(body.text("method")),
            body.text("trainer"),
            body.flag("public"),
            body.raw("options"),
            body.raw("plan"),
            body.text("request")};
}

std::string namedOtherwise(const BodyReader& options, const search::MethodName& method,
                           const std::string& trainer) {
    if (options.has("method") && search::MethodName::read(options.text("method")) != method) {
        return "method";
    }
    return options.has("trainer") && options.text("trainer") != trainer ? "trainer" : "";
}

std::string ExperimentCuratorBody::text() const {
    return BodyWriter()
        .addJson("options", options)
        .addJson("plan_options", planOptions)
        .addJson("contents", contents)
        .text();
}

ExperimentCuratorBody ExperimentCuratorBody::read(const BodyReader& body) {
    return {body.raw("options"), body.raw("plan_options"), body.raw("contents")};
}

namespace {

/// One that no catalogue has.
Sentence asItStands(const std::string& text) {
    return Sentence::of("{1}", {Sentence::Value{text}});
}

std::string jsonOf(const std::vector<Sentence>& sentences) {
    nlohmann::json list =
        collected<nlohmann::json>(sentences, [&](const Sentence& sentence) { return toJson(sentence); });
    // A path need not be UTF-8, and is cut anywhere.
    return canonicalJson(
        nlohmann::json::parse(list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
}

/// By the last one; where it is the only one, by its end.
void shorten(std::vector<Sentence>& sentences) {
    if (sentences.size() > 1) {
        sentences.pop_back();
        return;
    }
    std::string text = sentences.front().english();
    text.resize(std::min(text.size() * 7 / 8, ExperimentRemarksBody::bytes));
    sentences.front() = asItStands(text);
}

} // namespace

std::string ExperimentRemarksBody::text() const {
    const auto padded = [](const std::string& json, std::size_t padding) {
        return BodyWriter().add("padding", std::string(padding, ' ')).addJson("remarks", json).text();
    };
    std::vector<Sentence> told = remarks;
    for (;;) {
        const std::string json = jsonOf(told);
        if (const std::size_t needed = padded(json, 0).size(); needed <= bytes) {
            return padded(json, bytes - needed);
        }
        shorten(told);
    }
}

ExperimentRemarksBody ExperimentRemarksBody::read(const BodyReader& body) {
    const nlohmann::json json = body.json("remarks");
    ExperimentRemarksBody told;
    if (!json.is_array()) {
        std::istringstream lines(body.text("remarks"));
        for (std::string line; std::getline(lines, line);) {
            told.remarks.push_back(asItStands(line));
        }
        return told;
    }
    for (const nlohmann::json& each : json) {
        auto sentence = sentenceFromJson(each);
        if (!sentence) {
            fail(Sentence("{1} holds remarks that are no sentences", body.what()));
        }
        told.remarks.push_back(*std::move(sentence));
    }
    return told;
}

std::string PlanVersionBody::text() const {
    return BodyWriter().addJson("plan", plan).add("plan_version", version).add("reason", reason).text();
}

PlanVersionBody PlanVersionBody::read(const BodyReader& body) {
    return {static_cast<int>(body.integerOr("plan_version", 1)), body.text("reason"), body.raw("plan")};
}

std::string ResultBody::text() const {
    return BodyWriter().addJson("result", result).text();
}

ResultBody ResultBody::read(const BodyReader& body) {
    return {body.raw("result")};
}

std::string MessageBody::text() const {
    return BodyWriter().add("message", message).text();
}

MessageBody MessageBody::read(const BodyReader& body) {
    return {body.text("message")};
}

} // namespace parsimony::ledger
