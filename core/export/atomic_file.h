// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::exporting {

/// Who may read a new file: whom the umask lets, or its owner alone.
enum class FileReaders { AsUsual, Owner };

/// Writes `bytes` to `path` so that the file is either whole or as it was before: to a temporary name in the
/// same folder, flushed to the disk, then renamed. An existing file keeps its permissions unless only its
/// owner is to read it. Throws Error(Failed) when the folder is missing or not writable or the disk is full;
/// nothing is left behind then.
void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes,
                         FileReaders readers = FileReaders::AsUsual);

struct NamedBytes {
    std::filesystem::path path;
    std::string bytes;
};

/// All of them or none: each is written under a temporary name, and when the last one is on the disk they
/// take their places, the last one last. Throws as writeFileAtomically does; nothing new is left behind then.
void writeFilesTogether(const std::vector<NamedBytes>& files);

/// Throws Error(Usage) where `path` leads to a project or a registry, by whatever name: what was spent would
/// be forgotten with it. Whatever writes a file asks; the functions here do.
void refuseLedgerFile(const std::filesystem::path& path);

/// Tries whether writeFileAtomically could begin to write `path`, and leaves nothing behind: for what is
/// written at the end of work that takes long or costs something. Throws Error(Failed) as that would.
void checkWritable(const std::filesystem::path& path);

} // namespace parsimony::exporting
