// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/encoder_rows.h"

#include "core/base/hex.h"
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/record_split.h"
#include "core/data/row_order.h"
#include "core/ledger/registry.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace parsimony::session {

namespace {

/// Ties the rows of one more encoder to the first's.
void tie(EncodedPart& other, const RequestedPart& part, const data::RowsByPerson& first,
         const ledger::Registry& registry, const RunObserver& observer) {
    const data::RowsByPerson own(data::personTags(other.files.ids, other.info.features, registry.key()));
    data::RowOrder order = data::orderOf(first, own);
    const auto tags = first.ofRows();
    std::size_t lacking = 0;
    for (std::size_t row = 0; row < order.size(); ++row) {
        lacking += order[row] == data::kNoRow && tags[row] != data::kNobody ? 1 : 0;
    }
    if (lacking > 0 && observer.onCuratorNotice) {
        observer.onCuratorNotice(Sentence("{1} {1|record|records} of the {2} part {1|has|have} no row by {3} "
                                          "and {1|counts|count} as empty there",
                                          lacking, partName(part.name), other.encoder));
    }
    other.files.order = std::make_shared<const data::RowOrder>(std::move(order));
}

} // namespace

EncoderRows::EncoderRows(RequestedPart& part, const PartPeople& people, const ledger::Registry& registry,
                         const RunObserver& observer) {
    m_rows.push_back(data::rowDigestsOf(part.files, registry.key()));
    for (EncodedPart& other : part.otherEncoders) {
        if (!other.files.ids.empty()) {
            tie(other, part, people.rows(), registry, observer);
        }
        m_rows.push_back(data::rowDigestsOf(other.files, registry.key()));
    }
    m_content = m_rows.front().content;
    if (m_rows.size() > 1) {
        std::vector<Digest> contents;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            Sha256Stream named;
            named.add(m_rows[i].content);
            named.add(sha256(i == 0 ? part.encoder : part.otherEncoders[i - 1].encoder));
            contents.push_back(named.finish());
        }
        std::sort(contents.begin(), contents.end());
        Sha256Stream stream;
        for (const Digest& content : contents) {
            stream.add(content);
        }
        m_content = HmacSha256(registry.key())(stream.finish());
    }
    if (part.division) {
        Sha256Stream divided;
        divided.add(m_content);
        divided.add(*part.division);
        divided.add(sha256(part.name.text()));
        m_content = HmacSha256(registry.key())(divided.finish());
    }
    m_content = people.with(m_content);
}

void EncoderRows::declare(ledger::PartDeclaration& declaration, const RequestedPart& part,
                          const PartPeople& people, bool withRowsOfPeople) {
    declaration.rowTags = std::move(m_rows.front().sorted); // of a million rows no second copy
    declaration.contentDigest = toHex(m_content);
    declaration.width = static_cast<std::uint32_t>(part.info.features.width());
    declaration.peopleWithoutRows = people.withoutRows(m_rows);
    // Also where no view has a number: that there are views is declared, whatever the rows hold.
    if (const std::size_t width = part.info.features.width();
        part.files.viewDim > 0 && part.files.viewDim < width) {
        const auto views = static_cast<std::uint32_t>(width / part.files.viewDim);
        auto& encoded = declaration.otherEncoders.emplace_back(ledger::EncodedRows{
            std::move(m_rows.front().views), {}, views, static_cast<std::uint32_t>(part.files.viewDim)});
        if (withRowsOfPeople) {
            encoded.rowsOfPeople = people.viewsOfPeople(part.files);
        }
    }
    for (std::size_t i = 0; i < part.otherEncoders.size(); ++i) {
        const EncodedPart& other = part.otherEncoders[i];
        auto& encoded = declaration.otherEncoders.emplace_back(ledger::EncodedRows{
            std::move(m_rows[i + 1].sorted), {}, 1, static_cast<std::uint32_t>(other.info.features.width())});
        if (withRowsOfPeople) {
            encoded.rowsOfPeople = people.rowsOfPeople(other.files);
        }
        declaration.curatorFacts["encoders"][other.encoder] = {{"features", featuresOf(other)},
                                                               {"labels", other.files.labels}};
    }
}

void EncoderRows::hold(RequestedPart& part, const ledger::Registry& registry) const {
    const auto declared = [&](std::size_t encoder) {
        return std::make_shared<const data::DeclaredContent>(
            data::DeclaredContent{registry.key(), m_rows[encoder].content, part.name});
    };
    part.files.declared = declared(0);
    for (std::size_t i = 0; i < part.otherEncoders.size(); ++i) {
        part.otherEncoders[i].files.declared = declared(i + 1);
    }
}

} // namespace parsimony::session
