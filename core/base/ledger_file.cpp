// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ledger_file.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>

namespace parsimony {

namespace {

namespace fs = std::filesystem;

/// From the first hundred bytes, as SQLite's file format has them: opening the database would leave files.
bool saysLedger(const fs::path& path) {
    std::error_code ignored;
    if (!fs::is_regular_file(path, ignored)) {
        return false;
    }
    constexpr std::string_view magic("SQLite format 3\0", 16);
    constexpr std::size_t idAt = 68;
    std::array<char, 100> header{};
    std::ifstream file(path, std::ios::binary);
    if (!file.read(header.data(), header.size()) || std::string_view(header.data(), magic.size()) != magic) {
        return false;
    }
    std::int64_t id = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        id = id << 8 | static_cast<unsigned char>(header.at(idAt + i));
    }
    return id == projectApplicationId || id == sharedCopyApplicationId || id == registryApplicationId;
}

constexpr std::array<std::string_view, 3> kBeside{"-wal", "-shm", "-journal"};
constexpr int kMostLinks = 40; // as the kernel follows

} // namespace

fs::path placeWritten(const fs::path& path) {
    std::error_code error;
    fs::path place = fs::absolute(path, error);
    for (int link = 0; link < kMostLinks && fs::is_symlink(fs::symlink_status(place, error)); ++link) {
        const fs::path target = fs::read_symlink(place, error);
        place = target.is_absolute() ? target : place.parent_path() / target;
    }
    const fs::path real = fs::weakly_canonical(place, error);
    return error || real.empty() ? place.lexically_normal() : real;
}

bool isNameBeside(const fs::path& path) {
    const std::string name = path.filename().string();
    return std::any_of(kBeside.begin(), kBeside.end(),
                       [&name](std::string_view beside) { return name.ends_with(beside); });
}

bool isLedgerFile(const fs::path& path) {
    const fs::path real = placeWritten(path);
    if (saysLedger(path) || saysLedger(real)) {
        return true;
    }
    const std::string name = real.string();
    return std::any_of(kBeside.begin(), kBeside.end(), [&name](std::string_view beside) {
        return name.ends_with(beside) && saysLedger(name.substr(0, name.size() - beside.size()));
    });
}

} // namespace parsimony
