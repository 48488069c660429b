// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/known_rows.h"

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
    if (!std::filesystem::exists(ledger::Registry::defaultPath())) {
        return known;
    }
    const auto registry = ledger::Registry::open();
    DataRequest request = describeData(options);
    request.divide();
    for (const RequestedPart& part : request.parts) {
        std::vector<data::PartFiles> encodings{part.files};
        for (const EncodedPart& other : part.otherEncoders) {
            encodings.push_back(other.files);
        }
        for (const ledger::RegistryMatch& match : registeredMatches(*registry, encodings)) {
            const ledger::Registry::Total total = registry->totalOf(match.id);
            known.push_back({part.name, match.path, match.name, match.isPublic, match.linked, match.rows,
                             match.shared, match.sharedPeople, muUpper(total.muSquared).value(),
                             total.epsilon.upper()});
        }
    }
    return known;
}

} // namespace parsimony::session
