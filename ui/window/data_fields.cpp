// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/data_fields.h"

#include "ui/window/option_fields.h"

#include <QCoreApplication>

namespace parsimony::ui {

namespace {

using Options = session::RunOptions;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::PlanSection)
};

} // namespace

void addRareDataFields(OptionFields& fields) {
    fields.addChoice(OptionFields::choice(
        {QStringLiteral("data.mean"),
         Words::tr("Mean"),
         Words::tr("Whether a mean of the rows is subtracted. It is a release, and takes its share of ε."),
         {{QStringLiteral("none"), Words::tr("stays")},
          {QStringLiteral("private"), Words::tr("private mean")}},
         nullptr,
         nullptr},
        &Options::mean));
    fields.addText(OptionFields::number({QStringLiteral("data.meanEpsilon"), Words::tr("Mean ε"),
                                         Words::tr("What the private mean takes of the experiment."),
                                         Words::tr("e.g. 0.05"), Words::tr("A positive number."), nullptr,
                                         nullptr, [](const Options& o) { return o.mean == "private"; }},
                                        &Options::meanEpsilon));
    fields.addText({QStringLiteral("data.publicParts"), Words::tr("Public parts"),
                    Words::tr("Parts of this private dataset that are public, as a list: test, validation or "
                              "the name of a set. Their accuracies are then exact and cost nothing."),
                    Words::tr("none"), QString(),
                    [](const Options& o) {
                        QStringList parts;
                        for (const auto& part : o.publicParts) {
                            parts << QString::fromStdString(part);
                        }
                        return parts.join(QLatin1Char(','));
                    },
                    [](Options& o, const QString& typed) {
                        o.publicParts.clear();
                        for (const QString& part : typed.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
                            o.publicParts.push_back(part.trimmed().toStdString());
                        }
                        return true;
                    },
                    [](const Options& o) { return o.visibility != "public"; }});
    OptionFields::Values distinct = OptionFields::yesOrNo(
        {QStringLiteral("data.distinctRecords"),
         Words::tr("Other people"),
         Words::tr("Your claim that rows equal to those of earlier projects are other people's. Otherwise "
                   "they share the budget that was spent there."),
         {},
         nullptr,
         nullptr,
         [](const Options& o) { return o.visibility != "public"; }},
        &Options::distinctRecords);
    fields.addChoice(std::move(distinct));
}

} // namespace parsimony::ui
