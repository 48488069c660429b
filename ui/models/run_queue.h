// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/queued_run.h"
#include "ui/models/values.h"

#include <QAbstractListModel>
#include <functional>
#include <set>
#include <string>

namespace parsimony::ui {

/// Experiments that are to run one after another in the open project, each with the price that its plan
/// named. Nothing is reserved for them before their turn. Shows what is kept elsewhere: each change that is
/// made here is told as one to be made there.
class RunQueue : public QAbstractListModel {
    Q_OBJECT
public:
    using Edit = std::function<void(study::QueuedRuns&)>;
    enum Role { FitsRole = Qt::UserRole + 1 };
    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    void add(const session::RunOptions& options, const session::RunSnapshot& plan);
    void add(const study::StudyVariant& study, const study::StudyPrice& price);
    void add(const study::LookRequest& look, double mostEpsilon); ///< of its part at most
    void add(const study::QueuedRun& task, const QString& title);
    void putFirst(const study::QueuedRun& run); ///< again; tells nothing
    void removeAt(int row);
    void move(int row, int by); ///< −1: earlier, 1: later; nothing happens at the ends
    void clear();               ///< tells nothing
    /// What is kept; entries that are shown already keep their price. Tells nothing.
    void show(const study::QueuedRuns& runs);
    [[nodiscard]] std::optional<study::QueuedRun> first() const;
    void dropFirst(); ///< tells nothing: it has been taken

    /// One whose price is not known yet.
    [[nodiscard]] std::optional<study::QueuedRun> unpriced() const;
    void setPrice(const study::QueuedRun& of, const session::RunSnapshot& plan);
    void setPrice(const study::QueuedRun& of, const study::StudyPrice& price);
    void setPrice(const study::QueuedRun& of, double mostEpsilon);        ///< of a look
    void setProblem(const study::QueuedRun& of, const QString& sentence); ///< why it has no price

    /// μ that the account has left for all of them; negative: not enforced. Entries that would pass it are
    /// marked.
    void setRoom(double mu);
    /// Experiments that the project has: an entry that is one of them once more says so.
    void setPast(std::vector<session::ExperimentSummary> past);
    /// Parts of private rows that something was paid for: a look at one of them says so.
    void setPaidParts(std::set<std::string> parts);
    [[nodiscard]] bool fits(int row) const;              ///< beside those before it
    [[nodiscard]] double totalMu() const;                ///< √Σμ² of all that is charged
    [[nodiscard]] QString startText(double delta) const; ///< what running all of it takes, for its button
    [[nodiscard]] bool empty() const { return m_items.empty(); }
    [[nodiscard]] study::QueuedRuns runs() const;
    /// Says that an entry is what another one, or an experiment, is already; empty: it is none.
    [[nodiscard]] QString repetition(int row) const {
        return m_items[static_cast<std::size_t>(row)].repetition;
    }

signals:
    void changed();
    void edited(parsimony::ui::RunQueue::Edit edit);

private:
    struct Item {
        study::QueuedRun run;
        double epsilon = 0.0, mu = 0.0;
        QString method = {};
        bool simulated = false, free = false, priced = true;
        QString problem = {};
        QString difference = {}, repetition = {}; ///< beside the others, as they were last
    };
    [[nodiscard]] static Item unpricedItem(const study::QueuedRun& run);
    void append(Item item);
    void takeOut(int row);
    void put(Item& item, const session::RunSnapshot& plan);
    void put(Item& item, const study::StudyPrice& price);
    static void put(Item& item, double mostEpsilon);
    template <class Change>
    void changeItem(const study::QueuedRun& of, Change change);
    void refresh(); ///< every line may read otherwise
    [[nodiscard]] std::ptrdiff_t equalBefore(int row) const;
    [[nodiscard]] double muUpTo(int row) const;
    [[nodiscard]] static QString afterCut(const study::QueuedRun& run);
    [[nodiscard]] QString priceText(const Item& item, bool fit) const;
    [[nodiscard]] QString difference(int row) const;
    [[nodiscard]] QString repeated(int row) const;
    void compare(); ///< each with the others

    std::vector<Item> m_items;
    std::vector<session::ExperimentSummary> m_past;
    std::set<std::string> m_paidParts;
    double m_room = -1.0;
};

} // namespace parsimony::ui
