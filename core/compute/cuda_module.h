// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace parsimony::compute {

class ComputeBackend;

/// The CUDA backend is a module of its own, loaded when somebody asks for a GPU: cuBLAS alone takes 230 MB of
/// memory and half a second from every program that links it. The module exports one C function.
inline constexpr const char* kCudaModuleSymbol = "parsimony_open_cuda";

/// Both sides are built from one source tree; the caller passes its version and the module refuses another.
/// `devices` are `count` numbers, none for all there are. Returns the backend, which the caller owns, or null
/// with a sentence in `message` (at most `capacity` bytes, its terminating zero included). Throws nothing.
using OpenCuda = ComputeBackend* (*)(const char* version, const int* devices, std::size_t count,
                                     unsigned threads, char* message, std::size_t capacity);

} // namespace parsimony::compute
