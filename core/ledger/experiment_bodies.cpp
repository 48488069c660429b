// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/experiment_bodies.h"

#include "core/ledger/canonical_json.h"

#include <algorithm>

namespace parsimony::ledger {

std::string ExperimentBody::text() const {
    BodyWriter body;
    body.add("kind", toText(kind))
        .add("method", method)
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

ExperimentBody ExperimentBody::read(std::string_view text, const std::string& what) {
    const BodyReader body(text, what);
    return {accountKindFromText(body.text("kind")),
            body.text("method"),
            body.text("trainer"),
            body.flag("public"),
            body.raw("options"),
            body.raw("plan"),
            body.text("request")};
}

std::string ExperimentCuratorBody::text() const {
    return BodyWriter().addJson("options", options).addJson("plan_options", planOptions).text();
}

ExperimentCuratorBody ExperimentCuratorBody::read(std::string_view text, const std::string& what) {
    const BodyReader body(text, what);
    return {body.raw("options"), body.raw("plan_options")};
}

std::string ExperimentRemarksBody::text() const {
    const auto padded = [](const std::string& json, std::size_t padding) {
        return BodyWriter().add("padding", std::string(padding, ' ')).addJson("remarks", json).text();
    };
    std::string told = remarks;
    for (;;) {
        // A path need not be UTF-8, and is cut anywhere.
        const std::string valid =
            nlohmann::json(told).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        const std::string json = canonicalJson(nlohmann::json::parse(valid));
        if (const std::size_t needed = padded(json, 0).size(); needed <= bytes) {
            return padded(json, bytes - needed);
        }
        told.resize(std::min(told.size() * 7 / 8, bytes));
    }
}

ExperimentRemarksBody ExperimentRemarksBody::read(std::string_view text, const std::string& what) {
    return {BodyReader(text, what).text("remarks")};
}

std::string PlanVersionBody::text() const {
    return BodyWriter().addJson("plan", plan).add("plan_version", version).add("reason", reason).text();
}

PlanVersionBody PlanVersionBody::read(std::string_view text, const std::string& what) {
    const BodyReader body(text, what);
    return {static_cast<int>(body.integerOr("plan_version", 1)), body.text("reason"), body.raw("plan")};
}

std::string ResultBody::text() const {
    return BodyWriter().addJson("result", result).text();
}

ResultBody ResultBody::read(std::string_view text, const std::string& what) {
    return {BodyReader(text, what).raw("result")};
}

std::string MessageBody::text() const {
    return BodyWriter().add("message", message).text();
}

MessageBody MessageBody::read(std::string_view text, const std::string& what) {
    return {BodyReader(text, what).text("message")};
}

} // namespace parsimony::ledger
