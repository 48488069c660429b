// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/known_rows.h"

#include "core/base/part_name.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/data_request.h"
#include "core/session/private_rows.h"

#include <filesystem>

namespace parsimony::session {

double KnownRows::spentEpsilon(Delta delta) const {
    return epsilon + (mu > 0.0 ? epsilonOf(Mu{mu}, delta).value() : 0.0);
}

std::vector<KnownRows> knownRows(const RunOptions& options) {
    std::vector<KnownRows> known;
    DataRequest request = describeData(options); // of rows that are not there nothing can be said
    if (!std::filesystem::exists(ledger::Registry::defaultPath())) {
        return known;
    }
    const auto registry = ledger::Registry::open();
    request.divide();
    for (const RequestedPart& part : request.parts) {
        std::vector<data::PartFiles> encodings{part.files};
        for (const EncodedPart& other : part.otherEncoders) {
            encodings.push_back(other.files);
        }
        for (const ledger::RegistryMatch& match : registeredMatches(*registry, encodings, {part.isPublic})) {
            const ledger::Registry::Total total = registry->totalOf(match.id);
            known.push_back({part.name, match.path, match.name, match.isPublic, match.linked, match.rows,
                             match.shared, match.sharedPeople, muUpper(total.muSquared).value(),
                             total.epsilon.upper()});
            known.back().together = match.linkedTogether && !match.linked;
            known.back().words = wordsOf(known.back(), options);
        }
    }
    return known;
}

std::vector<Sentence> wordsOf(const KnownRows& known, const RunOptions& asked) {
    // People count whose rows are other numbers there: another encoder's, or scaled.
    const bool people = known.sharedPeople > 0;
    const Sentence where =
        people ? Sentence("{1}: {2} of its people are in part '{3}' of {4} ({5} rows).", partName(known.part),
                          known.sharedPeople, partName(known.name), known.project, known.rows)
               : Sentence("{1}: {2} of its rows lie in part '{3}' of {4} ({5} rows).", partName(known.part),
                          known.shared, partName(known.name), known.project, known.rows);
    if (known.isPublic) {
        return {where, known.linked ? Sentence("It is public: no guarantee can cover these rows any more.")
                                    : Sentence("It is public.")};
    }
    if (!known.linked && !known.together) {
        return {where, Sentence("Too few to count as the same data.")};
    }
    const Delta delta{asked.delta.value_or(1e-5)};
    const double spent = known.spentEpsilon(delta);
    const Sentence same =
        spent > 0.0 ? Sentence("They count as the same data, with ε {1} spent on it so far, at δ {2}.",
                               Sentence::number(roundedText(spent, 4)), delta.value())
                    : Sentence("They count as the same data, with nothing spent on it yet.");
    if (known.together) {
        return {where, Sentence("Too few by themselves, but more than a fifth with those of other parts."),
                same};
    }
    return {where, same};
}

} // namespace parsimony::session
