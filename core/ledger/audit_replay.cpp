// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_replay.h"

#include "core/base/error.h"
#include "core/base/part_name.h"
#include "core/base/whole_number.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/schema.h"
#include "core/ledger/slices.h"
#include "core/privacy/gaussian_account.h"

namespace parsimony::ledger {

AuditReplay::AuditReplay(AuditReport& report, PlanReader readPlan)
    : m_report(report), m_readPlan(std::move(readPlan)),
      m_state([this](std::int64_t row, const Sentence& what) { problem(row, what); }) {}

void AuditReplay::take(const StoredRow& row) {
    checkNumber(row);
    switch (row.kind) {
    case RowKind::Part:
        if (m_state.apply(row)) {
            checkKey(row);
        }
        return;
    case RowKind::Project:
        if (m_state.apply(row)) {
            m_project = row.as<ProjectBody>().project;
            if (row.as<ProjectBody>().format != projectVersion) {
                problem(row.seq, Sentence("is of a format that this version does not know"));
            }
        }
        return;
    case RowKind::LinkDeclared:
        takeLink(row);
        return;
    case RowKind::OpeningBalance:
    case RowKind::LinkedCharge:
    case RowKind::Reservation:
        takeCharge(row);
        return;
    case RowKind::Experiment:
        takeExperiment(row);
        return;
    case RowKind::PlanVersion:
        if (m_state.apply(row)) {
            takePlan(row, row.as<PlanVersionBody>().plan);
        }
        return;
    case RowKind::TrialReserved:
        takeTrialReserved(row);
        return;
    case RowKind::TrialCharge:
        takeTrialCharge(row);
        return;
    case RowKind::TrialRunning:
    case RowKind::TrialFinished:
    case RowKind::TrialFailed:
    case RowKind::TrialCancelled:
    case RowKind::TrialLost:
        takeTrialState(row);
        return;
    case RowKind::Release:
        takeRelease(row);
        return;
    case RowKind::ExperimentFinished:
        if (m_state.apply(row)) {
            checkResult(row);
        }
        return;
    default:
        (void)m_state.apply(row);
    }
}

// Numbers are given one by one: where one is missing, rows were taken out.
void AuditReplay::checkNumber(const StoredRow& row) {
    const auto lastOf = [](const auto& table) { return table.empty() ? 0 : table.rbegin()->first; };
    std::int64_t number = 0;
    std::int64_t last = 0;
    switch (row.kind) {
    case RowKind::Dataset:
        number = row.dataset.value();
        last = lastOf(m_state.datasets());
        break;
    case RowKind::Part:
        number = row.part.value();
        last = lastOf(m_state.parts());
        break;
    case RowKind::Experiment:
        number = row.experiment.value();
        last = lastOf(m_state.experiments());
        break;
    case RowKind::TrialReserved:
        number = row.trial.value();
        last = m_trials;
        m_trials = std::max(m_trials, number);
        break;
    default:
        return;
    }
    if (number > 1 && number - 1 > last) { // the last may be the largest there is
        problem(row.seq, Sentence("has number {1}, before which others are missing", number));
    }
}

void AuditReplay::checkKey(const StoredRow& row) {
    const PartRow& own = m_state.part(row.part)->row;
    for (const auto& [id, other] : m_state.parts()) {
        if (!own.registryKey.empty() && other.row.registryKey == own.registryKey &&
            other.row.account != own.account) {
            problem(row.seq, Sentence("has the rows of part {1}, whose account is another", id));
        }
    }
}

AuditReplay::Reserved AuditReplay::reservedBy(const StoredRow& row) {
    const DatasetRow& dataset = m_state.dataset(m_state.part(row.part)->row.dataset)->row;
    return {{dataset.adjacency, dataset.rowsPerPerson}, m_state.exactSpend(row), row.epsilon, row.delta};
}

void AuditReplay::checkAmounts(const StoredRow& row, std::string_view text) {
    if (!row.muSquared) {
        return;
    }
    LedgerState::EventList& events = m_state.eventsOf(text, row);
    const SpendSum& spend = m_state.exactSpend(row);
    if (spend.upper() != *row.muSquared) {
        problem(row.seq, Sentence("its μ² ({1}) is not its exact spend rounded up", *row.muSquared));
    }
    if (!events.events.empty()) {
        if (!events.gaussian) {
            events.gaussian = gaussianSpend(events.events);
        }
        if (*events.gaussian > spend) {
            problem(row.seq, Sentence("charges less than its events cost ({1} of {2})", spend.upper(),
                                      events.gaussian->upper()));
        }
    }
}

void AuditReplay::takeCharge(const StoredRow& row) {
    checkAmounts(row, row.as<ChargeBody>().events);
    if (!m_state.apply(row)) {
        return;
    }
    const Reserved told = reservedBy(row);
    if (row.kind == RowKind::Reservation) {
        m_reserved.try_emplace(row.as<ChargeBody>().charge, told);
        if (!m_state.experiment(row.experiment)->isPublic &&
            !m_experiments[row.experiment.value()].names(row.part.value())) {
            problem(row.seq, Sentence("reserves of a part that its plan does not name"));
        }
    } else if (const auto own = m_reserved.find(row.as<ChargeBody>().charge);
               own != m_reserved.end() && own->second.units == told.units && own->second.isMoreThan(told)) {
        // As more it may come by a detour, over a project in which one person has several of these rows.
        problem(row.seq, Sentence("tells another charge than was reserved under its id"));
    }
    if (row.kind != RowKind::OpeningBalance) {
        checkCap(row);
    }
    checkShared(row);
}

void AuditReplay::checkCap(const StoredRow& row) {
    const LedgerState::Part& part = *m_state.part(row.part);
    const LedgerState::Dataset& dataset = *m_state.dataset(part.row.dataset);
    const LedgerState::Account& account = m_state.account(part.row.account);
    // What another part of this project was charged has to fit as well.
    const bool linked =
        row.kind == RowKind::LinkedCharge && m_reserved.count(row.as<ChargeBody>().charge) == 0;
    if (linked && account.bothKinds && !part.simulated) {
        m_report.notes.push_back(
            Sentence("row {1}: other projects charged the rows of part '{2}' of '{3}' in "
                     "accounts of both kinds, gaussian and slices: nothing covers both "
                     "at the δ of one, and no more can be spent here",
                     row.seq, partName(part.row.name), dataset.row.name));
    }
    if (!dataset.hasCap || (linked ? !row.muSquared : part.simulated)) {
        return;
    }
    const Epsilon cap{dataset.row.epsilon};
    const Delta delta{dataset.row.delta};
    const bool fits =
        row.muSquared ? GaussianAccount(cap, delta).fits(account.muSquared)
                      : SlicesAccount(cap, delta, account.epsilon, account.delta).spentEpsilon().value() <=
                                cap.value() &&
                            account.delta.fits(delta.value());
    if (fits) {
        return;
    }
    if (linked) {
        m_report.notes.push_back(Sentence("row {1}: charges in other projects to the rows of part '{2}' "
                                          "passed the cap that '{3}' has here",
                                          row.seq, partName(part.row.name), dataset.row.name));
    } else if (row.kind == RowKind::LinkedCharge &&
               m_shared.cameLater(part.row.account, row.as<ChargeBody>().charge)) {
        m_report.notes.push_back(Sentence("row {1}: charges of this project to rows that share with those of "
                                          "part '{2}' of '{3}' since then passed its cap",
                                          row.seq, partName(part.row.name), dataset.row.name));
    } else {
        problem(row.seq, Sentence("passes the cap ε = {1} of part '{2}' of '{3}'", cap.value(),
                                  partName(part.row.name), dataset.row.name));
    }
}

void AuditReplay::takeExperiment(const StoredRow& row) {
    if (!m_state.apply(row)) {
        return;
    }
    const auto plan = row.as<ExperimentBody>().plan;
    if (!isJsonObject(plan) && !m_state.experiment(row.experiment)->isPublic) {
        problem(row.seq, Sentence("begins an experiment on private data without a plan"));
    }
    const auto validation = isJsonObject(plan) ? JsonMembers(plan, *row.what).find("validation") : "";
    if (isJsonObject(validation)) {
        const LedgerState::Experiment& experiment = *m_state.experiment(row.experiment);
        const DatasetRow& dataset = m_state.dataset(experiment.dataset)->row;
        if (!experiment.isPublic &&
            !isPlannedFor(TrialPlan(validation), dataset.adjacency, dataset.rowsPerPerson)) {
            problem(row.seq,
                    Sentence("plans for other neighbours than '{1}' was declared with", dataset.name));
        }
    }
    const auto selection = isJsonObject(plan) ? JsonMembers(plan, *row.what).find("selection") : "";
    if (isJsonObject(selection)) {
        const JsonMembers members(plan, *row.what);
        m_selections[row.experiment.value()] = {std::string(selection), std::string(members.find("final")),
                                                std::string(members.find("options"))};
    }
    takeEncoders(row, plan);
    takePlan(row, plan);
}

void AuditReplay::takeEncoders(const StoredRow& row, std::string_view plan) {
    const auto constants = isJsonObject(plan) ? JsonMembers(plan, *row.what).find("constants") : "";
    if (!isJsonObject(constants)) {
        return;
    }
    const auto map = JsonMembers(plan, *row.what).find("feature_map");
    std::int64_t added = 0; // by a feature map: the bias, and products of numbers
    if (isJsonObject(map)) {
        added = std::int64_t{1} + field(parseJson(map, *row.what), "quadratic_rows", std::uint32_t{0});
    }
    auto& encoders = m_encoders[row.experiment.value()];
    const BodyReader read(constants, *row.what);
    for (const nlohmann::json& encoder : read.json("encoders")) {
        encoders.push_back({field(encoder, "name", ""), added + field(encoder, "dim", std::uint32_t{0})});
    }
    if (encoders.empty()) {
        const nlohmann::json dim = read.json("dim");
        encoders.push_back({"", added + (dim.is_number_integer() ? wholeNumber<std::uint32_t>(dim) : 0)});
    }
}

// What the plan of an experiment lists, and what its trials cost together, must stay inside the slice that it
// took.
void AuditReplay::checkSlices(const LedgerState::Experiment& experiment) {
    for (const auto& [id, share] : experiment.shares) {
        const LedgerState::Part& part = *m_state.part(PartId{id});
        const bool lists = !share.planned.empty();
        const bool took = !share.used.empty();
        if (experiment.isPublic || part.simulated) {
            continue;
        }
        if (lists && took && !arePlanned(share.planned, {}, share.used)) {
            problem(share.row, Sentence("plans other events than its trials took of part '{1}'",
                                        partName(part.row.name)));
        }
        try {
            if (lists || took) {
                requireSliceHolds(lists ? share.planned : share.used, share.epsilon.upper(),
                                  share.delta.upper(),
                                  Sentence::value(Sentence("part '{1}'", partName(part.row.name))), 1e-9);
            }
        } catch (const Error& error) {
            problem(share.row, Sentence("holds too little: {1}", sentenceOf(error)));
        }
    }
}

AuditFigure AuditReplay::figureOf(const LedgerState::Part& part) const {
    const LedgerState::Dataset& dataset = *m_state.dataset(part.row.dataset);
    const LedgerState::Account& account = m_state.account(part.row.account);
    AuditFigure figure;
    figure.name = dataset.row.name;
    figure.part = part.row.name;
    figure.delta = dataset.row.delta;
    figure.targetEpsilon = dataset.row.epsilon;
    figure.simulated = part.simulated;
    // Of both kinds, where linked projects charged them, by composition; of public data the newest alone.
    const bool both = account.bothKinds && !part.simulated;
    const bool slices = account.kind && account.newest == AccountKind::Slices;
    SpendSum epsilon;
    if (slices || both) {
        epsilon = account.epsilon;
    }
    const double cap = dataset.row.epsilon;
    if (!slices || both) {
        figure.mu = muUpper(account.muSquared).value();
        if (!account.muSquared.isZero() && dataset.hasCap) {
            const GaussianAccount spent(Epsilon{cap}, Delta{dataset.row.delta}, account.muSquared);
            epsilon.add(spent.spentEpsilon().value());
        }
    }
    // As budgets tell it: rounding up shows no more than a cap that holds.
    figure.epsilon = epsilon.fits(cap) ? std::min(epsilon.upper(), cap) : epsilon.upper();
    return figure;
}

std::vector<AuditFigure> AuditReplay::figures() const {
    std::vector<AuditFigure> figures;
    for (const auto& [id, part] : m_state.parts()) {
        figures.push_back(figureOf(part));
    }
    return figures;
}

// A count that scores is reserved beforehand, of rows of its own.
void AuditReplay::checkScored() {
    for (const auto& [id, planned] : m_experiments) {
        const LedgerState::Experiment& experiment = *m_state.experiment(ExperimentId{id});
        const auto part = planned.part(planned.validationPart());
        if (!experiment.isPublic && !planned.validation().empty() && part && !experiment.shares.empty() &&
            experiment.shares.count(*part) == 0) {
            problem(experiment.row, Sentence("plans for a part of which it reserves nothing"));
        }
    }
}

void AuditReplay::finish() {
    std::int64_t open = 0;
    for (const auto& [id, trial] : m_state.trials()) {
        open += trial.row.state == TrialState::Reserved || trial.row.state == TrialState::Running ? 1 : 0;
    }
    if (open > 0) {
        m_report.notes.push_back(Sentence("{1} {1|trial is reserved and has no outcome; it stays|trials are "
                                          "reserved and have no outcome; they stay} charged",
                                          open));
    }
    for (const auto& [id, experiment] : m_state.experiments()) {
        if (!experiment.end) {
            m_report.notes.push_back(Sentence("experiment {1} has no outcome; its reservation stays", id));
        }
    }
    for (const auto& [id, experiment] : m_state.experiments()) {
        if (experiment.kind == AccountKind::Slices) {
            checkSlices(experiment);
        }
    }
    for (const auto& [id, trial] : m_planned) { // a release and the end of its trial are written together
        if (trial.released) {
            problem(trial.row,
                    Sentence("reserves trial {1}, which released something and has not ended", id));
        }
    }
    checkMissing();
    checkScored();
    if (m_unplanned > 0 || m_unrecorded > 0) {
        m_report.notes.push_back(Sentence("{1} {1|trial on private data has|trials on private data have} no "
                                          "plan, and {2} no record of what was done: what these were charged "
                                          "is compared with nothing",
                                          m_unplanned, m_unrecorded));
    }
    for (const auto& [id, promises] : m_promises) {
        for (const Promise& promise : promises) {
            checkPromise(*m_state.experiment(ExperimentId{id}), promise);
        }
    }
    m_report.figures = figures();
}

} // namespace parsimony::ledger
