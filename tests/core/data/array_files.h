// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

// Array files as other programs write them, byte by byte, so that the readers are not tested against
// themselves.
namespace parsimony::data::testing {

/// A folder that goes with the test.
class TempFolder {
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    [[nodiscard]] std::string file(const std::string& name) const { return (m_path / name).string(); }
    [[nodiscard]] std::string path() const { return m_path.string(); }

private:
    std::filesystem::path m_path;
};

void writeText(const std::string& path, const std::string& text);
[[nodiscard]] std::string readText(const std::string& path);

template <class T>
[[nodiscard]] std::string bytesOf(const std::vector<T>& values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    if (!values.empty()) {
        std::memcpy(bytes.data(), values.data(), bytes.size());
    }
    return bytes;
}

/// `value` as `size` bytes, the lowest first.
[[nodiscard]] std::string littleEndian(std::uint64_t value, std::size_t size);

/// A .npy file; `shape` is the text between the parentheses, "3, 4" or "3,".
[[nodiscard]] std::string npy(const std::string& descr, const std::string& shape, const std::string& values,
                              bool fortran = false, int version = 1);
/// A .npy file with this header text.
[[nodiscard]] std::string npyWithHeader(const std::string& header, const std::string& values,
                                        int version = 1);

/// A zip archive of members (name to bytes), deflated or stored, made by libzip.
void writeZip(const std::string& path, const std::map<std::string, std::string>& members, bool deflate);

/// A safetensors file with this JSON header.
[[nodiscard]] std::string safetensors(const std::string& header, const std::string& values);

enum class Hdf5Layout { Contiguous, Chunked, BigEndian };
/// An HDF5 file with a rows × columns float32 dataset /group/x and an int64 vector /y of `rows` labels.
void writeHdf5(const std::string& path, const std::vector<float>& x, std::size_t rows,
               const std::vector<std::int64_t>& y, Hdf5Layout layout);
/// One with a vector /id of texts of any length, as h5py writes lists of str.
void writeHdf5Texts(const std::string& path, const std::vector<std::string>& texts);

/// Writes down what the program that reads HDF5 is asked for while this lives.
class WatchedHdf5Reader {
public:
    explicit WatchedHdf5Reader(const TempFolder& folder);
    ~WatchedHdf5Reader();
    WatchedHdf5Reader(const WatchedHdf5Reader&) = delete;
    WatchedHdf5Reader& operator=(const WatchedHdf5Reader&) = delete;
    /// First row and number of rows of each reading of values so far.
    [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> rowsRead() const;

private:
    std::string m_log;
};

} // namespace parsimony::data::testing
