// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/trial_record.h"

#include "core/base/release_name.h"
#include "core/train/trainer_options.h"
#include "ui/models/number_format.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

namespace parsimony::ui {

namespace {

using nlohmann::json;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::TrialRecord)
};

double number(const json& object, const char* key, double otherwise = 0.0) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

QString text(const json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_string() ? QString::fromStdString(found->get<std::string>())
                                                       : QString();
}

json at(const json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() ? *found : json();
}

QString times(const json& event) {
    return formatCount(static_cast<std::uint64_t>(std::max(0.0, number(event, "count", 1.0))));
}

QString mechanismText(const json& event, const QString& part) {
    QString what;
    if (const json gaussian = at(event, "gaussian"); gaussian.is_object()) {
        what = Words::tr("%1 × Gaussian, noise %2 times the sensitivity")
                   .arg(times(event), formatSigma(number(gaussian, "noise_multiplier")));
    } else if (const json sampled = at(event, "poisson_sampled"); sampled.is_object()) {
        what = Words::tr("%1 × Gaussian on a Poisson sample of rate %2, noise %3 times the sensitivity")
                   .arg(times(event), formatQuantity(number(sampled, "sample_rate")),
                        formatSigma(number(at(at(sampled, "event"), "gaussian"), "noise_multiplier")));
    } else if (const json curve = at(event, "rdp_curve"); curve.is_object()) {
        what = Words::tr("%1 × a mechanism known by its Rényi curve (%2 orders)")
                   .arg(times(event))
                   .arg(at(curve, "orders").size());
    } else {
        what = QString::fromStdString(event.dump());
    }
    return part.isEmpty() ? what : Words::tr("%1, on %2").arg(what, part);
}

QString scoreText(const json& values) {
    return formatAccuracy(number(values, "value"), number(values, "se"));
}

QString releaseText(const json& body) {
    const ReleaseName what = ReleaseName::read(body.value("what", ""));
    const json values = at(body, "values");
    if (what == ReleasedValue::Score) {
        return Words::tr("released its score, %1").arg(scoreText(values));
    }
    if (what == ReleasedValue::Weights) {
        return Words::tr("released its weights, %1 × %2")
            .arg(formatCount(static_cast<std::uint64_t>(number(values, "dim"))),
                 formatCount(static_cast<std::uint64_t>(number(values, "classes"))));
    }
    return Words::tr("released %1").arg(QString::fromStdString(what.text()));
}

QString remarkText(const json& body) {
    QStringList tags;
    for (const json& tag : at(body, "tags")) {
        if (tag.is_string()) {
            tags << QString::fromStdString(tag.get<std::string>());
        }
    }
    return tags.join(QStringLiteral(", "));
}

QString endText(const QString& state, const json& body) {
    const QString message = text(body, "message");
    return message.isEmpty() ? state : QStringLiteral("%1: %2").arg(state, message);
}

QString eventText(const wire::TrialRow& row, const json& body) {
    if (row.curator) {
        return Words::tr("%1, for the curator alone").arg(QString::fromLatin1(toText(row.kind)));
    }
    if (row.kind == RowKind::TrialReserved) {
        return Words::tr("reserved, ε %1").arg(formatEpsilon(number(body, "epsilon")));
    }
    if (row.kind == RowKind::TrialCharge) {
        return Words::tr("charged to %1 as well").arg(QString::fromStdString(row.part));
    }
    if (row.kind == RowKind::TrialRunning) {
        const int attempt = static_cast<int>(number(body, "attempt", 1.0));
        return attempt > 1 ? Words::tr("went on, attempt %1").arg(attempt) : Words::tr("opened its rows");
    }
    if (row.kind == RowKind::TrialFinished) {
        const double steps = number(at(body, "record"), "steps_done");
        return steps == 1.0 ? Words::tr("finished after 1 step")
               : steps > 0.0
                   ? Words::tr("finished after %1 steps").arg(formatCount(static_cast<std::uint64_t>(steps)))
                   : Words::tr("finished");
    }
    if (row.kind == RowKind::TrialFailed) {
        return endText(Words::tr("failed"), body);
    }
    if (row.kind == RowKind::TrialCancelled) {
        return endText(Words::tr("cancelled"), body);
    }
    if (row.kind == RowKind::TrialLost) {
        return endText(Words::tr("lost"), body);
    }
    if (row.kind == RowKind::Release) {
        return releaseText(body);
    }
    if (row.kind == RowKind::Note) {
        return Words::tr("note: %1").arg(text(body, "text"));
    }
    if (row.kind == RowKind::Tags) {
        return Words::tr("tags: %1").arg(remarkText(body));
    }
    return QString::fromLatin1(toText(row.kind));
}

/// What the trainer was told and the table has no column for.
QStringList settingsOf(const json& options) {
    QStringList lines;
    for (const auto& [key, value] : options.items()) {
        const bool empty =
            value.is_null() || (value.is_boolean() && !value.get<bool>()) ||
            (value.is_number() && value.get<double>() == 0.0) ||
            (value.is_string() && (value.get<std::string>().empty() ||
                                   value == std::string(train::averagingName(train::Averaging::None))));
        if (!empty) {
            const QString shown = value.is_string()
                                      ? QString::fromStdString(value.get<std::string>()).left(40)
                                  : value.is_boolean() ? QString()
                                  : value.is_number()  ? formatQuantity(value.get<double>())
                                                       : QString::fromStdString(value.dump());
            lines << (QString::fromStdString(key).replace(QLatin1Char('_'), QLatin1Char(' ')) +
                      QLatin1Char(' ') + shown)
                         .trimmed();
        }
    }
    return lines;
}

} // namespace

TrialRecord trialRecordOf(std::int64_t trial, const std::vector<wire::TrialRow>& rows) {
    TrialRecord record;
    record.trial = trial;
    json all = json::array();
    for (const wire::TrialRow& row : rows) {
        const json body = row.curator ? json() : json::parse(row.body, nullptr, false);
        record.events.push_back({row.row, QString::fromStdString(row.time), eventText(row, body)});
        for (const json& event : at(body, "events")) {
            record.mechanisms << mechanismText(event, QString::fromStdString(row.part));
        }
        if (row.kind == RowKind::TrialReserved) {
            record.settings = settingsOf(at(at(at(body, "plan"), "trial"), "options"));
        }
        json entry = {{"row", row.row}, {"time", row.time}, {"kind", toText(row.kind)}};
        if (!row.part.empty()) {
            entry["part"] = row.part;
        }
        if (!row.curator && !body.is_discarded()) {
            entry["body"] = body;
        }
        all.push_back(std::move(entry));
    }
    record.json = QString::fromStdString(
        json{{"schema", "parsimony/trial-record/1"}, {"trial", trial}, {"rows", std::move(all)}}.dump(2));
    return record;
}

} // namespace parsimony::ui
