// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/known_rows_text.h"

#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace parsimony::ui {

namespace {
QString tr(const char* text) {
    return QCoreApplication::translate("parsimony::ui::KnownRows", text);
}
} // namespace

QString knownPartText(const KnownPart& known, double delta) {
    QString text = tr("%1: %2 of its rows lie in part “%3” of %4 (%5 rows)")
                       .arg(known.part, formatCount(known.shared), known.name,
                            QFileInfo(known.project).fileName(), formatCount(known.rows));
    if (known.isPublic) {
        text += known.linked ? tr(", which is public: no guarantee can cover them any more")
                             : tr(", which is public");
    } else if (!known.linked) {
        text += tr(": too few to count as the same data");
    } else if (known.mu > 0.0 && delta > 0.0 && delta < 1.0) {
        text += tr(": the same data, with ε %1 spent on it so far")
                    .arg(formatEpsilon(epsilonOf(known.mu, delta), Rounding::Up));
    } else {
        text += tr(": the same data, nothing spent on it yet");
    }
    return text + QLatin1Char('.');
}

} // namespace parsimony::ui
