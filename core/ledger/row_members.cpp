// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/row_members.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace parsimony::ledger {

namespace {

/// What rows of a kind are: of which classes, which of the columns dataset, part, experiment and trial they
/// fill, and name and type of each member of their body; "?" where one may be left out.
struct Form {
    const char* classes;
    const char* columns;
    const char* members;
    bool charges = false; ///< something of an account, as the amounts beside the body say
};

constexpr const char* kNothing = "";
constexpr const char* kOfDataset = "dataset";
constexpr const char* kOfPart = "dataset part";
constexpr const char* kOfExperiment = "dataset experiment";
constexpr const char* kOfTrial = "dataset experiment trial";
constexpr Form kMessage{"released", kOfTrial, "message:text"};

Form formOf(RowKind kind) {
    switch (kind) {
    case RowKind::Project:
        return {"public", kNothing, "format:whole project:text made_by:text"};
    case RowKind::Dataset:
        return {"public", kOfDataset,
                "name:text visibility:text adjacency:text rows_per_person:whole facts:object"};
    case RowKind::Cap:
        return {"public", kOfDataset, "epsilon:number delta:number"};
    case RowKind::CapRaised:
        return {"public", kOfDataset, "epsilon:number delta:number reason:text"};
    case RowKind::Part:
        return {"public", kOfPart,
                "name:text public:flag account:whole registry_key:text facts:object distinct_records:flag? "
                "exposed_uncharged:flag?"};
    case RowKind::PartCurator:
        return {"curator", kOfPart, "digest:text registry:text facts:object compared:flag?"};
    case RowKind::LinkDeclared:
    case RowKind::PeopleLeftOut:
        return {"public", kOfPart, "project:text part:text keys:list? exposed:flag?"};
    case RowKind::LinkedCharge:
        return {"released", kOfPart, "charge:text events:list?", true};
    case RowKind::OpeningBalance:
        return {"released", kOfPart, "charge:text? events:list?", true};
    case RowKind::Reservation:
        return {"released", "dataset part experiment", "charge:text? events:list?", true};
    case RowKind::TrialCharge:
        return {"released", "dataset part experiment trial", "events:list?", true};
    case RowKind::Experiment:
        return {"released", kOfExperiment,
                "kind:text method:text trainer:text public:flag plan_version:whole options:object? "
                "plan:object request:text?"};
    case RowKind::ExperimentCurator:
        return {"curator", kOfExperiment, "options:object? plan_options:object? contents:object?"};
    case RowKind::ExperimentRemarks:
        return {"curator", kOfExperiment, "padding:text remarks:told"};
    case RowKind::ExperimentResumed:
    case RowKind::ExperimentInterrupted:
        return {"released", kOfExperiment, kNothing};
    case RowKind::MovedHere:
        return {"public", kOfExperiment, kNothing};
    case RowKind::PlanVersion:
        return {"released", kOfExperiment, "plan_version:whole reason:text plan:object?"};
    case RowKind::ExperimentFinished:
        return {"released", kOfExperiment, "result:maybe?"};
    case RowKind::ExperimentFailed:
        return {"released", kOfExperiment, "message:text"};
    case RowKind::TrialFailed:
    case RowKind::TrialCancelled:
    case RowKind::TrialLost:
        return kMessage;
    case RowKind::TrialReserved:
        return {"released", "dataset part? experiment trial",
                "phase:whole role:text steps:whole r:number? nu:number? learning_rate:number? "
                "noise_multiplier:number? max_grad_norm:number? mu:number? epsilon:number? plan:maybe? "
                "clamped:flag? knobs:object? events:list?",
                true};
    case RowKind::TrialRunning:
        return {"released", kOfTrial, "attempt:whole"};
    case RowKind::TrialFinished:
        return {"released", kOfTrial, "record:maybe?"};
    case RowKind::Release:
        return {"released public", kOfTrial, "what:text values:any? blob:text?"};
    case RowKind::Note:
        return {"public", kOfTrial, "text:text"};
    case RowKind::Tags:
        return {"public", kOfTrial, "tags:list"};
    case RowKind::CuratorShown:
        return {"public", kNothing, "what:text"};
    }
    return {kNothing, kNothing, kNothing};
}

bool isNumber(std::string_view value) {
    return value.front() == '-' || (value.front() >= '0' && value.front() <= '9');
}

const std::set<std::string_view> kFlags{"true", "false"};
const std::set<std::string_view> kNone{"null"};

using Test = bool (*)(std::string_view value);

Test testOf(const std::string& type) {
    static const std::map<std::string, Test, std::less<>> tests{
        {"any", [](std::string_view) { return true; }},
        {"text", [](std::string_view one) { return one.front() == '"'; }},
        {"told", [](std::string_view one) { return one.front() == '"' || one.front() == '['; }},
        {"flag", [](std::string_view one) { return kFlags.count(one) != 0; }},
        {"object", [](std::string_view one) { return one.front() == '{'; }},
        {"maybe",
         [](std::string_view one) {
             return one.front() == '{' || kNone.count(one) != 0;
         }}, // an object or none
        {"list", [](std::string_view one) { return one.front() == '['; }},
        {"number", isNumber},
        {"whole", [](std::string_view one) {
             return isNumber(one) && one.find_first_of(".eE") == std::string_view::npos;
         }}};
    return tests.at(type);
}

constexpr std::size_t kMostMembers = 32; ///< of a kind's body

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

/// Whether a row may, or has to, fill a column.
enum class Fill { Never, Maybe, Always };

struct ReadForm {
    std::array<bool, 3> classes{}; ///< by ValueClass
    std::array<Fill, 4> columns{}; ///< as in kColumns
    std::vector<Member> members;
    bool charges = false;
};

constexpr std::array<const char*, 4> kColumns{"dataset", "part", "experiment", "trial"};

std::set<std::string> wordsIn(const char* text) {
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), {}};
}

