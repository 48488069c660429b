// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/dataset_bodies.h"
#include "core/ledger/experiment_bodies.h"
#include "core/ledger/records.h"
#include "core/ledger/schema.h"
#include "core/ledger/sqlite.h"
#include "core/ledger/trial_bodies.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace parsimony::ledger {

/// What a query selects for readLedgerRow, but for the body, which a reader may hold back.
inline const std::string rowColumns =
    "seq, " + std::string(exactTime) + ", kind, dataset, part, experiment, trial, class, ";

/// The row that `statement` stands at: rowColumns, then the body or what is shown in its place. Throws
/// Error(Failed) for a kind of a newer program.
[[nodiscard]] LedgerRow readLedgerRow(const Statement& statement, const std::string& file);

/// A row while a statement stands at it. Its body is decoded when somebody asks for it, once.
class StoredRow {
public:
    std::int64_t seq = 0;
    RowKind kind = RowKind::Project;
    ValueClass valueClass = ValueClass::Released;
    DatasetId dataset;
    PartId part;
    ExperimentId experiment;
    TrialId trial;
    std::optional<double> muSquared, epsilon, delta; ///< what it charges
    std::string_view muSquaredExact;
    std::string_view time;
    std::string_view text;             ///< of the body; empty where a shared copy leaves it out
    const std::string* what = nullptr; ///< what errors call the body

    /// The body as its kind's struct. Throws Error(Failed) when it is not of that kind.
    template <class Body>
    [[nodiscard]] const Body& as() const {
        if (!std::holds_alternative<Body>(m_body)) {
            m_body = Body::read(members());
        }
        return std::get<Body>(m_body);
    }
    /// The body's members: they are found once for everybody who asks.
    [[nodiscard]] const BodyReader& members() const {
        if (!m_members) {
            m_members.emplace(text, *what);
        }
        return *m_members;
    }

private:
    mutable std::optional<BodyReader> m_members;
    mutable std::variant<std::monostate, ProjectBody, DatasetBody, CapBody, PartBody, PartCuratorBody,
                         LinkDeclaredBody, ChargeBody, CuratorShownBody, ExperimentBody,
                         ExperimentCuratorBody, PlanVersionBody, ResultBody, MessageBody, TrialReservedBody,
                         TrialRunningBody, TrialFinishedBody, ReleaseBody, NoteBody, TagsBody>
        m_body;
};

/// What a query selects for readStoredRow.
inline const std::string storedColumns = "seq, kind, class, dataset, part, experiment, trial, mu_squared, "
                                         "mu_squared_exact, epsilon, delta, body, " +
                                         std::string(exactTime);

/// The row that `statement` stands at; valid until its next step, as long as `what` lives. Throws
/// Error(Failed) for a kind of a newer program.
[[nodiscard]] StoredRow readStoredRow(const Statement& statement, const std::string& file,
                                      const std::string& what);

} // namespace parsimony::ledger
