// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/known_rows_text.h"

#include "ui/models/number_format.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace parsimony::ui {

namespace {
struct KnownRowsWords {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::KnownRows)
};
} // namespace

QString knownRowsText(const session::KnownRows& known, double delta) {
    const auto words = [](const std::string& text) { return QString::fromStdString(text); };
    const double spent = delta > 0.0 && delta < 1.0 ? known.spentEpsilon(Delta{delta}) : 0.0;
    // People count whose rows are other numbers there: another encoder's, or scaled.
    const bool people = known.sharedPeople > 0;
    QString text =
        (people ? KnownRowsWords::tr("%1: %2 of its people are in part “%3” of %4 (%5 rows)")
                : KnownRowsWords::tr("%1: %2 of its rows lie in part “%3” of %4 (%5 rows)"))
            .arg(words(known.part), formatCount(people ? known.sharedPeople : known.shared),
                 words(known.name), QFileInfo(words(known.project)).fileName(), formatCount(known.rows));
    if (known.isPublic) {
        text += known.linked ? KnownRowsWords::tr(", which is public: no guarantee can cover them any more")
                             : KnownRowsWords::tr(", which is public");
    } else if (!known.linked) {
        text += KnownRowsWords::tr(": too few to count as the same data");
    } else if (spent > 0.0) {
        text += KnownRowsWords::tr(": the same data, with ε %1 spent on it so far")
                    .arg(formatEpsilon(spent, Rounding::Up));
    } else {
        text += KnownRowsWords::tr(": the same data, nothing spent on it yet");
    }
    return text + QLatin1Char('.');
}

} // namespace parsimony::ui
