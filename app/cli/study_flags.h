// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/run_flags.h"
#include "core/study/study_request.h"

#include <optional>
#include <string>
#include <vector>

// What sweeps, comparisons and studies are asked for, the same whether they run now or wait in a queue. Keep
// each alive as long as its command; bind it once.
namespace parsimony::cli {

class SweepFlags {
public:
    void bind(CLI::App& app);
    [[nodiscard]] study::SweepRequest request() const;

private:
    RunFlags m_flags;
    std::optional<std::string> m_epsilons;
    std::uint32_t m_repeats = 1;
};

class CompareFlags {
public:
    CompareFlags();
    void bind(CLI::App& app);
    /// Throws Error(Refused) for private data.
    [[nodiscard]] study::CompareRequest request() const;

private:
    RunFlags m_flags;
    std::vector<std::string> m_methods;
    std::optional<std::string> m_epsilons;
    std::uint32_t m_repeats = 1;
    bool m_oneByOne = false;
};

class StudyFlags {
public:
    void bind(CLI::App& app);
    /// Throws Error(Usage) where none is named.
    [[nodiscard]] study::StudyFile request(const std::string& command) const;

private:
    study::StudyFile m_file;
};

} // namespace parsimony::cli
