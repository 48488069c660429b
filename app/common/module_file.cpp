// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/module_file.h"

#include <dlfcn.h>

#include <cstdlib>
#include <system_error>

namespace parsimony::app {

std::filesystem::path modulePath(const char* variable, const char* file) {
    if (const char* named = std::getenv(variable); named != nullptr && *named != '\0') {
        return named;
    }
    std::error_code error;
    const std::filesystem::path program =
        std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const std::filesystem::path& folder : {program, program / ".." / PARSIMONY_MODULE_FOLDER}) {
        if (!error && std::filesystem::exists(folder / file, error)) {
            return folder / file;
        }
    }
    return {};
}

void* moduleSymbol(const std::filesystem::path& module, const char* name, bool& loaded) {
    // Never unloaded: objects of a module live as long as they like.
    void* library = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    loaded = library != nullptr;
    return loaded ? dlsym(library, name) : nullptr;
}

const char* loaderMessage() {
    const char* text = dlerror();
    return text != nullptr ? text : "no reason given";
}

} // namespace parsimony::app
