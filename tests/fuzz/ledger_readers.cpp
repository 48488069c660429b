// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/json_members.h"
#include "core/ledger/project.h"
#include "core/ledger/receipt.h"
#include "core/ledger/sqlite.h"
#include "core/privacy/event.h"
#include "core/privacy/spend_sum.h"
#include "tests/core/ledger/forger.h"
#include "tests/fuzz/readers.h"

#include <cstdlib>
#include <iterator>
#include <random>

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

void useProject(const std::string& path) {
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

/// One value of one row becomes another: a text as `mutateText` likes, a number or an id that parsers and
/// sums get wrong, or what another row has there.
void mutateRow(ledger::Database& database, unsigned seed, const TextMutation& mutateText) {
    static constexpr const char* kTexts[] = {"body", "kind", "class", "mu_squared_exact", "time"};
    static constexpr const char* kNumbers[] = {"seq",   "dataset",    "part",    "experiment",
                                               "trial", "mu_squared", "epsilon", "delta"};
    static constexpr const char* kEdges[] = {"NULL",   "0",     "1",     "2",   "-1",
                                             "1e-300", "1e308", "9e999", "0.1", "9223372036854775807"};
    std::minstd_rand random(seed);
    const auto any = [&](const auto& from) { return std::string(from[random() % std::size(from)]); };
    database.execute("PRAGMA ignore_check_constraints = 1");
    const auto anyRow = [&] {
        return std::to_string(database.integer("SELECT seq FROM ledger LIMIT 1 OFFSET " +
                                               std::to_string(random() % 64) +
                                               " % (SELECT count(*) FROM ledger)"));
    };
    const std::string row = anyRow();
    const auto update = [&](const std::string& column, const std::string& value) {
        database.execute("UPDATE OR IGNORE ledger SET " + column + " = " + value + " WHERE seq = " + row);
    };
    const auto valueOf = [](const std::string& column, const std::string& other) {
        return "(SELECT l." + column + " FROM ledger l WHERE l.seq = " + other + ")";
    };
    switch (random() % 8) {
    case 0:
        update(any(kNumbers), any(kEdges));
        break;
    case 1: {
        const auto column = any(kNumbers);
        update(column, valueOf(column, anyRow()));
        break;
    }
    case 2: {
        const auto column = any(kTexts);
        update(column, valueOf(column, anyRow()));
        break;
    }
    case 3:
        database.execute("DELETE FROM ledger WHERE seq = " + row);
        break;
    default: {
        const auto column = random() % 2 == 0 ? std::string(kTexts[0]) : any(kTexts);
        const auto text =
            mutateText(database.text("SELECT coalesce(" + column + ", '') FROM ledger WHERE seq = " + row));
        database.prepare("UPDATE ledger SET " + column + " = ? WHERE seq = " + row).bind(text).run();
    }
    }
}

void mutateProject(const std::string& path, unsigned seed, const TextMutation& mutateText) {
    ledger::forge(path, [&](ledger::Database& database) { mutateRow(database, seed, mutateText); });
}

} // namespace

std::vector<Reader> ledgerReaders() {
    return {{"row", nullptr, [](const std::string& text) { useMembers(text); }},
            {"spend", nullptr, useSpend},
            {"events", nullptr, useEvents},
            {"receipt", nullptr, useReceipt},
            {"project", "p.parsimony", useProject, mutateProject}};
}

} // namespace parsimony::fuzzing
