// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/conversation.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace parsimony::test {

namespace {

int begin(const Workplace& place, const std::vector<std::string>& more, pid_t& child) {
    std::array<int, 2> talk{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk.data()) != 0) {
        throw std::runtime_error("no pair of sockets");
    }
    std::vector<std::string> words{PARSIMONY_CLI, "serve", "--stdio", "--patience", "1"};
    words.insert(words.end(), more.begin(), more.end());
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    const ProgramOptions options = place.options();
    child = fork();
    if (child == 0) {
        dup2(talk[1], STDIN_FILENO);
        dup2(talk[1], STDOUT_FILENO);
        for (const auto& [name, value] : options.environment) {
            setenv(name.c_str(), value.c_str(), 1);
        }
        if (chdir(options.folder.c_str()) == 0) {
            execv(arguments.front(), arguments.data());
        }
        _exit(127);
    }
    close(talk[1]);
    return talk[0];
}

} // namespace

Conversation::Conversation(const Workplace& place, const std::vector<std::string>& more)
    : m_socket(begin(place, more, m_pid)), m_reader(m_socket, std::size_t{1} << 30U) {
    m_hello = next();
}

Conversation::~Conversation() {
    shutdown(m_socket, SHUT_WR);
    waitpid(m_pid, nullptr, 0);
    close(m_socket);
}

void Conversation::say(const std::string& line) {
    const std::string whole = line + "\n";
    for (std::size_t done = 0; done < whole.size();) {
        const auto put = send(m_socket, whole.data() + done, whole.size() - done, MSG_NOSIGNAL);
        if (put <= 0) {
            return;
        }
        done += static_cast<std::size_t>(put);
    }
}

int Conversation::ask(const std::string& method, const nlohmann::json& params) {
    say(nlohmann::json{{"id", ++m_lastId}, {"method", method}, {"params", params}}.dump());
    return m_lastId;
}

nlohmann::json Conversation::next() {
    const auto line = m_reader.next();
    if (!line) {
        return nullptr;
    }
    heard += line->text + "\n";
    return nlohmann::json::parse(line->text);
}

nlohmann::json Conversation::answerTo(int id) {
    while (true) {
        nlohmann::json line = next();
        if (line.is_null() || (line.value("id", nlohmann::json()) == id && !line.contains("event"))) {
            return line;
        }
        events.push_back(std::move(line));
    }
}

void Conversation::cut() {
    kill(m_pid, SIGKILL);
}

} // namespace parsimony::test
