// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

// What other people's bytes reach, one reader a format. The mutations of test_fuzz and libFuzzer run
// the same.
namespace parsimony::fuzzing {

struct Reader {
    const char* name; ///< and the folder of its seeds under tests/fuzz/corpus
    const char* file; ///< the name of the file that is read; null for text in memory
    /// Does what a user can do with the file of that path, or with that text. Ends with values or an Error.
    void (*use)(const std::string& input);
    friend void PrintTo(const Reader& reader, std::ostream* stream) { *stream << reader.name; }
};

[[nodiscard]] std::vector<Reader> dataReaders();   ///< features and labels
[[nodiscard]] std::vector<Reader> modelReaders();  ///< exported models and what evaluations take beside them
[[nodiscard]] std::vector<Reader> ledgerReaders(); ///< project files and what stands in their rows
[[nodiscard]] std::vector<Reader> planReaders();   ///< requests, plans and what an experiment goes on from

} // namespace parsimony::fuzzing
