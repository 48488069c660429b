// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <set>

namespace {

constexpr int kMemoryDescriptor = 1 << 20; // no number that the kernel gives

std::string s_memoryPath;
std::span<const std::uint8_t> s_memoryBytes;
std::set<void*> s_memoryMaps;

} // namespace

void parsimony::fuzzing::setMemoryFile(const std::string& path, std::span<const std::uint8_t> bytes) {
    s_memoryPath = path;
    s_memoryBytes = bytes;
}

// The linker hands calls of the product to __wrap_NAME, and __real_NAME is the C library's (--wrap=NAME).
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

int __real_open(const char* path, int flags, ...);
int __real_close(int descriptor);
int __real_fstat(int descriptor, struct stat* status);
ssize_t __real_pread(int descriptor, void* out, std::size_t count, off_t offset);
void* __real_mmap(void* address, std::size_t size, int protection, int flags, int descriptor, off_t offset);
int __real_munmap(void* address, std::size_t size);

int __wrap_open(const char* path, int flags, ...) {
    if (path == s_memoryPath && (flags & O_ACCMODE) == O_RDONLY) {
        return kMemoryDescriptor;
    }
    std::va_list more;
    va_start(more, flags);
    const int mode = (flags & O_CREAT) != 0 ? va_arg(more, int) : 0;
    va_end(more);
    return __real_open(path, flags, mode);
}

int __wrap_close(int descriptor) {
    return descriptor == kMemoryDescriptor ? 0 : __real_close(descriptor);
}

int __wrap_fstat(int descriptor, struct stat* status) {
    if (descriptor != kMemoryDescriptor) {
        return __real_fstat(descriptor, status);
    }
    *status = {};
    status->st_mode = S_IFREG | S_IRUSR;
    status->st_size = static_cast<off_t>(s_memoryBytes.size());
    return 0;
}

ssize_t __wrap_pread(int descriptor, void* out, std::size_t count, off_t offset) {
    if (descriptor != kMemoryDescriptor) {
        return __real_pread(descriptor, out, count, offset);
    }
    const auto from = std::min(static_cast<std::size_t>(offset), s_memoryBytes.size());
    const std::size_t there = std::min(count, s_memoryBytes.size() - from);
    std::memcpy(out, s_memoryBytes.data() + from, there);
    return static_cast<ssize_t>(there);
}

void* __wrap_mmap(void* address, std::size_t size, int protection, int flags, int descriptor, off_t offset) {
    if (descriptor != kMemoryDescriptor) {
        return __real_mmap(address, size, protection, flags, descriptor, offset);
    }
    void* map = size == s_memoryBytes.size() && offset == 0 ? std::malloc(size) : nullptr;
    if (map == nullptr) {
        return MAP_FAILED;
    }
    std::memcpy(map, s_memoryBytes.data(), size);
    s_memoryMaps.insert(map);
    return map;
}

int __wrap_munmap(void* address, std::size_t size) {
    if (s_memoryMaps.erase(address) == 0) {
        return __real_munmap(address, size);
    }
    std::free(address);
    return 0;
}

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier)
