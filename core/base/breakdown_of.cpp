// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/breakdown_of.h"

namespace parsimony {

const char* toText(BreakdownOf of) {
    switch (of) {
    case BreakdownOf::All:
        return "all";
    case BreakdownOf::Classes:
        return "classes";
    case BreakdownOf::Groups:
        break;
    }
    return "groups";
}

} // namespace parsimony
