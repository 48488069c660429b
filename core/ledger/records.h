// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/experiment_status.h"
#include "core/base/ids.h"
#include "core/base/release_name.h"
#include "core/base/row_kind.h"
#include "core/base/score_kind.h"
#include "core/base/sentence.h"
#include "core/base/sha256.h"
#include "core/base/trial_role.h"
#include "core/base/trial_state.h"
#include "core/ledger/shared_json.h"
#include "core/privacy/event.h"
#include "core/privacy/spend_sum.h"
#include "core/search/method_name.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

/// Who may see a value: out of a charged mechanism (or following from such values and declared constants),
/// declared public by the user, or computed from private data without a charge.
enum class ValueClass { Released, Public, Curator };
[[nodiscard]] const char* toText(ValueClass valueClass); ///< "released", "public", "curator"
/// Inverse; absent for another text.
[[nodiscard]] std::optional<ValueClass> valueClassNamed(std::string_view text);
/// Throws Error(Failed) for another text.
[[nodiscard]] ValueClass valueClassFromText(std::string_view text);

enum class Visibility { Private, Public };
[[nodiscard]] const char* toText(Visibility visibility);
/// Inverse, private where nothing is said; throws Error(Failed) for another text.
[[nodiscard]] Visibility visibilityFromText(std::string_view text);

/// Gaussian: Σμ² ≤ μ_total² (Smith and Thakurta 2022). Slices: Σε ≤ ε and Σδ ≤ δ (Rogers et al. 2016).
enum class AccountKind { Gaussian, Slices };
[[nodiscard]] const char* toText(AccountKind kind);
/// Inverse; absent for another text.
[[nodiscard]] std::optional<AccountKind> accountKindNamed(std::string_view text);
/// Gaussian where nothing is said; throws Error(Failed) for another text.
[[nodiscard]] AccountKind accountKindFromText(std::string_view text);

using parsimony::ExperimentStatus;
using parsimony::RowKind;
using parsimony::TrialState;

/// None where nothing is said; throws Error(Failed) for a text that is no kind of score.
[[nodiscard]] ScoreKind scoreKindFromText(std::string_view text);

/// A keyed hash of one row of private data, as the registry compares them.
using RowTag = std::array<std::uint8_t, 16>;
/// Adds `more` to `tags`; both are sorted, and so is what comes of it, each tag once.
void addTags(std::vector<RowTag>& tags, std::span<const RowTag> more);

struct RowOfPerson {
    RowTag person, row;
};

/// What a mechanism costs one part. Accounts of kind gaussian are charged `muSquared`, or what `events` cost
/// where that is more; accounts of kind slices `epsilon` and `delta`.
struct Charge {
    PartId part;
    std::vector<PrivacyEvent> events; ///< stored, and recomputed by the audit
    SpendSum muSquared;
    double epsilon = 0.0;
    double delta = 0.0;
};

/// The rows of one part as one more encoder made them.
struct EncodedRows {
    std::vector<RowTag> rowTags;                ///< sorted, one per row that is there
    std::vector<RowOfPerson> rowsOfPeople = {}; ///< as PartDeclaration's
    std::uint32_t views = 1;                    ///< as many of these rows are one record, side by side
    std::uint32_t width = 0;                    ///< numbers of each of them; 0: not said
};

/// A part as its files declare it. `facts` may be shown to anyone; `curatorFacts` (paths, exact counts) may
/// not.
struct PartDeclaration {
    std::string name;      ///< train, test, validation, or the name of an out-of-distribution set
    bool isPublic = false; ///< the user's claim (`--public-parts`, or a public dataset)
    nlohmann::json facts = nlohmann::json::object();
    nlohmann::json curatorFacts = nlohmann::json::object();
    std::vector<RowTag> rowTags; ///< sorted, one per row, keyed by Registry::key(); empty: not compared
    std::uint32_t width = 0;     ///< numbers of each of them; 0: not said
    /// The same records as other encoders made them: the rows of each, compared by themselves, so that no
    /// overlap is hidden among others' rows.
    std::vector<EncodedRows> otherEncoders = {};
    /// Everybody whose rows count, sorted, by keyed hashes of their ids; none: rows have no ids.
    std::optional<std::vector<RowTag>> people = std::nullopt;
    /// How many of these rows the person with most of them has, those that are beyond the declared number
    /// included; 0: rows have no ids.
    std::uint32_t mostRowsOfOne = 0;
    std::uint64_t rowsOfNobody = 0;    ///< which have no id where the others have
    std::uint64_t peopleElsewhere = 0; ///< who have rows here and count in a part named before
    /// Who have rows, and in one of the lists at least none that it knows: of zeros, say.
    std::uint64_t peopleWithoutRows = 0;
    /// Parts of the same dataset whose people are no people of this one: those of these names that are there
    /// already.
    std::vector<std::string> yieldsTo = {};
    /// Needed where people may be left out, by declaration or since they count in another part: whose each
    /// row that has an id is.
    std::vector<RowOfPerson> rowsOfPeople = {};
    /// What its files hold, list by list, where `rowTags` and `otherEncoders` lack rows of people who are
    /// left out: those count nowhere, and are private all the same. The project fills it in.
    std::vector<std::vector<RowTag>> rowsOfFiles = {};
    /// One of the parts that a file was divided into (`--split`). Where its rows have no ids, one row that it
    /// shares with another part is the same person's: by other shares a few of the file's rows are in another
    /// part, as no file made elsewhere would have them.
    bool divided = false;
    bool isPrior = false; ///< public rows that training starts from: not one of them may be private anywhere
    std::string contentDigest; ///< of the part's values and ids, kept as a curator value; "" if none
};

