// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_plan.h"

#include "core/base/quantity.h"
#include "core/privacy/gaussian_account.h"
#include "core/session/planner.h"
#include "core/session/snapshot_reader.h"
#include "tests/ui/array_files.h"

#include <QDir>
#include <QFileInfo>

namespace parsimony::ui::test {

using namespace session;

namespace {

const char* numpyType(const QString& dtype) {
    if (dtype == QLatin1String("int8")) {
        return "|i1";
    }
    return dtype.startsWith(QLatin1String("int")) ? "<i8" : "<f4";
}

} // namespace

void FakeFiles::add(const ArrayInfo& array) {
    const QString folder = QString::number(m_paths.size());
    const QString stem = QFileInfo(array.file).completeBaseName();
    const QString path = array.key.isEmpty()
                             ? folder + QLatin1Char('/') + stem
                             : folder + QLatin1Char('/') + stem + QLatin1Char('/') + array.key;
    const QString file = m_folder.filePath(path + QStringLiteral(".npy"));
    QDir().mkpath(QFileInfo(file).path());
    writeZeros(file, numpyType(array.dtype), {array.shape.begin(), array.shape.end()});
    m_paths[array.reference().toStdString()] = file.toStdString();
}

RunOptions FakeFiles::onDisk(RunOptions options) const {
    const auto place = [this](std::string& reference) {
        const auto found = m_paths.find(reference);
        reference = found == m_paths.end() ? reference : found->second;
    };
    for (PartFiles* files : {&options.train, &options.validation, &options.test}) {
        place(files->features);
        place(files->labels);
    }
    for (auto& [name, files] : options.ood) {
        place(files.features);
        place(files.labels);
    }
    return options;
}

void FakeAccounts::reserve(const ExperimentPlan& plan) {
    kind = plan.kind;
    if (plan.kind == ledger::AccountKind::Slices) {
        sliceEpsilon.add(plan.epsilon);
        sliceDelta.add(plan.delta);
    }
    parts["train"].reserved.add(plan.muSquared);
    for (const EvaluationBudget& look : plan.evaluations) {
        if (look.count) {
            parts[look.part].reserved.addProduct(look.count->mu().value(), look.count->mu().value());
        }
    }
}

void FakeAccounts::spend(double mu) {
    SpendSum run;
    run.addProduct(mu, mu);
    Part& train = parts["train"];
    train.reserved = train.reserved.minus(run);
    train.spent.add(run);
}

void FakeAccounts::settle() {
    for (auto& [name, part] : parts) {
        part.spent.add(part.reserved);
        part.reserved = {};
    }
}

BudgetSnapshot FakeAccounts::snapshot(bool simulated) const {
    BudgetSnapshot budget;
    budget.targetEpsilon = epsilon;
    budget.targetDelta = delta;
    budget.remainingEpsilon = epsilon;
    budget.simulated = simulated;
    const bool slices = kind == ledger::AccountKind::Slices;
    for (const auto& [name, sums] : parts) {
        const GaussianAccount account(Epsilon{epsilon}, Delta{delta}, sums.spent);
        const GaussianAccount reserved(Epsilon{epsilon}, Delta{delta}, sums.reserved);
        const GaussianAccount both(Epsilon{epsilon}, Delta{delta}, sums.spent + sums.reserved);
        PartBudget part;
        part.spentEpsilon = slices && name == "train" ? sliceEpsilon.upper() : account.spentEpsilon().value();
        part.reservedEpsilon = sums.reserved.isZero() ? 0.0 : reserved.spentEpsilon().value();
        part.remainingEpsilon = slices && name == "train"
                                    ? SlicesAccount(Epsilon{epsilon}, Delta{delta}, sliceEpsilon, sliceDelta)
                                          .remainingEpsilon()
                                          .value()
                                    : both.remainingEpsilon().value();
        part.spentMu = account.spentMu().value();
        budget.spentEpsilon = std::max(budget.spentEpsilon, part.spentEpsilon);
        budget.spentMu = std::max(budget.spentMu, part.spentMu);
        budget.reservedEpsilon = std::max(budget.reservedEpsilon, part.reservedEpsilon);
        budget.parts[name] = part;
    }
    if (const auto train = budget.parts.find("train"); train != budget.parts.end()) {
        budget.remainingEpsilon = train->second.remainingEpsilon;
    }
    return budget;
}

FakePlan planOf(const RunOptions& options, const FakeAccounts& before) {
    FakeAccounts accounts = before;
    if (accounts.epsilon <= 0.0) {
        accounts.epsilon = checkedEpsilon(options.epsilon.value_or(0.0), "--epsilon").value();
        accounts.delta = checkedDelta(options.delta.value_or(0.0), "--delta").value();
    }
    const Epsilon cap{accounts.epsilon};
    const Delta delta{accounts.delta};
    const DataRequest request = describeData(options);
    AccountStates states = freshAccounts(request, cap, delta);
    for (const RequestedPart& part : request.parts) {
        if (part.isPublic) {
            continue; // simulated: always whole
        }
        const FakeAccounts::Part& sums = accounts.parts[part.name];
        AccountState& state = states[part.name];
        state.kind = accounts.kind;
        state.remainingMuSquared = GaussianAccount(cap, delta, sums.spent + sums.reserved).remaining();
        if (part.name == "train") {
            const SlicesAccount slices(cap, delta, accounts.sliceEpsilon, accounts.sliceDelta);
            state.remainingEpsilon = slices.remainingEpsilon().value();
            state.remainingDelta = slices.remainingDelta().value();
        }
    }
    FakePlan planned{planExperiment(options, request, states), {}};
    planned.snapshot = snapshotOfPlan(planned.plan, request.name);
    planned.snapshot.budget = accounts.snapshot(!request.constants.isPrivate);
    return planned;
}

} // namespace parsimony::ui::test
