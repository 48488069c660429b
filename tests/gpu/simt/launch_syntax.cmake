# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DFROM=kernels.cu -DTO=kernels.cpp [-DNAMESPACE=name -DREPLACE=text -DBY=text] -P launch_syntax.cmake
# Writes CUDA's launches, the one thing that is no C++, as calls: kernel<4><<<a, b, c, d>>>(e) becomes
# simt::grid("kernel", kernel<4>, a, b, c, d)(e). A mutant has one text replaced and a namespace of its own inside
# the kernels'.
cmake_minimum_required(VERSION 3.25)
file(READ "${FROM}" source)
if(NAMESPACE)
    string(FIND "${source}" "${REPLACE}" found)
    if(found EQUAL -1)
        message(FATAL_ERROR "${FROM} has no \"${REPLACE}\" any more")
    endif()
    string(REPLACE "${REPLACE}" "${BY}" source "${source}")
    string(REPLACE "namespace parsimony::gpu {" "namespace parsimony::gpu::${NAMESPACE} {" source "${source}")
endif()
string(REGEX REPLACE "([A-Za-z]+)((<[A-Za-z0-9, ]+>)?)[ \n]*<<<" "::parsimony::gpu::testing::simt::grid(\"\\1\", \\1\\2, " source "${source}")
string(REPLACE ">>>(" ")(" source "${source}")
file(WRITE "${TO}" "#line 1 \"${FROM}\"\n${source}")
