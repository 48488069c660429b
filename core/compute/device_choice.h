// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parsimony::compute {

/// Where to compute: what is best here, the CPU, or some of the CUDA devices.
class DeviceChoice {
public:
    DeviceChoice() = default; ///< `auto`
    /// `auto`, `cpu`, `cuda` (the first), `cuda:N`, `cuda:N,M…` or `cuda:all`; whether it is there is not
    /// asked. Throws Error(Usage) for another word.
    explicit DeviceChoice(std::string_view word);

    /// The CPU, by name or as what is best: GPUs are taken by name alone.
    [[nodiscard]] bool isCpu() const { return m_kind != Kind::Gpus; }
    /// Of CUDA devices: their numbers; none for all there are.
    [[nodiscard]] const std::vector<int>& numbers() const { return m_numbers; }
    /// The word.
    [[nodiscard]] std::string text() const;
    friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;

private:
    enum class Kind { Automatic, Cpu, Gpus };
    Kind m_kind = Kind::Automatic;
    bool m_unnumbered = false; ///< `cuda`, which is the first one
    std::vector<int> m_numbers;
};

/// The word for what is best here, of devices as of precisions.
[[nodiscard]] const char* automatic();

} // namespace parsimony::compute
