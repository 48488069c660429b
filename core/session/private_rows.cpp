// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/private_rows.h"

#include "core/base/part_name.h"
#include "core/data/record_ids.h"
#include "core/data/record_split.h"

#include <filesystem>
#include <utility>

namespace parsimony::session {

std::vector<ledger::RegistryMatch> registeredMatches(const ledger::Registry& registry,
                                                     std::span<const data::PartFiles> encodings,
                                                     const RowsAsked& asked) {
    std::vector<std::vector<ledger::RowTag>> rows;
    for (const data::PartFiles& files : encodings) {
        data::RowDigests digests = data::rowDigestsOf(files, registry.key(), false);
        rows.push_back(std::move(digests.sorted));
        if (!digests.views.empty()) {
            rows.push_back(std::move(digests.views));
        }
    }
    ledger::PartTags tags{{rows.begin(), rows.end()}};
    tags.toBeShown = asked.toBeShown;
    tags.anyRowLinks = asked.anyRowLinks;
    std::vector<ledger::RowTag> people;
    if (const data::PartFiles& first = encodings.front(); !first.ids.empty()) {
        const data::ArrayInfo features = data::openFeatures(first)->info();
        people = data::RowsByPerson(data::personTagsOf(first, features, registry.key())).people();
        tags.people = people;
    }
    return registry.lookup(tags);
}

std::vector<Sentence> refusePrivateRows(const data::PartFiles& files, const Sentence& refusal, bool anyRow) {
    std::vector<Sentence> told;
    if (!std::filesystem::exists(ledger::Registry::defaultPath())) {
        return told;
    }
    const auto registry = ledger::Registry::open();
    for (const ledger::RegistryMatch& match : registeredMatches(*registry, {&files, 1}, {true, anyRow})) {
        if ((match.linked || match.linkedTogether) && !match.isPublic) {
            throw CuratorRefusal(refusal, {Sentence("these rows are private in {1} (part '{2}')", match.path,
                                                    partName(match.name))});
        }
        if (match.shared > 0 && !match.isPublic) {
            told.push_back(
                Sentence("{1} has {2} rows equal to rows that are private in {3} (part '{4}'); they are "
                         "taken for other records with equal values",
                         files.features, match.shared, match.path, partName(match.name)));
        }
    }
    return told;
}

std::vector<Sentence> refusePrivateRows(const data::PartFiles& files, bool anyRow) {
    return refusePrivateRows(files,
                             Sentence("{1}: exact counts of these rows may not be shown; a project's own "
                                      "runs charge and release a test accuracy",
                                      files.features),
                             anyRow);
}

} // namespace parsimony::session
