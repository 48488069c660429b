// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/hdf5_reader/contents.h"

#include <hdf5.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace parsimony::hdf5 {

namespace {

using nlohmann::json;

constexpr std::size_t kMostDatasets = 10'000;
constexpr int kDeepestGroup = 32;
constexpr std::size_t kBlockBytes = std::size_t{1} << 23U;

[[noreturn]] void stop(const std::string& sentence) {
    throw std::runtime_error(sentence);
}

hid_t checked(hid_t id, const char* what) {
    if (id < 0) {
        stop(std::string(what) + " is damaged");
    }
    return id;
}

/// An HDF5 identifier that closes itself.
class Handle {
public:
    Handle(hid_t id, const char* what) : m_id(checked(id, what)) {}
    ~Handle() { H5Idec_ref(m_id); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    operator hid_t() const { return m_id; } // NOLINT: C functions take it as such

private:
    hid_t m_id;
};

std::string named(char kind, std::size_t size) {
    std::string name(1, kind);
    name += std::to_string(size);
    return name;
}

/// The type's name in .npy notation without byte order, "bf16", or a word that names what cannot be read.
std::string typeName(hid_t type) {
    const H5T_class_t kind = H5Tget_class(type);
    const std::size_t size = H5Tget_size(type);
    if (kind == H5T_ENUM) { // h5py's bool is an enumeration over int8
        const Handle base(H5Tget_super(type), "an enumeration type");
        return typeName(base);
    }
    if (kind == H5T_INTEGER && (size == 1 || size == 2 || size == 4 || size == 8) &&
        H5Tget_precision(type) == size * 8) {
        return named(H5Tget_sign(type) == H5T_SGN_NONE ? 'u' : 'i', size);
    }
    if (kind == H5T_FLOAT) {
        std::size_t sign = 0;
        std::size_t exponentAt = 0;
        std::size_t exponentSize = 0;
        std::size_t mantissaAt = 0;
        std::size_t mantissaSize = 0;
        if (H5Tget_fields(type, &sign, &exponentAt, &exponentSize, &mantissaAt, &mantissaSize) < 0) {
            stop("a floating type is damaged");
        }
        const bool packed = mantissaAt == 0 && exponentAt == mantissaSize &&
                            sign == mantissaSize + exponentSize && sign + 1 == size * 8 &&
                            H5Tget_ebias(type) == (std::size_t{1} << (exponentSize - 1)) - 1;
        if (packed && size == 2 && exponentSize == 8) {
            return "bf16";
        }
        if (packed && ((size == 2 && exponentSize == 5) || (size == 4 && exponentSize == 8) ||
                       (size == 8 && exponentSize == 11))) {
            return named('f', size);
        }
    }
    switch (kind) {
    case H5T_STRING: // "S" of a varying length
        return H5Tis_variable_str(type) == 0 ? named('S', size) : "S";
    case H5T_COMPOUND:
        return "V";
    case H5T_REFERENCE:
    case H5T_VLEN:
        return "O";
    default:
        return "unknown";
    }
}

std::vector<hsize_t> shapeOf(hid_t space) {
    const int axes = H5Sget_simple_extent_ndims(space);
    if (axes < 0 || axes > H5S_MAX_RANK) {
        stop("a dataspace is damaged");
    }
    std::vector<hsize_t> shape(static_cast<std::size_t>(axes));
    if (axes > 0 && H5Sget_simple_extent_dims(space, shape.data(), nullptr) < 0) {
        stop("a dataspace is damaged");
    }
    return shape;
}

/// Refuses datasets whose values lie in other files: an array file may not name what else is read.
void refuseForeignStorage(hid_t properties) {
    if (H5Pget_layout(properties) == H5D_VIRTUAL || H5Pget_external_count(properties) > 0) {
        stop("the values lie in other files; copy them into this one");
    }
}

/// Where the values lie in the file when that is one uncompressed piece, else null.
json offsetOf(hid_t file, hid_t dataset, hid_t properties, hsize_t bytes) {
    const Handle creation(H5Fget_create_plist(file), "the file");
    hsize_t userBlock = 0;
    if (H5Pget_userblock(creation, &userBlock) < 0 || userBlock != 0 ||
        H5Pget_layout(properties) != H5D_CONTIGUOUS || H5Pget_external_count(properties) > 0 ||
        H5Dget_storage_size(dataset) != bytes) {
        return nullptr;
    }
    const haddr_t offset = H5Dget_offset(dataset);
    return offset == HADDR_UNDEF ? json(nullptr) : json(static_cast<std::uint64_t>(offset));
}

void listGroup(hid_t file, hid_t group, const std::string& prefix, int depth, json& list) {
    H5G_info_t info;
    if (H5Gget_info(group, &info) < 0) {
        stop("a group is damaged");
    }
    for (hsize_t i = 0; i < info.nlinks; ++i) {
        const ssize_t length =
            H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, nullptr, 0, H5P_DEFAULT);
        if (length < 0 || length > 4096) {
            stop("the name of a link is damaged");
        }
        std::string name(static_cast<std::size_t>(length) + 1, '\0');
        H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name.data(), name.size(), H5P_DEFAULT);
        name.resize(static_cast<std::size_t>(length));
        H5L_info_t link;
        if (H5Lget_info(group, name.c_str(), &link, H5P_DEFAULT) < 0) {
            stop("a link is damaged");
        }
        if (link.type !=
            H5L_TYPE_HARD) { // soft links repeat what hard ones show, external ones leave the file
            continue;
        }
        const Handle object(H5Oopen(group, name.c_str(), H5P_DEFAULT), "an object");
        std::string key = prefix;
        key += '/';
        key += name;
        if (H5Iget_type(object) == H5I_GROUP && depth < kDeepestGroup) {
            listGroup(file, object, key, depth + 1, list);
        } else if (H5Iget_type(object) == H5I_DATASET) {
            if (list.size() >= kMostDatasets) {
                stop("there are more than " + std::to_string(kMostDatasets) + " datasets");
            }
            const Handle type(H5Dget_type(object), "a type");
            const Handle space(H5Dget_space(object), "a dataspace");
            const Handle properties(H5Dget_create_plist(object), "a dataset");
            const std::vector<hsize_t> shape = shapeOf(space);
            hsize_t bytes = H5Tget_size(type);
            for (const hsize_t extent : shape) {
                bytes *= extent; // an overflow is found by the caller, who checks the shape
            }
            list.push_back({{"key", key},
                            {"shape", shape},
                            {"type", typeName(type)},
                            {"big", H5Tget_order(type) == H5T_ORDER_BE},
                            {"offset", offsetOf(file, object, properties, bytes)}});
        }
    }
}

