// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study_request.h"
#include "ui/models/engine_task.h"
#include "ui/models/values.h"

#include <QAbstractListModel>
#include <variant>

namespace parsimony::ui {

/// An experiment, a study, or what needs no project.
using QueuedRun = std::variant<session::RunOptions, study::StudyVariant, EngineTask>;

/// Experiments that are to run one after another in the open project, each with the price that its plan
/// named. Nothing is reserved for them before their turn.
class RunQueue : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { FitsRole = Qt::UserRole + 1 };
    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    void add(const session::RunOptions& options, const session::RunSnapshot& plan);
    void add(const study::StudyVariant& study, const study::StudyPrice& price);
    void add(const EngineTask& task, const QString& title);
    void removeAt(int row);
    void move(int row, int by); ///< −1: earlier, 1: later; nothing happens at the ends
    void clear();
    /// The first one, taken out; nullopt when there is none.
    [[nodiscard]] std::optional<QueuedRun> takeFirst();
    /// μ that the account has left for all of them; negative: not enforced. Entries that would pass it are
    /// marked.
    void setRoom(double mu);
    [[nodiscard]] bool fits(int row) const; ///< beside those before it
    [[nodiscard]] double totalMu() const;   ///< √Σμ² of all
    [[nodiscard]] bool empty() const { return m_items.empty(); }

signals:
    void changed();

private:
    struct Item {
        QueuedRun run;
        double epsilon = 0.0, mu = 0.0;
        QString method;
        bool simulated = false, free = false;
    };
    void append(Item item);
    [[nodiscard]] double muUpTo(int row) const;

    std::vector<Item> m_items;
    double m_room = -1.0;
};

} // namespace parsimony::ui
