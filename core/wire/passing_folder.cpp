// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/passing_folder.h"

#include "core/base/sentence.h"

#include <cstdlib>

namespace parsimony::wire {

namespace fs = std::filesystem;

PassingFolder::PassingFolder() {
    std::string name = (fs::temp_directory_path() / "parsimony-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        fail(Sentence("no folder can be made in {1} for the files that are sent",
                      fs::temp_directory_path().string()));
    }
    m_folder = name;
}

PassingFolder::~PassingFolder() {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

fs::path PassingFolder::file(const std::string& name) const {
    const fs::path path(name);
    if (name.find_first_not_of('.') == std::string::npos || path.filename() != path) {
        failUsage(Sentence("{1} is no name of a file: it comes without a folder", name));
    }
    return m_folder / path;
}

} // namespace parsimony::wire
