// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/call_values.h"

#include "core/base/hex.h"
#include "core/export/atomic_file.h"

namespace parsimony::ui {

wire::EvaluateCall callOf(const EvaluationRequest& request) {
    wire::EvaluateCall call;
    const study::LookRequest look = lookOf(request);
    call.trial = look.trial;
    call.isPrivate = request.isPrivate;
    call.request = look.on;
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
