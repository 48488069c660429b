// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/json_members.h"
#include "core/ledger/project.h"
#include "core/ledger/receipt.h"
#include "core/privacy/event.h"
#include "core/privacy/spend_sum.h"
#include "tests/fuzz/ledger_mutation.h"
#include "tests/fuzz/ledger_text.h"
#include "tests/fuzz/readers.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace parsimony::fuzzing {

namespace {

/// All numbers and texts that an audit finds in the body of a row.
void useMembers(std::string_view text) {
    const ledger::JsonMembers members(text, "row");
    for (const ledger::JsonMembers::Member& member : members.all()) {
        if (ledger::isJsonObject(member.value) || ledger::isJsonArray(member.value)) {
            useMembers(member.value);
        } else {
            try {
                static_cast<void>(ledger::jsonNumber(member.value, "row"));
            } catch (const Error&) { // a text, or no number
            }
        }
    }
}

void useEvents(const std::string& text) {
    const std::vector<PrivacyEvent> events = parseEvents(text, "events", Adjacency::AddOrRemoveOne);
    static_cast<void>(toJson(events).dump());
}

/// What is read is canonical, so it is written as it was.
void useSpend(const std::string& text) {
    if (SpendSum::fromText(text, "spend").text() != text) {
        std::abort();
    }
}

/// Whatever words of a mail stood around it, it is written again as it was.
void useReceipt(const std::string& text) {
    const ledger::Receipt receipt = ledger::Receipt::fromText(text, "receipt");
    if (!(ledger::Receipt::fromText(receipt.text(), "receipt") == receipt)) {
        std::abort();
    }
}

std::string bytesOfFile(const std::string& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}

/// A project file, or the text that stands for one, which is made of it first.
void useProject(const std::string& file) {
    const std::string text = bytesOfFile(file);
    const std::string path = isLedgerText(text) ? file + ".laid" : file;
    for (const char* end : {"-wal", "-shm", "-journal"}) { // of the file that was there before
        std::filesystem::remove(path + end);
    }
    if (isLedgerText(text)) {
        layLedger(text, path);
    }
    static_cast<void>(ledger::audit(path));
    const ledger::Project project = ledger::Project::open(path);
    for (const auto& dataset : project.datasets()) {
        static_cast<void>(project.accounts(dataset.id));
    }
    for (const auto& experiment : project.experiments()) {
        static_cast<void>(project.experiment(experiment.id));
        static_cast<void>(project.trials(experiment.id));
        static_cast<void>(project.trialPlaces(experiment.id));
        for (const auto& release : project.releases(experiment.id)) {
            if (release.blob) {
                static_cast<void>(project.blob(*release.blob));
            }
        }
    }
    static_cast<void>(project.changesSince(0));
}

std::string textOfProject(const std::string& path) {
    const std::string bytes = bytesOfFile(path);
    return isLedgerText(bytes) ? bytes : ledgerTextOf(path);
}

void putText(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

void mutateProject(const std::string& path, unsigned seed, const TextMutation& mutateText) {
    putText(path, mutatedLedger(textOfProject(path), seed, mutateText));
}

void crossProjects(const std::string& path, const std::string& other, unsigned seed) {
    putText(path, crossedLedgers(textOfProject(path), textOfProject(other), seed));
}

} // namespace

std::vector<Reader> ledgerReaders() {
    return {{"row", nullptr, [](const std::string& text) { useMembers(text); }},
            {"spend", nullptr, useSpend},
            {"events", nullptr, useEvents},
            {"receipt", nullptr, useReceipt},
            {"project", "p.parsimony", useProject, mutateProject, crossProjects}};
}

} // namespace parsimony::fuzzing
