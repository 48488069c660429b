// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <cstddef>

namespace parsimony::compute {

class ComputeBackend;

/// The CUDA backend is a module of its own, loaded when somebody asks for a GPU: cuBLAS alone takes 230 MB of
/// memory and half a second from every program that links it. The module exports one C function.
inline constexpr const char* kCudaModuleSymbol = "parsimony_open_cuda";

/// Both sides are built from one source tree; the caller passes PARSIMONY_CUDA_BUILD, its version and what it
/// is built from, and the module refuses another.
/// `devices` are `count` numbers, none for all there are. Returns the backend, which the caller owns, or null
/// with a sentence in `message` (at most `capacity` bytes, its terminating zero included), as
/// layModuleMessage() lays it there. Throws nothing.
using OpenCuda = ComputeBackend* (*)(const char* version, const int* devices, std::size_t count,
                                     unsigned threads, char* message, std::size_t capacity);

/// Room for any sentence of the module.
inline constexpr std::size_t kModuleMessageBytes = 4096;

/// Lays the sentence's English into `message`, ended by a zero, and behind that what another language needs,
/// as JSON, where there is room: a program of another version reads the English alone. `message` is all
/// zeros.
void layModuleMessage(const Sentence& sentence, char* message, std::size_t capacity) noexcept;
/// What was laid there; of English alone, a sentence that is said as it is.
[[nodiscard]] Sentence moduleMessage(const char* message, std::size_t capacity);

} // namespace parsimony::compute
