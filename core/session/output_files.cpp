// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/output_files.h"

#include "core/base/ledger_file.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/export/atomic_file.h"
#include "core/ledger/registry.h"
#include "core/session/option_paths.h"

#include <algorithm>
#include <set>

namespace parsimony::session {

namespace {

namespace fs = std::filesystem;

/// By identity where both are there, else by the names that they would get.
bool sameFile(const fs::path& a, const fs::path& b) {
    if (a.empty() || b.empty()) {
        return false;
    }
    std::error_code error;
    if (fs::exists(a, error) && fs::exists(b, error)) {
        return fs::equivalent(a, b, error);
    }
    return placeWritten(a) == placeWritten(b);
}

/// An array in a folder of arrays: parts and shards are found there by their endings.
bool isArrayIn(const fs::path& folder, const fs::path& output) {
    static const std::set<std::string> arrays{".npy", ".npz",         ".h5",      ".hdf5", ".csv",
                                              ".tsv", ".safetensors", ".parquet", ".arrow"};
    std::error_code error;
    if (!fs::is_directory(folder, error) || !fs::exists(output, error)) {
        return false;
    }
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code ignored;
        if (arrays.contains(at->path().extension().string()) && fs::equivalent(at->path(), output, ignored)) {
            return true;
        }
    }
    return false;
}

/// A pattern stands for all of its folder.
bool isRead(const fs::path& output, const std::string& input) {
    const bool isPattern = input.find_first_of("*?[") != std::string::npos;
    const fs::path folder = isPattern ? placeWritten(input).parent_path() : fs::path(input);
    return sameFile(output, input) || sameFile(output, data::splitSpec(input).path) ||
           isArrayIn(folder, output);
}

/// Without a home folder there is none, which only who has to open it minds.
fs::path registryIfAny() {
    try {
        return ledger::Registry::defaultPath();
    } catch (const Error&) {
        return {};
    }
}

} // namespace

void checkOutputs(const std::vector<fs::path>& outputs, const std::vector<std::string>& inputs) {
    const fs::path registry = registryIfAny();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const fs::path output = placeWritten(outputs[i]);
        exporting::refuseLedgerFile(output);
        if (sameFile(output, registry) || // which may be yet to be made
            std::any_of(inputs.begin(), inputs.end(),
                        [&](const std::string& input) { return isRead(output, input); })) {
            failUsage(Sentence("{1} is what this command reads, or keeps its spends in, and no result is "
                               "written over it; name another file",
                               outputs[i].string()));
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (sameFile(output, outputs[j])) {
                failUsage(Sentence("{1} is named for two of the files that are to be written; name another "
                                   "file for one of them",
                                   outputs[i].string()));
            }
        }
    }
}

std::vector<std::string> inputsOf(RunOptions options) {
    std::vector<std::string> inputs;
    forEachPath(options, [&](std::string& text, PathForm) { inputs.push_back(text); });
    return inputs;
}

} // namespace parsimony::session
