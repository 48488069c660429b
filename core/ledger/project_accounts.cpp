// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

constexpr const char* endedKinds = "('experiment_finished', 'experiment_failed')";

// What trials of one experiment that ever started were allocated on one part.
SpendSum startedAllocations(Database& database, std::int64_t experiment, std::int64_t part) {
    auto statement = database.prepare(
        "SELECT c.mu_squared FROM ledger c WHERE c.experiment = ? AND c.kind IN ('trial_reserved', "
        "'trial_charge') AND c.part = ? AND EXISTS (SELECT 1 FROM ledger s WHERE s.trial = c.trial "
        "AND s.kind IN ('trial_running', 'trial_failed', 'trial_cancelled', 'trial_lost'))");
    statement.bind(experiment).bind(part);
    SpendSum sum;
    while (statement.step()) {
        sum.add(statement.real(0));
    }
    return sum;
}

bool isSimulated(const DatasetRow& dataset, const PartRow& part) {
    return dataset.visibility == Visibility::Public || part.isPublic;
}

void add(AccountRow& account, bool spent, const SpendSum& muSquared, double epsilon, double delta) {
    (spent ? account.spentMuSquared : account.reservedMuSquared).add(muSquared);
    (spent ? account.spentEpsilon : account.reservedEpsilon) += epsilon;
    (spent ? account.spentDelta : account.reservedDelta) += delta;
}

// What Gaussian releases and slices cost together, by basic composition. No filter covers what would follow,
// so nothing is left; on public data, where nothing is enforced, what the sum leaves.
void sumBothKinds(AccountRow& row) {
    const auto add = [&row](const SpendSum& muSquared, double& epsilon, double& delta) {
        if (!muSquared.isZero()) {
            epsilon += epsilonOf(muUpper(muSquared), Delta{row.delta}).value();
            delta += row.delta;
        }
    };
    add(row.spentMuSquared, row.spentEpsilon, row.spentDelta);
    add(row.reservedMuSquared, row.reservedEpsilon, row.reservedDelta);
    row.spentMu = row.spentMuSquared.isZero() ? 0.0 : muUpper(row.spentMuSquared).value();
    if (row.simulated) {
        row.remainingEpsilon = std::max(0.0, row.epsilon - row.spentEpsilon - row.reservedEpsilon);
    }
}

} // namespace

Project::Impl::AccountReading Project::Impl::readAccount(const DatasetRow& dataset, const PartRow& account,
                                                         const std::vector<PartRow>& all) const {
    AccountReading reading;
    AccountRow& row = reading.row;
    row.dataset = dataset.id;
    row.epsilon = dataset.epsilon;
    row.delta = dataset.delta;
    row.simulated = isSimulated(dataset, account);
    auto statement = database.prepare(
        std::string(
            "SELECT r.kind, r.experiment, r.mu_squared_exact, r.epsilon, r.delta, EXISTS (SELECT 1 FROM "
            "ledger e WHERE e.experiment = r.experiment AND e.kind IN ") +
        endedKinds +
        ") FROM ledger r WHERE r.part = ? AND r.kind IN ('opening_balance', 'linked_charge', 'reservation')");
    for (const auto& member : all) {
        if (member.account != account.account) {
            continue;
        }
        statement.bind(member.id);
        while (statement.step()) {
            const bool hasMu = !statement.isNull(2);
            const SpendSum muSquared = hasMu ? exactOf(statement, 2, path.string()) : SpendSum();
            const double epsilon = statement.real(3);
            const double delta = statement.real(4);
            const auto kind = hasMu ? AccountKind::Gaussian : AccountKind::Slices;
            reading.bothKinds = reading.bothKinds || (row.kind && *row.kind != kind);
            row.kind = row.kind.value_or(kind); // the first charge fixes it
            reading.slicesEpsilon.add(epsilon);
            reading.slicesDelta.add(delta);
            if (statement.textView(0) != "reservation") {
                row.openingMuSquared.add(muSquared);
                add(row, true, muSquared, epsilon, delta);
            } else if (statement.integer(5) != 0 || !hasMu) {
                add(row, statement.integer(5) != 0, muSquared, epsilon, delta);
            } else {
                // Column sums round up: never show more than the reservation, which is exact.
                const SpendSum started = std::min(
                    startedAllocations(database, statement.integer(1), member.id.value()), muSquared);
                add(row, true, started, 0.0, 0.0);
                add(row, false, muSquared.minus(started), 0.0, 0.0);
            }
        }
        statement.reset();
    }
    const Epsilon cap{row.epsilon};
    const Delta delta{row.delta};
    if (reading.bothKinds) {
        sumBothKinds(row);
        return reading;
    }
    if (row.kind == AccountKind::Slices) {
        const SlicesAccount slices(cap, delta, reading.slicesEpsilon, reading.slicesDelta);
        row.remainingEpsilon = slices.remainingEpsilon().value();
        row.remainingDelta = slices.remainingDelta().value();
        return reading;
    }
    const GaussianAccount spent(cap, delta, row.spentMuSquared);
    const GaussianAccount reserved(cap, delta, row.reservedMuSquared);
    const GaussianAccount both(cap, delta, row.spentMuSquared + row.reservedMuSquared);
    row.spentEpsilon = row.spentMuSquared.isZero() ? 0.0 : spent.spentEpsilon().value();
    row.spentMu = row.spentMuSquared.isZero() ? 0.0 : spent.spentMu().value();
    row.reservedEpsilon = row.reservedMuSquared.isZero() ? 0.0 : reserved.spentEpsilon().value();
    row.remainingMuSquared = both.remaining();
    row.remainingEpsilon = both.remainingEpsilon().value();
    return reading;
}

