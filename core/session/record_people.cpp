// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/record_people.h"

#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/open_part.h"
#include "core/data/record_split.h"
#include "core/data/row_order.h"
#include "core/data/row_peers.h"
#include "core/ledger/project.h"
#include "core/ledger/registry.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>

namespace parsimony::session {

namespace {

/// What is withheld of the first encoder's rows is of another's, and a row that is not there as well.
void withholdMissing(data::PartFiles& files, const std::shared_ptr<const std::vector<std::uint8_t>>& first) {
    files.withheld = first;
    if (!files.order) {
        return;
    }
    std::vector<std::uint8_t> flags = first ? *first : std::vector<std::uint8_t>(files.order->size());
    for (std::size_t row = 0; row < flags.size(); ++row) {
        flags[row] = flags[row] != 0 || (*files.order)[row] == data::kNoRow ? 1 : 0;
    }
    files.withheld = std::make_shared<const std::vector<std::uint8_t>>(std::move(flags));
}

void tell(const data::WithheldRows& rows, const RequestedPart& part, std::uint32_t rowsPerPerson,
          const RunObserver& observer) {
    const auto say = [&](std::size_t count, const Sentence& sentence) {
        if (count > 0 && observer.onCuratorNotice) {
            observer.onCuratorNotice(sentence);
        }
    };
    const Sentence::Value name = partName(part.name);
    say(rows.withoutId,
        Sentence("{1} {1|row|rows} of the {2} part {1|has no id and counts|have no id and count} as empty",
                 rows.withoutId, name));
    say(rows.beyondLimit, Sentence("{1} {1|row|rows} of the {2} part {1|is|are} beyond --rows-per-person {3} "
                                   "and {1|counts|count} as empty",
                                   rows.beyondLimit, name, rowsPerPerson));
    say(rows.ofOthers,
        Sentence("{1} {1|row|rows} of the {2} part {1|is of a person|are of people} in the train part, or in "
                 "another that comes before, and {1|counts|count} as empty",
                 rows.ofOthers, name));
}

} // namespace

PartPeople::PartPeople(const RequestedPart& part, const ledger::Registry& registry)
    : m_registry(&registry), m_files(part.files) {
    if (!part.files.ids.empty()) {
        m_rows.emplace(data::personTagsOf(part.files, part.info.features, registry.key()));
    }
}

std::span<const ledger::RowTag> PartPeople::everybody() const {
    return m_rows ? std::span(m_rows->people()) : std::span<const ledger::RowTag>();
}

std::uint64_t PartPeople::withoutRows(std::span<const data::RowDigests> lists) const {
    std::set<data::PersonTag> found;
    for (const data::RowDigests& list : lists) {
        if (!m_rows || list.leftOut.empty()) {
            continue;
        }
        std::vector<bool> isLeftOut(m_rows->ofRows().size());
        for (const std::uint32_t row : list.leftOut) {
            isLeftOut[row] = true;
        }
        m_rows->forPeople([&](const data::PersonTag& person, std::span<const std::uint32_t> rows) {
            if (std::all_of(rows.begin(), rows.end(), [&](std::uint32_t row) { return isLeftOut[row]; })) {
                found.insert(person);
            }
        });
    }
    return found.size();
}

void PartPeople::declare(ledger::PartDeclaration& declaration, std::span<const ledger::RowTag> others,
                         bool withRows) const {
    if (!m_rows) {
        return;
    }
    const std::vector<ledger::RowTag>& all = m_rows->people();
    auto& people = declaration.people.emplace();
    people.reserve(all.size());
    std::set_difference(all.begin(), all.end(), others.begin(), others.end(), std::back_inserter(people));
    m_rows->forPeople([&declaration](const data::PersonTag&, std::span<const std::uint32_t> rows) {
        declaration.mostRowsOfOne =
            std::max(declaration.mostRowsOfOne, static_cast<std::uint32_t>(rows.size()));
    });
    const auto tags = m_rows->ofRows();
    declaration.rowsOfNobody =
        static_cast<std::uint64_t>(std::count(tags.begin(), tags.end(), data::kNobody)) -
        data::missingRows(m_files);
    declaration.peopleElsewhere = all.size() - people.size();
    declaration.facts["record_ids"] = true;
    // What another registry, whose hashes are others, can compare.
    declaration.curatorFacts["people"] = all.size();
    declaration.curatorFacts["most_rows_of_one"] = declaration.mostRowsOfOne;
    if (withRows) {
        declaration.rowsOfPeople = rowsOfPeople(m_files);
    }
}

std::vector<ledger::RowOfPerson> PartPeople::rowsOfPeople(const data::PartFiles& files) const {
    const auto features = data::openFeatures(files);
    return ofPeople(files, data::rowDigestsInOrder(files, *features, m_registry->key()), 1);
}

std::vector<ledger::RowOfPerson> PartPeople::viewsOfPeople(const data::PartFiles& files) const {
    const auto features = data::openFeatures(files);
    return ofPeople(files, data::viewDigestsInOrder(files, *features, files.viewDim, m_registry->key()),
                    features->info().width() / files.viewDim);
}

std::vector<ledger::RowOfPerson> PartPeople::ofPeople(const data::PartFiles& files,
                                                      const std::vector<data::RowDigest>& digests,
                                                      std::size_t ofEachRow) const {
    std::vector<ledger::RowOfPerson> found;
    for (std::size_t at = 0; m_rows && at < digests.size(); ++at) {
        const std::size_t row = at / ofEachRow;
        const bool there = !files.order || (*files.order)[row] != data::kNoRow;
        if (there && m_rows->ofRows()[row] != data::kNobody) {
            found.push_back({m_rows->ofRows()[row], digests[at]});
        }
    }
    return found;
}

Digest PartPeople::with(const Digest& content) const {
    if (!m_rows) {
        return content;
    }
    Sha256Stream stream;
    const auto tags = m_rows->ofRows();
    stream.add(content);
    stream.add({reinterpret_cast<const std::uint8_t*>(tags.data()), tags.size_bytes()});
    return HmacSha256(m_registry->key())(stream.finish());
}

void PartPeople::withhold(RequestedPart& part, const ledger::Project& project, PartId id,
                          std::uint32_t rowsPerPerson, const RunObserver& observer) const {
    if (!m_rows) {
        return;
    }
    const auto known = project.part(id);
    const auto counting = m_registry->peopleOf(known ? known->registryKey : std::string());
    const std::vector<ledger::RowTag> nobody;
    const auto features = data::openFeatures(part.files);
    data::WithheldRows rows = data::withheldRows(*m_rows, rowsPerPerson, counting ? *counting : nobody,
                                                 *features, m_registry->key());
    rows.withoutId -= data::missingRows(part.files); // of other parts of the file
    tell(rows, part, rowsPerPerson, observer);
    if (!rows.flags.empty()) {
        part.files.withheld = std::make_shared<const std::vector<std::uint8_t>>(std::move(rows.flags));
    }
    for (EncodedPart& other : part.otherEncoders) {
        withholdMissing(other.files, part.files.withheld);
    }
}

} // namespace parsimony::session
