// SPDX-License-Identifier: GPL-3.0-or-later
// What rows and declarations say of other parts: which charges count, what is exposed, what is refused.
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/damaged_row.h"
#include "core/ledger/project_impl.h"

#include <algorithm>
#include <set>
#include <utility>

namespace parsimony::ledger {

namespace {

bool holds(const std::vector<RegistryMatch>& parts, const RegistryMatch& wanted) {
    return std::any_of(parts.begin(), parts.end(),
                       [&wanted](const RegistryMatch& part) { return part.id == wanted.id; });
}

std::vector<std::int64_t> numbersOf(const std::vector<RegistryMatch>& parts) {
    std::vector<std::int64_t> numbers(parts.size());
    std::transform(parts.begin(), parts.end(), numbers.begin(),
                   [](const RegistryMatch& part) { return part.id; });
    return numbers;
}

std::vector<RegistryMatch> privateOf(std::vector<RegistryMatch> parts) {
    std::erase_if(parts, [](const RegistryMatch& part) { return part.isPublic; });
    return parts;
}

} // namespace

Sentence placeOf(const RegistryMatch& match) {
    return Sentence("the {1} part of '{2}' in '{3}'", partName(match.name), match.dataset, match.path);
}

namespace {

/// Public rows that training started from, a few of which are declared private: of few rows a class, each
/// stands in the classifier nearly as it is.
bool isFewOfPrior(const RegistryMatch& match) {
    return match.isPublic && !match.linked && PartName(match.name).isPrior();
}

/// How a part compares with what is declared: rows, or people where ids tell.
Sentence sharedWords(const RegistryMatch& match) {
    const Sentence place = placeOf(match);
    if (isFewOfPrior(match)) {
        return Sentence("rows of {1}, which training started from as public ones, so that one is enough",
                        place);
    }
    if (match.sharedPeople > 0) {
        return match.isPublic ? Sentence("{1} of the people of {2}, where they were shown as public",
                                         match.sharedPeople, place)
                              : Sentence("{1} of the people of {2}", match.sharedPeople, place);
    }
    return match.isPublic
               ? Sentence("{1} of the {2} rows of {3}, where they were shown as public, more than a fifth",
                          match.shared, match.rows, place)
           : match.linkedTogether
               ? Sentence("{1} of the {2} rows of {3}, and with those of others more than a fifth of its own",
                          match.shared, match.rows, place)
               : Sentence("{1} of the {2} rows of {3}, more than a fifth", match.shared, match.rows, place);
}

/// What the command that meets them takes.
Sentence waysOut(const RegistryMatch& match, const std::string& there, bool ofLook) {
    if (match.sharedPeople > 0) {
        return ofLook ? Sentence("declare that with --linked-to {1}, or leave them out with --leave-out {1}",
                                 there)
                      : Sentence("declare that with --linked-to {1}, leave them out with --leave-out {1}, or "
                                 "say that they are other people's with --distinct-records",
                                 there);
    }
    return ofLook ? Sentence("declare that with --linked-to {1}", there)
                  : Sentence("declare that with --linked-to {1}, or say that they are other people's "
                             "with --distinct-records",
                             there);
}

Sentence undeclared(const PartDeclaration& declaration, const RegistryMatch& match, bool ofLook) {
    const std::string there = match.path + (match.name == declaration.name ? "" : ":" + match.name);
    return Sentence("part '{1}' has {2}: {3}", partName(declaration.name), sharedWords(match),
                    waysOut(match, there, ofLook));
}

/// Of one table, by whatever path. Versions before told columns apart by what was written for them.
bool areOtherColumns(const nlohmann::json& one, const nlohmann::json& two) {
    const char* fact = one.contains("column") && two.contains("column") ? "column" : "features";
    return field(one, fact, "") != field(two, fact, "");
}

} // namespace

void refuseRows(std::vector<Sentence> reasons) {
    throw CuratorRefusal(
        Sentence("these rows can't be used as they were declared; the reason is for the curator "
                 "alone, on standard error or among the window's notices; --linked-to "
                 "PROJECT[:PART] declares rows that are also another project's; nothing was spent"),
        std::move(reasons));
}

void Project::Impl::findByRows(const DatasetRow& datasetRow, const PartDeclaration& declaration,
                               const RowClaims& claims, PartFindings& findings,
                               std::vector<Sentence>& told) const {
    const bool isPublic = declaration.isPublic || datasetRow.visibility == Visibility::Public;
    PartTags tags = tagsOf(declaration);
    tags.toBeShown = isPublic;
    findings.found = options.registry->lookup(tags);
    const bool isNew = std::none_of(findings.found.begin(), findings.found.end(), [this](const auto& match) {
        return match.same && match.project == projectId;
    });
    for (auto& match : findings.found) {
        match.linked |= isNew && match.linkedTogether;
    }
    for (const auto& match : findings.found) {
        if (!isPublic && !claims.distinctRecords && isFewOfPrior(match)) {
            findings.foreign.push_back(match); // of this project too: no row may tell who was in it
            continue;
        }
        if (match.shared > 0 && (!match.linked || claims.distinctRecords)) {
            told.push_back(Sentence("part '{1}' has {2} {2|row equal to one|rows equal to rows} of {3}; "
                                    "{2|it is taken for another record|they are taken for other records} "
                                    "with equal values",
                                    partName(declaration.name), match.shared, placeOf(match)));
        }
        // Whoever they are claimed to be of: exact results on them would not be covered by anything.
        if (match.linked && isPublic && !match.isPublic) {
            refuseRows({Sentence("rows of part '{1}' are private in {2}: rows once private can't be declared "
                                 "public; give a file without them, or declare this part as private too",
                                 partName(declaration.name), placeOf(match))});
        }
        if (!match.linked || claims.distinctRecords) {
            continue;
        }
        if (!isPublic && match.isPublic) {
            findings.exposed |= match.project == projectId;
            told.push_back(Sentence("rows of part '{1}' were seen as public in {2}: what was shown of them "
                                    "then is not in this budget",
                                    partName(declaration.name), placeOf(match)));
        }
        const auto own = match.project == projectId ? partOfKey(match.key) : std::nullopt;
        if (match.same && own && own->dataset == datasetRow.id && own->name == declaration.name &&
            own->isPublic == isPublic) {
            findings.known = own->id;
        }
        if (!isPublic && match.project != projectId) {
            findings.foreign.push_back(match);
        } else if (!isPublic && !match.isPublic) {
            findings.links.push_back(match);
        }
    }
    if (!isPublic && !claims.distinctRecords) {
        findByTable(declaration, findings, told);
    }
    if (declaration.people) {
        findings.links = sameHere(findings.links, declaration);
    }
}

// Through a part that has ids people are in one that has none, and shares its rows with it. Inside this
// project, where rows decide, what shares with both halves of a set ties neither to the other.
std::vector<RegistryMatch> Project::Impl::sameHere(const std::vector<RegistryMatch>& parts,
                                                   const PartDeclaration& declaration) const {
    const PartTags tags = tagsOf(declaration);
    return privateOf(options.registry->linkedWith(
        numbersOf(parts), [&](const RegistryMatch& from, const RegistryMatch& to) {
            return from.project == projectId && to.project == projectId &&
                   !options.registry->areToldApart(tags, from.id, to.id);
        }));
}

// Links that were declared hold whatever rows are shared, so no row may decide what they pass on: all that
// they reach, but parts of the same dataset, where ids tell, or of other roles where both are there already.
std::vector<RegistryMatch> Project::Impl::reachedFrom(const std::vector<RegistryMatch>& parts,
                                                      const DatasetRow& datasetRow,
                                                      const PartDeclaration& declaration,
                                                      bool isKnown) const {
    return privateOf(options.registry->linkedWith(numbersOf(parts), [&](const RegistryMatch& /*from*/,
                                                                        const RegistryMatch& to) {
        const bool isSibling = to.project == projectId && to.dataset == datasetRow.name;
        const bool isApart = (declaration.people && to.hasIds) || (isKnown && to.name != declaration.name);
        return !isSibling || !isApart;
    }));
}

void Project::Impl::findByTable(const PartDeclaration& declaration, PartFindings& findings,
                                std::vector<Sentence>& told) const {
    const std::string table = field(declaration.curatorFacts, "table", "");
    if (table.empty()) {
        return;
    }
    for (const auto& match : options.registry->partsOf(projectId)) {
        const auto own = match.isPublic || holds(findings.links, match) ? std::nullopt : partOfKey(match.key);
        if (!own) {
            continue;
        }
        const auto facts = curatorOf(own->id).facts;
        if (field(facts, "table", "") == table && areOtherColumns(facts, declaration.curatorFacts)) {
            findings.links.push_back(match);
            if (!findings.known.valid()) {
                told.push_back(Sentence("part '{1}' is another column of the table that {2} is of: their "
                                        "charges add up",
                                        partName(declaration.name), placeOf(match)));
            }
        }
    }
}

std::vector<RegistryMatch> Project::Impl::namedBy(const DeclaredLink& link, const std::string& part) const {
    return link.keys.empty()
               ? options.registry->partsNamed(link.project, link.part.empty() ? part : link.part)
               : options.registry->partsOfKeys(link.keys);
}

void Project::Impl::checkLinks(const std::vector<PartDeclaration>& declared,
                               const std::vector<DeclaredLink>& links) const {
    for (const DeclaredLink& link : links) {
        const bool isKnown = options.registry &&
                             std::any_of(declared.begin(), declared.end(), [&](const PartDeclaration& part) {
                                 return !namedBy(link, part.name).empty();
                             });
        if (!isKnown) {
            failUsage(
                link.part.empty()
                    ? Sentence("--linked-to: your registry knows no part of these names of that project; "
                               "declare its rows here first, with 'parsimony-cli budget declare', or name "
                               "another part after a colon")
                    : Sentence("--linked-to: your registry knows no part '{1}' of that project; declare its "
                               "rows here first, with 'parsimony-cli budget declare', or name another",
                               link.part));
        }
    }
}

void Project::Impl::refusePrivateLinks(const std::vector<PartDeclaration>& declared,
                                       const std::vector<DeclaredLink>& links) const {
    for (const DeclaredLink& link : links) {
        for (const PartDeclaration& part : declared) {
            for (const RegistryMatch& match : namedBy(link, part.name)) {
                if (!match.isPublic) {
                    refuse(
                        Sentence("--linked-to says that these rows are those of the {1} part of '{2}', which "
                                 "are private: rows once private can't be declared public",
                                 partName(match.name), match.dataset));
                }
            }
        }
    }
}

std::vector<DeclaredLink> Project::Impl::declaredLinks(PartId id, RowKind kind) const {
    std::vector<DeclaredLink> links;
    auto rows = database.prepare("SELECT body, seq FROM ledger WHERE part = ? AND kind = ?");
    rows.bind(id).bind(toText(kind));
    while (rows.step()) {
        const auto body = readRow(rows.integer(1), path.string(), [&] {
            return LinkDeclaredBody::read({rows.textView(0), feed.what()});
        });
        links.push_back({body.project, body.part, body.keys, body.exposed});
    }
    return links;
}

// All that those parts share with by then, so that a registry which knows one of them alone can tell.
DeclaredLink Project::Impl::meantBy(const DeclaredLink& link, const std::string& part,
                                    const std::vector<DeclaredLink>& earlier,
                                    const PartFindings& findings) const {
    DeclaredLink meant{link.project, link.part.empty() ? part : link.part};
    std::set<std::string> before;
    for (const DeclaredLink& one : earlier) {
        if (one.project == meant.project && one.part == meant.part) {
            before.insert(one.keys.begin(), one.keys.end());
        }
    }
    auto named = namedBy(link, part);
    std::erase_if(
        named, [&](const RegistryMatch& match) { // a dataset that the project got since is not meant
            return !before.empty() && before.count(match.key) == 0 && !holds(findings.foreign, match);
        });
    std::set<std::string> keys;
    for (const RegistryMatch& match : named) {
        keys.insert(match.key);
    }
    const auto elsewhere = [this](const RegistryMatch& /*from*/, const RegistryMatch& to) {
        return to.project != projectId; // what parts of this one share with is theirs
    };
    for (const RegistryMatch& match : options.registry->linkedWith(numbersOf(named), elsewhere)) {
        if (!match.isPublic && match.project != projectId) {
            keys.insert(match.key);
        }
    }
    meant.keys.assign(keys.begin(), keys.end());
    return meant;
}

void Project::Impl::takeDeclaredLinks(const DatasetRow& datasetRow, const PartDeclaration& declaration,
                                      const RowClaims& claims, PartFindings& findings) const {
    const auto links = findings.known.valid() ? declaredLinks(findings.known) : std::vector<DeclaredLink>();
    // What was public of a part that is known here was: what is seen now is seen of private rows.
    const bool exposedBefore =
        findings.known.valid() &&
        (part(findings.known).exposedUncharged || options.registry->knows(part(findings.known).registryKey));
    for (const DeclaredLink& link : claims.links) {
        findings.declared.push_back(meantBy(link, declaration.name, links, findings));
    }
    std::vector<RegistryMatch> named;
    for (const auto* all :
         {&std::as_const(findings.declared), &links}) { // those hold on, in another registry too
        for (const DeclaredLink& link : *all) {
            const auto found = namedBy(link, declaration.name);
            named.insert(named.end(), found.begin(), found.end());
        }
    }
    const auto counted = reachedFrom(named, datasetRow, declaration, findings.known.valid());
    auto own = std::vector<std::int64_t>();
    for (const PartId same : {findings.known, findings.account}) {
        if (const auto number =
                same.valid() ? options.registry->numberOf(part(same).registryKey) : std::nullopt) {
            own.push_back(*number);
        }
    }
    const auto linkedBefore = options.registry->linkedWith(own);
    for (const auto* parts :
         {&std::as_const(named), &std::as_const(counted), &linkedBefore, &std::as_const(findings.links)}) {
        findings.exposed |= std::any_of(parts->begin(), parts->end(), [](const RegistryMatch& part) {
            return part.isPublic || part.exposed;
        });
    }
    std::vector<Sentence> reasons;
    for (const RegistryMatch& match : findings.foreign) {
        const bool isDeclared = match.isPublic ? exposedBefore || holds(named, match)
                                               : holds(counted, match) || holds(linkedBefore, match) ||
                                                     (findings.known.valid() && match.distinctRecords);
        if (!isDeclared) {
            reasons.push_back(undeclared(declaration, match, claims.ofLook));
        }
    }
    if (!reasons.empty()) {
        refuseRows(std::move(reasons));
    }
    findings.links.insert(findings.links.end(), counted.begin(), counted.end());
}

void Project::Impl::appendDeclared(RowKind kind, const PartRow& partRow, const DeclaredLink& link,
                                   const std::vector<DeclaredLink>& known) {
    const bool isKnown = std::any_of(known.begin(), known.end(), [&](const DeclaredLink& other) {
        return other.project == link.project && other.part == link.part && (other.exposed || !link.exposed) &&
               (other.keys.empty() ||
                std::includes(other.keys.begin(), other.keys.end(), link.keys.begin(), link.keys.end()));
    });
    if (isKnown) {
        return;
    }
    NewRow row;
    row.kind = kind;
    row.dataset = partRow.dataset;
    row.part = partRow.id;
    row.valueClass = ValueClass::Public;
    row.body = LinkDeclaredBody{link.project, link.part, link.keys, link.exposed}.text();
    append(row);
}

// One row for each declaration, public as the user's claims are. Links inside the project: see recordLinks.
void Project::Impl::appendLinks(const PartRow& partRow, const RowClaims& claims,
                                const PartFindings& findings) {
    const auto links = declaredLinks(partRow.id);
    for (const DeclaredLink& link : findings.declared) {
        if (link.project != projectId && !link.keys.empty()) {
            appendDeclared(RowKind::LinkDeclared, partRow, link, links);
        }
    }
    if (findings.exposed && !partRow.exposedUncharged) {
        appendDeclared(RowKind::LinkDeclared, partRow, {projectId, partRow.name, {partRow.registryKey}, true},
                       links);
    }
    const auto leftOut = declaredLinks(partRow.id, RowKind::PeopleLeftOut);
    for (const DeclaredLink& link : claims.leftOut) {
        appendDeclared(RowKind::PeopleLeftOut, partRow, link, leftOut);
    }
}

} // namespace parsimony::ledger
