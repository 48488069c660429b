// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comparison.h"

#include "core/base/number_text.h"
#include "core/filter/trial_field.h"
#include "core/session/method_choice.h"
#include "ui/models/number_format.h"
#include "ui/models/trial_columns.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

namespace parsimony::ui {

namespace {

constexpr double kLeastGap = 0.01; ///< between random search and oracle, for RERR to say something

bool sameEpsilon(double a, double b) {
    return a == b || std::abs(a - b) <= 1e-6 * b; // ∞ without noise
}

/// The row of `method` that was asked what `row` was, next to it by its options; null without one, and where
/// several are as near.
const ComparisonRow* baselineOf(const std::vector<ComparisonRow>& rows,
                                const std::vector<nlohmann::json>& options, std::size_t row,
                                const search::MethodName& method) {
    const ComparisonRow* nearest = nullptr;
    std::size_t least = 0;
    bool several = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& other = rows[i];
        if (other.method != method || other.trainer != rows[row].trainer ||
            other.dataset != rows[row].dataset || other.encoder != rows[row].encoder ||
            other.classes != rows[row].classes || !sameEpsilon(other.epsilon, rows[row].epsilon)) {
            continue;
        }
        const auto apart = session::searchesApart(options[row], options[i]);
        if (apart && (nearest == nullptr || *apart <= least)) {
            several = nearest != nullptr && *apart == least;
            nearest = &other;
            least = *apart;
        }
    }
    return several ? nullptr : nearest;
}

void fillRerr(std::vector<ComparisonRow>& rows) {
    std::vector<nlohmann::json> options;
    for (const auto& row : rows) {
        auto given = nlohmann::json::parse(row.options, nullptr, false);
        options.push_back(given.is_object() ? std::move(given) : nlohmann::json::object());
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto* random = baselineOf(rows, options, i, session::kByChance);
        const auto* oracle = baselineOf(rows, options, i, session::kUnchargedGrid);
        if (random != nullptr && oracle != nullptr && oracle->mean - random->mean >= kLeastGap) {
            rows[i].rerr = (rows[i].mean - random->mean) / (oracle->mean - random->mean);
        }
    }
}

/// 3, 5–8: those that follow each other in one.
QString idsText(std::vector<qint64> ids) {
    std::sort(ids.begin(), ids.end());
    QStringList texts;
    for (std::size_t first = 0, last = 0; first < ids.size(); first = ++last) {
        while (last + 1 < ids.size() && ids[last + 1] == ids[last] + 1) {
            ++last;
        }
        texts << QString::number(ids[first]) +
                     (last > first ? QStringLiteral("–") + QString::number(ids[last]) : QString());
    }
    return texts.join(QStringLiteral(", "));
}

struct ComparisonWords {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::ComparisonModel)
};

/// Names the data and the classes where rows differ in them, and the experiments where only options do.
void tellApart(std::vector<ComparisonRow>& rows) {
    const auto differ = [&](auto value) {
        return std::any_of(rows.begin(), rows.end(),
                           [&](const auto& row) { return value(row) != value(rows.front()); });
    };
    const bool data = differ([](const ComparisonRow& row) { return row.dataset; });
    const bool encoders = differ([](const ComparisonRow& row) { return row.encoder; });
    const bool classes = differ([](const ComparisonRow& row) { return row.classes; });
    for (auto& row : rows) {
        QStringList words;
        if (data) {
            words << row.dataset;
        }
        if (classes) {
            words << ComparisonWords::tr("%1 classes").arg(row.classes);
        }
        if (encoders && !row.encoder.isEmpty()) {
            words << row.encoder;
        }
        row.about = words.join(QStringLiteral(" · "));
    }
    const auto alike = [](const ComparisonRow& a, const ComparisonRow& b) {
        return a.method == b.method && a.trainer == b.trainer && a.about == b.about && a.options != b.options;
    };
    std::vector<QString> others(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return alike(row, rows[i]); })) {
            std::vector<qint64> ids; // at every ε: they are one line in a plot
            for (const auto& row : rows) {
                if (row.method == rows[i].method && row.trainer == rows[i].trainer &&
                    row.about == rows[i].about && row.options == rows[i].options) {
                    ids.insert(ids.end(), row.experiments.begin(), row.experiments.end());
                }
            }
            others[i] = ComparisonWords::tr("options of experiment %1").arg(idsText(ids));
        }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool both = !rows[i].about.isEmpty() && !others[i].isEmpty();
        rows[i].about += (both ? QStringLiteral(" · ") : QString()) + others[i];
    }
}

