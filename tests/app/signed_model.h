// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ed25519.h"
#include "core/export/statement.h"
#include "tests/app/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>
#include <vector>

namespace parsimony::test {

/// A project with an exported model and its signed statement, once sign() was called.
class CliStatement : public testing::Test {
protected:
    using Words = std::vector<std::string>;

    void SetUp() override {
        writeDataset(m_place.path("data"), {600, 8, 3, 1}, {300, 8, 3, 2});
        run("p.parsimony");
        writeKeys("mine", "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                  "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
        writeKeys("other", "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                  "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
    }

    /// What a run asks for beside that.
    [[nodiscard]] virtual Words more() const { return {}; }
    /// On the rows that lie in "data".
    void run(const std::string& project) const {
        Words words = m_place.onData("run", project);
        words.insert(words.end(),
                     {"-q", "--classes", "3", "--epsilon", "4", "--steps", "5", "--trials", "1"});
        const Words wanted = more();
        words.insert(words.end(), wanted.begin(), wanted.end());
        const Outcome outcome = m_place.cli(words);
        ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    }
    /// `NAME.pem` and `NAME.public.pem` of a seed and its public key.
    void writeKeys(const std::string& name, const std::string& seed, const std::string& open) const {
        const auto pem = [&](const std::string& file, const std::string& kind, const std::string& hex) {
            std::vector<std::uint8_t> der;
            for (std::size_t i = 0; i < hex.size(); i += 2) {
                der.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
            }
            writeBytes(m_place.path(file), "-----BEGIN " + kind + " KEY-----\n" + toBase64(der) +
                                               "\n-----END " + kind + " KEY-----\n");
        };
        pem(name + ".pem", "PRIVATE", "302e020100300506032b657004220420" + seed);
        pem(name + ".public.pem", "PUBLIC", "302a300506032b6570032100" + open);
    }

    [[nodiscard]] Outcome sign(const std::string& key = "mine.pem") const {
        return m_place.cli({"export", "-f", "json", "--storage", m_place.text("p.parsimony"), "--output",
                            m_place.text("model.safetensors"), "--sign", m_place.text(key)});
    }
    [[nodiscard]] Outcome check(const Words& more = {}, const std::string& project = "p.parsimony") const {
        Words words{"audit", "-f", "json", "--storage", m_place.text(project), "--statement", m_statement};
        words.insert(words.end(), more.begin(), more.end());
        return m_place.cli(words);
    }
    /// The exit status of the script without this project's code.
    [[nodiscard]] int script(const std::string& key, const std::string& project = "p.parsimony",
                             const std::string& file = PARSIMONY_VERIFY) const {
        const std::string command = "python3 -I -S '" + file + "' '" + m_place.text(project) +
                                    "' --statement '" + m_statement + "' --public-key '" + m_place.text(key) +
                                    "' > /dev/null 2>&1";
        return WEXITSTATUS(std::system(command.c_str()));
    }

    [[nodiscard]] SigningKey mine() const { return SigningKey::read(m_place.path("mine.pem")); }
    /// What is signed in the file of the statement.
    [[nodiscard]] nlohmann::json statementThere() const {
        return nlohmann::json::parse(
            fromBase64(nlohmann::json::parse(readBytes(m_statement))["payload"].get<std::string>()));
    }
    /// Puts it there as the owner of "mine.pem" signs it: with another value at that place, if any.
    void sealAgain(nlohmann::json statement, const std::string& pointer = {},
                   const nlohmann::json& value = {}) const {
        if (!pointer.empty()) {
            statement[nlohmann::json::json_pointer(pointer)] = value;
        }
        writeBytes(m_statement, exporting::sealed(statement, mine()));
    }

    Workplace m_place;
    std::string m_statement = m_place.text("model.safetensors.statement.json");
};

} // namespace parsimony::test
