// SPDX-License-Identifier: GPL-3.0-or-later
// What is read of experiments.
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/damaged_row.h"
#include "core/ledger/project_impl.h"

namespace parsimony::ledger {

namespace {

/// The hashes of a request's key and of what was asked with it.
std::pair<std::string_view, std::string_view> keyAndAsked(std::string_view request) {
    const std::size_t space = request.find(' ');
    return {request.substr(0, space),
            space == std::string_view::npos ? std::string_view() : request.substr(space + 1)};
}

} // namespace

const LedgerState::Experiment& Project::Impl::experimentState(ExperimentId id) const {
    const auto* known = state().experiment(id);
    if (known == nullptr) {
        failUsage(
            Sentence("'{1}' has no experiment {2}; trials lists what there is", path.string(), id.value()));
    }
    return *known;
}

Project::Impl::CuratorOptions Project::Impl::curatorOptions(ExperimentId id) const {
    CuratorOptions kept;
    const auto row = experimentState(id).curatorRow;
    if (const std::string text = row > 0 ? bodyAt(row) : std::string(); !text.empty()) {
        readRow(row, path.string(), [&] {
            const auto body = ExperimentCuratorBody::read({text, feed.what()});
            kept.asked = objectIn(body.options, "what was asked for");
            kept.planned = objectIn(body.planOptions, "what was planned");
        });
    }
    return kept;
}

const Project::Impl::KnownPlan& Project::Impl::planOf(ExperimentId id) const {
    const LedgerState::Experiment& experiment = experimentState(id);
    KnownPlan& known = plans[id.value()];
    if (known.version == experiment.planVersion) {
        return known;
    }
    ++plansParsed;
    nlohmann::json asked;
    nlohmann::json plan;
    readRow(experiment.row, path.string(), [&] {
        const std::string text = bodyAt(experiment.row);
        const auto body = ExperimentBody::read({text, feed.what()});
        asked = objectIn(body.options, "what was asked for");
        plan = objectIn(body.plan, "its plan");
    });
    if (experiment.planRow != experiment.row) {
        readRow(experiment.planRow, path.string(), [&] {
            const std::string text = bodyAt(experiment.planRow);
            plan = objectIn(PlanVersionBody::read({text, feed.what()}).plan, "its plan");
        });
    }
    const CuratorOptions kept = curatorOptions(id);
    asked.update(kept.asked);
    if (!kept.planned.empty()) {
        nlohmann::json& inside = plan["options"];
        if (!inside.is_object()) {
            inside = nlohmann::json::object();
        }
        inside.update(kept.planned);
    }
    known = {experiment.planVersion, std::move(asked), std::move(plan)};
    return known;
}

PlanOutline Project::planOutline(ExperimentId id) const {
    const ReadSnapshot snapshot(m_impl->database);
    const LedgerState::Experiment& experiment = m_impl->experimentState(id);
    PlanOutline outline;
    const auto addOptions = [&](std::string_view options) {
        const JsonMembers members(isJsonObject(options) ? options : "{}", m_impl->feed.what());
        nlohmann::json texts = nlohmann::json::object();
        for (const JsonMembers::Member& option : members.all()) {
            const bool isText = option.value.starts_with('"');
            texts[std::string(option.key)] =
                isText ? parseJson(option.value, m_impl->feed.what()) : nlohmann::json();
        }
        outline.options.push_back(std::move(texts));
    };
    const auto addPlan = [&](std::string_view plan) {
        const BodyReader members(isJsonObject(plan) ? plan : "{}", m_impl->feed.what());
        outline.format = members.number("plan_format");
        addOptions(members.raw("options"));
    };
    const auto read = [&](std::int64_t row, const auto& take) {
        const std::string text = row > 0 ? m_impl->bodyAt(row) : std::string();
        if (!text.empty()) { // a shared copy leaves a curator's out
            readRow(row, path().string(), [&] { take(BodyReader(text, m_impl->feed.what())); });
        }
    };
    read(experiment.row, [&](const BodyReader& body) {
        addOptions(body.raw("options"));
        if (experiment.planRow == experiment.row) {
            addPlan(body.raw("plan"));
        }
    });
    if (experiment.planRow != experiment.row) {
        read(experiment.planRow, [&](const BodyReader& body) { addPlan(body.raw("plan")); });
    }
    read(experiment.curatorRow, [&](const BodyReader& body) {
        addOptions(body.raw("options"));
        addOptions(body.raw("plan_options"));
    });
    return outline;
}

ExperimentRow Project::Impl::experimentRow(ExperimentId id) const {
    const LedgerState::Experiment& known = experimentState(id);
    ExperimentRow row;
    row.id = id;
    row.dataset = known.dataset;
    row.kind = known.kind;
    row.method = known.method;
    row.trainer = known.trainer;
    row.started = known.started;
    row.planVersion = known.planVersion;
    row.status = known.end == RowKind::ExperimentFinished ? ExperimentStatus::Finished
                 : known.end                              ? ExperimentStatus::Failed
                 : ExperimentLock::taken(projectId, id)   ? ExperimentStatus::Running
                                                          : ExperimentStatus::Interrupted;
    return row;
}

std::optional<std::vector<Sentence>> Project::remarks(ExperimentId experiment) const {
    const ReadSnapshot snapshot(m_impl->database);
    const auto row = m_impl->experimentState(experiment).remarksRow;
    const std::string text = row > 0 ? m_impl->bodyAt(row) : std::string();
    if (text.empty()) {
        return std::nullopt;
    }
    return readRow(row, path().string(), [&] {
        return std::optional(ExperimentRemarksBody::read({text, m_impl->feed.what()}).remarks);
    });
}

std::optional<ExperimentId> Project::experimentOfRequest(const std::string& request) const {
    if (request.empty()) {
        return std::nullopt;
    }
    const auto [key, asked] = keyAndAsked(request);
    const ReadSnapshot snapshot(m_impl->database);
    for (const auto& [id, known] : m_impl->state().experiments()) {
        const auto [knownKey, knownAsked] = keyAndAsked(known.request);
        if (knownKey != key) {
            continue;
        }
        if (!asked.empty() && !knownAsked.empty() && asked != knownAsked) {
            failUsage(Sentence("this key stands for another request already: a new request needs a new key"));
        }
        return ExperimentId{id};
    }
    return std::nullopt;
}

std::vector<ExperimentRow> Project::experiments() const {
    const ReadSnapshot snapshot(m_impl->database);
    std::vector<ExperimentRow> rows;
    for (const auto& [id, known] : m_impl->state().experiments()) {
        rows.push_back(m_impl->experimentRow(ExperimentId{id}));
    }
    return rows;
}

ExperimentRow Project::experiment(ExperimentId id) const {
    const ReadSnapshot snapshot(m_impl->database);
    ExperimentRow row = m_impl->experimentRow(id);
    const auto& plan = m_impl->planOf(id);
    row.options = plan.options;
    row.plan = plan.plan;
    if (row.status == ExperimentStatus::Finished) {
        const std::int64_t endRow = m_impl->experimentState(id).endRow;
        row.result = readRow(endRow, path().string(), [&] {
            const std::string body = m_impl->bodyAt(endRow);
            const auto result = ResultBody::read({body, m_impl->feed.what()}).result;
            return result.empty() ? nlohmann::json() : parseJson(result, m_impl->feed.what());
        });
    }
    return row;
}

bool Project::isPublic(ExperimentId experiment) const {
    return m_impl->experimentState(experiment).isPublic;
}

} // namespace parsimony::ledger