void list(hid_t file, const Write& write) {
    const Handle root(H5Gopen2(file, "/", H5P_DEFAULT), "the root group");
    json datasets = json::array();
    listGroup(file, root, "", 0, datasets);
    const std::string text = datasets.dump(-1, ' ', false, json::error_handler_t::replace);
    write(text.data(), text.size());
}

/// Rows per block: about kBlockBytes, and whole chunks where the file has them, so that none is unpacked
/// twice.
hsize_t rowsPerBlock(hid_t properties, const std::vector<hsize_t>& shape, hsize_t rowBytes) {
    hsize_t rows = std::max<hsize_t>(1, kBlockBytes / std::max<hsize_t>(rowBytes, 1));
    if (H5Pget_layout(properties) == H5D_CHUNKED) {
        std::vector<hsize_t> chunk(shape.size());
        if (H5Pget_chunk(properties, static_cast<int>(chunk.size()), chunk.data()) < 0 || chunk[0] == 0) {
            stop("the chunks are damaged");
        }
        rows = std::max<hsize_t>(1, rows / chunk[0]) * chunk[0];
    }
    return std::min(rows, std::max<hsize_t>(shape[0], 1));
}

/// A row of the first axis, or how many of them.
hsize_t numberOf(const std::string& word) {
    return std::strtoull(word.c_str(), nullptr, 10);
}

