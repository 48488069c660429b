// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/row_members.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace parsimony::ledger {

namespace {

constexpr const char* kCharge = "charge:text? events:list?";
constexpr const char* kMessage = "message:text";
constexpr const char* kNothing = "";

/// Name and type of each member; "?" where one may be left out.
const char* membersOf(RowKind kind) {
    switch (kind) {
    case RowKind::Project:
        return "format:whole project:text made_by:text";
    case RowKind::Dataset:
        return "name:text visibility:text adjacency:text rows_per_person:whole facts:object";
    case RowKind::Cap:
        return "epsilon:number delta:number";
    case RowKind::CapRaised:
        return "epsilon:number delta:number reason:text";
    case RowKind::Part:
        return "name:text public:flag account:whole registry_key:text facts:object distinct_records:flag? "
               "exposed_uncharged:flag?";
    case RowKind::PartCurator:
        return "digest:text registry:text facts:object compared:flag?";
    case RowKind::LinkDeclared:
    case RowKind::PeopleLeftOut:
        return "project:text part:text keys:list? exposed:flag?";
    case RowKind::LinkedCharge:
        return "charge:text events:list?";
    case RowKind::OpeningBalance:
    case RowKind::Reservation:
    case RowKind::TrialCharge:
        return kCharge;
    case RowKind::Experiment:
        return "kind:text method:text trainer:text public:flag plan_version:whole options:object? "
               "plan:object request:text?";
    case RowKind::ExperimentCurator:
        return "options:object? plan_options:object? contents:object?";
    case RowKind::ExperimentRemarks:
        return "padding:text remarks:told";
    case RowKind::ExperimentResumed:
    case RowKind::ExperimentInterrupted:
    case RowKind::MovedHere:
        return kNothing;
    case RowKind::PlanVersion:
        return "plan_version:whole reason:text plan:object?";
    case RowKind::ExperimentFinished:
        return "result:any?";
    case RowKind::ExperimentFailed:
    case RowKind::TrialFailed:
    case RowKind::TrialCancelled:
    case RowKind::TrialLost:
        return kMessage;
    case RowKind::TrialReserved:
        return "phase:whole role:text steps:whole r:number? nu:number? learning_rate:number? "
               "noise_multiplier:number? max_grad_norm:number? mu:number? epsilon:number? plan:any? "
               "clamped:flag? knobs:object? events:list?";
    case RowKind::TrialRunning:
        return "attempt:whole";
    case RowKind::TrialFinished:
        return "record:any?";
    case RowKind::Release:
        return "what:text values:any? blob:text?";
    case RowKind::Note:
        return "text:text";
    case RowKind::Tags:
        return "tags:list";
    case RowKind::CuratorShown:
        return "what:text";
    }
    return kNothing;
}

bool isNumber(std::string_view value) {
    return value.front() == '-' || (value.front() >= '0' && value.front() <= '9');
}

const std::set<std::string_view> kFlags{"true", "false"};

using Test = bool (*)(std::string_view value);

Test testOf(const std::string& type) {
    static const std::map<std::string, Test, std::less<>> tests{
        {"any", [](std::string_view) { return true; }},
        {"text", [](std::string_view one) { return one.front() == '"'; }},
        {"told", [](std::string_view one) { return one.front() == '"' || one.front() == '['; }},
        {"flag", [](std::string_view one) { return kFlags.count(one) != 0; }},
        {"object", [](std::string_view one) { return one.front() == '{'; }},
        {"list", [](std::string_view one) { return one.front() == '['; }},
        {"number", isNumber},
        {"whole", [](std::string_view one) {
             return isNumber(one) && one.find_first_of(".eE") == std::string_view::npos;
         }}};
    return tests.at(type);
}

struct Member {
    std::string name;
    Test test = nullptr;
    bool optional = false;
};

std::vector<Member> parsed(const char* members) {
    std::vector<Member> list;
    std::istringstream words(members);
    for (std::string word; words >> word;) {
        const bool optional = word.ends_with('?');
        const std::size_t colon = word.find(':');
        list.push_back({word.substr(0, colon),
                        testOf(word.substr(colon + 1, word.size() - colon - 1 - (optional ? 1 : 0))),
                        optional});
    }
    return list;
}

const std::vector<Member>& knownMembers(RowKind kind) {
    static const std::vector<std::vector<Member>> all = [] {
        std::vector<std::vector<Member>> lists;
        for (int one = 0; one <= static_cast<int>(RowKind::CuratorShown); ++one) {
            lists.push_back(parsed(membersOf(static_cast<RowKind>(one))));
        }
        return lists;
    }();
    return all.at(static_cast<std::size_t>(kind));
}

} // namespace

// There are hundreds of thousands of rows: each member is looked up once.
MemberFindings findingsIn(RowKind kind, const JsonMembers& body) {
    const std::vector<Member>& known = knownMembers(kind);
    std::vector<bool> seen(known.size());
    MemberFindings findings;
    for (const JsonMembers::Member& one : body.all()) {
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](const Member& member) { return one.key == member.name; });
        if (found == known.end()) {
            findings.unknown = findings.unknown.value_or(std::string(one.key.substr(0, 40)));
            continue;
        }
        const auto place = static_cast<std::size_t>(found - known.begin());
        findings.wrong = findings.wrong || seen[place] || !found->test(one.value);
        seen[place] = true;
    }
    for (std::size_t place = 0; place < known.size(); ++place) {
        findings.wrong = findings.wrong || (!seen[place] && !known[place].optional);
    }
    return findings;
}

} // namespace parsimony::ledger