/// Of an experiment's trials the one whose weights are its result: a final run or a winner, else the best of
/// the last phase.
bool isRatherResult(const session::TrialSnapshot& trial, const session::TrialSnapshot* than) {
    const auto rank = [](const session::TrialSnapshot& t) {
        const bool ends = roleOf(t) == TrialRole::Final || roleOf(t) == TrialRole::Selection;
        return std::tuple(ends, t.phase, t.score.value_or(-1.0));
    };
    const bool trains = roleOf(trial) == TrialRole::Trial || roleOf(trial) == TrialRole::Final ||
                        roleOf(trial) == TrialRole::Selection;
    return trains && (than == nullptr || rank(trial) > rank(*than));
}

} // namespace

std::vector<ComparedExperiment>
comparedExperiments(const std::vector<session::ExperimentSummary>& experiments,
                    const std::vector<session::TrialSnapshot>& trials) {
    std::unordered_map<std::int64_t, std::pair<double, double>> squares; // of the search, of all of train
    std::unordered_map<std::int64_t, const session::TrialSnapshot*> results;
    for (const auto& trial : trials) {
        auto& [search, all] = squares[trial.experiment];
        // A look at another part takes nothing of what the search shares with the final run.
        const double square = roleOf(trial) == TrialRole::Evaluation ? 0.0 : trial.mu * trial.mu;
        all += square;
        search += roleOf(trial) == TrialRole::Trial ? square : 0.0;
        if (auto& result = results[trial.experiment]; isRatherResult(trial, result)) {
            result = &trial;
        }
    }
    std::vector<ComparedExperiment> list;
    for (const auto& e : experiments) {
        if (statusOf(e) != ExperimentStatus::Finished || !e.testAccuracy || e.isLook() ||
            e.purpose == session::ExperimentPurpose::Cells) {
            continue;
        }
        const auto& [search, all] = squares[e.id];
        const session::TrialSnapshot* result = results[e.id];
        const std::string encoder =
            result != nullptr ? filter::fieldText(*result, filter::TrialField::Encoder) : std::string();
        list.push_back({e, all > 0.0 ? search / all : 0.0, QString::fromStdString(encoder)});
        if (e.purpose == session::ExperimentPurpose::BestCell) { // called and told apart as `compare` does
            list.back().summary.method = session::kUnchargedGrid;
            list.back().summary.options = e.gridOptions;
        }
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& a, const auto& b) { return a.summary.epsilon < b.summary.epsilon; });
    return list;
}

QString encodersText(const std::map<QString, int>& encoders) {
    QStringList texts;
    for (const auto& [name, times] : encoders) {
        texts << (encoders.size() > 1 ? QStringLiteral("%1 %2×").arg(name).arg(times) : name);
    }
    return texts.join(QStringLiteral(", "));
}

QString aboutText(const ComparisonRow& row) {
    QStringList texts{row.about, encodersText(row.encoders)};
    texts.removeAll(QString());
    return texts.join(QStringLiteral(" · "));
}

std::vector<ComparisonRow> compareRows(const std::vector<ComparedExperiment>& experiments, bool bySplit) {
    std::vector<ComparisonRow> rows;
    std::vector<std::vector<const ComparedExperiment*>> members;
    for (const auto& e : experiments) {
        const search::MethodName& method = e.summary.method;
        const QString trainer = QString::fromStdString(e.summary.trainer);
        const auto same = std::find_if(rows.begin(), rows.end(), [&](const ComparisonRow& row) {
            return row.method == method && row.trainer == trainer &&
                   row.dataset.toStdString() == e.summary.dataset &&
                   row.encoder.toStdString() == e.summary.encoder() && row.classes == e.summary.classes &&
                   row.options == e.summary.options && sameEpsilon(e.summary.epsilon, row.epsilon) &&
                   (!bySplit || std::abs(row.share - e.searchShare) < 0.005);
        });
        const auto at = static_cast<std::size_t>(same - rows.begin());
        if (same == rows.end()) {
            ComparisonRow row;
            row.method = method;
            row.trainer = trainer;
            row.dataset = QString::fromStdString(e.summary.dataset);
            row.encoder = QString::fromStdString(e.summary.encoder());
            row.classes = e.summary.classes;
            row.options = e.summary.options;
            row.epsilon = e.summary.epsilon;
            row.share = e.searchShare;
            rows.push_back(row);
            members.emplace_back();
        }
        members[at].push_back(&e);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& row = rows[i];
        const auto n = static_cast<double>(members[i].size());
        row.share = 0.0;
        for (const auto* e : members[i]) {
            row.experiments.push_back(e->summary.id);
            if (!e->encoder.isEmpty()) {
                ++row.encoders[e->encoder];
            }
            row.mean += *e->summary.testAccuracy / n;
            row.share += e->searchShare / n;
        }
        row.repeated = members[i].size() > 1;
        double square = 0.0;
        for (const auto* e : members[i]) {
            square += std::pow(*e->summary.testAccuracy - row.mean, 2.0);
        }
        row.error = row.repeated ? std::sqrt(square / (n - 1.0))
                                 : members[i].front()->summary.testAccuracySe.value_or(0.0);
    }
    fillRerr(rows);
    tellApart(rows);
    return rows;
}