/// The user's declaration that rows are also those of a part of another project (PRIVACY rule 20): what that
/// part was charged counts, and where it is public, the rows are exposed. Or that whoever is in that part is
/// left out here: their rows count as empty.
struct DeclaredLink {
    std::string project;                ///< Project::projectId()
    std::string part;                   ///< empty: the part of the same name
    std::vector<std::string> keys = {}; ///< the parts that were meant; empty: all of this name
    bool exposed = false;               ///< some of them public
};

struct DatasetDeclaration {
    std::string name;
    Visibility visibility = Visibility::Private;
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t rowsPerPerson = 1;
    std::optional<double> epsilon, delta; ///< the cap; needed when the dataset is new to the project
    nlohmann::json facts =
        nlohmann::json::object(); ///< declared constants: classes, dim, public record count, …
    std::vector<PartDeclaration> parts;
    bool distinctRecords = false; ///< the user's claim that equal rows are other people's
    std::vector<DeclaredLink> links;
    std::vector<DeclaredLink> leftOut; ///< whose people count nowhere here; no part: all of that project's
};

/// What declareDataset found or made. `notices` are for the curator's eyes only.
struct DeclaredDataset {
    DatasetId id;
    bool known = false;
    std::vector<std::pair<std::string, PartId>> parts;
    std::vector<PartId> added; ///< of them, those that were not there
    std::vector<Sentence> notices;
    [[nodiscard]] PartId part(const std::string& name) const; ///< throws Error(Usage) when there is none
};

/// Asked before a declaration is kept that adds a part whose rows were charged before: what it throws undoes
/// the declaration. A part that nothing can be spent on would only take room of those that share its rows.
using DeclarationCheck = std::function<void(const DeclaredDataset&)>;

/// A whole experiment, reserved before it begins. Charges of the same part add up exactly.
struct ExperimentSpec {
    DatasetId dataset;
    AccountKind kind = AccountKind::Gaussian;
    search::MethodName method;
    std::string trainer;
    nlohmann::json options = nlohmann::json::object(); ///< rerun this to ask for the same
    nlohmann::json plan = nlohmann::json::object();    ///< canonical and versioned
    /// Names of options, the plan's own too, that stay with the curator (PRIVACY rule 30): they are written
    /// as a curator row, put back by whoever reads the project, and absent from shared copies.
    std::vector<std::string> curatorOptions;
    std::vector<Charge> charges;
    /// What its parts held when it began: content digests by part, for the curator alone. Rows may be known
    /// with other labels than those that they were first declared with.
    std::map<PartId, std::string> contents = {};
    /// The hash of the request's key, so that it is found when it is repeated, and behind a space that of
    /// what was asked with it (earlier versions left that out); empty: it has none.
    std::string request = {};
};

/// One allocation inside an experiment's reservation. Under kind slices `charges` name parts and events only.
struct TrialSpec {
    int phase = 0; ///< 0-based; -1 for the final run and what follows it
    TrialRole role = TrialRole::Trial;
    std::optional<double> r, nu, learningRate, noiseMultiplier, maxGradNorm;
    std::int64_t steps = 0;
    bool clamped = false; ///< the largest learning rate or the range kept r from what was asked for
    nlohmann::json knobs; ///< an object of what else the search chose; null: nothing
    nlohmann::json plan =
        nlohmann::json::object(); ///< everything the trainer needs to run it, and to continue it
    std::vector<Charge> charges;
};

/// A value that came out of a mechanism, or follows from such values.
struct ReleaseSpec {
    ExperimentId experiment;
    TrialId trial; ///< none: a value of the experiment as a whole
    ReleaseName what;
    nlohmann::json values = nlohmann::json::object();
    ValueClass valueClass = ValueClass::Released;
    std::vector<std::uint8_t> bytes; ///< large values (weights), kept beside the chain under their SHA-256
};

struct Score {
    double value = 0.0; ///< accuracy in 0..1
    double se = 0.0;    ///< standard error of the noise; 0 when exact
    ScoreKind kind = ScoreKind::None;
};

/// How a trial ended well. `record` is what the trainer did: `{"releases": [{"what", "count", "noise_sd",
/// "sensitivity", "sample_rate"}…], …}`; the audit recomputes the events from it.
struct TrialOutcome {
    nlohmann::json record = nlohmann::json::object();
    std::optional<Score> score;
    std::vector<ReleaseSpec> releases; ///< experiment and trial are filled in
};

