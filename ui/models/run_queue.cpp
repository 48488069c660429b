// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_queue.h"

#include "core/session/method_choice.h"
#include "ui/models/number_format.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

/// Of the entry before which so many equal ones stand.
auto placeOf(study::QueuedRuns& runs, const study::QueuedRun& run, std::ptrdiff_t equalBefore) {
    auto at = std::find(runs.begin(), runs.end(), run);
    for (; equalBefore > 0 && at != runs.end(); --equalBefore) {
        at = std::find(at + 1, runs.end(), run);
    }
    return at;
}

} // namespace

void RunQueue::put(Item& item, const session::RunSnapshot& plan) {
    item.epsilon = plan.experimentEpsilon;
    item.mu = plan.experimentMu;
    item.method = QString::fromStdString(plan.method.text() + " · " + plan.trainer);
    item.simulated = plan.budget.simulated || !plan.isPrivate;
    item.priced = true;
    item.problem.clear();
}

void RunQueue::put(Item& item, const study::StudyPrice& price) {
    const auto& study = std::get<study::StudyVariant>(item.run);
    const QString runs = formatCount(price.runs);
    const QString title = QString::fromStdString(price.title);
    if (price.runs == 1) {
        item.method = study.file      ? tr("study “%1” of 1 run").arg(title)
                      : study.compare ? tr("comparison of 1 run")
                                      : tr("sweep of 1 run");
    } else {
        item.method = study.file
                          ? tr("study “%1” of %2 runs").arg(title, runs)
                          : (study.compare ? tr("comparison of %1 runs") : tr("sweep of %1 runs")).arg(runs);
    }
    item.epsilon = price.epsilon;
    item.mu = price.mu;
    item.simulated = price.simulated;
    item.priced = true;
    item.problem.clear();
}

void RunQueue::put(Item& item, double mostEpsilon) {
    item.epsilon = mostEpsilon; // the part has an account of its own: no μ of what the others share
    item.priced = true;
    item.problem.clear();
}

RunQueue::Item RunQueue::unpricedItem(const study::QueuedRun& run) {
    Item item{run};
    if (const auto* options = std::get_if<session::RunOptions>(&run)) {
        const auto name = search::traitsOf(session::methodOf(*options)).name;
        item.method = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    } else if (const auto* study = std::get_if<study::StudyVariant>(&run)) {
        item.method = study->file      ? tr("study “%1”").arg(QString::fromStdString(study->file->path))
                      : study->compare ? tr("comparison")
                                       : tr("sweep");
    } else if (const auto* look = std::get_if<study::LookRequest>(&run)) {
        item.method = tr("look at part “%1”").arg(QString::fromStdString(look->on.name));
    } else {
        item.method = std::holds_alternative<study::AttackRequest>(run) ? tr("Attack on a trainer")
                                                                        : tr("This machine");
        item.free = true;
    }
    item.priced = item.free || !run.request.empty();
    return item;
}

void RunQueue::add(const session::RunOptions& options, const session::RunSnapshot& plan) {
    Item item{options};
    put(item, plan);
    append(std::move(item));
}

void RunQueue::add(const study::StudyVariant& study, const study::StudyPrice& price) {
    Item item{study};
    put(item, price);
    append(std::move(item));
}

void RunQueue::add(const study::LookRequest& look, double mostEpsilon) {
    Item item = unpricedItem(look);
    put(item, mostEpsilon);
    append(std::move(item));
}

void RunQueue::add(const study::QueuedRun& task, const QString& title) {
    append({task, 0.0, 0.0, title, false, true});
}

void RunQueue::append(Item item) {
    const study::QueuedRun run = item.run;
    beginInsertRows({}, rowCount(), rowCount());
    m_items.push_back(std::move(item));
    endInsertRows();
    refresh();
    emit edited([run](study::QueuedRuns& kept) { kept.push_back(run); });
}

void RunQueue::putFirst(const study::QueuedRun& run) {
    beginInsertRows({}, 0, 0);
    m_items.insert(m_items.begin(), unpricedItem(run));
    endInsertRows();
    refresh();
}

void RunQueue::takeOut(int row) {
    beginRemoveRows({}, row, row);
    m_items.erase(m_items.begin() + row);
    endRemoveRows();
    refresh();
}

std::ptrdiff_t RunQueue::equalBefore(int row) const {
    const auto end = m_items.begin() + row;
    return std::count_if(m_items.begin(), end, [&](const Item& i) { return i.run == end->run; });
}

void RunQueue::removeAt(int row) {
    if (row < 0 || row >= rowCount()) {
        return;
    }
    const study::QueuedRun run = m_items[static_cast<std::size_t>(row)].run;
    const std::ptrdiff_t equal = equalBefore(row);
    takeOut(row);
    emit edited([run, equal](study::QueuedRuns& kept) {
        if (const auto at = placeOf(kept, run, equal); at != kept.end()) {
            kept.erase(at);
        }
    });
}

