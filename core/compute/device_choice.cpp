// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/device_choice.h"

#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace parsimony::compute {

namespace {

constexpr std::string_view kGpus = "cuda:";

} // namespace

DeviceChoice::DeviceChoice(std::string_view word) {
    if (word == automatic()) {
        return;
    }
    if (word == "cpu") {
        m_kind = Kind::Cpu;
        return;
    }
    m_kind = Kind::Gpus;
    if (word == "cuda") {
        m_unnumbered = true;
        m_numbers = {0};
        return;
    }
    if (word == "cuda:all") {
        return;
    }
    const auto refuseWord = [word] {
        failUsage(
            Sentence("--device must be auto, cpu, cuda, cuda:N, cuda:N,M or cuda:all, not \"{1}\"", word));
    };
    if (!word.starts_with(kGpus)) {
        refuseWord();
    }
    for (const std::string& text : splitAtCommas(word.substr(kGpus.size()))) {
        int number = -1;
        const char* last = text.data() + text.size();
        const auto [end, error] = std::from_chars(text.data(), last, number);
        const bool known = std::find(m_numbers.begin(), m_numbers.end(), number) != m_numbers.end();
        if (error != std::errc{} || end != last || number < 0 || known) {
            refuseWord();
        }
        m_numbers.push_back(number);
    }
}

std::string DeviceChoice::text() const {
    if (m_kind != Kind::Gpus) {
        return m_kind == Kind::Cpu ? "cpu" : automatic();
    }
    if (m_unnumbered) {
        return "cuda";
    }
    auto numbers = collected<std::string>(m_numbers, [](const int number) { return std::to_string(number); });
    return std::string(kGpus) + (numbers.empty() ? "all" : joined(numbers, ","));
}

const char* automatic() {
    return "auto";
}

} // namespace parsimony::compute
