// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ledger_file.h"

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

} // namespace

bool isLedgerFile(const fs::path& path) {
    if (saysLedger(path)) {
        return true;
    }
    std::error_code ignored;
    const fs::path real = fs::weakly_canonical(path, ignored);
    const std::string name = (real.empty() ? path : real).string();
    for (const std::string_view beside : {"-wal", "-shm", "-journal"}) {
        if (name.ends_with(beside) && saysLedger(name.substr(0, name.size() - beside.size()))) {
            return true;
        }
    }
    return false;
}

} // namespace parsimony
