// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/option_paths.h"

#include <vector>

namespace parsimony::session {

bool startsFromFile(const RunOptions& options) {
    return options.init.kind == train::InitKind::File;
}

void forEachPath(RunOptions& options, const std::function<void(std::string&, PathForm)>& change) {
    const auto visit = [&](std::string& text, PathForm form) {
        if (!text.empty()) {
            change(text, form);
        }
    };
    visit(options.data, PathForm::Path);
    for (auto& [name, data] : options.encoders) {
        visit(data, PathForm::Path);
    }
    for (ByEncoder* ids : {&options.recordIds, &options.testRecordIds, &options.validationRecordIds}) {
        for (auto& [name, file] : *ids) {
            visit(file, PathForm::WithKey);
        }
    }
    std::vector<PartFiles*> parts{&options.train, &options.test, &options.validation, &options.prior};
    for (auto& [name, files] : options.ood) {
        parts.push_back(&files);
    }
    for (PartFiles* files : parts) {
        visit(files->features, PathForm::WithKey);
        visit(files->labels, PathForm::WithKey);
        visit(files->ids, PathForm::WithKey);
    }
    if (startsFromFile(options)) {
        visit(options.init.file, PathForm::WithKey);
    }
    visit(options.classNames, PathForm::WithKey);
    for (std::vector<std::string>* links : {&options.linkedTo, &options.leaveOut}) {
        for (std::string& text : *links) {
            visit(text, PathForm::Link);
        }
    }
}

RunOptions withFileMoved(RunOptions options, const std::string& from, const std::string& to) {
    forEachPath(options, [&](std::string& text, PathForm form) {
        const bool named = text.compare(0, from.size(), from) == 0;
        const char after = named && text.size() > from.size() ? text[from.size()] : '\0';
        const bool keyed = after == ':' && form != PathForm::Path;
        if (named && (text.size() == from.size() || after == '/' || keyed)) {
            text.replace(0, from.size(), to);
        }
    });
    return options;
}

} // namespace parsimony::session