ReadForm readForm(RowKind kind) {
    const Form form = formOf(kind);
    ReadForm read;
    const auto classes = wordsIn(form.classes);
    for (const ValueClass each : {ValueClass::Released, ValueClass::Public, ValueClass::Curator}) {
        read.classes.at(static_cast<std::size_t>(each)) = classes.count(toText(each)) != 0;
    }
    const auto columns = wordsIn(form.columns);
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
        const std::string name = kColumns.at(i);
        read.columns.at(i) = columns.count(name) != 0         ? Fill::Always
                             : columns.count(name + "?") != 0 ? Fill::Maybe
                                                              : Fill::Never;
    }
    read.members = parsed(form.members);
    read.charges = form.charges;
    return read;
}

const ReadForm& knownForm(RowKind kind) {
    static const std::vector<ReadForm> all = [] {
        std::vector<ReadForm> forms;
        for (int one = 0; one <= static_cast<int>(RowKind::CuratorShown); ++one) {
            forms.push_back(readForm(static_cast<RowKind>(one)));
        }
        return forms;
    }();
    return all.at(static_cast<std::size_t>(kind));
}

/// Charges have μ², or ε and δ; other rows have neither.
bool hasGoodAmounts(const StoredRow& row, bool charges) {
    const bool gaussian = row.muSquared.has_value();
    const bool slices = row.epsilon && row.delta;
    const bool some = gaussian || row.epsilon || row.delta;
    return charges ? gaussian ? !row.epsilon && !row.delta : slices : !some;
}

} // namespace

std::optional<Sentence> wrongForm(const StoredRow& row) {
    const ReadForm& form = knownForm(row.kind);
    if (!form.classes.at(static_cast<std::size_t>(row.valueClass))) {
        return Sentence("is of class {1}, which rows of kind '{2}' are not", toText(row.valueClass),
                        toText(row.kind));
    }
    const std::array<bool, 4> filled{row.dataset.valid(), row.part.valid(), row.experiment.valid(),
                                     row.trial.valid()};
    for (std::size_t i = 0; i < filled.size(); ++i) {
        if (form.columns.at(i) != Fill::Maybe && filled.at(i) != (form.columns.at(i) == Fill::Always)) {
            return Sentence("has a {1} that rows of kind '{2}' have not, or none where they have one",
                            kColumns.at(i), toText(row.kind));
        }
    }
    const bool charges = form.charges && (row.kind != RowKind::TrialReserved || row.part.valid());
    if (!hasGoodAmounts(row, charges)) {
        return Sentence("has amounts that rows of kind '{1}' have not, or lacks one", toText(row.kind));
    }
    return std::nullopt;
}

// There are hundreds of thousands of rows: each member is looked up once.
MemberFindings findingsIn(RowKind kind, const JsonMembers& body) {
    const std::vector<Member>& known = knownForm(kind).members;
    std::array<bool, kMostMembers> seen{};
    MemberFindings findings;
    for (const JsonMembers::Member& one : body.all()) {
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](const Member& member) { return one.key == member.name; });
        if (found == known.end()) {
            findings.unknown = findings.unknown.value_or(std::string(one.key.substr(0, 40)));
            continue;
        }
        const auto place = static_cast<std::size_t>(found - known.begin());
        findings.wrong = findings.wrong || seen.at(place) || !found->test(one.value);
        seen.at(place) = true;
    }
    for (std::size_t place = 0; place < known.size(); ++place) {
        findings.wrong = findings.wrong || (!seen.at(place) && !known[place].optional);
    }
    return findings;
}

} // namespace parsimony::ledger
