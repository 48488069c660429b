// SPDX-License-Identifier: GPL-3.0-or-later
// A signed statement beside an exported model, checked by the program and by the script of the standard
// library.
#include "tests/app/signed_model.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <utility>

namespace parsimony::test {
namespace {

using testing::HasSubstr;

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
    EXPECT_FALSE(checked.json()["ok"].get<bool>());
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

// What could not be compared is not verified: by the status of the script, by `ok` and words of the program.
TEST_F(CliStatement, WithoutTheKeyOrTheModelNothingIsCalledVerified) {
    ASSERT_EQ(sign().exitCode, 0);
    const Words key{"--public-key", m_place.text("mine.public.pem")};
    const std::string words = m_place.text("words.txt");
    const auto scriptSays = [&](const std::string& option) {
        const int status =
            std::system(("python3 -I -S '" PARSIMONY_VERIFY "' '" + m_place.text("p.parsimony") +
                         "' --statement '" + m_statement + "' " + option + " > '" + words + "' 2>&1")
                            .c_str());
        return WEXITSTATUS(status);
    };
    EXPECT_EQ(scriptSays(""), 5);
    EXPECT_THAT(readBytes(words), HasSubstr("signature was not checked: give --public-key"));
    EXPECT_THAT(readBytes(words), HasSubstr("NOT verified"));
    const Outcome unsignedCheck =
        m_place.cli({"audit", "--storage", m_place.text("p.parsimony"), "--statement", m_statement});
    EXPECT_THAT(unsignedCheck.out, HasSubstr("the statement is NOT verified: no problem was found, but the "
                                             "statement's signature was not checked: give --public-key"));
    EXPECT_TRUE(check(key).json()["unchecked"].empty());
    std::filesystem::rename(m_place.path("model.safetensors"), m_place.path("away"));
    const Outcome alone = check(key);
    EXPECT_FALSE(alone.json()["ok"].get<bool>());
    ASSERT_EQ(alone.json()["unchecked"].size(), 1U);
    EXPECT_THAT(alone.json()["unchecked"][0].get<std::string>(),
                HasSubstr("model.safetensors is not beside"));
    EXPECT_EQ(scriptSays("--public-key '" + m_place.text("mine.public.pem") + "'"), 5);
    EXPECT_THAT(readBytes(words), HasSubstr("model.safetensors is not beside the statement"));
    std::filesystem::rename(m_place.path("away"), m_place.path("model.safetensors"));
    std::filesystem::remove(m_place.path("model.safetensors.md")); // a card is no model
    EXPECT_TRUE(check(key).json()["ok"].get<bool>());
    EXPECT_EQ(script("mine.public.pem"), 0);
}

// The file that is wrong is named, in words.
TEST_F(CliStatement, TheScriptNamesTheFileThatIsWrong) {
    ASSERT_EQ(sign().exitCode, 0);
    const std::string said = m_place.text("said.txt");
    const auto expectSaid = [&](const std::string& options, const std::string& file, const std::string& why) {
        const int status =
            std::system(("python3 -I -S '" PARSIMONY_VERIFY "' '" + m_place.text("p.parsimony") + "' " +
                         options + " > /dev/null 2> '" + said + "'")
                            .c_str());
        EXPECT_EQ(WEXITSTATUS(status), 1) << options;
        EXPECT_EQ(readBytes(said), m_place.text(file) + why + "\n");
    };
    writeBytes(m_place.path("words.txt"), "Dear colleague\n");
    writeBytes(m_place.path("cut.txt"), "Parsimony receipt of a ledger\nproject  1\nrow 2\n");
    const std::string statement = "--statement '" + m_statement + "'";
    const std::string noReceipt = " is not a whole receipt of `witness`, or is damaged";
    expectSaid("--head '" + m_place.text("words.txt") + "'", "words.txt", noReceipt);
    expectSaid("--head '" + m_place.text("cut.txt") + "'", "cut.txt", noReceipt);
    expectSaid(statement + " --public-key '" + m_place.text("words.txt") + "'", "words.txt",
               " is not a public key of Ed25519 in PEM, or is damaged");
    expectSaid(statement + " --public-key '" + m_place.text("nowhere.pem") + "'", "nowhere.pem",
               " can't be read: No such file or directory");
    expectSaid("--statement '" + m_place.text("words.txt") + "'", "words.txt",
               " is not a signed statement of Parsimony, or is damaged");
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

// Texts that are signed along are what the program makes of the record; what nobody can compare is said.
TEST_F(CliStatement, TextsBesideTheModelAreWhatTheProgramWrites) {
    ASSERT_EQ(sign().exitCode, 0);
    const Words key{"--public-key", m_place.text("mine.public.pem")};
    const nlohmann::json predicate = statementThere()["predicate"];
    const auto signAlong = [&](const nlohmann::json& says, const std::string& name) {
        writeBytes(m_statement,
                   exporting::sealed(
                       exporting::statementOn({m_place.path("model.safetensors"), m_place.path(name)}, says),
                       mine()));
        return check(key);
    };
    const std::vector<std::pair<std::string, std::string>> changes{
        {".md", "epsilon = 4"}, {".cdx.json", "epsilon = 4"}, {".opendp.yaml", "epsilon"}};
    for (const auto& [ending, words] : changes) {
        const std::string name = "model.safetensors" + ending;
        const std::string honest = readBytes(m_place.path(name));
        const std::size_t at = honest.find(words);
        ASSERT_NE(at, std::string::npos) << name;
        EXPECT_TRUE(signAlong(predicate, name).json()["ok"].get<bool>()) << name;
        std::string changed = honest;
        changed.replace(at, words.size(), words.substr(0, words.size() - 1) + "0");
        writeBytes(m_place.path(name), changed);
        const Outcome found = signAlong(predicate, name);
        EXPECT_EQ(found.exitCode, 4) << name << found.text();
        EXPECT_THAT(found.out, HasSubstr("is not what this program writes")) << name;
        // Words may be another version's, which is then not verified.
        nlohmann::json older = predicate;
        older["program"]["version"] = "0.0.1";
        const Outcome unchecked = signAlong(older, name);
        EXPECT_EQ(unchecked.exitCode, 0) << name << unchecked.text();
        EXPECT_FALSE(unchecked.json()["ok"].get<bool>()) << name;
        EXPECT_THAT(unchecked.json()["unchecked"].dump(), HasSubstr("another version's")) << name;
        writeBytes(m_place.path(name), honest);
    }
    // The day of the export is no part of the record, and no place for anything else.
    const std::string entry = readBytes(m_place.path("model.safetensors.opendp.yaml"));
    const std::size_t day = entry.find("publication_date: \"") + 19;
    for (const bool isDay : {true, false}) {
        std::string other = entry;
        other.replace(day + 4, 6, isDay ? "-02-29" : " nope!"); // the address has the year
        writeBytes(m_place.path("model.safetensors.opendp.yaml"), other);
        EXPECT_EQ(signAlong(predicate, "model.safetensors.opendp.yaml").exitCode, isDay ? 0 : 4);
    }
    writeBytes(m_place.path("words.txt"), "As private as can be.\n");
    const Outcome strange = signAlong(predicate, "words.txt");
    EXPECT_EQ(strange.exitCode, 0) << strange.text();
    EXPECT_FALSE(strange.json()["ok"].get<bool>());
    EXPECT_THAT(strange.json()["unchecked"].dump(), HasSubstr("words.txt' is none of the files"));
    EXPECT_EQ(script("mine.public.pem"), 5);
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

} // namespace
} // namespace parsimony::test
