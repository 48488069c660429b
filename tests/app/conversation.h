// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/lines.h"
#include "tests/app/program.h"

#include <nlohmann/json.hpp>
#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace parsimony::test {

/// `parsimony-cli serve --stdio` with more words, spoken to line by line.
class Conversation {
public:
    Conversation(const Workplace& place, const std::vector<std::string>& more);
    ~Conversation(); ///< hangs up and waits
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    [[nodiscard]] const nlohmann::json& hello() const { return m_hello; }
    void say(const std::string& line);
    /// Sends a request and gives its number back.
    int ask(const std::string& method, const nlohmann::json& params);
    /// The next line; null at the end.
    [[nodiscard]] nlohmann::json next();
    /// The last line on that request; what came before it is kept in `events`.
    [[nodiscard]] nlohmann::json answerTo(int id);
    [[nodiscard]] nlohmann::json answer(const std::string& method, const nlohmann::json& params) {
        return answerTo(ask(method, params));
    }
    /// Ends it as a lost connection does.
    void cut();

    std::vector<nlohmann::json> events;
    std::string heard; ///< all lines

private:
    pid_t m_pid = -1;
    int m_socket = -1, m_lastId = 0;
    wire::LineReader m_reader;
    nlohmann::json m_hello;
};

} // namespace parsimony::test
