// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/part_name.h"
#include "core/base/quantity.h"
#include "core/base/secure_random.h"
#include "core/base/sentence.h"
#include "core/ledger/counted_charges.h"
#include "core/ledger/declared_records.h"
#include "core/ledger/project_impl.h"

#include <algorithm>
#include <set>

namespace parsimony::ledger {

namespace {

void checkDeclaration(const DatasetDeclaration& declaration) {
    if (declaration.name.empty()) {
        failUsage(Sentence("a dataset needs a name"));
    }
    if (declaration.rowsPerPerson < 1) {
        failUsage(Sentence("--rows-per-person must be at least 1"));
    }
    if (declaration.epsilon) {
        (void)checkedEpsilon(*declaration.epsilon, "--epsilon");
    }
    if (declaration.delta) {
        (void)checkedDelta(*declaration.delta, "--delta");
    }
    if (declaration.parts.empty()) {
        failUsage(Sentence("a dataset needs at least one part"));
    }
    for (const auto& part : declaration.parts) {
        if (part.name.empty()) {
            failUsage(Sentence("a part of dataset '{1}' has no name", declaration.name));
        }
        for (const auto& rows : tagsOf(part).rows) {
            if (!isSorted(rows)) {
                failUsage(Sentence("the row tags of part '{1}' are not sorted", part.name));
            }
        }
    }
}

// A known dataset keeps what its guarantee was stated for.
void requireSameTerms(const DatasetRow& known, const DatasetDeclaration& declaration) {
    const std::string name = "dataset '" + known.name + "'";
    if (declaration.epsilon && *declaration.epsilon != known.epsilon) {
        failUsage(Sentence("the cap of {1} is ε = {2}, set once: --epsilon {3} differs; leave it out, or "
                           "raise the cap",
                           name, known.epsilon, *declaration.epsilon));
    }
    if (declaration.delta && *declaration.delta != known.delta) {
        failUsage(Sentence("the δ of {1} is {2}, set once: --delta {3} differs; leave it out", name,
                           known.delta, *declaration.delta));
    }
    if (declaration.adjacency != known.adjacency) {
        failUsage(Sentence(
            "{1} was declared with adjacency {2}; it stays so, leave --adjacency out or use the same", name,
            adjacencyName(known.adjacency)));
    }
    if (declaration.rowsPerPerson != known.rowsPerPerson) {
        failUsage(Sentence("{1} was declared with --rows-per-person {2}; it stays so, use the same", name,
                           known.rowsPerPerson));
    }
    // Else the plan would tell their true number. Under its name a dataset's declared number is taken again.
    if (known.visibility == Visibility::Private && known.facts.value("records_declared", false) &&
        !declaration.facts.value("records_declared", false)) {
        failUsage(
            Sentence("the number of records of {1} was declared with --records, which holds from then on: "
                     "give it again, or name the data as it was named then",
                     name));
    }
}

[[noreturn]] void refuseUndeclared() {
    refuse(Sentence("the budget of these rows is not declared in this project, which is the curator's to do: "
                    "with 'parsimony-cli budget declare', or through a server with --curator"));
}

// Charges of both kinds on the same rows: neither filter covers the other's.
void requireOneKind(bool bothKinds) {
    if (bothKinds) {
        refuse(Sentence("these rows were charged in accounts of both kinds, gaussian and slices; no one "
                        "account can go on with both"));
    }
}

} // namespace

DeclaredDataset Project::declareDataset(DatasetDeclaration declaration, const DeclarationCheck& check) {
    m_impl->requireWritable();
    checkDeclaration(declaration);
    // One step from looking rows up to registering them: of two programs on the same rows the second finds
    // the first.
    Registry::Hold hold(m_impl->options.registry.get());
    Transaction transaction(m_impl->database);
    m_impl->reconcile(false);
    const auto bothKinds = m_impl->accountsOfBothKinds();
    m_impl->checkClaims(declaration.distinctRecords, declaration.links, declaration.leftOut);
    m_impl->checkLinks(declaration.parts, declaration.links);
    if (declaration.visibility == Visibility::Public) {
        m_impl->refusePrivateLinks(declaration.parts, declaration.links);
    }
    m_impl->checkLeftOut(declaration.parts, declaration.leftOut);
    m_impl->leaveOthersOut(declaration.parts, declaration.leftOut);
    if (m_impl->options.registry) {
        tellSidesApart(declaration.parts, m_impl->options.registry->key());
    }
    DeclaredDataset result = m_impl->findDataset(declaration, !declaration.distinctRecords);
    if (result.known) {
        m_impl->nameCap(result.id, declaration);
        requireSameTerms(m_impl->dataset(result.id), declaration);
    } else {
        m_impl->addDataset(declaration, result);
    }
    m_impl->declareParts(std::move(declaration), result);
    m_impl->recordLinks();
    m_impl->reconcile(false);
    requireOneKind(m_impl->accountsOfBothKinds() != bothKinds);
    m_impl->checkAdded(result, check);
    hold.commit(); // first: a part that only the registry knows has no charges
    m_impl->commit(transaction);
    return result;
}

void Project::Impl::declareParts(DatasetDeclaration declaration, DeclaredDataset& result) {
    const DatasetRow row = dataset(result.id);
    // Private ones first: a public part is refused for their rows, where they would take its for known ones.
    std::vector<PartDeclaration>& parts = declaration.parts;
    std::stable_partition(parts.begin(), parts.end(), [](const auto& part) { return !part.isPublic; });
    for (auto at = parts.begin(); at != parts.end(); ++at) {
        const PartDeclaration& declared = *at;
        // Parts that are declared together and share data share one account.
        PartId shared;
        for (auto other = parts.begin(); other != at && !shared.valid(); ++other) {
            const PartDeclaration& earlier = *other;
            const bool equal =
                !declared.contentDigest.empty() && declared.contentDigest == earlier.contentDigest;
            if (!declared.isPublic && !earlier.isPublic && !declaration.distinctRecords &&
                (equal || shareData(tagsOf(declared), tagsOf(earlier)))) {
                shared = part(result.part(earlier.name)).account;
            }
        }
        std::set<std::string> later;
        std::for_each(std::next(at), parts.end(), [&](const auto& other) { later.insert(other.name); });
        declarePart(row, declared,
                    {declaration.distinctRecords, declaration.links, declaration.leftOut, std::move(later)},
                    shared, result);
        requireSameRecords(result.part(declared.name), declared);
    }
}

DeclaredDataset Project::declarePart(DatasetId dataset, const PartDeclaration& part,
                                     const std::vector<DeclaredLink>& links,
                                     const std::vector<DeclaredLink>& leftOut,
                                     const DeclarationCheck& check) {
    m_impl->requireWritable();
    Registry::Hold hold(m_impl->options.registry.get());
    Transaction transaction(m_impl->database);
    m_impl->reconcile(false);
    const auto bothKinds = m_impl->accountsOfBothKinds();
    DeclaredDataset result;
    result.id = dataset;
    result.known = true;
    m_impl->checkClaims(false, links, leftOut);
    m_impl->checkLinks({part}, links);
    m_impl->checkLeftOut({part}, leftOut);
    m_impl->requireIdsOfOthers(dataset, part);
    std::vector<PartDeclaration> own{m_impl->withoutOthers(dataset, part, leftOut)};
    if (m_impl->options.registry) { // a share of a file may have no row
        tellSidesApart(own, m_impl->options.registry->key());
    }
    m_impl->declarePart(m_impl->dataset(dataset), own.front(), {false, links, leftOut, {}, true}, {}, result);
    m_impl->recordLinks();
    m_impl->reconcile(false);
    requireOneKind(m_impl->accountsOfBothKinds() != bothKinds);
    m_impl->checkAdded(result, check);
    hold.commit();
    m_impl->commit(transaction);
    return result;
}

void Project::Impl::requireSameNumber(const DatasetRow& datasetRow, const PartRow& known,
                                      const PartDeclaration& declaration) const {
    const auto number = [](const nlohmann::json& facts) { return facts.value("records", nlohmann::json()); };
    const nlohmann::json before = number(known.facts);
    const nlohmann::json now = number(declaration.facts);
    if (isElsewhere(known) && !before.is_null() && !now.is_null() && before != now) {
        refuseRows(
            {Sentence("{1} was declared with another registry, of another number of records: give the file, "
                      "and the share of it, that it had then",
                      partTitle(datasetRow, known))});
    }
}

void failDeclaredWithoutNumber(const std::string& part) {
    failUsage(Sentence("the {1} part was declared without a number of its records, which holds from then on: "
                       "give none",
                       partName(part)));
}

// Looks that a plan has are held to the number that their part has.
void Project::Impl::requireSameRecords(PartId id, const PartDeclaration& declaration) const {
    const PartRow known = part(id);
    const auto now = declaration.facts.find("records");
    const auto before = known.facts.find("records");
    const bool same = before != known.facts.end() && now != declaration.facts.end() && *before == *now;
    if (known.isPublic || PartName(known.name).isTrain() || now == declaration.facts.end() || same) {
        return;
    }
    if (!known.facts.value("records_declared", false)) {
        failDeclaredWithoutNumber(known.name);
    }
    failUsage(Sentence("the number of records of the {1} part was declared as {2}, which holds from then on: "
                       "give it again, or name the data as it was named then",
                       partName(known.name), before->get<double>()));
}

void Project::Impl::checkClaims(bool distinctRecords, const std::vector<DeclaredLink>& links,
                                const std::vector<DeclaredLink>& leftOut) const {
    if (options.onlyDeclared && (distinctRecords || !links.empty() || !leftOut.empty())) {
        refuse(Sentence("what records and which other projects these rows stand for is the curator's word"));
    }
}

void Project::Impl::addDataset(const DatasetDeclaration& declaration, DeclaredDataset& result) {
    if (options.onlyDeclared && declaration.visibility == Visibility::Private) {
        refuseUndeclared();
    }
    if (!declaration.epsilon || !declaration.delta) {
        failUsage(Sentence("dataset '{1}' is new to '{2}': give its cap with --epsilon and --delta",
                           declaration.name, path.string()));
    }
    std::string name = declaration.name;
    auto taken = database.prepare("SELECT 1 FROM ledger WHERE kind = ? AND json_extract(body, '$.name') = ?");
    for (int number = 2; taken.bind(toText(RowKind::Dataset)).bind(name).step(); ++number) {
        name = declaration.name + " (" + std::to_string(number) + ")";
        taken.reset();
    }
    result.id = DatasetId{nextId("dataset")};
    NewRow row;
    row.kind = RowKind::Dataset;
    row.dataset = result.id;
    row.valueClass = ValueClass::Public;
    row.body = DatasetBody{name, declaration.visibility, declaration.adjacency, declaration.rowsPerPerson,
                           declaration.facts}
                   .text();
    append(row);
    row.kind = RowKind::Cap;
    row.body = CapBody{*declaration.epsilon, *declaration.delta}.text();
    append(row);
}

void Project::Impl::nameCap(DatasetId id, const DatasetDeclaration& declaration) {
    const LedgerState::Dataset& known = *state().dataset(id);
    const CapBody cap{declaration.epsilon.value_or(known.row.epsilon),
                      declaration.delta.value_or(known.row.delta)};
    if ((cap.epsilon == known.row.epsilon && cap.delta == known.row.delta) || !state().capIsOpen(known)) {
        return;
    }
    NewRow row;
    row.kind = RowKind::Cap;
    row.dataset = id;
    row.valueClass = ValueClass::Public;
    row.body = cap.text();
    append(row);
}

void Project::Impl::declarePart(const DatasetRow& datasetRow, const PartDeclaration& declaration,
                                const RowClaims& claims, PartId sharedAccount, DeclaredDataset& result) {
    requireIds(datasetRow.id, declaration);
    auto findings = findPart(datasetRow, declaration, claims, result.notices);
    if (sharedAccount.valid()) {
        findings.account = sharedAccount;
    }
    const bool isPublic = declaration.isPublic || datasetRow.visibility == Visibility::Public;
    if (!isPublic) {
        requireSameUnits(datasetRow, declaration, findings);
    }
    if (const PartId account = findings.known.valid() ? part(findings.known).account : findings.account;
        options.onlyDeclared && !isPublic && account.valid()) {
        requireDeclaredLabels(account, declaration);
    }
    if (!findings.known.valid()) {
        if (options.onlyDeclared && !isPublic && !findings.account.valid()) {
            refuseUndeclared();
        }
        if (!claims.distinctRecords) {
            requireComparable(datasetRow, claims.later);
        }
        const PartId added = addPart(datasetRow, declaration, claims.distinctRecords, findings, result);
        result.parts.emplace_back(declaration.name, added);
        appendLinks(part(added), claims, findings);
        return;
    }
    const auto known = part(findings.known);
    result.parts.emplace_back(declaration.name, known.id);
    if (options.registry && !declaration.rowTags.empty() && !known.registryKey.empty()) {
        const bool isNew = !options.registry->knows(known.registryKey);
        registerRows(datasetRow, known, declaration, claims.distinctRecords, findings);
        appendLinks(known, claims, findings);
        if (isNew) { // another registry than the one it was first declared with, and another key
            tellCharges(known);
            appendCurator(known, declaration);
        }
    }
}

PartId Project::Impl::addPart(const DatasetRow& datasetRow, const PartDeclaration& declaration,
                              bool distinctRecords, const PartFindings& findings, DeclaredDataset& result) {
    const bool isPublic = declaration.isPublic || datasetRow.visibility == Visibility::Public;
    Bytes key(16);
    fillSecureRandom(key);
    const PartId id{nextId("part")};
    NewRow row;
    row.kind = RowKind::Part;
    row.dataset = datasetRow.id;
    row.part = id;
    row.valueClass = ValueClass::Public;
    row.body = PartBody{declaration.name, isPublic,          findings.account.valid() ? findings.account : id,
                        toHex(key),       declaration.facts, distinctRecords,
                        findings.exposed}
                   .text();
    append(row);
    result.added.push_back(id);
    appendCurator(part(id), declaration);
    if (!options.registry || declaration.rowTags.empty()) {
        return id;
    }
    registerRows(datasetRow, part(id), declaration, distinctRecords, findings);
    const PartRow added = part(id); // rows follow
    openAccount(added, findings, result);
    return id;
}

// A row for each charge, so that another registry knows them by their ids.
void Project::Impl::openAccount(const PartRow& partRow, const PartFindings& findings,
                                DeclaredDataset& result) {
    bool byMu = false, bySlices = false;
    const CountedCharges counted(state(), {});
    for (const RegistryCharge& charge : options.registry->openingOf(partRow.registryKey)) {
        if (charge.isNothing()) {
            continue;
        }
        (charge.muSquared ? byMu : bySlices) = true;
        appendCharge(RowKind::OpeningBalance, partRow, counted.asReserved(partRow, charge));
    }
    requireOneKind(byMu && bySlices);
    if (byMu || bySlices) {
        result.notices.push_back(
            Sentence("rows of part '{1}' were charged before, in {2}: its account opens with that",
                     partName(partRow.name), placeOf(findings.links.front())));
    }
}

void Project::Impl::appendCurator(const PartRow& partRow, const PartDeclaration& declaration) {
    NewRow row;
    row.kind = RowKind::PartCurator;
    row.dataset = partRow.dataset;
    row.part = partRow.id;
    row.valueClass = ValueClass::Curator;
    row.body = PartCuratorBody{declaration.contentDigest, options.registry ? options.registry->id() : "",
                               options.registry && !declaration.rowTags.empty(), declaration.curatorFacts}
                   .text();
    append(row);
}

void Project::Impl::registerRows(const DatasetRow& datasetRow, const PartRow& partRow,
                                 const PartDeclaration& declaration, bool distinctRecords,
                                 const PartFindings& findings) const {
    Registry::NewPart entry;
    entry.project = projectId;
    entry.path = std::filesystem::absolute(path).string();
    entry.dataset = datasetRow.name;
    entry.name = partRow.name;
    entry.key = partRow.registryKey;
    entry.isPublic = partRow.isPublic;
    entry.distinctRecords = distinctRecords;
    entry.exposed = findings.exposed || partRow.exposedUncharged;
    entry.opens = !findings.known.valid() && partRow.account == partRow.id;
    entry.units = {datasetRow.adjacency, datasetRow.rowsPerPerson};
    for (const auto& link : findings.links) {
        entry.links.push_back(link.id);
    }
    // Here the charges of an account add up by themselves; to other projects each of its parts stands for
    // all.
    for (const auto& [id, other] : state().parts()) {
        const bool isMate = other.row.account == partRow.account && other.row.id != partRow.id;
        const auto number = isMate ? options.registry->numberOf(other.row.registryKey) : std::nullopt;
        if (number && std::count(entry.links.begin(), entry.links.end(), *number) == 0) {
            entry.links.push_back(*number);
        }
    }
    options.registry->registerPart(entry, tagsOf(declaration));
}

} // namespace parsimony::ledger
