// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/known_rows_text.h"

#include "ui/models/gaussian.h"
#include "ui/models/number_format.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace parsimony::ui {

namespace {
struct KnownRowsWords {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::KnownRows)
};
} // namespace

QString knownPartText(const KnownPart& known, double delta) {
    QString text = KnownRowsWords::tr("%1: %2 of its rows lie in part “%3” of %4 (%5 rows)")
                       .arg(known.part, formatCount(known.shared), known.name,
                            QFileInfo(known.project).fileName(), formatCount(known.rows));
    if (known.isPublic) {
        text += known.linked ? KnownRowsWords::tr(", which is public: no guarantee can cover them any more")
                             : KnownRowsWords::tr(", which is public");
    } else if (!known.linked) {
        text += KnownRowsWords::tr(": too few to count as the same data");
    } else if (known.mu > 0.0 && delta > 0.0 && delta < 1.0) {
        text += KnownRowsWords::tr(": the same data, with ε %1 spent on it so far")
                    .arg(formatEpsilon(epsilonOf(known.mu, delta), Rounding::Up));
    } else {
        text += KnownRowsWords::tr(": the same data, nothing spent on it yet");
    }
    return text + QLatin1Char('.');
}

} // namespace parsimony::ui
