// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/guarantee_text.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"

#include <QCoreApplication>
#include <cmath>

namespace parsimony::ui {

namespace {

using session::Guarantee;

struct GuaranteeWords {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::Guarantee)
};

QString number(double value) {
    return localised(QString::fromStdString(roundedText(value, 6)));
}

QString unitText(const Guarantee& guarantee) {
    if (guarantee.peopleByIds) {
        return guarantee.rowsPerPerson == 1
                   ? GuaranteeWords::tr("each person, of whom at most 1 record counts")
                   : GuaranteeWords::tr("each person, of whom at most %1 records count")
                         .arg(guarantee.rowsPerPerson);
    }
    return guarantee.rowsPerPerson == 1
               ? GuaranteeWords::tr("each record")
               : GuaranteeWords::tr("each person with at most %1 records").arg(guarantee.rowsPerPerson);
}

QString adjacencyText(const Guarantee& guarantee) {
    if (guarantee.publicRecords == 0) {
        return guarantee.adjacency == Adjacency::ReplaceOne
                   ? GuaranteeWords::tr("replace-one adjacency, N counted with noise")
                   : GuaranteeWords::tr("zero-out adjacency, N counted with noise");
    }
    if (guarantee.adjacency == Adjacency::ReplaceOne) {
        return GuaranteeWords::tr("replace-one adjacency, N = %1 public").arg(guarantee.publicRecords);
    }
    return (guarantee.recordsDeclared ? GuaranteeWords::tr("zero-out adjacency, N = %1 declared")
                                      : GuaranteeWords::tr("zero-out adjacency, N = %1 public"))
        .arg(guarantee.publicRecords);
}

QString publicCountText(const Guarantee& guarantee) {
    QStringList counts;
    for (const auto& count : guarantee.alsoPublic) {
        counts << GuaranteeWords::tr("N = %1 of the %2 part")
                      .arg(QString::fromStdString(roundedText(count.records, 12)),
                           QString::fromStdString(count.part));
    }
    return counts.isEmpty()
               ? QString()
               : GuaranteeWords::tr("Public as well: %1.").arg(counts.join(QStringLiteral(", ")));
}

QString accountingText(Guarantee::Accounting accounting) {
    const QString selection = GuaranteeWords::tr("Renyi accounting of the whole selection (%1)");
    switch (accounting) {
    case Guarantee::Accounting::Gaussian:
        return GuaranteeWords::tr("exact Gaussian accounting");
    case Guarantee::Accounting::PldOrRdp:
        return GuaranteeWords::tr("the smaller of numerical (PLD) and Renyi accounting");
    case Guarantee::Accounting::Selection:
        return selection.arg(GuaranteeWords::tr("Papernot and Steinke 2021"));
    case Guarantee::Accounting::SubsetTuning:
        return selection.arg(GuaranteeWords::tr("Koskela and Kulkarni 2023"));
    }
    return {};
}

QString deviceText(const Guarantee& guarantee) {
    if (guarantee.checkedDevices.empty()) {
        return guarantee.deviceToCheck.empty()
                   ? QString()
                   : GuaranteeWords::tr(
                         "Float32 sums of gradients are to be computed on --device %1; their slack is "
                         "proved for IEEE float32 in an order fixed by the shape, and is checked on "
                         "that device before anything is reserved, not proved for it.")
                         .arg(QString::fromStdString(guarantee.deviceToCheck));
    }
    QStringList devices;
    for (const auto& device : guarantee.checkedDevices) {
        devices << QStringLiteral("%1 (%2)").arg(QString::fromStdString(device.device),
                                                 QString::fromStdString(device.description));
    }
    const QString text =
        devices.size() == 1
            ? GuaranteeWords::tr(
                  "Float32 sums of gradients were computed on %1; their slack is proved for IEEE "
                  "float32 in an order fixed by the shape, and was checked on this device before its "
                  "runs, not proved for it.")
            : GuaranteeWords::tr(
                  "Float32 sums of gradients were computed on %1; their slack is proved for IEEE "
                  "float32 in an order fixed by the shape, and was checked on each of these devices "
                  "before its runs, not proved for it.");
    return text.arg(devices.join(GuaranteeWords::tr(" and ")));
}

QString promiseText(const Guarantee& guarantee) {
    if (guarantee.reusedFit != 0) {
        return GuaranteeWords::tr(
                   "Everything this experiment releases about the %1 part is (epsilon = %2, delta = "
                   "%3)-differentially private for %4 under %5, the fit of experiment %7 that "
                   "chose its step size not included, by %6.")
            .arg(QString::fromStdString(guarantee.part), number(guarantee.epsilon), number(guarantee.delta),
                 unitText(guarantee), adjacencyText(guarantee), accountingText(guarantee.accounting),
                 QString::number(guarantee.reusedFit));
    }
    const QString text =
        guarantee.evaluation
            ? GuaranteeWords::tr(
                  "Everything this evaluation releases about the %1 part is (epsilon = %2, delta = "
                  "%3)-differentially private for %4 under %5, by %6.")
            : GuaranteeWords::tr(
                  "Everything this experiment releases about the %1 part is (epsilon = %2, delta = "
                  "%3)-differentially private for %4 under %5, tuning included, by %6.");
    return text.arg(QString::fromStdString(guarantee.part), number(guarantee.epsilon),
                    number(guarantee.delta), unitText(guarantee), adjacencyText(guarantee),
                    accountingText(guarantee.accounting));
}

} // namespace

