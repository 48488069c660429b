// SPDX-License-Identifier: GPL-3.0-or-later
// Whose rows count in a part: the budget follows people where rows have ids (PRIVACY rule 26).
#include "core/base/hex.h"
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace parsimony::ledger {

namespace {

using People = std::vector<RowTag>;

void leave(People& people, const People& others) {
    People rest;
    rest.reserve(people.size());
    std::set_difference(people.begin(), people.end(), others.begin(), others.end(), std::back_inserter(rest));
    people = std::move(rest);
}

std::vector<RowTag> rowsOf(const People& people, std::span<const RowOfPerson> all) {
    std::vector<RowTag> rows;
    for (const RowOfPerson& one : all) {
        if (std::binary_search(people.begin(), people.end(), one.person)) {
            rows.push_back(one.row);
        }
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

/// Lists without a row of somebody who counts get one tag, since no tags at all would mean that rows are not
/// compared. It is that of the same file in this project, with the same people counted, and of nothing else:
/// that nobody is left of a file in two projects ties these no more than two files with one person each,
/// which both are left out of the other.
void standForNobody(PartDeclaration& declaration, const std::string& project,
                    std::span<const std::uint8_t> key) {
    const auto& people = *declaration.people;
    const std::string own = "nobody " + project + " " + declaration.contentDigest + " " +
                            toHex(sha256(std::span(reinterpret_cast<const std::uint8_t*>(people.data()),
                                                   people.size() * sizeof(RowTag)))) +
                            " ";
    HmacSha256 hash(key);
    std::size_t list = 0;
    const auto fill = [&](std::vector<RowTag>& rows) {
        if (rows.empty()) {
            const Digest digest = hash(sha256(own + std::to_string(list)));
            RowTag& tag = rows.emplace_back();
            std::copy_n(digest.begin(), tag.size(), tag.begin());
        }
        ++list;
    };
    fill(declaration.rowTags);
    for (EncodedRows& encoded : declaration.otherEncoders) {
        fill(encoded.rowTags);
    }
}

/// `rows`, which are sorted, without those of `people`.
std::vector<RowTag> withoutRowsOf(const People& people, std::span<const RowOfPerson> all,
                                  std::span<const RowTag> rows) {
    const std::vector<RowTag> theirs = rowsOf(people, all);
    std::vector<RowTag> rest;
    std::set_difference(rows.begin(), rows.end(), theirs.begin(), theirs.end(), std::back_inserter(rest));
    return rest;
}

} // namespace

PartTags tagsOf(const PartDeclaration& declaration) {
    PartTags tags{{declaration.rowTags}};
    tags.views.push_back(1);
    tags.widths.push_back(declaration.width);
    for (const EncodedRows& encoded : declaration.otherEncoders) {
        tags.rows.emplace_back(encoded.rowTags);
        tags.views.push_back(encoded.views);
        tags.widths.push_back(encoded.width);
    }
    tags.peopleWithoutRows = declaration.peopleWithoutRows;
    if (declaration.people) {
        tags.people = *declaration.people;
    }
    tags.ofFiles.assign(declaration.rowsOfFiles.begin(), declaration.rowsOfFiles.end());
    tags.anyRowLinks =
        declaration.isPrior || (declaration.divided && !declaration.isPublic && !declaration.people);
    return tags;
}

void tellSidesApart(std::vector<PartDeclaration>& parts, std::span<const std::uint8_t> key) {
    std::vector<RowTag> seen;
    HmacSha256 hash(key);
    for (PartDeclaration& part : parts) {
        if (!part.divided) {
            continue;
        }
        std::vector<std::vector<RowTag>*> lists{&part.rowTags};
        for (EncodedRows& encoded : part.otherEncoders) {
            lists.push_back(&encoded.rowTags);
        }
        const auto ownTag = [&](std::size_t list, std::size_t row) {
            const Digest digest = hash(sha256("side " + part.contentDigest + " " + std::to_string(list) +
                                              " " + std::to_string(row)));
            RowTag tag{};
            std::copy_n(digest.begin(), tag.size(), tag.begin());
            return tag;
        };
        for (std::size_t list = 0; list < lists.size(); ++list) {
            auto next = seen.begin(); // both are sorted
            bool changes = false;
            for (std::size_t row = 0; row < lists[list]->size(); ++row) {
                RowTag& tag = (*lists[list])[row];
                while (next != seen.end() && before(*next, tag)) {
                    ++next;
                }
                if (next != seen.end() && *next == tag) {
                    tag = ownTag(list, row);
                    changes = true;
                }
            }
            if (lists[list]->empty()) {
                lists[list]->push_back(ownTag(list, 0));
            }
            if (changes) {
                std::sort(lists[list]->begin(), lists[list]->end(), before);
            }
        }
        for (const auto* list : lists) {
            if (&part != &parts.back()) {
                addTags(seen, *list);
            }
        }
    }
}

std::vector<RegistryMatch> Project::Impl::leftOutBy(const DeclaredLink& link) const {
    auto parts = options.registry->partsOf(link.project);
    std::erase_if(
        parts, [&link](const RegistryMatch& part) { return !link.part.empty() && part.name != link.part; });
    return parts;
}

void Project::Impl::checkLeftOut(const std::vector<PartDeclaration>& declared,
                                 const std::vector<DeclaredLink>& leftOut) const {
    for (const DeclaredLink& link : leftOut) {
        if (!options.registry || leftOutBy(link).empty()) {
            failUsage(Sentence("--leave-out: your registry knows no such part of that project; name another, "
                               "or leave the option out"));
        }
        if (link.project == projectId) {
            failUsage(Sentence("--leave-out names this project itself; give another one"));
        }
        for (const RegistryMatch& part : leftOutBy(link)) {
            if (!part.isPublic && !part.hasIds) {
                failUsage(Sentence("--leave-out: the {1} part of '{2}' was declared without ids, so nobody "
                                   "knows who is in it; name a part that has ids after a colon, or declare "
                                   "shared rows with --linked-to",
                                   partName(part.name), part.dataset));
            }
        }
    }
    const bool idsMissing = std::any_of(declared.begin(), declared.end(), [](const PartDeclaration& part) {
        return !part.people && !part.isPublic;
    });
    if (!leftOut.empty() && idsMissing) {
        failUsage(Sentence("--leave-out needs ids, which tell people apart: give --record-ids"));
    }
}

PartDeclaration Project::Impl::withoutOthers(DatasetId datasetId, PartDeclaration own,
                                             const std::vector<DeclaredLink>& leftOut, People shown) const {
    if (!own.people || !options.registry || own.isPublic) { // of public rows none may tell who is private
        return own;
    }
    const std::size_t before = own.people->size();
    People hidden;
    const auto leaveOut = [&](const People& others, bool isPublic) {
        leave(*own.people, others);
        addTags(isPublic ? shown : hidden, others);
    };
    for (const auto& known : datasetId.valid() ? parts(datasetId) : std::vector<PartRow>()) {
        const auto& names = own.yieldsTo;
        if (std::find(names.begin(), names.end(), known.name) == names.end()) {
            continue;
        }
        const auto people = options.registry->peopleOf(known.registryKey);
        if (!people && known.facts.value("record_ids", false)) {
            refuse(
                Sentence("your registry does not know who is in the {1} part of this dataset, so nobody can "
                         "be kept out of another; go on with it here first, by run or by resume "
                         "--moved-here",
                         partName(known.name)));
        }
        if (people) {
            leaveOut(*people, known.isPublic);
        }
    }
    for (const DeclaredLink& link : leftOut) {
        for (const RegistryMatch& part : leftOutBy(link)) {
            leaveOut(options.registry->peopleOf(part.key).value_or(People()), part.isPublic);
        }
    }
    own.curatorFacts["people_counted"] = own.people->size();
    if (own.people->size() == before) {
        if (own.divided) { // nobody may have fallen into it
            standForNobody(own, projectId, options.registry->key());
        }
        return own;
    }
    leave(shown, hidden);
    const auto takeOut = [&](std::vector<RowTag>& rows, std::span<const RowOfPerson> all) {
        own.rowsOfFiles.push_back(withoutRowsOf(shown, all, rows)); // what is public of people may stay so
        rows = rowsOf(*own.people, all);
    };
    takeOut(own.rowTags, own.rowsOfPeople);
    for (EncodedRows& encoded : own.otherEncoders) {
        takeOut(encoded.rowTags, encoded.rowsOfPeople);
    }
    standForNobody(own, projectId, options.registry->key());
    return own;
}

void Project::Impl::leaveOthersOut(std::vector<PartDeclaration>& parts,
                                   const std::vector<DeclaredLink>& leftOut) const {
    People shown;
    for (PartDeclaration& part : parts) {
        part = withoutOthers({}, std::move(part), leftOut, shown);
        if (part.isPublic && part.people) {
            addTags(shown, *part.people);
        }
    }
}

void Project::Impl::requireIds(DatasetId datasetId, const PartDeclaration& declaration) const {
    if (declaration.people || declaration.isPublic) {
        return;
    }
    for (const auto& known : parts(datasetId)) {
        if (!known.isPublic && known.facts.value("record_ids", false)) {
            failUsage(
                Sentence("the {1} part of this dataset was declared with ids, which its budget follows: "
                         "give the ids of the {2} rows as well",
                         partName(known.name), partName(declaration.name)));
        }
    }
}

void Project::Impl::requireIdsOfOthers(DatasetId datasetId, const PartDeclaration& declaration) const {
    if (!declaration.people || declaration.isPublic) {
        return;
    }
    bool some = false, without = false;
    for (const auto& known : parts(datasetId)) {
        const bool hasIds = known.facts.value("record_ids", false);
        some = some || (!known.isPublic && hasIds);
        without = without || (!known.isPublic && !hasIds);
    }
    if (without && !some) {
        failUsage(
            Sentence("the parts of this dataset were declared without ids, so nobody knows which of these "
                     "people are in them: leave out the ids of the {1} rows, or give them to all parts "
                     "in a run first",
                     partName(declaration.name)));
    }
}

void Project::Impl::requireSameIds(const DatasetRow& datasetRow, const PartRow& known,
                                   const PartDeclaration& declaration, const RowClaims& claims) const {
    const nlohmann::json facts = curatorOf(known.id).facts;
    const bool hadIds = known.facts.value("record_ids", false);
    const auto differs = [&](const char* fact) {
        return facts.contains(fact) && facts[fact] != declaration.curatorFacts.value(fact, nlohmann::json());
    };
    if (hadIds != declaration.people.has_value() || differs("people") || differs("most_rows_of_one")) {
        refuseRows(
            {hadIds
                 ? Sentence("{1} was declared with another registry, of other people: give the ids that it "
                            "had then",
                            partTitle(datasetRow, known))
                 : Sentence("{1} was declared with another registry, and its rows had no ids, so that each "
                            "of them was charged by itself: leave out the ids, or go on with that registry",
                            partTitle(datasetRow, known))});
    }
    if (differs("people_counted")) { // its charges are of those who counted alone
        refuseRows({Sentence("{1} was declared with another registry, and {2} of its people counted, now {3} "
                             "would: declare here first whom it left out, and give --leave-out again",
                             partTitle(datasetRow, known), field(facts, "people_counted", std::uint64_t{0}),
                             field(declaration.curatorFacts, "people_counted", std::uint64_t{0}))});
    }
    // As many may be others: whom it left out stands in the ledger, and neither more nor less is left out
    // here, whether that changes who counts or not.
    const auto lacks = [](const std::vector<DeclaredLink>& some, const std::vector<DeclaredLink>& others) {
        return std::any_of(others.begin(), others.end(), [&some](const DeclaredLink& other) {
            return std::none_of(some.begin(), some.end(), [&other](const DeclaredLink& one) {
                return one.project == other.project && one.part == other.part;
            });
        });
    };
    const auto leftOut = declaredLinks(known.id, RowKind::PeopleLeftOut);
    if (lacks(claims.leftOut, leftOut)) {
        refuseRows({Sentence("{1} was declared with another registry, and without people of another "
                             "project: declare those here first, and give --leave-out again",
                             partTitle(datasetRow, known))});
    }
    if (lacks(leftOut, claims.leftOut)) {
        refuseRows({Sentence("{1} was declared with another registry, and left out nobody of that project "
                             "then: give the --leave-out that it had, and another once it is declared here",
                             partTitle(datasetRow, known))});
    }
}

bool Project::Impl::samePeople(const PartRow& known, const PartDeclaration& declaration) const {
    if (!options.registry || !options.registry->knows(known.registryKey)) {
        return known.facts.value("record_ids", false) == declaration.people.has_value();
    }
    return options.registry->peopleOf(known.registryKey) == declaration.people;
}

} // namespace parsimony::ledger
