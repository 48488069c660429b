// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/records.h"

#include "core/base/sentence.h"

namespace parsimony::ledger {

const char* toText(ValueClass valueClass) {
    switch (valueClass) {
    case ValueClass::Released:
        return "released";
    case ValueClass::Public:
        return "public";
    case ValueClass::Curator:
        return "curator";
    }
    return "curator";
}

const char* toText(Visibility visibility) {
    return visibility == Visibility::Public ? "public" : "private";
}

const char* toText(AccountKind kind) {
    return kind == AccountKind::Gaussian ? "gaussian" : "slices";
}

PartId DeclaredDataset::part(const std::string& name) const {
    for (const auto& [partName, partId] : parts) {
        if (partName == name) {
            return partId;
        }
    }
    failUsage(Sentence("the dataset has no part '{1}'", name));
}

} // namespace parsimony::ledger
