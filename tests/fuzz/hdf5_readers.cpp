// SPDX-License-Identifier: GPL-3.0-or-later
// What parsimony-hdf5-reader does, without its process: a thousand times faster, and no test for every build,
// since libhdf5 may end the process that it runs in.
#include "core/base/error.h"
#include "core/data/hdf5_reader/contents.h"
#include "core/data/process_array.h"
#include "tests/fuzz/readers.h"

#include <stdexcept>

namespace parsimony::fuzzing {

namespace {

/// The asking process ends one that writes more than it should.
constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

std::string answerTo(const std::vector<std::string>& words) {
    std::string text;
    hdf5::answer(words, [&](const void* bytes, std::size_t count) {
        if (count > kMostBytes - text.size()) {
            throw std::runtime_error("the caller no longer listens");
        }
        text.append(static_cast<const char*>(bytes), count);
    });
    return text;
}

/// What is listed, and the values and texts of each array.
void useContents(const std::string& path) {
    std::vector<data::ProcessArray> arrays;
    try {
        arrays = data::arraysOfAnswer(answerTo({"list", path}), path);
    } catch (const std::runtime_error&) { // Error, or the sentence of the reader
        return;
    }
    for (const data::ProcessArray& array : arrays) {
        try {
            answerTo({"texts", path, array.info.key});
        } catch (const std::runtime_error&) { // most are numbers
        }
        if (array.info.bytes > kMostBytes) {
            continue;
        }
        try {
            answerTo({"read", path, "0", std::to_string(array.info.rows()), array.info.key,
                      std::to_string(array.info.bytes)});
        } catch (const std::runtime_error&) {
        }
    }
}

} // namespace

std::vector<Reader> hdf5Readers() {
    return {{"hdf5", "a.h5", useContents}};
}

} // namespace parsimony::fuzzing
