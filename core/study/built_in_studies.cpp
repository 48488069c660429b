// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/session/data_request.h"
#include "core/session/option_paths.h"
#include "core/study/study_file.h"

#include <algorithm>

namespace parsimony::study {

namespace {

const std::string kEnding = ".toml";

/// Beside the installed program, else in the source tree.
std::filesystem::path builtInFolder() {
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    std::filesystem::path installed = program.parent_path() / "../share/parsimony/studies";
    return !ignored && std::filesystem::exists(installed, ignored) ? installed.lexically_normal()
                                                                   : PARSIMONY_STUDIES_SOURCE;
}

/// Some studies are of data that has to be made first: what of it is not there, or nothing.
std::string missingData(const Study& study) {
    std::string missing;
    for (const StudyVariant& variant : study.variants) {
        session::RunOptions base = baseOf(variant);
        session::forEachPath(base, [&](std::string& path, session::PathForm /*form*/) {
            std::error_code ignored;
            const std::string file = data::splitSpec(path).path;
            if (missing.empty() && !std::filesystem::exists(file, ignored)) {
                missing = file;
            }
        });
    }
    return missing;
}

} // namespace

std::vector<StudyTitle> builtInStudies() {
    std::vector<StudyTitle> titles;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(builtInFolder(), none)) {
        if (entry.path().extension() != kEnding) {
            continue;
        }
        try {
            const Study study = readStudy(entry.path(), true);
            if (missingData(study).empty()) {
                titles.push_back({entry.path().stem().string(), study.title, study.source});
            }
        } catch (const Error&) {
            // One that is not read is not offered; who names it hears why.
        }
    }
    std::sort(titles.begin(), titles.end(),
              [](const StudyTitle& a, const StudyTitle& b) { return a.name < b.name; });
    return titles;
}

std::filesystem::path studyPath(const std::string& named) {
    std::filesystem::path path(named);
    const bool isName = path.filename() == path && path.extension() != kEnding;
    if (!isName) {
        return path;
    }
    std::filesystem::path builtIn = builtInFolder() / (named + kEnding);
    const std::filesystem::path own(named + kEnding);
    std::error_code ignored;
    return !std::filesystem::exists(builtIn, ignored) && std::filesystem::exists(own, ignored) ? own
                                                                                               : builtIn;
}

void requireData(const Study& study, const std::filesystem::path& file) {
    std::error_code ignored;
    const std::string missing = missingData(study);
    // Of a file of one's own the first run says what is not there.
    if (!missing.empty() && std::filesystem::equivalent(file.parent_path(), builtInFolder(), ignored)) {
        fail(Sentence("{1} is not there: the data of the study {2} has to be made first, which "
                      "resources/studies/run {2} does in the source of the program, before it runs the study",
                      missing, file.stem().string()));
    }
}

} // namespace parsimony::study
