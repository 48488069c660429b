// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

// What other people's bytes reach, one reader a format. The mutations of test_fuzz and libFuzzer run
// the same.
namespace parsimony::fuzzing {

/// Gives back another text for the one that it is given.
using TextMutation = std::function<std::string(const std::string&)>;

struct Reader {
    const char* name; ///< and the folder of its seeds under tests/fuzz/corpus
    const char* file; ///< the name of the file that is read; null for text in memory
    /// Does what a user can do with the file of that path, or with that text. Ends with values or an Error.
    void (*use)(const std::string& input);
    /// Changes the file of that path in a way that leaves its outer frame whole, so that what stands inside
    /// is reached; equal seeds do equal things. Null where bytes are changed as they come.
    void (*mutate)(const std::string& path, unsigned seed, const TextMutation& mutateText) = nullptr;
    /// Puts parts of the second file into the first, likewise. Null where bytes are.
    void (*cross)(const std::string& path, const std::string& other, unsigned seed) = nullptr;
    friend void PrintTo(const Reader& reader, std::ostream* stream) { *stream << reader.name; }
};

[[nodiscard]] std::vector<Reader> dataReaders();   ///< features and labels
[[nodiscard]] std::vector<Reader> hdf5Readers();   ///< what reads HDF5 in a process of its own
[[nodiscard]] std::vector<Reader> modelReaders();  ///< exported models and what evaluations take beside them
[[nodiscard]] std::vector<Reader> ledgerReaders(); ///< project files and what stands in their rows
[[nodiscard]] std::vector<Reader> planReaders();   ///< requests, plans and what an experiment goes on from

} // namespace parsimony::fuzzing
