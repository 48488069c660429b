// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sha256.h"
#include "core/data/row_digest.h"
#include "core/ledger/records.h"
#include "core/session/record_people.h"
#include "core/session/requested_parts.h"
#include "core/session/run_observer.h"

#include <vector>

namespace parsimony::ledger {
class Registry;
}

namespace parsimony::session {

/// What a part holds by each of its encoders, as keyed hashes under the registry's key. Reads all rows.
class EncoderRows {
public:
    /// From now on the rows of further encoders are read in the order of the first's, as their ids say; the
    /// curator is told how many records have none there.
    EncoderRows(RequestedPart& part, const PartPeople& people, const ledger::Registry& registry,
                const RunObserver& observer = {});

    /// Of values and labels by each encoder under its name, whichever is named first, together with the ids.
    [[nodiscard]] const Digest& content() const { return m_content; }
    /// Gives rows and content to what is declared, once; `withRowsOfPeople`: of the further encoders.
    void declare(ledger::PartDeclaration& declaration, const RequestedPart& part, const PartPeople& people,
                 bool withRowsOfPeople);
    /// From now on the part is only read with this content.
    void hold(RequestedPart& part, const ledger::Registry& registry) const;

private:
    std::vector<data::RowDigests> m_rows; ///< by encoder, the first one's in front
    Digest m_content{};
};

} // namespace parsimony::session
