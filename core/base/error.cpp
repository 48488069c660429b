// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

namespace parsimony {

void fail(const std::string& message) {
    throw Error(ErrorCode::Failed, message);
}
void failUsage(const std::string& message) {
    throw Error(ErrorCode::Usage, message);
}
void refuse(const std::string& message) {
    throw Error(ErrorCode::Refused, message);
}

} // namespace parsimony
