// SPDX-License-Identifier: GPL-3.0-or-later
// A signed statement beside an exported model, checked by the program and by the script of the standard
// library.
#include "core/base/ed25519.h"
#include "core/export/statement.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace parsimony::test {
namespace {

using testing::HasSubstr;

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

    /// On the rows that lie in "data".
    void run(const std::string& project) const {
        Words words = m_place.onData("run", project);
        words.insert(words.end(),
                     {"-q", "--classes", "3", "--epsilon", "4", "--steps", "5", "--trials", "1"});
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

TEST_F(CliStatement, IsVerifiedByTheProgramAndByTheScript) {
    const Outcome signedOutcome = sign();
    ASSERT_EQ(signedOutcome.exitCode, 0) << signedOutcome.text();
    EXPECT_EQ(signedOutcome.json()["files"].back(), m_statement);
    const Words key{"--public-key", m_place.text("mine.public.pem")};
    Outcome checked = check(key);
    EXPECT_EQ(checked.exitCode, 0) << checked.text();
    EXPECT_TRUE(checked.json()["ok"].get<bool>());
    EXPECT_EQ(script("mine.public.pem"), 0);
    // Without the key everything else is checked, and a note says so.
    checked = check();
    EXPECT_EQ(checked.exitCode, 0) << checked.text();
    EXPECT_THAT(checked.out, HasSubstr("signature was not checked"));
    // A shared copy will do, and what the ledger takes up later.
    ASSERT_EQ(
        m_place.cli({"audit", "--storage", m_place.text("p.parsimony"), "--export", m_place.text("copy")})
            .exitCode,
        0);
    EXPECT_EQ(check(key, "copy").exitCode, 0);
    EXPECT_EQ(script("mine.public.pem", "copy"), 0);
    ASSERT_EQ(m_place
                  .cli({"budget", "raise", "--epsilon", "5", "--reason", "agreed", "--storage",
                        m_place.text("p.parsimony")})
                  .exitCode,
              0);
    EXPECT_EQ(check(key).exitCode, 0);
    EXPECT_EQ(script("mine.public.pem"), 0);
}

TEST_F(CliStatement, TheScriptAloneSaysThatItCheckedNoSignature) {
    ASSERT_EQ(sign().exitCode, 0);
    const std::string alone = m_place.text("verify_ledger.py");
    std::filesystem::copy_file(PARSIMONY_VERIFY, alone);
    EXPECT_EQ(script("mine.public.pem", "p.parsimony", alone), 5); // no problem, and not verified
}

TEST_F(CliStatement, AKeyThatIsNoneIsSaidAndNothingIsWritten) {
    writeBytes(m_place.path("words.pem"), "Dear colleague\n");
    for (const char* key : {"mine.public.pem", "words.pem", "nowhere.pem"}) {
        const Outcome wrong = sign(key);
        EXPECT_EQ(wrong.exitCode, 1) << wrong.text();
        EXPECT_THAT(wrong.json()["message"].get<std::string>(), HasSubstr(key));
        EXPECT_FALSE(std::filesystem::exists(m_place.path("model.safetensors"))) << key;
    }
    ASSERT_EQ(sign().exitCode, 0);
    for (const char* key : {"words.pem", "nowhere.pem", "mine.pem"}) {
        EXPECT_EQ(check({"--public-key", m_place.text(key)}).exitCode, 1) << key;
        EXPECT_NE(script(key), 0) << key;
    }
}

TEST_F(CliStatement, AnotherKeyModelProjectOrTextIsFound) {
    ASSERT_EQ(sign().exitCode, 0);
    const Words key{"--public-key", m_place.text("mine.public.pem")};
    const Outcome other = check({"--public-key", m_place.text("other.public.pem")});
    EXPECT_EQ(other.exitCode, 4) << other.text();
    EXPECT_EQ(script("other.public.pem"), 4);

    const std::string model = readBytes(m_place.path("model.safetensors"));
    writeBytes(m_place.path("model.safetensors"), model + " ");
    EXPECT_EQ(check(key).exitCode, 4);
    EXPECT_EQ(script("mine.public.pem"), 4);
    writeBytes(m_place.path("model.safetensors"), model);

    const std::string text = readBytes(m_statement);
    nlohmann::json envelope = nlohmann::json::parse(text);
    const auto payload = fromBase64(envelope["payload"].get<std::string>());
    nlohmann::json statement = nlohmann::json::parse(payload);
    const auto write = [&](const nlohmann::json& changed) {
        const std::string bytes = changed.dump();
        envelope["payload"] =
            toBase64(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
        writeBytes(m_statement, envelope.dump());
    };
    nlohmann::json changed = statement;
    changed["predicate"]["accounts"][0]["epsilon"] = 0.5;
    write(changed);
    EXPECT_EQ(check().exitCode, 4) << "the account, also without a key";
    EXPECT_EQ(check(key).exitCode, 4);
    EXPECT_EQ(script("mine.public.pem"), 4);
    changed = statement;
    changed["predicate"]["guarantee"] = "Everything is safe.";
    write(changed);
    EXPECT_EQ(check().exitCode, 4) << "the sentence, also without a key";
    changed = statement;
    changed["predicate"]["ledger"]["tip"] = std::string(64, '0');
    write(changed);
    EXPECT_EQ(check().exitCode, 4);
    EXPECT_EQ(script("mine.public.pem"), 4);

    for (const std::string& wrong :
         {std::string("{}"), std::string("no json"), text.substr(0, text.size() / 2)}) {
        writeBytes(m_statement, wrong);
        EXPECT_EQ(check(key).exitCode, 1) << wrong;
        EXPECT_EQ(script("mine.public.pem"), 1) << wrong;
    }
    std::filesystem::remove(m_statement);
    EXPECT_EQ(check(key).exitCode, 1);
    EXPECT_EQ(sign("mine.public.pem").exitCode, 1);
    EXPECT_EQ(sign("nowhere.pem").exitCode, 1);
    EXPECT_FALSE(std::filesystem::exists(m_statement));
}

// A signature says who states it, not that it is so: what the ledger knows better is found by both.
TEST_F(CliStatement, WhatASignerChangedIsFoundAgainstTheLedger) {
    ASSERT_EQ(sign().exitCode, 0);
    const Words key{"--public-key", m_place.text("mine.public.pem")};
    const nlohmann::json statement = statementThere();
    const auto expectFound = [&](const std::string& pointer, const nlohmann::json& value) {
        sealAgain(statement, pointer, value);
        const Outcome checked = check(key);
        EXPECT_EQ(checked.exitCode, 4) << pointer << checked.text();
        EXPECT_EQ(script("mine.public.pem"), 4) << pointer;
    };
    sealAgain(statement);
    ASSERT_EQ(check(key).exitCode, 0) << "unchanged";
    ASSERT_EQ(script("mine.public.pem"), 0);
    const std::string words = statement["predicate"]["guarantee"];
    std::string better = words;
    better.replace(better.find("epsilon = 4"), 11, "epsilon = 1");
    expectFound("/predicate/guarantee", better);
    expectFound("/predicate/epsilon", 1.0);
    expectFound("/predicate/delta", 1e-9);
    expectFound("/predicate/adjacency", "replace_one");
    expectFound("/predicate/private", false);
    expectFound("/predicate/rows_per_person", 7);
    expectFound("/predicate/method", "single");
    EXPECT_EQ(statement["predicate"]["trainer"], "dp-gd");
    expectFound("/predicate/trainer", "dp-adam");
    expectFound("/predicate/accounts", nlohmann::json::array());
    expectFound("/predicate/accounts/0/mu", 0.1);
    expectFound("/predicate/accounts/0/target_epsilon", 1.0);
    expectFound("/predicate/accounts/0/simulated", true);
    expectFound("/predicate/ledger/project", std::string(32, '0'));
    expectFound("/predicate/ledger/experiment", 77);
    expectFound("/predicate/ledger/trial", 7777);
    expectFound("/subject", nlohmann::json::array());

    // A key that is said twice: readers differ in which one they take.
    std::string twice = statement.dump();
    twice.insert(twice.find("\"epsilon\""), "\"epsilon\":0.1,");
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(twice.data()), twice.size());
    nlohmann::json envelope = nlohmann::json::parse(readBytes(m_statement));
    envelope["payload"] = toBase64(bytes);
    writeBytes(m_statement, envelope.dump());
    EXPECT_EQ(check().exitCode, 1);
    EXPECT_EQ(script("mine.public.pem"), 1);

    // A model that other rows trained, signed as this one's.
    writeDataset(m_place.path("data"), {600, 8, 3, 11}, {300, 8, 3, 12});
    run("o.parsimony");
    std::filesystem::remove(m_place.path("model.safetensors"));
    ASSERT_EQ(m_place
                  .cli({"export", "--storage", m_place.text("o.parsimony"), "--output",
                        m_place.text("model.safetensors")})
                  .exitCode,
              0);
    writeBytes(m_statement, exporting::sealed(exporting::statementOn({m_place.path("model.safetensors")},
                                                                     statement["predicate"]),
                                              mine()));
    const Outcome other = check(key);
    EXPECT_EQ(other.exitCode, 4) << other.text();
    EXPECT_THAT(other.text(), HasSubstr("weights"));

    // One that this program can't read, and others can.
    std::string bytesOfModel = readBytes(m_place.path("model.safetensors"));
    const std::size_t schema = bytesOfModel.find("parsimony_card");
    ASSERT_NE(schema, std::string::npos);
    bytesOfModel[schema] = 'P';
    writeBytes(m_place.path("model.safetensors"), bytesOfModel);
    writeBytes(m_statement, exporting::sealed(exporting::statementOn({m_place.path("model.safetensors")},
                                                                     statement["predicate"]),
                                              mine()));
    const Outcome unread = check(key);
    EXPECT_EQ(unread.exitCode, 4) << unread.text();
    EXPECT_THAT(unread.text(), HasSubstr("can't be compared with the weights"));
}

// It speaks of a trial: one of its files has to be what that released, in whatever form it was exported.
TEST_F(CliStatement, OneOfItsFilesHoldsTheWeightsOfItsTrial) {
    ASSERT_EQ(sign().exitCode, 0);
    const Words key{"--public-key", m_place.text("mine.public.pem")};
    const nlohmann::json predicate = nlohmann::json::parse(
        fromBase64(nlohmann::json::parse(readBytes(m_statement))["payload"].get<std::string>()))["predicate"];
    const auto expect = [&](const std::vector<std::string>& names, int status) {
        std::vector<std::filesystem::path> files;
        for (const std::string& name : names) {
            files.push_back(m_place.path(name));
        }
        writeBytes(m_statement, exporting::sealed(exporting::statementOn(files, predicate), mine()));
        const Outcome checked = check(key);
        EXPECT_EQ(checked.exitCode, status) << names.front() << checked.text();
        EXPECT_EQ(script("mine.public.pem"), status) << names.front();
    };
    for (const char* form : {"model.npz", "model.csv", "model.onnx"}) {
        ASSERT_EQ(
            m_place.cli({"export", "--storage", m_place.text("p.parsimony"), "--output", m_place.text(form)})
                .exitCode,
            0);
        expect({form}, 0);
    }
    expect({"model.safetensors"}, 0);
    expect({"model.safetensors.md"}, 4);
    expect({"mine.public.pem"}, 4);
    // Of the right form, and another run's.
    writeDataset(m_place.path("data"), {600, 8, 3, 11}, {300, 8, 3, 12});
    run("o.parsimony");
    for (const char* form : {"other.onnx", "other.csv", "other.npz"}) {
        ASSERT_EQ(
            m_place.cli({"export", "--storage", m_place.text("o.parsimony"), "--output", m_place.text(form)})
                .exitCode,
            0);
        expect({form, "model.safetensors.md"}, 4);
        expect({form, "model.safetensors"}, 4);
        expect({"model.safetensors", form}, 4);
    }
}

// What others load is the array of that name, whatever else lies in the file or beside it.
TEST_F(CliStatement, EveryModelThatIsThereHoldsTheWeightsWhereTheyAreRead) {
    ASSERT_EQ(sign().exitCode, 0);
    const nlohmann::json predicate = statementThere()["predicate"];
    const std::string model = readBytes(m_place.path("model.safetensors"));
    const std::size_t begin =
        8 + static_cast<unsigned char>(model[0]) + 256U * static_cast<unsigned char>(model[1]);
    nlohmann::json header = nlohmann::json::parse(model.substr(8, begin - 8));
    const std::string values = model.substr(begin);
    header["a_real"] = {{"dtype", "F32"},
                        {"shape", {values.size() / 4}},
                        {"data_offsets", {values.size(), 2 * values.size()}}};
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    std::string length(8, '\0');
    length[0] = static_cast<char>(text.size() & 0xffU);
    length[1] = static_cast<char>(text.size() >> 8U);
    std::string other = values;
    other[3] = static_cast<char>(other[3] ^ '\x80');
    writeBytes(m_place.path("false.safetensors"), length + text + other + values);
    const auto expectFound = [&](const std::vector<std::filesystem::path>& files) {
        nlohmann::json statement = exporting::statementOn(files, predicate);
        for (const bool ghost : {false, true}) { // one that is not there hides none that is
            if (ghost) {
                const nlohmann::json absent = {{"name", "ghost.npz"},
                                               {"digest", {{"sha256", std::string(64, '0')}}}};
                statement["subject"].insert(statement["subject"].begin(), absent);
            }
            writeBytes(m_statement, exporting::sealed(statement, mine()));
            EXPECT_EQ(check({"--public-key", m_place.text("mine.public.pem")}).exitCode, 4);
            EXPECT_EQ(script("mine.public.pem"), 4);
        }
    };
    expectFound({m_place.path("false.safetensors")});
    expectFound({m_place.path("false.safetensors"), m_place.path("model.safetensors")});
}

TEST_F(CliStatement, AFieldThatIsMissingOrOfAnotherTypeIsAProblem) {
    ASSERT_EQ(sign().exitCode, 0);
    const nlohmann::json statement = statementThere();
    for (const char* field : {"guarantee", "epsilon", "delta", "method", "accounts"}) {
        nlohmann::json changed = statement;
        changed["predicate"].erase(field);
        sealAgain(changed);
        EXPECT_EQ(script("mine.public.pem"), 4) << field;
        sealAgain(statement, std::string("/predicate/") + field, nullptr);
        EXPECT_EQ(script("mine.public.pem"), 4) << field;
    }
    sealAgain(statement, "/subject", 5);
    EXPECT_EQ(script("mine.public.pem"), 4);
}

TEST_F(CliStatement, FiguresAreOfTheirTypeAndAsExactAsTheLedgers) {
    ASSERT_EQ(sign().exitCode, 0);
    const nlohmann::json statement = statementThere();
    const auto expectFound = [&](const std::string& pointer, const nlohmann::json& value) {
        sealAgain(statement, pointer, value);
        EXPECT_NE(check({"--public-key", m_place.text("mine.public.pem")}).exitCode, 0) << pointer;
        EXPECT_NE(script("mine.public.pem"), 0) << pointer;
    };
    const nlohmann::json& predicate = statement["predicate"];
    expectFound("/predicate/rows_per_person", true);
    expectFound("/predicate/rows_per_person", 1.0);
    expectFound("/predicate/private", 1);
    expectFound("/predicate/ledger/rows", predicate["ledger"]["rows"].get<double>());
    expectFound("/predicate/epsilon", predicate["epsilon"].get<double>() * (1.0 - 9e-7));
    expectFound("/predicate/accounts/0/epsilon",
                predicate["accounts"][0]["epsilon"].get<double>() * (1.0 - 9e-7));
    expectFound("/predicate/accounts/0/simulated", 0);
}

// What the accounts came to at the statement's tip is known however much was spent since.
TEST_F(CliStatement, SmallerFiguresAreFoundOnALedgerThatHasGrownSince) {
    ASSERT_EQ(sign().exitCode, 0);
    const nlohmann::json statement = statementThere();
    ASSERT_EQ(m_place
                  .cli({"budget", "raise", "--epsilon", "6", "--reason", "agreed", "--storage",
                        m_place.text("p.parsimony")})
                  .exitCode,
              0);
    Words again = m_place.onData("run", "p.parsimony");
    again.insert(again.end(), {"-q", "--classes", "3", "--steps", "5", "--trials", "1"});
    const Outcome more = m_place.cli(again);
    ASSERT_EQ(more.exitCode, 0) << more.text();
    const Words key{"--public-key", m_place.text("mine.public.pem")};
    EXPECT_EQ(check(key).exitCode, 0) << check(key).text();
    EXPECT_EQ(script("mine.public.pem"), 0);
    for (const auto& [field, value] :
         {std::pair{"epsilon", 1.0}, std::pair{"mu", 0.1}, std::pair{"target_epsilon", 2.0}}) {
        nlohmann::json changed = statement;
        changed["predicate"]["accounts"][0][field] = value;
        writeBytes(m_statement, exporting::sealed(changed, mine()));
        EXPECT_EQ(check(key).exitCode, 4) << field << check(key).text();
        EXPECT_EQ(script("mine.public.pem"), 4) << field;
    }
    nlohmann::json without = statement;
    without["predicate"]["accounts"] = nlohmann::json::array();
    writeBytes(m_statement, exporting::sealed(without, mine()));
    EXPECT_EQ(check(key).exitCode, 4);
    EXPECT_EQ(script("mine.public.pem"), 4);
}

} // namespace
} // namespace parsimony::test
