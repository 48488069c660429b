// SPDX-License-Identifier: GPL-3.0-or-later
// Charges of rows and of people in one account (PRIVACY rules 26 and 27).
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/ledger/project_impl.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

/// Has every row of a part that was charged for each of its rows one of its own here, and each of those a
/// person?
bool isAllHere(const RegistryMatch& match, const PartDeclaration& declaration) {
    return match.rows > 0 && match.covered == match.rows && declaration.rowsOfNobody == 0;
}

/// Declared, and charged nothing: whoever runs on those rows next finds the people that they are of since.
bool isUntouched(const Registry::Total& total) {
    return total.muSquared.isZero() && total.epsilon.isZero() && total.delta.isZero();
}

/// People that other parts of its dataset share: each of them counts in one part and may have rows in
/// several.
std::uint64_t sharedBeside(const RegistryMatch& match, const std::vector<RegistryMatch>& found) {
    std::uint64_t people = 0;
    for (const RegistryMatch& other : found) {
        const bool isBeside =
            other.id != match.id && other.project == match.project && other.dataset == match.dataset;
        people += isBeside ? other.sharedPeople : 0;
    }
    return people;
}

/// Do ids that were declared of a part tell the same of its rows as those that are declared now? Whoever has
/// rows in one and none in the other has rows that the other lacks, and shared rows are shared people's:
/// `elsewhere` of them count in another part of its dataset. Where nobody counts, nobody has other rows.
bool tellTheSame(const RegistryMatch& match, const PartDeclaration& declaration, std::uint64_t elsewhere) {
    if (declaration.people->empty()) {
        return true;
    }
    const std::uint64_t known = match.sharedPeople + declaration.peopleElsewhere;
    const bool rowsAreTheirs =
        match.covered <= (known + elsewhere) * declaration.mostRowsOfOne + declaration.rowsOfNobody;
    const bool peopleHaveRows = match.people <= known + match.uncovered + match.peopleWithoutRows;
    return rowsAreTheirs && peopleHaveRows;
}

} // namespace

// Rows decide inside this project alone. Between projects it follows from what was declared: rows as wide as
// views there may be those views. What was charged to people covers them, whatever their records are.
bool Project::Impl::haveOtherViews(const RegistryMatch& match, const PartDeclaration& declaration) const {
    if (match.project == projectId) {
        return match.otherViews;
    }
    return !(declaration.people && match.hasIds) &&
           options.registry->mayHoldViews(tagsOf(declaration), match.id).value_or(match.otherViews);
}

// A charge that was made for each row costs a person as much as all of their rows together. ChargeUnits knows
// how many those are where --rows-per-person says it, and ids tell it of the rows that are here: of others
// nobody knows whose they are.
void Project::Impl::requireSameUnits(const DatasetRow& datasetRow, const PartDeclaration& declaration,
                                     const PartFindings& findings) const {
    const std::uint64_t most = declaration.mostRowsOfOne;
    std::vector<Sentence> reasons;
    bool byRows = false; // is one of the parts charged for each row, with more than one of a person
    bool byPeople = false;
    std::uint32_t known = datasetRow.rowsPerPerson; // what parts with ids say that one person has
    for (const RegistryMatch& link : findings.links) {
        known = std::max(known, link.hasIds ? link.rowsPerPerson : 1);
    }
    for (const RegistryMatch& link : findings.links) {
        const auto seen = std::find_if(findings.found.begin(), findings.found.end(),
                                       [&link](const RegistryMatch& each) { return each.id == link.id; });
        const RegistryMatch& match = seen != findings.found.end() ? *seen : link;
        const bool isItself = findings.known.valid() && part(findings.known).registryKey == match.key;
        if (match.isPublic || isItself) {
            continue;
        }
        byRows |= !match.hasIds && (most > 1 || !isAllHere(match, declaration));
        byPeople |= match.hasIds;
        const auto because = [&](const Sentence& why) {
            reasons.push_back(Sentence("part '{1}' shares its budget with {2}, {3}",
                                       partName(declaration.name), placeOf(match), why));
        };
        if (haveOtherViews(match, declaration)) {
            because(
                Sentence("where a record has another number of views: charges for its views and for whole "
                         "records can't be added up. Give the rows there as they are given here, or the "
                         "other way round, with the same --views"));
        } else if (!declaration.people && match.hasIds) {
            because(Sentence("whose account is about people: give the ids of these rows as well, with "
                             "--record-ids"));
        } else if (declaration.people && match.hasIds &&
                   !tellTheSame(match, declaration, sharedBeside(match, findings.found))) {
            because(Sentence("where the same rows have other ids: give those, so that their account is "
                             "found"));
        } else if (declaration.people && !match.hasIds &&
                   (match.shared > match.covered ||
                    (datasetRow.rowsPerPerson == 1 && !isAllHere(match, declaration)))) {
            because(Sentence("which was charged for each of its rows, and not all of them are here with an "
                             "id: nobody knows how many of the others one person has. Declare the most that "
                             "anybody has with --rows-per-person, in a project of its own"));
        } else if (declaration.people && !match.hasIds && known > datasetRow.rowsPerPerson &&
                   !isAllHere(match, declaration) && !isUntouched(options.registry->totalOf(match.id))) {
            because(
                Sentence("which was charged for each of its rows, and of which one person may have {1}, as "
                         "another part says that shares with it: declare --rows-per-person {1} in a "
                         "project of its own, so that these charges count in full",
                         known));
        } else if (declaration.people && !match.hasIds && most > datasetRow.rowsPerPerson &&
                   !(isAllHere(match, declaration) && isUntouched(options.registry->totalOf(match.id)))) {
            because(Sentence("which was charged for each of its rows, and one person has {1} of them: "
                             "declare --rows-per-person {1} in a project of its own, so that these charges "
                             "count in full",
                             most));
        }
    }
    // Encoders say that rows are the same records', so that the registry ties all these parts to each other.
    if (declaration.people && byRows && byPeople && !declaration.otherEncoders.empty()) {
        reasons.push_back(
            Sentence("part '{1}' ties parts that were charged for each row to accounts about people, "
                     "in which those charges would count once for all rows of a person",
                     partName(declaration.name)));
    }
    if (!reasons.empty()) {
        refuseRows(std::move(reasons));
    }
}

} // namespace parsimony::ledger
