// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with a GPU, as sentences. Nothing here needs CUDA: tests run through all of it on any
// machine.
#pragma once

#include "core/base/sentence.h"

#include <string>
#include <string_view>

namespace parsimony::gpu {

/// Kinds of failures that differ in what can be done about them.
enum class Trouble {
    OutOfMemory, ///< smaller chunks may do
    NoDevice,
    OldDriver,   ///< missing, or older than the toolkit
    WrongNumber, ///< there is no device of that number
    Taken,       ///< another process has it for itself
    WrongBuild,  ///< no code for this GPU in the module
    Capture,     ///< a graph could not be captured; plain launches do
    Lost,        ///< after it nothing works on this device until the program starts again
    Other,
};

/// The kind of a cudaError_t. The numbers are fixed by CUDA and compared with its header where that is there.
[[nodiscard]] Trouble troubleOfCuda(int status);
/// The kind of a cublasStatus_t.
[[nodiscard]] Trouble troubleOfBlas(int status);

/// One sentence: what was being done, what happened and what to do. `doing` is a pattern that catalogues
/// know, `detail` the library's own word for it, shown where the kind does not say everything.
[[nodiscard]] Sentence troubleSentence(Trouble trouble, std::string_view doing,
                                       const Sentence::Value& detail);

/// A failure of the device, Error(Failed) for whoever does not look closer.
class GpuError : public SaidError {
public:
    GpuError(Trouble trouble, std::string_view doing, const Sentence::Value& detail)
        : SaidError(ErrorCode::Failed, troubleSentence(trouble, doing, detail)), m_trouble(trouble) {}
    GpuError(Trouble trouble, std::string_view doing, std::string_view detail)
        : GpuError(trouble, doing, Sentence::Value{std::string(detail)}) {}
    [[nodiscard]] Trouble trouble() const noexcept { return m_trouble; }

private:
    Trouble m_trouble;
};

} // namespace parsimony::gpu