std::vector<AccountRow> Project::Impl::accounts(const DatasetRow& datasetRow) const {
    // Every charge, outcome, part and cap is a row, so the hash of the last one tells whether any is new.
    const Digest last = head();
    if (accountsMemo && accountsMemo->head == last && accountsMemo->dataset == datasetRow.id) {
        return accountsMemo->rows;
    }
    const auto all = parts(datasetRow.id);
    std::vector<AccountRow> rows;
    for (const auto& member : all) {
        auto row = readAccount(datasetRow, member, all).row;
        row.part = member.id;
        row.name = member.name;
        rows.push_back(std::move(row));
    }
    accountsMemo = {last, datasetRow.id, rows};
    return rows;
}

void Project::Impl::requireRoom(const DatasetRow& datasetRow, const PartRow& target, AccountKind kind,
                                const Charge& charge) const {
    if (isSimulated(datasetRow, target)) {
        return; // nothing is enforced, so experiments of both kinds may stand side by side
    }
    const auto reading = readAccount(datasetRow, target, parts(datasetRow.id));
    const AccountRow& row = reading.row;
    if (reading.bothKinds) {
        refuse(partTitle(datasetRow, target) +
               " was charged in accounts of both kinds, gaussian and slices; no one account can go on with "
               "both, so its rows can't be asked again");
    }
    if (row.kind && *row.kind != kind) {
        failUsage(partTitle(datasetRow, target) + " has an account of kind " + toText(*row.kind) +
                  ", fixed by its first experiment; an experiment of kind " + toText(kind) +
                  " can't charge it");
    }
    const Epsilon cap{row.epsilon};
    const Delta delta{row.delta};
    if (kind == AccountKind::Gaussian) {
        GaussianAccount(cap, delta, row.spentMuSquared + row.reservedMuSquared)
            .requireRoom(charge.muSquared, partTitle(datasetRow, target));
        return;
    }
    SlicesAccount(cap, delta, reading.slicesEpsilon, reading.slicesDelta)
        .requireRoom(Epsilon{charge.epsilon}, Delta{charge.delta}, partTitle(datasetRow, target));
}

void Project::Impl::writeCharge(NewRow row, const Charge& charge, AccountKind kind, nlohmann::json body) {
    row.part = charge.part;
    if (kind == AccountKind::Gaussian) {
        row.muSquared = charge.muSquared;
    } else {
        row.epsilon = charge.epsilon;
        row.delta = charge.delta;
    }
    if (!charge.events.empty()) {
        body["events"] = toJson(std::span<const PrivacyEvent>(charge.events));
    }
    row.body = std::move(body);
    append(row);
}

std::vector<AccountRow> Project::accounts(DatasetId dataset) const {
    const ReadSnapshot snapshot(m_impl->database);
    return m_impl->accounts(m_impl->dataset(dataset));
}

AccountRow Project::account(PartId part) const {
    const ReadSnapshot snapshot(m_impl->database);
    const auto row = m_impl->part(part);
    for (auto& account : m_impl->accounts(m_impl->dataset(row.dataset))) {
        if (account.part == part) {
            return account;
        }
    }
    failUsage("'" + path().string() + "' has no part " + std::to_string(part.value()));
}

} // namespace parsimony::ledger
