// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/ledger/project_impl.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

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

Project::Impl::AccountReading Project::Impl::composeAccount(const DatasetRow& datasetRow,
                                                            const PartRow& partRow,
                                                            const LedgerState::Account& account) const {
    ++accountsComposed;
    AccountReading reading;
    AccountRow& row = reading.row;
    row.dataset = datasetRow.id;
    row.epsilon = datasetRow.epsilon;
    row.delta = datasetRow.delta;
    row.simulated = state().part(partRow.id)->simulated;
    row.kind = account.kind;
    row.openingMuSquared = account.openingMuSquared;
    row.spentMuSquared = account.settledMuSquared;
    row.spentEpsilon = account.settledEpsilon.upper();
    row.spentDelta = account.settledDelta.upper();
    SpendSum heldEpsilon;
    SpendSum heldDelta;
    for (const auto& [experiment, member] : account.open) {
        const auto& share = state().experiment(experiment)->shares.at(member.value());
        const SpendSum started = std::min(share.started, share.muSquared);
        row.spentMuSquared.add(started);
        row.reservedMuSquared.add(share.muSquared.minus(started));
        heldEpsilon.add(share.epsilon);
        heldDelta.add(share.delta);
    }
    row.reservedEpsilon = heldEpsilon.upper();
    row.reservedDelta = heldDelta.upper();
    reading.slicesEpsilon = account.epsilon;
    reading.slicesDelta = account.delta;
    reading.bothKinds = account.bothKinds;
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
    const GaussianAccount reserved = spent.withSpent(row.reservedMuSquared);
    const GaussianAccount both = spent.withSpent(row.spentMuSquared + row.reservedMuSquared);
    row.spentEpsilon = row.spentMuSquared.isZero() ? 0.0 : spent.spentEpsilon().value();
    row.spentMu = row.spentMuSquared.isZero() ? 0.0 : spent.spentMu().value();
    row.reservedEpsilon = row.reservedMuSquared.isZero() ? 0.0 : reserved.spentEpsilon().value();
    row.remainingMuSquared = both.remaining();
    row.remainingEpsilon = both.remainingEpsilon().value();
    return reading;
}

const Project::Impl::AccountReading& Project::Impl::readAccount(const DatasetRow& datasetRow,
                                                                const PartRow& partRow) const {
    // What has started of experiments that can go on is known from their trials.
    const auto open = state().account(partRow.account).open;
    for (const auto& [experiment, member] : open) {
        (void)stateWithTrials(experiment);
    }
    const LedgerState::Account& account = state().account(partRow.account);
    // Parts that share an account differ in what they are called, and in whether they are public.
    KnownReading& known = readings[partRow.id.value()];
    if (known.reading.row.part != partRow.id || known.revision != account.revision) {
        known = {account.revision, composeAccount(datasetRow, partRow, account)};
        known.reading.row.part = partRow.id;
        known.reading.row.name = partRow.name;
    }
    return known.reading;
}

std::vector<AccountRow> Project::Impl::accounts(const DatasetRow& datasetRow) const {
    return collected<AccountRow>(parts(datasetRow.id),
                                 [&](const auto& member) { return readAccount(datasetRow, member).row; });
}

void Project::Impl::checkAdded(const DeclaredDataset& declared, const DeclarationCheck& check) const {
    const auto isCharged = [this](PartId id) {
        const LedgerState::Account& account = state().account(part(id).account);
        return !part(id).isPublic && (!account.muSquared.isZero() || !account.epsilon.isZero());
    };
    if (check && std::any_of(declared.added.begin(), declared.added.end(), isCharged)) {
        check(declared);
    }
}

void Project::Impl::requireRoom(const DatasetRow& datasetRow, const PartRow& target, AccountKind kind,
                                const Charge& charge, const Sentence& title) const {
    if (state().part(target.id)->simulated) {
        return; // nothing is enforced, so experiments of both kinds may stand side by side
    }
    const AccountReading& reading = readAccount(datasetRow, target);
    const AccountRow& row = reading.row;
    if (reading.bothKinds) {
        refuse(Sentence("{1} was charged in accounts of both kinds, gaussian and slices; no one account can "
                        "go on with both, so its rows can't be asked again",
                        title));
    }
    if (row.kind && *row.kind != kind) {
        failUsage(Sentence("{1} has an account of kind {2}, fixed by its first experiment; an experiment of "
                           "kind {3} can't charge it",
                           title, toText(*row.kind), toText(kind)));
    }
    const Epsilon cap{row.epsilon};
    const Delta delta{row.delta};
    if (kind == AccountKind::Gaussian) {
        GaussianAccount(cap, delta, row.spentMuSquared + row.reservedMuSquared)
            .requireRoom(charge.muSquared, Sentence::value(title));
        return;
    }
    SlicesAccount(cap, delta, reading.slicesEpsilon, reading.slicesDelta)
        .requireRoom(Epsilon{charge.epsilon}, Delta{charge.delta}, Sentence::value(title));
}

void Project::Impl::setAmounts(NewRow& row, const Charge& charge, AccountKind kind) const {
    row.part = charge.part;
    if (kind == AccountKind::Gaussian) {
        row.muSquared = charge.muSquared;
    } else {
        row.epsilon = charge.epsilon;
        row.delta = charge.delta;
    }
}

std::vector<AccountRow> Project::accounts(DatasetId dataset) const {
    const ReadSnapshot snapshot(m_impl->database);
    return m_impl->accounts(m_impl->dataset(dataset));
}

AccountRow Project::account(PartId part) const {
    const ReadSnapshot snapshot(m_impl->database);
    const PartRow& row = m_impl->part(part);
    return m_impl->readAccount(m_impl->dataset(row.dataset), row).row;
}

ReadingWork Project::readingWork() const {
    return {m_impl->feed.rowsRead(), m_impl->accountsComposed, m_impl->plansParsed};
}

std::set<std::int64_t> Project::Impl::accountsOfBothKinds() const {
    std::set<std::int64_t> found;
    for (const auto& [id, part] : state().parts()) {
        if (!part.simulated && state().account(part.row.account).bothKinds) {
            found.insert(part.row.account.value());
        }
    }
    return found;
}

} // namespace parsimony::ledger
