// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <filesystem>
#include <optional>
#include <string>

namespace parsimony::ledger {

/// Held by the one process that runs an experiment. A lock of the operating system on a file in the user's
/// runtime folder: it ends with the process, however that dies, and leaves nothing beside the project. It is
/// named after the project's id, so a copy of the file can't run beside the original.
class ExperimentLock {
public:
    ExperimentLock() = default;
    ExperimentLock(ExperimentLock&& other) noexcept;
    ExperimentLock& operator=(ExperimentLock&& other) noexcept;
    ~ExperimentLock();

    [[nodiscard]] bool held() const { return m_descriptor >= 0; }
    void release();

    /// nullopt when somebody else holds it. Throws Error(Failed) when the runtime folder can't be used.
    [[nodiscard]] static std::optional<ExperimentLock> tryTake(const std::string& projectId,
                                                               ExperimentId experiment);
    /// Whether some process (this one included) holds it now.
    [[nodiscard]] static bool taken(const std::string& projectId, ExperimentId experiment);

private:
    ExperimentLock(int descriptor, std::filesystem::path file)
        : m_descriptor(descriptor), m_file(std::move(file)) {}
    int m_descriptor = -1;
    std::filesystem::path m_file;
};

} // namespace parsimony::ledger
