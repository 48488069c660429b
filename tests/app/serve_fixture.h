// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/conversation.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace parsimony::test {

using nlohmann::json;
namespace fs = std::filesystem;

/// A server with a root, in which rows stand.
class CliServe : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(m_place.path("root"));
        writeDataset(m_place.path("root/data"), {2000, 32, 3, 1}, {300, 32, 3, 2});
    }
    [[nodiscard]] static json options() {
        return {{"data", "data"}, {"classes", 3},   {"records", 2000}, {"epsilon", 4},
                {"delta", 1e-5},  {"steps", "100"}, {"trials", 2},     {"threads", 1}};
    }
    [[nodiscard]] std::vector<std::string> below() const { return {"--root", m_place.text("root")}; }
    /// What the curator does first.
    static Outcome declare(const Workplace& place, const std::string& project = "p.parsimony",
                           const std::string& epsilon = "4", const std::string& data = "data") {
        return place.cli({"budget", "declare", "-f", "json", "--storage", place.text("root/" + project),
                          "--data", place.text("root/" + data), "--classes", data == "data" ? "3" : "10",
                          "--epsilon", epsilon, "--delta", "1e-5", "--records",
                          data == "data" ? "2000" : "1437"});
    }
    [[nodiscard]] static json opened(Conversation& talk, const std::string& project = "p.parsimony") {
        return talk.answer("open", {{"project", project}, {"create", true}})["result"]["session"];
    }
    static int codeOf(const json& line) { return line.value("error", json::object()).value("code", 0); }
    static std::string messageOf(const json& line) {
        return line.value("error", json::object()).value("message", "");
    }

    /// The process of the engine for that root.
    static pid_t engineOf(const std::string& root) {
        for (const auto& entry : fs::directory_iterator("/proc")) {
            const std::string words = readBytes(entry.path() / "cmdline");
            if (words.find("--engine") != std::string::npos && words.find(root) != std::string::npos) {
                return std::stoi(entry.path().filename().string());
            }
        }
        throw std::runtime_error("there is no engine");
    }

    Workplace m_place;
};

/// With a budget for the rows in p.parsimony.
class CliServeOnBudget : public CliServe {
protected:
    void SetUp() override {
        CliServe::SetUp();
        ASSERT_EQ(declare(m_place).exitCode, 0);
    }
};

} // namespace parsimony::test
