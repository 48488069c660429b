# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of the project shares: language level, warnings, sanitizers, output folders.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(PARSIMONY_CCACHE ccache)
if(PARSIMONY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${PARSIMONY_CCACHE}")
endif()

add_library(parsimony_flags INTERFACE)
target_compile_features(parsimony_flags INTERFACE cxx_std_20)
target_include_directories(parsimony_flags INTERFACE "${PROJECT_SOURCE_DIR}")
# Contraction stays off: released numbers must not depend on which fused operations a compiler picks.
target_compile_options(parsimony_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wundef>
    # GCC 12 warns of overlapping copies in its own std::string where there are none (GCC PR 105651), and with
    # precompiled headers of overflows too, because it then forgets that std::string is a system header.
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${PARSIMONY_WERROR}>>:-Werror;-Wno-error=restrict>"
    "$<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<BOOL:${PARSIMONY_PRECOMPILE}>>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-restrict>"
    # Clang writes the time into precompiled headers, so that ccache never knows them again.
    "$<$<AND:$<COMPILE_LANG_AND_ID:CXX,Clang>,$<BOOL:${PARSIMONY_PRECOMPILE}>>:SHELL:-Xclang -fno-pch-timestamp>")
if(PARSIMONY_SANITIZE)
    # GCC warns of values that the sanitizers' own code leaves open: the plain build is the one to believe.
    target_compile_options(parsimony_flags INTERFACE
        "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${PARSIMONY_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer>"
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
    target_link_options(parsimony_flags INTERFACE -fsanitize=${PARSIMONY_SANITIZE})
    if(PARSIMONY_SANITIZE MATCHES "address") # compilers tell it in ways of their own
        target_compile_definitions(parsimony_flags INTERFACE PARSIMONY_HAS_ASAN=1)
    endif()
    # AddressSanitizer tells of a null pointer and of an object's end too; these checks of Clang's are a third of a build.
    # The third looks at casts down a class, of which the core has none but from void*.
    if(PARSIMONY_SANITIZE MATCHES "address,undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        target_compile_options(parsimony_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=null,object-size,vptr>)
    endif()
endif()

# Where everything is built at once, its sixty programs are linked in a third of the time.
if(PARSIMONY_PRECOMPILE AND PARSIMONY_BUILD_TESTS)
    include(CheckLinkerFlag)
    check_linker_flag(CXX -fuse-ld=lld PARSIMONY_HAS_LLD)
    if(PARSIMONY_HAS_LLD)
        target_link_options(parsimony_flags INTERFACE -fuse-ld=lld)
    endif()
endif()

# Most of what a file reads is JSON and the standard library. Where everything is built at once (presets release, ci and
# asan) that is read once per kind of target; the preset dev does without, so that a missing include is found.
set(PARSIMONY_PRECOMPILED <nlohmann/json.hpp> <algorithm> <chrono> <cmath> <filesystem> <functional> <map> <memory> <mutex>
    <optional> <stop_token> <string> <thread> <variant> <vector>)

# parsimony_precompile(TARGET KIND [HEADERS…]): the first target of a kind makes the precompiled header, the others use
# it. Targets of one kind have the same compile options.
function(parsimony_precompile target kind)
    if(NOT PARSIMONY_PRECOMPILE)
        return()
    endif()
    get_property(host GLOBAL PROPERTY PARSIMONY_PRECOMPILED_${kind})
    if(host)
        target_precompile_headers(${target} REUSE_FROM ${host})
    else()
        target_precompile_headers(${target} PRIVATE ${PARSIMONY_PRECOMPILED} ${ARGN})
        set_property(GLOBAL PROPERTY PARSIMONY_PRECOMPILED_${kind} ${target})
    endif()
endfunction()

# What a dozen files instantiate of JSON, GoogleTest and Qt is compiled once, in half of the time. Names in anonymous
# namespaces differ within a target for that; the preset dev does without, so that every file stands on its own.
if(PARSIMONY_UNITY)
    set(CMAKE_UNITY_BUILD ON)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 24)
    # Test suites stand in anonymous namespaces, and a unity file is no main file to GCC.
    target_compile_options(parsimony_flags INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
    # GCC goes through all of a precompiled header whenever it looks for memory to use again, which is an eighth of a build:
    # where a compiler may have 2 GB, it does not before it holds one.
    cmake_host_system_information(RESULT parsimony_memory QUERY TOTAL_PHYSICAL_MEMORY)
    cmake_host_system_information(RESULT parsimony_cores QUERY NUMBER_OF_LOGICAL_CORES)
    math(EXPR parsimony_memory_of_each "${parsimony_memory} / ${parsimony_cores}")
    if(parsimony_memory_of_each GREATER 2000)
        target_compile_options(parsimony_flags INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1000000>)
    endif()
endif()

# Loops over rows gain from -O3; under sanitizers even -O1 takes most of the build, and only arithmetic needs it.
if(PARSIMONY_SANITIZE)
    set(parsimony_fastest -O1)
else()
    set(parsimony_fastest -O3)
endif()
function(parsimony_optimise target)
    if(PARSIMONY_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Release")
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${parsimony_fastest}>)
    endif()
endfunction()
# Tests run once: where everything is built at once, optimising them takes longer than it saves.
function(parsimony_optimise_not target)
    if(PARSIMONY_PRECOMPILE)
        target_compile_options(${target} PRIVATE -O0)
    endif()
endfunction()
# The window and the commands wait for people: where tests are built too, the same holds for them.
function(parsimony_optimise_released target)
    if(PARSIMONY_BUILD_TESTS)
        parsimony_optimise_not(${target})
    endif()
endfunction()

# parsimony_build_header(NAME files…): writes parsimony_NAME_build.h with PARSIMONY_NAME_BUILD, the version and a digest of
# these files and of the compiler: programs that hand each other structs as they lie compare it. It changes when those do.
function(parsimony_build_header name)
    set(digests "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_SYSTEM_PROCESSOR}")
    foreach(file IN LISTS ARGN)
        get_filename_component(path "${file}" ABSOLUTE)
        file(SHA256 "${path}" digest)
        string(APPEND digests " ${digest}")
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    endforeach()
    string(SHA256 digest "${digests}")
    string(SUBSTRING "${digest}" 0 12 PARSIMONY_BUILD_DIGEST)
    string(TOUPPER "${name}" PARSIMONY_BUILD_NAME)
    configure_file("${PROJECT_SOURCE_DIR}/core/base/build.h.in"
        "${PROJECT_BINARY_DIR}/core/base/generated/parsimony_${name}_build.h" @ONLY)
endfunction()

# parsimony_room(NAME [ARITHMETIC] SOURCES… [LINK libraries…]): one folder of the core is one static library, so that an
# include against the direction of the arrows fails to link. ARITHMETIC: optimised as far as the compiler can.
function(parsimony_room name)
    cmake_parse_arguments(ROOM "ARITHMETIC" "" "SOURCES;LINK;PRIVATE" ${ARGN})
    add_library(parsimony_${name} STATIC ${ROOM_SOURCES})
    add_library(parsimony::${name} ALIAS parsimony_${name})
    target_link_libraries(parsimony_${name} PUBLIC parsimony_flags ${ROOM_LINK} PRIVATE ${ROOM_PRIVATE})
    if(ROOM_ARITHMETIC)
        parsimony_optimise(parsimony_${name})
        parsimony_precompile(parsimony_${name} arithmetic)
    else()
        parsimony_precompile(parsimony_${name} room)
    endif()
endfunction()
