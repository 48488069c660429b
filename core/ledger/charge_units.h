// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/privacy/event.h"
#include "core/privacy/spend_sum.h"

#include <cstdint>
#include <optional>
#include <string>

namespace parsimony::ledger {

/// Whom a charge protects: its sensitivities were those of one person with up to `rowsPerPerson` records
/// under `adjacency`.
struct ChargeUnits {
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t rowsPerPerson = 1;
    bool people = false; ///< ids say whose rows are: the account is about people
    friend bool operator==(const ChargeUnits&, const ChargeUnits&) = default;
};

struct DatasetRow;
/// What the parts of a dataset are charged for.
[[nodiscard]] ChargeUnits unitsOf(const DatasetRow& dataset);

/// One charge as the registry keeps it, in the units of its part.
struct RegistryCharge {
    std::string id;                    ///< of one charge: 32 hexadecimal digits
    std::optional<SpendSum> muSquared; ///< kind gaussian
    double epsilon = 0.0, delta = 0.0; ///< kind slices
    /// The project file (see placeOfFile) that has not said yet that it committed the reservation.
    std::string pendingPlace;
    bool own = true;        ///< of the part itself, not of a linked one
    bool inOpening = false; ///< in the opening balance of its part
    [[nodiscard]] bool pending() const { return !pendingPlace.empty(); }
    /// It was withdrawn.
    [[nodiscard]] bool isNothing() const { return !muSquared && epsilon == 0.0 && delta == 0.0; }
};

/// What a charge costs under other units, rounded up (PRIVACY rule 27). The sensitivities of Gaussian
/// releases are K times those of one record, so μ becomes μ·K′/K where more rows are one person's; replacing
/// a record removes one and adds one, so μ doubles from add-or-remove towards replace-one, and never shrinks
/// the other way (a count's sensitivity is 1 under both). Nor does it shrink with K: all K rows of a person
/// there may equal the one here, or be that person's by other numbers, and no row may decide whether that is
/// so. Where both are about people it is the same: all rows of a person that counted were paid for. Slices
/// follow group privacy: g groups of K cost gε and δ·Σ e^(iε) for i < g.
[[nodiscard]] RegistryCharge inUnits(RegistryCharge charge, const ChargeUnits& from, const ChargeUnits& to);

/// Is it no more than that, but for what conversions there and back round up? Numbers of rows are whole and
/// have 32 bits, so that what differs by them differs by far more.
[[nodiscard]] bool isCovered(const RegistryCharge& charge, const RegistryCharge& by);

/// Under which id it was made: one that came dearer by another way has a '+' behind it.
[[nodiscard]] std::string originalId(std::string id);

} // namespace parsimony::ledger
