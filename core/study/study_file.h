// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/compare.h"
#include "core/study/sweep.h"

#include <filesystem>
#include <string>
#include <vector>

namespace parsimony::study {

/// Reads a study: `title`, `source`, `kind` ("compare", "sweep" or "attack"), `plots` (kinds of plotOf), a
/// table `options` with the options of that command (names as on the command line, of an attack those of
/// `run` and `canary`, `canaries`, `runs`, and `one-by-one`; relative paths are taken from the file's folder)
/// and any number of `variant` tables, each with a `name` and options that replace those. `quick` cuts the
/// repeats to two and puts the options of the table `quick` in place. Throws Error(Usage) naming the file, an
/// unknown key and the nearest known one.
[[nodiscard]] Study readStudy(const std::filesystem::path& file, bool quick);

/// Those that come with the program and whose data is there, by name.
[[nodiscard]] std::vector<StudyTitle> builtInStudies();
/// The file of a study that is named by its path, or by the name of one that comes with the program, else of
/// one that lies here.
[[nodiscard]] std::filesystem::path studyPath(const std::string& named);
/// Throws Error(Failed) where `file` comes with the program and its data has to be made first.
void requireData(const Study& study, const std::filesystem::path& file);

/// Of all its variants together. `session`: null where there is no project yet. Throws as they do before
/// their first run.
[[nodiscard]] StudyPrice priceOf(const session::Session* session, const Study& study);

/// Lets all variants run on that many threads.
void setThreads(Study& study, std::uint32_t threads);

/// Runs all variants in one project. The JSON holds one object for each with its name and the result of its
/// command.
[[nodiscard]] nlohmann::json runStudy(session::Session& session, const Study& study, std::stop_token stop,
                                      const Progress& progress);

[[nodiscard]] nlohmann::json toJson(const std::vector<CompareRow>& rows, std::uint32_t repeats);

} // namespace parsimony::study
