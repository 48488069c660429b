// SPDX-License-Identifier: GPL-3.0-or-later
// The entry points of libFuzzer. PARSIMONY_FUZZ names the reader; tests/fuzz/run sets it.
#include "core/base/error.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/readers.h"

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
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
std::string s_path;    ///< of the file that is read, in s_folder
int s_descriptor = -1; ///< of that file, which is written anew for every input

/// Of processor time, which an input that is at fault takes whatever else the machine does: libFuzzer's own
/// limit is one of the clock, and a process that is stopped or starved for as long is no finding.
constexpr time_t kMostSeconds = 20;

void stopAfter(time_t seconds) {
    const itimerval limit{{0, 0}, {seconds, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
}

/// libFuzzer keeps the input that it happened at.
void endSlowInput(int /*signal*/) {
    constexpr char kSaid[] = "ERROR: an input took 20 seconds of the processor\n";
    (void)!write(STDERR_FILENO, kSaid, sizeof kSaid - 1);
    std::abort();
}

void removeFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(s_folder, ignored);
}

/// What is recognised as HDF5, Parquet or Arrow goes to a process of its own, a thousand times slower than
/// what is meant here.
bool startsProcess(std::string_view bytes) {
    return s_reader->file != nullptr && std::string_view(s_reader->name) != "hdf5" &&
           (bytes.starts_with("\x89HDF\r\n\x1a\n") || bytes.starts_with("PAR1") ||
            bytes.starts_with("ARROW1"));
}

void writeFile(const std::filesystem::path& path, const char* bytes, std::size_t size) {
    std::ofstream(path, std::ios::binary | std::ios::trunc).write(bytes, static_cast<std::streamsize>(size));
}

/// 0 where it is longer.
std::size_t readFile(const std::filesystem::path& path, std::uint8_t* out, std::size_t most) {
    const auto length = std::filesystem::file_size(path);
    if (length > most) {
        return 0;
    }
    std::ifstream(path, std::ios::binary)
        .read(reinterpret_cast<char*>(out), static_cast<std::streamsize>(length));
    return length;
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
    std::signal(SIGPROF, endSlowInput);
    if (s_reader->file != nullptr) {
        s_path = (s_folder / s_reader->file).string();
        s_descriptor = open(s_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (s_descriptor < 0) {
            std::perror(s_path.c_str());
            std::exit(2);
        }
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (startsProcess({reinterpret_cast<const char*>(data), size})) {
        return 0;
    }
    if (s_reader->file != nullptr) {
        // On the disk too: libraries read it there.
        const bool written = pwrite(s_descriptor, data, size, 0) == static_cast<ssize_t>(size) &&
                             ftruncate(s_descriptor, static_cast<off_t>(size)) == 0;
        if (!written) {
            std::perror(s_path.c_str());
            std::exit(2);
        }
        if (s_reader->mutate == nullptr) {
            parsimony::fuzzing::setMemoryFile(s_path, {data, size});
        }
    }
    stopAfter(kMostSeconds);
    try {
        s_reader->use(s_reader->file != nullptr ? s_path
                                                : std::string(reinterpret_cast<const char*>(data), size));
    } catch (const parsimony::Error&) { // said in a sentence, as it should be
    }
    stopAfter(0);
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
    const std::size_t length = readFile(path, data, most);
    return length > 0 ? length : LLVMFuzzerMutate(data, size, most);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data, std::size_t size,
                                                 const std::uint8_t* other, std::size_t otherSize,
                                                 std::uint8_t* out, std::size_t most, unsigned seed) {
    if (s_reader->cross == nullptr || seed % 4 != 0) {
        return 0; // mutated in place of that
    }
    const std::filesystem::path path = s_folder / "mutant";
    const std::filesystem::path otherPath = s_folder / "other";
    writeFile(path, reinterpret_cast<const char*>(data), size);
    writeFile(otherPath, reinterpret_cast<const char*>(other), otherSize);
    try {
        s_reader->cross(path.string(), otherPath.string(), seed);
    } catch (const parsimony::Error&) { // the frame of one is broken
        return 0;
    }
    return readFile(path, out, most);
}
