// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/release_name.h"

#include <algorithm>
#include <utility>

namespace parsimony {

namespace {

/// Before the name of the encoder.
std::string ofEncoder() {
    return std::string(toText(ReleasedValue::Mean)) + '@';
}

} // namespace

ReleaseName ReleaseName::meanOf(std::string encoder) {
    ReleaseName name = ReleasedValue::Mean;
    name.m_more = std::move(encoder);
    return name;
}

ReleaseName ReleaseName::read(std::string_view text) {
    const auto* const known = std::find(kReleasedValueNames.begin(), kReleasedValueNames.end(), text);
    if (known != kReleasedValueNames.end()) {
        return static_cast<ReleasedValue>(known - kReleasedValueNames.begin());
    }
    if (const std::string before = ofEncoder(); text.starts_with(before) && text.size() > before.size()) {
        return meanOf(std::string(text.substr(before.size())));
    }
    ReleaseName other;
    other.m_more = text;
    return other;
}

std::string ReleaseName::text() const {
    if (m_value == ReleasedValue::Other) {
        return m_more;
    }
    return m_more.empty() ? std::string(toText(m_value)) : ofEncoder() + m_more;
}

} // namespace parsimony
