// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/known_rows.h"

#include "core/base/sentence.h"
#include "core/data/record_ids.h"
#include "core/data/record_split.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/session/data_request.h"

#include <filesystem>

namespace parsimony::session {

namespace {

/// `others`: the same records by further encoders.
std::vector<ledger::RegistryMatch> matchesOf(const ledger::Registry& registry, const data::PartFiles& files,
                                             const std::vector<EncodedPart>& others = {}) {
    std::vector<std::vector<ledger::RowTag>> rows{data::rowDigestsOf(files, registry.key(), false).sorted};
    for (const EncodedPart& other : others) {
        rows.push_back(data::rowDigestsOf(other.files, registry.key(), false).sorted);
    }
    ledger::PartTags tags{{rows.begin(), rows.end()}};
    std::vector<ledger::RowTag> people;
    if (!files.ids.empty()) {
        const data::ArrayInfo features = data::openFeatures(files)->info();
        people = data::RowsByPerson(data::personTagsOf(files, features, registry.key())).people();
        tags.people = people;
    }
    return registry.lookup(tags);
}

} // namespace

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
        for (const ledger::RegistryMatch& match : matchesOf(*registry, part.files, part.otherEncoders)) {
            const ledger::Registry::Total total = registry->totalOf(match.id);
            known.push_back({part.name, match.path, match.name, match.isPublic, match.linked, match.rows,
                             match.shared, match.sharedPeople, muUpper(total.muSquared).value(),
                             total.epsilon.upper()});
        }
    }
    return known;
}

void refusePrivateRows(const data::PartFiles& files) {
    if (!std::filesystem::exists(ledger::Registry::defaultPath())) {
        return;
    }
    const auto registry = ledger::Registry::open();
    for (const ledger::RegistryMatch& match : matchesOf(*registry, files)) {
        if (match.linked && !match.isPublic) {
            throw CuratorRefusal(
                Sentence("{1}: exact counts of these rows may not be shown; a project's own runs "
                         "charge and release a test accuracy",
                         files.features),
                {"these rows are private in " + match.path + " (part '" + match.name + "')"});
        }
    }
}

} // namespace parsimony::session