QString guaranteeText(const Guarantee& guarantee) {
    const QString privateWeights =
        guarantee.privateWeights
            ? QLatin1Char(' ') +
                  GuaranteeWords::tr("Training started from weights of private rows, as the card in "
                                     "their file says: this classifier tells of those rows too.")
            : QString();
    if (std::isinf(guarantee.epsilon)) {
        return GuaranteeWords::tr("Not private: epsilon = ∞. Trained on public data without noise and "
                                  "without clipping; no account was charged.") +
               privateWeights;
    }
    if (guarantee.chosenUncharged) {
        return GuaranteeWords::tr(
                   "Public data, simulated budget: no guarantee is claimed, and on private data "
                   "there could be none: nothing is charged for choosing among the runs, of "
                   "which each would have cost epsilon = %1, delta = %2.")
                   .arg(number(guarantee.epsilon), number(guarantee.delta)) +
               privateWeights;
    }
    if (!guarantee.isPrivate) {
        return GuaranteeWords::tr(
                   "Public data, simulated budget: no guarantee is claimed; on private data the same "
                   "run would have cost epsilon = %1, delta = %2.")
                   .arg(number(guarantee.epsilon), number(guarantee.delta)) +
               privateWeights;
    }
    QStringList sentences{promiseText(guarantee)};
    if (const QString counts = publicCountText(guarantee); !counts.isEmpty()) {
        sentences << counts;
    }
    if (const QString device = deviceText(guarantee); !device.isEmpty()) {
        sentences << device;
    }
    sentences << (guarantee.peopleByIds
                      ? GuaranteeWords::tr(
                            "People are told apart by ids, and the budget follows them whatever numbers "
                            "stand for them.")
                      : GuaranteeWords::tr(
                            "It covers these numbers only: no ids say whose they are, and the same "
                            "people's features by another encoder, or computed anew, would have a "
                            "budget of their own."));
    if (guarantee.labelsPerRecord > 1) {
        sentences << GuaranteeWords::tr("A record is a row with all its labels, at most %1; one with more "
                                        "counts as empty.")
                         .arg(guarantee.labelsPerRecord);
    }
    if (guarantee.reusedFit != 0) {
        sentences << GuaranteeWords::tr(
                         "What experiment %1 cost comes on top for the rows that it looked at: "
                         "their account has both.")
                         .arg(guarantee.reusedFit);
    }
    if (guarantee.startsFromFile) {
        sentences << GuaranteeWords::tr(
            "Training started from weights in a file; what those tell of anybody, "
            "these figures do not cover.");
    }
    if (guarantee.distinctRecords) {
        sentences << GuaranteeWords::tr(
            "Rows equal to those of earlier projects were declared to be other people's; of people for whom "
            "that is not so, what those projects spent comes on top.");
    }
    if (guarantee.exposedUncharged) {
        sentences << GuaranteeWords::tr(
            "Rows of it are exposed uncharged: they were used as public data before, and "
            "what was shown of them then is not covered.");
    }
    return sentences.join(QLatin1Char(' '));
}

} // namespace parsimony::ui
