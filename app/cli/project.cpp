// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project.h"

#include "app/cli/command_line.h"
#include "core/base/error.h"
#include "core/session/dataset_declaration.h"
#include "core/study/experiments.h"

namespace parsimony::cli {

std::function<void(const Sentence&)> curatorNotices(Context& context) {
    return [&context](const Sentence& sentence) { context.console().note("curator: " + sentence.english()); };
}

std::string storageToName(const std::string& storage) {
    return storage == std::filesystem::path(defaultStorage) ? "" : storage;
}

session::Session openSession(Context& context, const std::filesystem::path& storage, bool createIfMissing) {
    return session::Session::open(
        storage, createIfMissing,
        [told = curatorNotices(context)](const std::string& waiting) { told(Sentence("{1}", waiting)); });
}

bool projectIsThere(const std::filesystem::path& storage) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::file_status status = fs::status(storage, error);
    if (status.type() == fs::file_type::none) {
        fail(storage.string() + " cannot be opened: " + error.message());
    }
    if (!fs::exists(status) && fs::is_symlink(fs::symlink_status(storage, error))) {
        fail(storage.string() + " is a link to " + fs::read_symlink(storage, error).string() +
             ", which is not there: take the link away, or name the project itself with --storage");
    }
    return fs::exists(status);
}

session::Session openFor(Context& context, const std::filesystem::path& storage,
                         const session::RunOptions& options) {
    if (!projectIsThere(storage)) {
        study::checkMachine(options, session::Session::planWithoutProject(options).dataset.records);
        session::requireLinked(options);
    }
    return openSession(context, storage, true);
}

session::RunSnapshot planIn(const std::filesystem::path& storage, const session::RunOptions& options) {
    return projectIsThere(storage) ? session::Session::open(storage, false).plan(options)
                                   : session::Session::planWithoutProject(options);
}

void addLinkedTo(CLI::App& app, std::vector<std::string>& target) {
    addTexts(app, "--linked-to", target, 0,
             "Declares that these rows are also those of a part of that project (default: of the same name), "
             "whose charges count; may be given several times")
        ->type_name("PROJECT[:PART]");
}

void demandProject(const std::filesystem::path& storage) {
    if (!projectIsThere(storage)) {
        fail(storage.string() + ": no such project; 'run' makes one, --storage names another");
    }
}

} // namespace parsimony::cli
