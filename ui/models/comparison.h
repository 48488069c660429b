// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QAbstractTableModel>
#include <map>

namespace parsimony::ui {

/// A finished experiment as comparisons see it.
struct ComparedExperiment {
    session::ExperimentSummary summary;
    double searchShare = 0.0; ///< of its μ² of train, what trials before the final run took: 0..1
    QString encoder = {};     ///< whose features its result takes, where the search chose among several
};

/// Finished experiments with a released test accuracy, cheapest first, without looks at classifiers
/// afterwards and grids whose best was chosen by test records. The best cell of such a grid that ran again is
/// the oracle.
[[nodiscard]] std::vector<ComparedExperiment>
comparedExperiments(const std::vector<session::ExperimentSummary>& experiments,
                    const std::vector<session::TrialSnapshot>& trials);

/// Experiments of one method, trainer and ε on the same data, with the same classes and options.
struct ComparisonRow {
    search::MethodName method;
    QString trainer;
    QString dataset;
    std::uint32_t classes = 0;
    QString about; ///< what tells it from other rows of its method and trainer; empty: nothing else differs
    std::string options;             ///< as ExperimentSummary has them
    QString encoder;                 ///< whose features they take, where no search chose it
    std::map<QString, int> encoders; ///< how many of its experiments chose which
    double epsilon = 0.0;
    std::vector<qint64> experiments;
    double mean = 0.0;  ///< of the test accuracies, 0..1
    double error = 0.0; ///< standard deviation over repeats; of one experiment the release's standard error
    double share = 0.0; ///< mean share of μ² that the search took
    bool repeated = false; ///< `error` is over repeats
    /// Relative error rate reduction against random search: (acc − random) / (oracle − random) of the same
    /// data, trainer and options at the same ε. Absent without both, and where they are within a point of
    /// each other.
    std::optional<double> rerr;
    [[nodiscard]] QString methodText() const { return QString::fromStdString(method.text()); }
};
/// A 3×, B 1×; the name alone where all chose the same.
[[nodiscard]] QString encodersText(const std::map<QString, int>& encoders);
/// What tells the row from others, and which encoders its experiments chose; empty: nothing.
[[nodiscard]] QString aboutText(const ComparisonRow& row);

/// With `bySplit`, experiments whose search took another share are rows of their own.
[[nodiscard]] std::vector<ComparisonRow> compareRows(const std::vector<ComparedExperiment>& experiments,
                                                     bool bySplit = false);

/// The rows as a table.
class ComparisonModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Method, Trainer, Epsilon, Repeats, Accuracy, Rerr, About, Share, ColumnCount };
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void setRows(std::vector<ComparisonRow> rows);
    [[nodiscard]] const std::vector<ComparisonRow>& rows() const { return m_rows; }
    [[nodiscard]] QString toCsv() const;

private:
    std::vector<ComparisonRow> m_rows;
};

} // namespace parsimony::ui
