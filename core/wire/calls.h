// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/free_calls.h"
#include "core/wire/project_calls.h"

// What can be asked of an engine: a struct for each method, with its name, its parameters and its answer.
// This is the table that the server, the window and the manual go by.
namespace parsimony::wire {

using RunCalls = decltype(joined(ProjectRunCalls(), FreeRunCalls()));

// The server's own.

struct OpenCall {
    static constexpr const char* method = "open";
    using Answer = struct Opened;
    std::string project;
    bool create = false;
};
struct Opened {
    std::int64_t session = 0;
    bool readOnly = false;
};
/// Ends a session; what runs goes on.
struct CloseCall {
    static constexpr const char* method = "close";
    using Answer = Nothing;
};
/// The id of a request, a text or a whole number.
struct RequestId {
    Json value;
};
template <>
struct Form<RequestId> {
    static Json write(const RequestId& id) { return id.value; }
    static RequestId read(const Json& json) { return {json}; }
};
/// Asks what that request began to stop at its next checkpoint.
struct CancelCall {
    static constexpr const char* method = "cancel";
    using Answer = Nothing;
    RequestId request;
};

template <>
inline constexpr auto fields<OpenCall> =
    std::tuple{field("project", &OpenCall::project), field("create", &OpenCall::create)};
template <>
inline constexpr auto fields<Opened> =
    std::tuple{field("session", &Opened::session), field("read_only", &Opened::readOnly)};

template <>
inline constexpr auto fields<CloseCall> = std::tuple{};
template <>
inline constexpr auto fields<CancelCall> = std::tuple{field("request", &CancelCall::request)};

} // namespace parsimony::wire
