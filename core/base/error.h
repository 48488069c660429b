// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

namespace parsimony {

/// What went wrong, as the exit code of the command line names it.
enum class ErrorCode {
    Failed = 1,        ///< the work failed, or a file is wrong
    Usage = 2,         ///< the request is wrong
    Refused = 3,       ///< refused for privacy reasons; nothing was spent
    AuditFinding = 4,  ///< an audit found something
    Interrupted = 130, ///< stopped on request; resumable
};

/// A spend that does not fit its account, all in ε at the account's δ.
struct RefusedSpend {
    double requested = 0.0;
    double remaining = 0.0;
    double missing = 0.0;
};

/// The one error type at the engine's boundaries: a code and one sentence that says what is wrong, in which
/// file or option, and what to do. The sentence never quotes a value of private data.
class Error : public std::runtime_error {
public:
    Error(ErrorCode code, const std::string& message) : std::runtime_error(message), m_code(code) {}
    Error(const std::string& message, RefusedSpend spend)
        : std::runtime_error(message), m_code(ErrorCode::Refused), m_spend(spend) {}

    [[nodiscard]] ErrorCode code() const noexcept { return m_code; }
    [[nodiscard]] int exitCode() const noexcept { return static_cast<int>(m_code); }
    [[nodiscard]] const std::optional<RefusedSpend>& refusedSpend() const noexcept { return m_spend; }

private:
    ErrorCode m_code;
    std::optional<RefusedSpend> m_spend;
};

[[noreturn]] void fail(const std::string& message);      ///< throws Error(Failed)
[[noreturn]] void failUsage(const std::string& message); ///< throws Error(Usage)
[[noreturn]] void refuse(const std::string& message);    ///< throws Error(Refused)

} // namespace parsimony
