// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/runtime/nccl_api.h"

#include <dlfcn.h>

namespace parsimony::gpu {

namespace {

template <class Function>
bool find(void* library, const char* name, Function& function, std::string& why) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) {
        why = std::string("it has no ") + name;
    }
    return function != nullptr;
}

} // namespace

const NcclApi* loadNccl(std::string& why, const char* library) {
    void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) {
        const char* text = dlerror();
        why = text != nullptr ? text : "no reason given";
        return nullptr;
    }
    static NcclApi api; // one library a process
    NcclApi found;
    if (!find(handle, "ncclCommInitAll", found.initAll, why) ||
        !find(handle, "ncclCommDestroy", found.destroy, why) ||
        !find(handle, "ncclCommAbort", found.abort, why) ||
        !find(handle, "ncclAllReduce", found.allReduce, why) ||
        !find(handle, "ncclGetErrorString", found.errorText, why)) {
        return nullptr;
    }
    api = found;
    return &api;
}

} // namespace parsimony::gpu