namespace {
bool isText(int column) {
    return column <= ComparisonModel::Trainer || column == ComparisonModel::About;
}
} // namespace

int ComparisonModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int ComparisonModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((isText(index.column()) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && index.column() == Rerr && !row.rerr) {
        return tr(
            "Needs a random search and an oracle of the same data, trainer and options at the same ε that "
            "differ by a point or more.");
    }
    if (role == Qt::ToolTipRole && index.column() == Accuracy) {
        return row.repeated
                   ? tr("Mean and standard deviation over %1 experiments").arg(row.experiments.size())
                   : tr("One experiment, with the standard error of the noise that it was released with");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case Method:
        return row.methodText();
    case Trainer:
        return row.trainer;
    case About:
        return aboutText(row);
    case Epsilon:
        return formatEpsilon(row.epsilon, Rounding::Up);
    case Repeats:
        return QString::number(row.experiments.size());
    case Accuracy:
        return formatAccuracy(row.mean, row.error);
    case Share:
        return formatPercent(row.share, 1);
    case Rerr:
        return row.rerr ? formatPercent(*row.rerr, 0) : absent();
    default:
        return {};
    }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((isText(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    const QString titles[ColumnCount] = {trialColumnTitle(TrialColumn::Method),
                                         trialColumnTitle(TrialColumn::Trainer),
                                         QStringLiteral("ε"),
                                         tr("runs"),
                                         tr("test accuracy ±"),
                                         QStringLiteral("RERR"),
                                         tr("differs in"),
                                         tr("search took")};
    if (role == Qt::DisplayRole && section >= 0 && section < ColumnCount) {
        return titles[section];
    }
    if (role == Qt::ToolTipRole && section == Share) {
        return tr("Which share of the budget (μ²) the trials before the final run took");
    }
    if (role == Qt::ToolTipRole && section == Rerr) {
        return tr("Relative error rate reduction: 0 % is what random search reaches, 100 % what the best "
                  "knobs would.");
    }
    return {};
}

void ComparisonModel::setRows(std::vector<ComparisonRow> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QString ComparisonModel::toCsv() const {
    QString out =
        QStringLiteral("method,trainer,dataset,classes,epsilon,runs,test_accuracy,error,rerr,search_share");
    const bool several = std::any_of(m_rows.begin(), m_rows.end(), [](const auto& row) {
        return !row.encoders.empty() || !row.encoder.isEmpty();
    });
    out += several ? QStringLiteral(",encoders\n") : QStringLiteral("\n");
    for (const auto& row : m_rows) {
        out += row.methodText() + QLatin1Char(',') + row.trainer + QStringLiteral(",\"") + row.dataset +
               QStringLiteral("\",") + QString::number(row.classes) + QLatin1Char(',') +
               QString::fromStdString(numberText(row.epsilon) + "," + std::to_string(row.experiments.size()) +
                                      "," + numberText(row.mean) + "," + numberText(row.error) + "," +
                                      (row.rerr ? numberText(*row.rerr) : std::string()) + "," +
                                      numberText(row.share)) +
               (several ? QStringLiteral(",\"") +
                              (row.encoder.isEmpty() ? encodersText(row.encoders) : row.encoder) +
                              QLatin1Char('"')
                        : QString()) +
               QLatin1Char('\n');
    }
    return out;
}

} // namespace parsimony::ui
