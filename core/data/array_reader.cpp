// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_reader.h"

#include "core/base/collected.h"
#include "core/base/nearest_name.h"
#include "core/base/sentence.h"
#include "core/data/byte_source.h"
#include "core/data/formats.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <limits>

namespace parsimony::data {

namespace {

namespace fs = std::filesystem;

std::string lowerExtension(const std::string& path) {
    std::string extension = fs::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

bool looksLikeText(std::span<const std::byte> start) {
    return std::none_of(start.begin(), start.end(), [](std::byte b) {
        const auto value = static_cast<unsigned>(b);
        return value < 32 && value != '\n' && value != '\r' && value != '\t';
    });
}

bool isTextName(const std::string& extension) {
    return extension == ".csv" || extension == ".tsv" || extension == ".txt";
}

} // namespace

std::size_t ArrayInfo::width() const {
    std::size_t product = 1;
    for (std::size_t axis = 1; axis < shape.size(); ++axis) {
        product *= shape[axis];
    }
    return product;
}

std::string ArrayInfo::spec() const {
    return key.empty() ? path : path + ":" + key;
}

std::string ArrayInfo::shapeText() const {
    std::string text;
    for (const std::size_t extent : shape) {
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    }
    return text.empty() ? "scalar" : text;
}

void checkSameColumns(const ArrayInfo& first, const ArrayInfo& other) {
    const std::vector<std::string>& a = first.columns;
    const std::vector<std::string>& b = other.columns;
    if (a.empty() || b.empty() || a == b) {
        return;
    }
    const auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    fail(Sentence("the columns of {1} are not those of {2}, or in another order: feature {3} differs",
                  other.spec(), first.spec(), static_cast<std::size_t>(differ.first - a.begin()) + 1));
}

std::size_t checkedProduct(std::span<const std::size_t> extents, const std::string& what) {
    // A zero extent does not excuse the others: a shape of (0, 2⁶³, 2⁶³) would overflow once its rows are
    // counted alone.
    constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max() / 16;
    std::size_t product = 1;
    bool empty = false;
    for (const std::size_t extent : extents) {
        if (extent == 0) {
            empty = true;
        } else if (product > kLargest / extent) {
            fail(Sentence("{1} has a header that promises more values than any file can hold", what));
        } else {
            product *= extent;
        }
    }
    return empty ? 0 : product;
}

std::string conversionHint() {
    return "save plain arrays in Python instead: numpy.save(\"x.npy\", x.numpy()), or "
           "safetensors.numpy.save_file({\"x\": x}, \"x.safetensors\")";
}

FileFormat detectFormat(const std::string& path) {
    const FileBytes file(path);
    if (file.size() == 0) {
        fail(Sentence("{1} is empty", path));
    }
    std::array<std::byte, 512> buffer{};
    const std::size_t count = std::min(buffer.size(), file.size());
    file.read(0, count, buffer.data());
    const auto begins = [&](std::string_view magic, std::size_t at = 0) {
        return count >= at + magic.size() && std::memcmp(buffer.data() + at, magic.data(), magic.size()) == 0;
    };
    const std::string extension = lowerExtension(path);
    if (isTextName(extension)) {
        return FileFormat::Text;
    }
    if (begins("\x93NUMPY")) {
        return FileFormat::Npy;
    }
    if (begins("PK\x03\x04") || begins("PK\x05\x06")) {
        return FileFormat::Zip;
    }
    // A block for the user's own bytes may stand before an HDF5 signature; then only the name tells.
    if (begins("\x89HDF\r\n\x1a\n") || extension == ".h5" || extension == ".hdf5" || extension == ".he5") {
        return FileFormat::Hdf5;
    }
    // The stream form of Arrow begins with no word of its own.
    if (begins("PAR1") || begins("ARROW1") || extension == ".parquet" || extension == ".pq" ||
        extension == ".arrow" || extension == ".feather" || extension == ".ipc") {
        return FileFormat::Columns;
    }
    const bool pickleName =
        extension == ".pt" || extension == ".pth" || extension == ".pkl" || extension == ".pickle";
    // The length of a safetensors header may look like the first bytes of a pickle, so the brace behind it
    // comes first.
    if (!pickleName && (extension == ".safetensors" || begins("{\"", 8))) {
        return FileFormat::Safetensors;
    }
    if (pickleName || (begins("\x80") && count > 1 && static_cast<int>(buffer[1]) >= 2 &&
                       static_cast<int>(buffer[1]) <= 5)) {
        fail(Sentence("{1} is a Python pickle, which can run code when it is read and is never opened; {2}",
                      path, conversionHint()));
    }
    if (extension == ".npy" || extension == ".npz") {
        fail(Sentence("{1} does not begin like a {2} file; it is damaged, truncated or of another format",
                      path, extension));
    }
    if (looksLikeText(std::span(buffer.data(), count))) {
        return FileFormat::Text;
    }
    fail(Sentence(
        "{1} is of no known format; .npy, .npz, HDF5, safetensors, Parquet, Arrow and CSV or TSV can be read",
        path));
}

void checkTextName(const std::string& path, TextLayout layout) {
    if (layout != TextLayout::Guessed && !isTextName(lowerExtension(path))) {
        fail(Sentence("{1} is a text of private records, whose name must end in .csv, .tsv or .txt: what a "
                      "file is must not be read off its records",
                      path));
    }
}

std::size_t chooseArray(const std::vector<ArrayInfo>& arrays, const std::string& path,
                        const std::string& key) {
    if (arrays.empty()) {
        fail(Sentence("{1} holds no arrays", path));
    }
    auto names = collected<std::string>(arrays, &ArrayInfo::key);
    if (key.empty()) {
        if (arrays.size() > 1) {
            fail(Sentence("{1} holds several arrays; name one as {1}:KEY. Keys: {2}", path, listed(names)));
        }
        return 0;
    }
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        // HDF5 names begin with a slash that people leave out.
        if (arrays[i].key == key || arrays[i].key == "/" + key) {
            return i;
        }
    }
    const std::string nearest = nearestName(key, names);
    fail(nearest.empty() ? Sentence("{1} has no array '{2}'. Keys: {3}", path, key, listed(names))
                         : Sentence("{1} has no array '{2}'; did you mean '{3}'? Keys: {4}", path, key,
                                    nearest, listed(names)));
}

} // namespace parsimony::data