struct Checkpoint {
    std::int64_t attempt = 0;
    std::int64_t step = 0;
    std::vector<std::uint8_t> state; ///< released state only: weights, moments
    bool damaged = false;            ///< its bytes don't match their hash: the trial can't go on from it
};

struct DatasetRow {
    DatasetId id;
    std::string name;
    Visibility visibility = Visibility::Private;
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t rowsPerPerson = 1;
    double epsilon = 0.0, delta = 0.0; ///< the cap as it stands
    bool capRaised = false;
    bool capOpen =
        false; ///< of public data to which nothing was charged: a cap that is named takes its place
    nlohmann::json facts;
};

struct PartRow {
    PartId id;
    DatasetId dataset;
    std::string name;
    bool isPublic = false;
    PartId account;                ///< the part whose account it shares; itself when it has its own
    std::string registryKey;       ///< names the part in the user's registry; empty when it has none
    bool exposedUncharged = false; ///< its rows were seen as public before
    bool distinctRecords =
        false; ///< it was declared that rows equal to those of earlier projects are others'
    nlohmann::json facts;
};

/// One part's account; parts that share one show the same figures.
struct AccountRow {
    PartId part;
    DatasetId dataset;
    std::string name;
    std::optional<AccountKind> kind;   ///< none before the first experiment
    bool simulated = false;            ///< public: nothing is enforced
    double epsilon = 0.0, delta = 0.0; ///< cap
    SpendSum openingMuSquared;         ///< inherited with the rows; part of what is spent
    SpendSum spentMuSquared;           ///< of trials that ever started, and of ended experiments
    SpendSum reservedMuSquared;        ///< what experiments that can go on still hold
    SpendSum remainingMuSquared;       ///< exact: cap less both
    double spentMu = 0.0;              ///< rounded up
    double spentEpsilon = 0.0, reservedEpsilon = 0.0; ///< ε(√Σμ², δ), rounded up; kind slices: Σε
    double remainingEpsilon = 0.0; ///< of the largest Gaussian release that fits; kind slices: ε − Σε
    double spentDelta = 0.0, reservedDelta = 0.0, remainingDelta = 0.0; ///< kind slices
};

/// Of a stored plan: its format, and the options that it and its request have, an object each, with those of
/// their values that are texts.
struct PlanOutline {
    std::optional<double> format;
    std::vector<nlohmann::json> options;
};

struct ExperimentRow {
    ExperimentId id;
    DatasetId dataset;
    AccountKind kind = AccountKind::Gaussian;
    search::MethodName method;
    std::string trainer, started;
    ExperimentStatus status = ExperimentStatus::Interrupted; ///< running: somewhere, now
    int planVersion = 1;
    SharedJson options, plan; ///< parsed once, whoever asks
    nlohmann::json result;    ///< null until it finished
    /// A look with a classifier that was released before, which trains nothing.
    [[nodiscard]] bool isLook() const { return method.isLook(); }
};

struct TrialRow {
    TrialId id;
    ExperimentId experiment;
    int phase = 0;
    TrialRole role = TrialRole::Trial;
    std::string part; ///< of a look: that it is at; else empty
    TrialState state = TrialState::Reserved;
    std::int64_t attempts = 0;
    std::optional<double> r, nu, learningRate, noiseMultiplier, maxGradNorm;
    std::int64_t steps = 0;
    bool clamped = false;
    nlohmann::json knobs; ///< as in TrialSpec
    double mu = 0.0;      ///< of the part it trains on
    double epsilon = 0.0; ///< ε(μ, δ of the dataset), rounded up
    std::optional<double> score, scoreSe;
    ScoreKind scoreKind = ScoreKind::None;
    std::string message; ///< why it failed
    std::string note;    ///< the last one the user wrote
    std::vector<std::string> tags;
};

/// What reading a project has cost so far. For tests: no result shows that rows were read twice.
struct ReadingWork {
    std::int64_t rows = 0;     ///< of the ledger, taken into the state
    std::int64_t accounts = 0; ///< whose charges were composed
    std::int64_t plans = 0;    ///< parsed
};

/// Where a trial stands in its experiment's plan.
struct TrialPlace {
    std::optional<std::int64_t> index; ///< of a search's run
    std::string part;                  ///< of a look at one
};

struct ReleaseRow {
    std::int64_t row = 0;
    ExperimentId experiment;
    TrialId trial;
    ReleaseName what;
    ValueClass valueClass = ValueClass::Released;
    nlohmann::json values;
    std::optional<Digest> blob;
};

/// One row of the ledger as it stands in the file.
struct LedgerRow {
    std::int64_t seq = 0;
    std::string time;
    RowKind kind = RowKind::Project;
    DatasetId dataset;
    PartId part;
    ExperimentId experiment;
    TrialId trial;
    ValueClass valueClass = ValueClass::Released;
    std::string body; ///< canonical JSON; empty when a shared copy leaves it out
};

} // namespace parsimony::ledger
