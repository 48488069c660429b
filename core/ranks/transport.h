// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>

namespace parsimony::ranks {

/// Large things go in messages of so many bytes.
inline constexpr std::size_t kPieceBytes = std::size_t{4} << 20;

/// What a message is about; messages of one kind between two processes arrive in the order they were sent in.
enum class Tag {
    Hello = 1, ///< a process is ready
    Call,      ///< what to do next
    Rows,      ///< rows of the data
    Sums,      ///< a node of the tree of a pass
    Logits,
    Room,    ///< bytes that a process can keep
    Files,   ///< what a process finds in files
    Trials,  ///< to train, and what came of them
    Trouble, ///< a sentence: this process cannot go on
};

/// Messages between the processes of one run. Process 0 leads.
class Transport {
public:
    virtual ~Transport() = default;
    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;
    /// How many of the processes share this one's machine and its memory, itself included.
    [[nodiscard]] virtual int neighbours() const { return size(); }
    /// Returns when `bytes` may change again; calls `idle` while that takes time, which may throw.
    virtual void send(int to, Tag tag, std::span<const std::byte> bytes,
                      const std::function<void()>& idle) = 0;
    /// The sender and size of a message that has come and was not taken; of any sender where `from` is −1.
    struct Waiting {
        int from = 0;
        std::size_t bytes = 0;
    };
    [[nodiscard]] virtual std::optional<Waiting> waiting(int from, Tag tag) = 0;
    /// Takes that message; `out` is as large as it.
    virtual void take(int from, Tag tag, std::span<std::byte> out) = 0;
    /// Whether all processes are about to be ended from outside, as when one of them died: what is not said
    /// within a second is not said at all.
    [[nodiscard]] virtual bool ending() const { return false; }
    /// Ends all processes, this one too, with that status.
    [[noreturn]] virtual void endAll(int status) = 0;
};

/// The module that speaks MPI exports this C function. It returns the transport, which the caller owns, or
/// null with a sentence in `message` (at most `capacity` bytes, its terminating zero included). Throws
/// nothing. When the transport goes, so does MPI. `version` is PARSIMONY_RANKS_BUILD: another is refused.
inline constexpr const char* kMpiModuleSymbol = "parsimony_open_mpi";
using OpenMpi = Transport* (*)(const char* version, char* message, std::size_t capacity);

} // namespace parsimony::ranks
