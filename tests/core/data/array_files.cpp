// SPDX-License-Identifier: GPL-3.0-or-later
#include "array_files.h"

#include <hdf5.h>
#include <zip.h>

#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace parsimony::data::testing {

namespace fs = std::filesystem;

TempFolder::TempFolder() {
    std::string pattern = (fs::temp_directory_path() / "parsimony-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw std::runtime_error("no temporary folder");
    }
    m_path = pattern;
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

void writeText(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file.write(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file.flush()) {
        throw std::runtime_error("cannot write " + path);
    }
}

std::string readText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string littleEndian(std::uint64_t value, std::size_t size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i) {
        bytes += static_cast<char>(value >> (8 * i) & 0xffU);
    }
    return bytes;
}

std::string npyWithHeader(const std::string& header, const std::string& values, int version) {
    std::string file = "\x93NUMPY";
    file += static_cast<char>(version);
    file += '\0';
    const std::size_t lengthBytes = version == 1 ? 2 : 4;
    for (std::size_t i = 0; i < lengthBytes; ++i) {
        file += static_cast<char>(header.size() >> (8 * i) & 0xffU);
    }
    return file + header + values;
}

std::string npy(const std::string& descr, const std::string& shape, const std::string& values, bool fortran,
                int version) {
    std::string header = "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") +
                         ", 'shape': (" + shape + "), }";
    const std::size_t prefix = version == 1 ? 10 : 12;
    while ((prefix + header.size() + 1) % 64 != 0) {
        header += ' ';
    }
    return npyWithHeader(header + '\n', values, version);
}

void writeZip(const std::string& path, const std::map<std::string, std::string>& members, bool deflate) {
    int code = 0;
    zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
    if (archive == nullptr) {
        throw std::runtime_error("cannot write " + path);
    }
    for (const auto& [name, bytes] : members) {
        zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
        const zip_int64_t index = zip_file_add(archive, name.c_str(), source, 0);
        zip_set_file_compression(archive, static_cast<zip_uint64_t>(index),
                                 deflate ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0);
    }
    if (zip_close(archive) != 0) {
        throw std::runtime_error("cannot write " + path);
    }
}

std::string safetensors(const std::string& header, const std::string& values) {
    std::string file;
    for (unsigned i = 0; i < 8; ++i) {
        file += static_cast<char>(static_cast<std::uint64_t>(header.size()) >> (8 * i) & 0xffU);
    }
    return file + header + values;
}

void writeHdf5(const std::string& path, const std::vector<float>& x, std::size_t rows,
               const std::vector<std::int64_t>& y, Hdf5Layout layout) {
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t group = H5Gcreate2(file, "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t shape[] = {rows, x.size() / rows};
    const hid_t matrix = H5Screate_simple(2, shape, nullptr);
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (layout == Hdf5Layout::Chunked) {
        const hsize_t chunk[] = {2, shape[1]};
        H5Pset_chunk(properties, 2, chunk);
        H5Pset_deflate(properties, 6);
    }
    const hid_t stored = layout == Hdf5Layout::BigEndian ? H5T_IEEE_F32BE : H5T_IEEE_F32LE;
    const hid_t features = H5Dcreate2(group, "x", stored, matrix, H5P_DEFAULT, properties, H5P_DEFAULT);
    H5Dwrite(features, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, x.data());
    const hsize_t count[] = {y.size()};
    const hid_t vector = H5Screate_simple(1, count, nullptr);
    const hid_t labels = H5Dcreate2(file, "y", H5T_STD_I64LE, vector, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(labels, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, y.data());
    for (const hid_t dataset : {features, labels}) {
        H5Dclose(dataset);
    }
    H5Pclose(properties);
    H5Sclose(matrix);
    H5Sclose(vector);
    H5Gclose(group);
    H5Fclose(file);
}

void writeHdf5Texts(const std::string& path, const std::vector<std::string>& texts) {
    std::vector<const char*> values;
    for (const std::string& text : texts) {
        values.push_back(text.c_str());
    }
    const hsize_t count[] = {texts.size()};
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(1, count, nullptr);
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    const hid_t dataset = H5Dcreate2(file, "id", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(dataset);
    H5Tclose(type);
    H5Sclose(space);
    H5Fclose(file);
}

WatchedHdf5Reader::WatchedHdf5Reader(const TempFolder& folder) : m_log(folder.file("asked")) {
    const std::string script = folder.file("watched-reader");
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    writeText(m_log, "");
    writeText(script, "#!/bin/sh\necho \"$1 $3 $4\" >> '" + m_log + "'\nexec '" + program.string() +
                          "/parsimony-hdf5-reader' \"$@\"\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    setenv("PARSIMONY_HDF5_READER", script.c_str(), 1);
}

WatchedHdf5Reader::~WatchedHdf5Reader() {
    unsetenv("PARSIMONY_HDF5_READER");
}

std::vector<std::pair<std::size_t, std::size_t>> WatchedHdf5Reader::rowsRead() const {
    std::vector<std::pair<std::size_t, std::size_t>> rows;
    std::istringstream lines(readText(m_log));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        std::size_t first = 0, count = 0;
        if (words >> word >> first >> count && word == "read") {
            rows.emplace_back(first, count);
        }
    }
    return rows;
}

} // namespace parsimony::data::testing
