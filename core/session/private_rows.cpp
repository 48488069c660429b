// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/private_rows.h"

#include "core/base/part_name.h"
#include "core/data/record_ids.h"
#include "core/data/record_split.h"
#include "core/data/row_digest.h"

#include <algorithm>
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

namespace {

/// Rows that are to be shown may be nobody's private ones.
void requireNotPrivate(const ledger::RegistryMatch& match, const Sentence& refusal) {
    if ((match.linked || match.linkedTogether) && !match.isPublic) {
        throw CuratorRefusal(refusal, {Sentence("these rows are private in {1} (part '{2}')", match.path,
                                                partName(match.name))});
    }
}

} // namespace

std::vector<ledger::RowTag> tagsOfNumbers(const ledger::Registry& registry, std::span<const double> numbers,
                                          std::size_t width, std::span<const std::size_t> strides) {
    data::RowHasher hash(registry.key(), width);
    const std::vector<double> zeros(width, 0.0); // nobody's
    std::vector<ledger::RowTag> tags;
    for (const std::size_t stride : strides) {
        for (std::size_t at = 0; stride >= width && at + width <= numbers.size(); at += stride) {
            const auto row = numbers.subspan(at, width);
            if (!std::equal(row.begin(), row.end(), zeros.begin())) {
                hash(row.data(), 1, &tags.emplace_back());
            }
        }
    }
    std::sort(tags.begin(), tags.end());
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    return tags;
}

void refusePrivateNumbers(std::span<const double> numbers, std::size_t width,
                          std::span<const std::size_t> strides, const Sentence& refusal) {
    if (!std::filesystem::exists(ledger::Registry::defaultPath())) {
        return;
    }
    const auto registry = ledger::Registry::open();
    const auto tags = tagsOfNumbers(*registry, numbers, width, strides);
    ledger::PartTags asked{{std::span<const ledger::RowTag>(tags)}};
    asked.toBeShown = true;
    asked.anyRowLinks = true;
    for (const ledger::RegistryMatch& match : registry->lookup(asked)) {
        requireNotPrivate(match, refusal);
    }
}

std::vector<Sentence> refusePrivateRows(const data::PartFiles& files, const Sentence& refusal, bool anyRow) {
    std::vector<Sentence> told;
    if (!std::filesystem::exists(ledger::Registry::defaultPath())) {
        return told;
    }
    const auto registry = ledger::Registry::open();
    for (const ledger::RegistryMatch& match : registeredMatches(*registry, {&files, 1}, {true, anyRow})) {
        requireNotPrivate(match, refusal);
        if (match.shared > 0 && !match.isPublic) {
            told.push_back(Sentence(
                "{1} has {2} {2|row equal to one that is|rows equal to rows that are} private in {3} "
                "(part '{4}'); {2|it is taken for another record|they are taken for other records} "
                "with equal values",
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
