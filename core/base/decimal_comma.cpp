// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/decimal_comma.h"

#include "core/base/number_parse.h"

#include <fstream>
#include <regex>

namespace parsimony {

void refuseDecimalComma(const std::filesystem::path& file, std::size_t line, const std::string& where) {
    std::ifstream lines(file);
    std::string text;
    for (std::size_t i = 0; i < line && std::getline(lines, text); ++i) {
    }
    static const std::regex pattern(R"(^\s*[\w-]+\s*=\s*([+-]?\d+,\d+)\s*(#.*)?$)");
    std::smatch found;
    if (std::regex_match(text, found, pattern)) {
        static_cast<void>(parseNumber(found[1].str(), where));
    }
}

} // namespace parsimony
