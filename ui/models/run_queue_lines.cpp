// SPDX-License-Identifier: GPL-3.0-or-later
// What the queue says of an experiment: a line with its price, and what it has that others have not.
#include "core/session/options_json.h"
#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"
#include "ui/models/run_queue.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>
#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

/// Options that a line has room for.
constexpr int kShownDifferences = 3;

/// Its options but for what it takes, which the price tells.
nlohmann::json optionsBesidePrice(session::RunOptions options) {
    options.experimentEpsilon.reset();
    return session::toWholeJson(options);
}

QString shortText(const nlohmann::json& value) {
    const QString text = QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
    return text.contains(QLatin1Char('/')) ? QFileInfo(text).fileName() : text;
}

} // namespace

int RunQueue::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

/// What becomes of one that was cut off, when it is run again.
QString RunQueue::afterCut(const study::QueuedRun& run) {
    return std::holds_alternative<study::LookRequest>(run) ? tr("tells what it released; is paid once")
                                                           : tr("goes on; is paid once");
}

QString RunQueue::priceText(const Item& item, bool fit) const {
    if (!item.problem.isEmpty()) {
        return tr("%1: cannot run").arg(item.method);
    }
    if (!item.run.request.empty()) {
        return tr("%1, was cut off").arg(item.method);
    }
    if (item.free) {
        return tr("%1, takes nothing").arg(item.method);
    }
    if (item.priced && std::holds_alternative<study::LookRequest>(item.run)) {
        return tr("%1, takes at most ε %2 there").arg(item.method, formatEpsilon(item.epsilon, Rounding::Up));
    }
    if (!item.priced) {
        return tr("%1, its price is worked out…").arg(item.method);
    }
    if (item.epsilon <= 0.0) { // each run of a study of public data has a simulated budget of its own
        return (item.simulated ? tr("%1, public data") : tr("%1, nothing new to pay")).arg(item.method);
    }
    const QString price = (item.simulated ? tr("simulates ε %1") : tr("takes ε %1"))
                              .arg(formatEpsilon(item.epsilon, Rounding::Up));
    return fit ? tr("%1, %2").arg(item.method, price)
               : tr("%1, %2: does not fit any more").arg(item.method, price);
}

QString RunQueue::startText(double delta) const {
    if (const double mu = totalMu(); mu > 0.0 && delta > 0.0 && delta < 1.0) {
        return tr("Run the queue, takes ε = %1 in all")
            .arg(formatEpsilon(epsilonOf(mu, delta), Rounding::Up));
    }
    const auto takesNothing = [](const Item& item) {
        return item.priced && item.run.request.empty() && (item.simulated || item.epsilon <= 0.0);
    };
    if (!std::all_of(m_items.begin(), m_items.end(), takesNothing)) {
        return tr("Run the queue"); // each says what it takes, and from which account
    }
    const bool simulated =
        std::any_of(m_items.begin(), m_items.end(), [](const Item& item) { return item.simulated; });
    return simulated ? tr("Run the queue, public data") : tr("Run the queue, takes nothing");
}

QVariant RunQueue::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Item& item = m_items[static_cast<std::size_t>(index.row())];
    const bool fit = fits(index.row());
    const QString& again = item.repetition;
    switch (role) {
    case FitsRole:
        return fit;
    case Qt::DisplayRole: {
        QStringList lines{priceText(item, fit)};
        const QString below = !item.run.request.empty() ? afterCut(item.run)
                              : again.isEmpty()         ? item.difference
                                                        : again;
        if (!below.isEmpty()) {
            lines << QStringLiteral("    ") + below;
        }
        return lines.join(QLatin1Char('\n'));
    }
    case Qt::ToolTipRole: {
        if (!item.problem.isEmpty()) {
            return item.problem;
        }
        const QString turn =
            fit ? tr("Starts when what is before it has finished. Nothing is reserved for it until then.")
                : tr("What is before it leaves too little: it will be refused and nothing spent.");
        return again.isEmpty() ? turn : again + QLatin1Char('\n') + turn;
    }
    default:
        return {};
    }
}

/// What it has that not all experiments in the queue have.
QString RunQueue::difference(int row) const {
    const Item& item = m_items[static_cast<std::size_t>(row)];
    const auto* own = std::get_if<session::RunOptions>(&item.run);
    if (own == nullptr) {
        return {};
    }
    const nlohmann::json options = optionsBesidePrice(*own);
    QStringList found;
    std::vector<nlohmann::json> others;
    for (const Item& each : m_items) {
        if (const auto* other = std::get_if<session::RunOptions>(&each.run); other && other != own) {
            others.push_back(optionsBesidePrice(*other));
        }
    }
    for (const auto& [name, value] : options.items()) {
        const bool differs = std::any_of(others.begin(), others.end(),
                                         [&, &name = name, &value = value](const nlohmann::json& other) {
                                             return !other.contains(name) || other[name] != value;
                                         });
        const QString text = shortText(value);
        if (differs && !item.method.contains(text)) { // method and trainer stand in the line above
            found << QString::fromStdString(name) + QLatin1Char(' ') + text;
        }
    }
    if (found.size() > kShownDifferences) {
        found = found.mid(0, kShownDifferences) << QStringLiteral("…");
    }
    return found.join(QStringLiteral(" · "));
}

QString RunQueue::repeated(int row) const {
    const Item& item = m_items[static_cast<std::size_t>(row)];
    const auto* options = std::get_if<session::RunOptions>(&item.run);
    const auto* look = std::get_if<study::LookRequest>(&item.run);
    if ((options == nullptr && look == nullptr) || !item.run.request.empty()) {
        return {}; // a study pays once for each of its runs, and so does what goes on
    }
    const auto before = m_items.begin() + row;
    const auto same = std::find_if(m_items.begin(), before, [&](const Item& i) { return i.run == item.run; });
    if (same != before) {
        return (item.simulated ? tr("the same as entry %1") : tr("the same as entry %1: pays twice"))
            .arg(same - m_items.begin() + 1);
    }
    if (look != nullptr) {
        return m_paidParts.contains(look->on.name) ? tr("this part was paid for before: pays again")
                                                   : QString();
    }
    const std::string shaping = session::shapingOptions(session::toJson(*options)).dump();
    const auto past = std::find_if(m_past.begin(), m_past.end(), [&](const session::ExperimentSummary& e) {
        return e.options == shaping && std::abs(e.epsilon - item.epsilon) <= 1e-9 * item.epsilon;
    });
    return past == m_past.end() ? QString()
                                : (item.simulated ? tr("options of experiment %1")
                                                  : tr("options of experiment %1: pays again"))
                                      .arg(past->id);
}

} // namespace parsimony::ui
