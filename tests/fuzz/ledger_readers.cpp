// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ledger/audit.h"
#include "core/ledger/json_members.h"
#include "core/ledger/project.h"
#include "core/privacy/event.h"
#include "core/privacy/spend_sum.h"
#include "tests/fuzz/readers.h"

#include <cstdlib>

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
    static_cast<void>(toJsonText(events));
}

/// What is read is canonical, so it is written as it was.
void useSpend(const std::string& text) {
    if (SpendSum::fromText(text, "spend").text() != text) {
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

} // namespace

std::vector<Reader> ledgerReaders() {
    return {{"row", nullptr, [](const std::string& text) { useMembers(text); }},
            {"spend", nullptr, useSpend},
            {"events", nullptr, useEvents},
            {"project", "p.parsimony", useProject}};
}

} // namespace parsimony::fuzzing