void RunQueue::move(int row, int by) {
    const int to = row + by;
    if (by == 0 || row < 0 || row >= rowCount() || to < 0 || to >= rowCount()) {
        return;
    }
    const study::QueuedRun run = m_items[static_cast<std::size_t>(row)].run;
    const std::ptrdiff_t equal = equalBefore(row);
    beginMoveRows({}, row, row, {}, to > row ? to + 1 : to);
    const Item item = m_items[static_cast<std::size_t>(row)];
    m_items.erase(m_items.begin() + row);
    m_items.insert(m_items.begin() + to, item);
    endMoveRows();
    refresh();
    emit edited([run, equal, by](study::QueuedRuns& kept) {
        const auto at = placeOf(kept, run, equal) - kept.begin();
        const auto size = static_cast<std::ptrdiff_t>(kept.size());
        if (at < size && at + by >= 0 && at + by < size) {
            kept.erase(kept.begin() + at);
            kept.insert(kept.begin() + at + by, run);
        }
    });
}

void RunQueue::clear() {
    show({});
}

study::QueuedRuns RunQueue::runs() const {
    study::QueuedRuns all;
    for (const Item& item : m_items) {
        all.push_back(item.run);
    }
    return all;
}

void RunQueue::show(const study::QueuedRuns& runs) {
    if (runs == this->runs()) {
        return;
    }
    beginResetModel();
    std::vector<Item> known = std::move(m_items);
    m_items.clear();
    for (const study::QueuedRun& run : runs) {
        const auto at = std::find_if(known.begin(), known.end(), [&](const Item& i) { return i.run == run; });
        if (at == known.end()) {
            m_items.push_back(unpricedItem(run));
        } else {
            m_items.push_back(std::move(*at));
            known.erase(at);
        }
    }
    compare();
    endResetModel();
    emit changed();
}

std::optional<study::QueuedRun> RunQueue::first() const {
    return m_items.empty() ? std::nullopt : std::optional(m_items.front().run);
}

void RunQueue::dropFirst() {
    if (!m_items.empty()) {
        takeOut(0);
    }
}

std::optional<study::QueuedRun> RunQueue::unpriced() const {
    const auto at = std::find_if(m_items.begin(), m_items.end(),
                                 [](const Item& i) { return !i.priced && i.problem.isEmpty(); });
    return at == m_items.end() ? std::nullopt : std::optional(at->run);
}

template <class Change>
void RunQueue::changeItem(const study::QueuedRun& of, Change change) {
    for (Item& item : m_items) {
        if (item.run == of && !item.priced) {
            change(item);
        }
    }
    refresh();
}

void RunQueue::setPrice(const study::QueuedRun& of, const session::RunSnapshot& plan) {
    changeItem(of, [&](Item& item) { put(item, plan); });
}

void RunQueue::setPrice(const study::QueuedRun& of, const study::StudyPrice& price) {
    changeItem(of, [&](Item& item) { put(item, price); });
}

void RunQueue::setPrice(const study::QueuedRun& of, double mostEpsilon) {
    changeItem(of, [&](Item& item) { put(item, mostEpsilon); });
}

void RunQueue::setProblem(const study::QueuedRun& of, const QString& sentence) {
    changeItem(of, [&](Item& item) { item.problem = sentence; });
}

void RunQueue::compare() {
    for (int row = 0; row < rowCount(); ++row) {
        Item& item = m_items[static_cast<std::size_t>(row)];
        item.difference = difference(row);
        item.repetition = repeated(row);
    }
}

void RunQueue::refresh() {
    compare();
    if (!m_items.empty()) {
        emit dataChanged(index(0), index(rowCount() - 1));
    }
    emit changed();
}

void RunQueue::setRoom(double mu) {
    if (mu != m_room) {
        m_room = mu;
        refresh();
    }
}

void RunQueue::setPast(std::vector<session::ExperimentSummary> past) {
    m_past = std::move(past);
    if (!m_items.empty()) {
        refresh();
    }
}

void RunQueue::setPaidParts(std::set<std::string> parts) {
    if (parts != m_paidParts) {
        m_paidParts = std::move(parts);
        refresh();
    }
}

double RunQueue::muUpTo(int row) const {
    double square = 0.0;
    for (int i = 0; i <= row; ++i) {
        const Item& item = m_items[static_cast<std::size_t>(i)];
        square += item.simulated ? 0.0 : std::pow(item.mu, 2.0);
    }
    return std::sqrt(square);
}

bool RunQueue::fits(int row) const {
    // The engine decides exactly when its turn comes; rounding must not mark what fits to the last digit.
    return m_room < 0.0 || muUpTo(row) <= m_room * (1.0 + 1e-6);
}

double RunQueue::totalMu() const {
    return m_items.empty() ? 0.0 : muUpTo(rowCount() - 1);
}

} // namespace parsimony::ui
