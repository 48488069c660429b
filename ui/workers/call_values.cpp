// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/call_values.h"

#include "core/base/hex.h"
#include "core/export/atomic_file.h"

namespace parsimony::ui {

wire::EvaluateCall callOf(const EvaluationRequest& request) {
    wire::EvaluateCall call;
    call.trial = request.trial > 0 ? std::optional<std::int64_t>(request.trial) : std::nullopt;
    call.isPrivate = request.isPrivate;
    session::PrivateEvaluationRequest& on = call.request;
    on.name = request.part.toStdString();
    on.files.features = request.features.toStdString();
    on.files.labels = request.labels.toStdString();
    on.files.ids = request.ids.toStdString();
    on.perClass = request.perClass;
    on.metrics = request.metrics;
    on.positive = request.positive;
    on.groups = request.groups.toStdString();
    on.labelMap = request.labelMap.toStdString();
    for (const QString& name : request.groupNames) {
        on.groupNames.push_back(name.toStdString());
    }
    return call;
}

std::vector<std::filesystem::path> written(const std::vector<wire::FileContent>& files,
                                           const std::filesystem::path& output) {
    std::vector<std::filesystem::path> paths;
    for (const wire::FileContent& file : files) {
        // By its name alone: no server says where files are put.
        paths.push_back(output.parent_path() / std::filesystem::path(file.name).filename());
        const auto bytes = fromHex(file.hex);
        exporting::writeFileAtomically(paths.back(),
                                       {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    return paths;
}

} // namespace parsimony::ui
