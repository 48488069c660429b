// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/model_data.h"

#include "core/session/known_rows.h"

namespace parsimony::cli {

data::LoadedPart loadFor(const exporting::Classifier& model, const data::PartFiles& files, int classes,
                         std::uint32_t threads, std::stop_token stop, Console& console) {
    data::LoadOptions options;
    options.preprocessing = model.preprocessing;
    options.classes = classes;
    options.threads = static_cast<int>(threads);
    options.stop = std::move(stop);
    data::LoadedPart part = data::loadPart(files, options);
    if (part.invalidFeatureRows + part.invalidLabelRows > 0) {
        console.note("curator: " + files.features + ": " + std::to_string(part.invalidFeatureRows) +
                     " rows hold a value that is no finite number, " + std::to_string(part.invalidLabelRows) +
                     " others a label outside 0.." + std::to_string(classes - 1));
    }
    return part;
}

void refuseKnownPrivateRows(const data::PartFiles& files) {
    session::refusePrivateRows(files);
}

} // namespace parsimony::cli
