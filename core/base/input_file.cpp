// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_file.h"

#include "core/base/sentence.h"

#include <fstream>
#include <iterator>

namespace parsimony {

namespace fs = std::filesystem;

namespace {

bool isHandedOver(const fs::path& file) {
    const std::string name = file.string();
    return name == "/dev/stdin" || name.starts_with("/dev/fd/") || name.starts_with("/proc/self/fd/");
}

} // namespace

void requireReadable(const fs::path& file) {
    std::error_code ignored;
    if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored) && !isHandedOver(file)) {
        fail(Sentence("{1} is not a regular file", file.string()));
    }
}

std::string contentsOf(const fs::path& file) {
    requireReadable(file);
    std::ifstream stream(file, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (!stream) {
        fail(Sentence("can't read '{1}'; check its name", file.string()));
    }
    return text;
}

} // namespace parsimony
