// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/record_ids.h"
#include "core/ledger/records.h"
#include "core/session/requested_parts.h"
#include "core/session/run_observer.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace parsimony::ledger {
class Project;
class Registry;
} // namespace parsimony::ledger

namespace parsimony::session {

/// Whose the rows of a requested part are, as keyed hashes under the registry's key (PRIVACY rule 26). Reads
/// the ids once: what they say holds for everything that follows.
class PartPeople {
public:
    /// Nobody in particular where the part has no ids.
    PartPeople(const RequestedPart& part, const ledger::Registry& registry);

    [[nodiscard]] bool known() const { return m_rows.has_value(); }
    /// Where they are known.
    [[nodiscard]] const data::RowsByPerson& rows() const { return m_rows.value(); }
    /// Whose each row of these files is that has an id, the part's order and number of rows given.
    [[nodiscard]] std::vector<ledger::RowOfPerson> rowsOfPeople(const data::PartFiles& files) const;
    /// The same for the views of each row.
    [[nodiscard]] std::vector<ledger::RowOfPerson> viewsOfPeople(const data::PartFiles& files) const;
    /// Sorted.
    [[nodiscard]] std::span<const ledger::RowTag> everybody() const;
    /// How many people have nothing in one of these lists, of the part's encoders.
    [[nodiscard]] std::uint64_t withoutRows(std::span<const data::RowDigests> lists) const;
    /// Adds what is declared of them: everybody but `others` (sorted), who are in parts named before.
    void declare(ledger::PartDeclaration& declaration, std::span<const ledger::RowTag> others,
                 bool withRows) const;
    /// The digest of values and labels together with that of the ids.
    [[nodiscard]] Digest with(const Digest& content) const;
    /// From now on rows of whoever does not count in the part `id` of the project are read as empty, and
    /// those beyond `rowsPerPerson`, by every encoder the same ones; the curator is told how many.
    void withhold(RequestedPart& part, const ledger::Project& project, PartId id, std::uint32_t rowsPerPerson,
                  const RunObserver& observer) const;

private:
    /// Of `digests`, which are so many of each row.
    [[nodiscard]] std::vector<ledger::RowOfPerson> ofPeople(const data::PartFiles& files,
                                                            const std::vector<data::RowDigest>& digests,
                                                            std::size_t ofEachRow) const;

    const ledger::Registry* m_registry;
    std::optional<data::RowsByPerson> m_rows;
    data::PartFiles m_files;
};

} // namespace parsimony::session
