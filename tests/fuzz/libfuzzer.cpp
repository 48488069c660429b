// SPDX-License-Identifier: GPL-3.0-or-later
// The entry points of libFuzzer. PARSIMONY_FUZZ names the reader; tests/fuzz/run sets it.
#include "core/base/error.h"
#include "tests/fuzz/readers.h"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

namespace {

using parsimony::fuzzing::Reader;

std::optional<Reader> s_reader;
std::filesystem::path s_folder;

void removeFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(s_folder, ignored);
}

void writeFile(const std::filesystem::path& path, const char* bytes, std::size_t size) {
    std::ofstream(path, std::ios::binary | std::ios::trunc).write(bytes, static_cast<std::streamsize>(size));
}

} // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
    const char* name = std::getenv("PARSIMONY_FUZZ");
    for (const Reader& reader : parsimony::fuzzing::PARSIMONY_READERS()) {
        if (name != nullptr && std::string(name) == reader.name) {
            s_reader = reader;
        }
    }
    if (!s_reader) {
        std::fprintf(stderr, "PARSIMONY_FUZZ must be one of:");
        for (const Reader& reader : parsimony::fuzzing::PARSIMONY_READERS()) {
            std::fprintf(stderr, " %s", reader.name);
        }
        std::fprintf(stderr, "\n");
        std::exit(2);
    }
    // Memory where there is some: the file is written again for every input.
    const bool memory = access("/dev/shm", W_OK) == 0;
    s_folder = (memory ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path()) /
               ("parsimony-fuzz-" + std::to_string(getpid()));
    std::filesystem::create_directories(s_folder);
    std::atexit(removeFolder);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string input(reinterpret_cast<const char*>(data), size);
    if (s_reader->file != nullptr) {
        const std::filesystem::path path = s_folder / s_reader->file;
        writeFile(path, input.data(), size);
        input = path.string();
    }
    try {
        s_reader->use(input);
    } catch (const parsimony::Error&) { // said in a sentence, as it should be
    }
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
    if (s_reader->mutate == nullptr || seed % 8 == 0) {
        return LLVMFuzzerMutate(data, size, most);
    }
    const auto mutateText = [](const std::string& text) {
        std::string bytes = text + std::string(64, ' ');
        bytes.resize(
            LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), text.size(), bytes.size()));
        return bytes;
    };
    const std::filesystem::path path = s_folder / "mutant";
    writeFile(path, reinterpret_cast<const char*>(data), size);
    try {
        s_reader->mutate(path.string(), seed, mutateText);
    } catch (const parsimony::Error&) { // its frame is broken already
        return LLVMFuzzerMutate(data, size, most);
    }
    const auto length = std::filesystem::file_size(path);
    if (length > most) {
        return LLVMFuzzerMutate(data, size, most);
    }
    std::ifstream(path, std::ios::binary)
        .read(reinterpret_cast<char*>(data), static_cast<std::streamsize>(length));
    return length;
}
