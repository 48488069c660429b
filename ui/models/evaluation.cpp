// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/evaluation.h"

#include "core/base/collected.h"

namespace parsimony::ui {

study::LookRequest lookOf(const EvaluationRequest& request) {
    study::LookRequest look;
    look.trial = request.trial > 0 ? std::optional<std::int64_t>(request.trial) : std::nullopt;
    session::PrivateEvaluationRequest& on = look.on;
    on.name = request.part.toStdString();
    on.files.features = request.features.toStdString();
    on.files.labels = request.labels.toStdString();
    on.files.ids = request.ids.toStdString();
    on.perClass = request.perClass;
    on.metrics = request.metrics;
    on.positive = request.positive;
    on.groups = request.groups.toStdString();
    on.labelMap = request.labelMap.toStdString();
    on.split = request.split;
    on.lossBound = request.lossBound;
    on.options = request.options;
    on.groupNames = collected(request.groupNames, &QString::toStdString);
    return look;
}

EvaluationRequest requestOf(const study::LookRequest& look, const QString& project) {
    const session::PrivateEvaluationRequest& on = look.on;
    EvaluationRequest request;
    request.project = project;
    request.trial = look.trial.value_or(0);
    request.isPrivate = true;
    request.part = QString::fromStdString(on.name);
    request.features = QString::fromStdString(on.files.features);
    request.labels = QString::fromStdString(on.files.labels);
    request.ids = QString::fromStdString(on.files.ids);
    request.perClass = on.perClass;
    request.metrics = on.metrics;
    request.positive = on.positive;
    request.groups = QString::fromStdString(on.groups);
    request.labelMap = QString::fromStdString(on.labelMap);
    request.split = on.split;
    request.lossBound = on.lossBound;
    request.options = on.options;
    for (const std::string& name : on.groupNames) {
        request.groupNames << QString::fromStdString(name);
    }
    return request;
}

} // namespace parsimony::ui