void read(hid_t file, const std::string& key, std::uint64_t expected, hsize_t from, hsize_t rows,
          const Write& write) {
    const Handle dataset(H5Dopen2(file, key.c_str(), H5P_DEFAULT), "the dataset");
    const Handle properties(H5Dget_create_plist(dataset), "the dataset");
    refuseForeignStorage(properties);
    const Handle stored(H5Dget_type(dataset), "a type");
    const Handle memory(H5Tget_class(stored) == H5T_ENUM ? H5Tget_super(stored) : H5Tcopy(stored), "a type");
    if (H5Tget_class(memory) != H5T_STRING && H5Tget_size(memory) > 1 &&
        H5Tset_order(memory, H5T_ORDER_LE) < 0) {
        stop("the type has no byte order");
    }
    const Handle space(H5Dget_space(dataset), "a dataspace");
    const std::vector<hsize_t> shape = shapeOf(space);
    if (shape.empty()) {
        stop("the dataset is a single number, not an array");
    }
    hsize_t rowBytes = H5Tget_size(memory);
    for (std::size_t axis = 1; axis < shape.size(); ++axis) {
        rowBytes *= shape[axis];
    }
    if (rowBytes * shape[0] != expected || (rowBytes != 0 && expected / rowBytes != shape[0]) ||
        from > shape[0] || rows > shape[0] - from) {
        stop("the dataset changed while it was read");
    }
    const hsize_t perBlock = rowsPerBlock(properties, shape, rowBytes);
    std::vector<unsigned char> block(rows > 0 ? perBlock * rowBytes : 0);
    for (hsize_t first = from; first < from + rows && rowBytes > 0;) {
        std::vector<hsize_t> start(shape.size(), 0);
        std::vector<hsize_t> count = shape;
        start[0] = first;
        count[0] = std::min(perBlock - first % perBlock, from + rows - first); // to the end of a chunk
        const Handle target(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr),
                            "a dataspace");
        // Enumerations are read as their base type through the stored type: the bytes are the same.
        if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) < 0 ||
            H5Dread(dataset, H5Tget_class(stored) == H5T_ENUM ? hid_t{stored} : hid_t{memory}, target, space,
                    H5P_DEFAULT, block.data()) < 0) {
            stop("values are damaged or packed by a filter that is not known here; repack it with h5repack "
                 "-f NONE");
        }
        write(block.data(), count[0] * rowBytes);
        first += count[0];
    }
}

/// One text as it is written: length and bytes.
void writeText(const char* text, const Write& write) {
    constexpr std::size_t kLongest = 4096;
    std::size_t length = text == nullptr ? 0 : strnlen(text, kLongest + 1);
    length = length > kLongest ? 0 : length;
    const auto size = static_cast<std::uint32_t>(length);
    write(&size, sizeof size);
    write(text, length);
}

void texts(hid_t file, const std::string& key, const Write& write) {
    constexpr hsize_t kRows = 8192;
    const Handle dataset(H5Dopen2(file, key.c_str(), H5P_DEFAULT), "the dataset");
    const Handle properties(H5Dget_create_plist(dataset), "the dataset");
    refuseForeignStorage(properties);
    const Handle type(H5Dget_type(dataset), "a type");
    const Handle space(H5Dget_space(dataset), "a dataspace");
    const std::vector<hsize_t> shape = shapeOf(space);
    if (H5Tis_variable_str(type) <= 0 || shape.size() != 1) {
        stop("the dataset is no column of texts");
    }
    const Handle memory(H5Tcopy(type), "a type");
    std::vector<char*> block(std::min(kRows, shape[0]));
    for (hsize_t first = 0; first < shape[0];) {
        const hsize_t count = std::min(kRows, shape[0] - first);
        const Handle target(H5Screate_simple(1, &count, nullptr), "a dataspace");
        if (H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr) < 0 ||
            H5Dread(dataset, memory, target, space, H5P_DEFAULT, block.data()) < 0) {
            stop("values are damaged or packed by a filter that is not known here; repack it with h5repack "
                 "-f NONE");
        }
        std::for_each(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count),
                      [&](const char* text) { writeText(text, write); });
        H5Dvlen_reclaim(memory, target, H5P_DEFAULT, block.data());
        first += count;
    }
}

} // namespace

void answer(const std::vector<std::string>& words, const Write& write) {
    const bool listing = words.size() == 2 && words[0] == "list";
    const bool reading = words.size() == 6 && words[0] == "read";
    if (!listing && !reading && !(words.size() == 3 && words[0] == "texts")) {
        stop(
            "it is started by Parsimony: parsimony-hdf5-reader list FILE | read FILE FIRST COUNT KEY BYTES | "
            "texts FILE KEY");
    }
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5PLset_loading_state(0); // no code from files named by the environment
    const Handle file(H5Fopen(words[1].c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), "the file");
    if (listing) {
        list(file, write);
    } else if (!reading) {
        texts(file, words[2], write);
    } else {
        read(file, words[4], numberOf(words[5]), numberOf(words[2]), numberOf(words[3]), write);
    }
}

} // namespace parsimony::hdf5
