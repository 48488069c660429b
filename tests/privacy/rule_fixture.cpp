// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/privacy/rule_fixture.h"

#include "core/base/number_text.h"
#include "tests/core/ledger/forger.h"

#include <csignal>
#include <filesystem>
#include <numeric>

namespace parsimony::test {

void RuleTest::SetUp() {
    writeDataset(m_place.path("data"), {rows, dim, classes, 1}, {200, dim, classes, 2});
}

ProgramOptions RuleTest::options() const {
    auto options = m_place.options();
    options.environment["PARSIMONY_REGISTRY"] = m_place.text(m_registry);
    return options;
}

Words RuleTest::run(const std::string& project, const std::string& data, double epsilon) const {
    return {"run",       "-f",
            "json",      "-q",
            "--storage", m_place.text(project),
            "--data",    m_place.text(data),
            "--classes", std::to_string(classes),
            "--epsilon", numberText(epsilon),
            "--delta",   "1e-5",
            "--steps",   "4",
            "--trials",  "1",
            "--threads", "1"};
}

Outcome RuleTest::audit(const std::string& project, const Words& more) const {
    Words words = {"audit", "-f", "json", "--storage", m_place.text(project)};
    words.insert(words.end(), more.begin(), more.end());
    return cli(words);
}

double RuleTest::charged(const std::string& project, const std::string& part) const {
    const Outcome outcome = audit(project);
    double epsilon = -1.0;
    const nlohmann::json report = outcome.json();
    for (const auto& figure : report["datasets"]) {
        if (figure["part"] == part) {
            epsilon = figure["epsilon"].get<double>();
        }
    }
    EXPECT_GE(epsilon, 0.0) << outcome.text();
    return epsilon;
}

void RuleTest::leaveKilled(const std::string& project, const Words& words) {
    for (long at = 150;; at += 20) {
        m_registry = "registry-" + std::to_string(at);
        std::filesystem::remove(m_place.path(project));
        std::filesystem::remove(m_place.path(project + "-wal"));
        auto preload = options();
        preload.environment["LD_PRELOAD"] = PARSIMONY_KILL_LIBRARY;
        preload.environment["ASAN_OPTIONS"] = "verify_asan_link_order=0:detect_leaks=0";
        preload.environment["PARSIMONY_KILL_AT"] = std::to_string(at);
        ASSERT_EQ(m_place.cli(words, preload).exitCode, 128 + SIGKILL);
        const auto trials =
            cli({"trials", "-f", "json", "--storage", m_place.text(project)}).json()["trials"];
        for (const auto& trial : trials) {
            if (trial["state"] == "interrupted") {
                return;
            }
        }
    }
}

void RuleTest::tamper(const std::string& project, const std::string& sql) const {
    ledger::forge(m_place.text(project), sql);
}

std::string RuleTest::idOf(std::size_t person) {
    return "pseudonym-" + std::to_string(7000000 + person);
}

std::vector<std::size_t> RuleTest::people(std::size_t first, std::size_t count) {
    std::vector<std::size_t> ids(count);
    std::iota(ids.begin(), ids.end(), first);
    return ids;
}

void RuleTest::writeIds(const std::string& name, const std::vector<std::size_t>& ids) const {
    std::string text;
    for (const std::size_t id : ids) {
        text += idOf(id) + "\n";
    }
    writeBytes(m_place.path(name), text);
}

} // namespace parsimony::test
