// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/trial_bodies.h"

#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"

namespace parsimony::ledger {

namespace {

TrialRole roleIn(const BodyReader& reader) {
    const std::string text = reader.text("role");
    const TrialRole role = trialRole(text);
    if (role == TrialRole::Other) {
        fail(Sentence("it is reserved for something that is not known, '{1}'", text.substr(0, 40)));
    }
    return role;
}

} // namespace

std::string TrialReservedBody::text() const {
    BodyWriter writer;
    if (!knobs.is_null()) {
        writer.add("knobs", knobs);
    }
    return writer.add("phase", phase)
        .add("role", toText(role))
        .add("steps", steps)
        .addIf("r", r)
        .addIf("nu", nu)
        .addIf("learning_rate", learningRate)
        .addIf("noise_multiplier", noiseMultiplier)
        .addIf("max_grad_norm", maxGradNorm)
        .addIf("mu", mu)
        .addIf("epsilon", epsilon)
        .addJson("plan", plan)
        .addJson("clamped", clamped ? "true" : "")
        .addJson("events", events)
        .text();
}

TrialReservedBody TrialReservedBody::read(const BodyReader& reader) {
    TrialReservedBody body;
    body.phase = static_cast<int>(reader.integerOr("phase", 0));
    body.role = roleIn(reader);
    body.steps = reader.integerOr("steps", 0);
    body.r = reader.number("r");
    body.nu = reader.number("nu");
    body.learningRate = reader.number("learning_rate");
    body.noiseMultiplier = reader.number("noise_multiplier");
    body.maxGradNorm = reader.number("max_grad_norm");
    body.mu = reader.number("mu");
    body.epsilon = reader.number("epsilon");
    body.plan = reader.raw("plan");
    body.clamped = reader.flag("clamped");
    if (reader.has("knobs")) {
        body.knobs = reader.json("knobs");
    }
    body.events = reader.raw("events");
    return body;
}

std::string TrialRunningBody::text() const {
    return BodyWriter().add("attempt", attempt).text();
}

TrialRunningBody TrialRunningBody::read(const BodyReader& body) {
    return {body.integerOr("attempt", 1)};
}

std::string TrialFinishedBody::text() const {
    return BodyWriter().addJson("record", record).text();
}

TrialFinishedBody TrialFinishedBody::read(const BodyReader& body) {
    return {body.raw("record")};
}

std::string ReleaseBody::text() const {
    BodyWriter writer;
    writer.add("what", what.text()).addJson("values", values);
    if (!blob.empty()) {
        writer.add("blob", blob);
    }
    return writer.text();
}

ReleaseBody ReleaseBody::read(const BodyReader& body) {
    return {ReleaseName::read(body.text("what")), body.raw("values"), body.text("blob")};
}

std::string NoteBody::text() const {
    return BodyWriter().add("text", note).text();
}

NoteBody NoteBody::read(const BodyReader& body) {
    return {body.text("text")};
}

std::string TagsBody::text() const {
    return BodyWriter().add("tags", tags).text();
}

TagsBody TagsBody::read(const BodyReader& reader) {
    const auto tags = reader.json("tags");
    TagsBody body;
    if (!tags.is_array() && !tags.empty()) {
        failField("tags");
    }
    for (const auto& tag : tags) {
        if (!tag.is_string()) {
            failField("tags");
        }
        body.tags.push_back(tag.get<std::string>());
    }
    return body;
}

} // namespace parsimony::ledger
