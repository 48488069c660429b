// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>

namespace parsimony::ui {

/// Which trials are selected. Table, plots and inspector all read and write this one set, so that marking in
/// one marks in all. `current` is the one the inspector shows.
class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] const QSet<qint64>& trials() const { return m_trials; }
    [[nodiscard]] qint64 current() const { return m_current; }
    [[nodiscard]] bool contains(qint64 trial) const { return m_trials.contains(trial); }

    void select(const QSet<qint64>& trials, qint64 current) {
        if (trials == m_trials && current == m_current) {
            return;
        }
        m_trials = trials;
        m_current = current;
        emit changed();
    }
    void selectOne(qint64 trial) { select(trial > 0 ? QSet<qint64>{trial} : QSet<qint64>{}, trial); }
    void clear() { select({}, 0); }

signals:
    void changed();

private:
    QSet<qint64> m_trials;
    qint64 m_current = 0;
};

} // namespace parsimony::ui
