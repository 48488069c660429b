// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_name.h"

#include <unistd.h>

#include <fstream>
#include <sstream>

namespace parsimony {

namespace {

constexpr int kBeginField = 22; ///< of /proc/PID/stat, counted from one, as is that of the state
constexpr int kStateField = 3;

/// In ticks since the machine was started; empty where there is no such process, or nothing but its end is
/// left to be told.
std::string beginOf(const std::string& number) {
    std::ifstream file("/proc/" + number + "/stat");
    std::string text;
    std::getline(file, text);
    const auto name = text.rfind(')'); // the name itself may hold brackets and blanks
    if (name == std::string::npos) {
        return {};
    }
    std::istringstream fields(text.substr(name + 1));
    std::string field;
    for (int i = kStateField; i <= kBeginField && (fields >> field); ++i) {
        if (i == kStateField && (field == "Z" || field == "X")) {
            return {};
        }
    }
    return fields ? field : std::string();
}

std::string bootId() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

} // namespace

std::string thisProcess() {
    const std::string number = std::to_string(getpid());
    return number + " " + beginOf(number) + " " + bootId();
}

bool isRunning(const std::string& process) {
    const auto end = process.find(' ');
    const std::string number = process.substr(0, end);
    if (end == std::string::npos || number.find_first_not_of("0123456789") != std::string::npos) {
        return false;
    }
    const std::string begin = beginOf(number);
    return !begin.empty() && process == number + " " + begin + " " + bootId();
}

} // namespace parsimony
