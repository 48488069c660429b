// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_rows.h"

#include "core/ranks/rank_files.h"

#include <algorithm>
#include <utility>

namespace parsimony::ranks {

using compute::cpu::CpuResident;
using compute::cpu::GuestRows;

namespace {

std::size_t rowsPerPiece(std::size_t dim) {
    return std::max<std::size_t>(1, kPieceBytes / (dim * sizeof(float)));
}

/// The labels of some rows in the form in which they travel and are made resident: one a row, or sets of
/// them.
class Labels {
public:
    Labels() = default;
    /// Of a part whose rows lie elsewhere: room for them.
    Labels(const PartShape& part, std::size_t rows) {
        m_sets.perRecord = part.labelsPerRecord;
        values().resize(rows * std::max<std::size_t>(1, part.labelsPerRecord));
    }
    Labels(const compute::UploadRequest& request, std::size_t first, std::size_t count) {
        if (request.labelSets == nullptr) {
            const auto own = request.labels.subspan(first, count);
            m_single.assign(own.begin(), own.end());
            return;
        }
        m_sets.perRecord = request.labelSets->perRecord;
        const auto own =
            std::span(request.labelSets->values).subspan(first * m_sets.perRecord, count * m_sets.perRecord);
        m_sets.values.assign(own.begin(), own.end());
    }
    [[nodiscard]] std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(values())); }
    /// These have to live as long as the request.
    void putInto(compute::UploadRequest& request) const {
        request.labels = m_single;
        request.labelSets = m_sets.present() ? &m_sets : nullptr;
    }

private:
    std::vector<std::int32_t>& values() { return m_sets.present() ? m_sets.values : m_single; }

    std::vector<std::int32_t> m_single;
    data::LabelSets m_sets;
};

/// The others: rows from `first` on of a part, where this process works on them.
std::unique_ptr<CpuResident> keep(compute::cpu::CpuBackend& backend, const PartShape& part,
                                  std::shared_ptr<const data::FeatureSource> rows, const Labels& labels,
                                  std::size_t first) {
    compute::UploadRequest own;
    own.features = std::move(rows);
    labels.putInto(own);
    own.classes = part.classes;
    own.precision = part.precision;
    return backend.uploadShare(own, {first, part.rows});
}

} // namespace

PartShape shapeOf(const compute::UploadRequest& request, bool everywhere) {
    return {request.features->rows(),
            request.features->dim(),
            request.classes,
            request.labelSets != nullptr ? request.labelSets->perRecord : 0,
            request.precision,
            everywhere,
            data::recipeOf(*request.features).has_value()};
}

std::unique_ptr<CpuResident> shareOut(RankGroup& group, compute::cpu::CpuBackend& backend,
                                      const compute::UploadRequest& request) {
    const std::size_t rows = request.features->rows();
    const std::size_t dim = request.features->dim();
    const auto recipe = data::recipeOf(*request.features);
    std::vector<float> piece;
    for (std::size_t other = 1; other < group.size(); ++other) {
        const RowSpan theirs = rowsOf(rows, other, group.size());
        if (theirs.count() == 0) {
            continue;
        }
        group.send(other, Tag::Rows, Labels(request, theirs.first, theirs.count()).bytes());
        if (recipe) {
            sendRecipeRows(group, other, *recipe, theirs);
            continue;
        }
        for (std::size_t first = theirs.first; first < theirs.last;) {
            const std::size_t count = std::min(rowsPerPiece(dim), theirs.last - first);
            piece.resize(count * dim);
            request.features->readRows(first, count, piece.data());
            group.send(other, Tag::Rows, std::as_bytes(std::span(piece)));
            first += count;
        }
    }
    const RowSpan mine = rowsOf(rows, 0, group.size());
    compute::UploadRequest own = request;
    if (recipe && mine.count() > 0) { // whoever has to unpack rows unpacks these alone
        own.features = keptRowsBy(group, data::slice(*recipe, mine.first, mine.count()));
    } else {
        own.features = std::make_shared<data::RowRange>(request.features, mine.first, mine.count());
    }
    const Labels labels(request, mine.first, mine.count());
    labels.putInto(own);
    return backend.uploadShare(own, {mine.first, rows});
}

std::unique_ptr<CpuResident> takeShare(RankGroup& group, compute::cpu::CpuBackend& backend,
                                       const PartShape& part, CallReader& call) {
    const RowSpan mine = rowsOf(part.rows, group.rank(), group.size());
    Labels labels(part, mine.count());
    if (mine.count() > 0) {
        (void)group.receiveInto(0, Tag::Rows, labels.bytes(), {});
    }
    if (part.fromFiles && mine.count() > 0) {
        return keep(backend, part, keptRowsBy(group, ReceivedRecipe(group, call, mine).recipe()), labels,
                    mine.first);
    }
    data::AlignedFloats values(mine.count() * part.dim);
    for (std::size_t done = 0; done < mine.count();) {
        const std::size_t count = std::min(rowsPerPiece(part.dim), mine.count() - done);
        const std::span<float> piece(values.data() + done * part.dim, count * part.dim);
        (void)group.receiveInto(0, Tag::Rows, std::as_writable_bytes(piece), {});
        done += count;
    }
    return keep(backend, part,
                std::make_shared<data::MatrixSource>(std::move(values), mine.count(), part.dim), labels,
                mine.first);
}

bool fitsEverywhere(RankGroup& group, const compute::UploadRequest& request) {
    std::uint64_t least = roomHere(group);
    for (std::size_t other = 1; other < group.size(); ++other) {
        std::uint64_t theirs = 0;
        (void)group.receiveInto(other, Tag::Room, std::as_writable_bytes(std::span(&theirs, 1)), {});
        least = std::min(least, theirs);
    }
    return request.features->rows() <= least / (request.features->dim() * sizeof(float));
}

void sayRoom(RankGroup& group) {
    const std::uint64_t room = roomHere(group);
    group.send(0, Tag::Room, std::as_bytes(std::span(&room, 1)));
}

std::unique_ptr<CpuResident> copyOut(RankGroup& group, compute::cpu::CpuBackend& backend,
                                     const compute::UploadRequest& request) {
    group.kept().drop();
    const std::size_t rows = request.features->rows();
    const std::size_t dim = request.features->dim();
    group.share(Labels(request, 0, rows).bytes());
    const auto recipe = data::recipeOf(*request.features);
    for (std::size_t other = 1; recipe && other < group.size(); ++other) {
        sendRecipeRows(group, other, *recipe, {0, rows});
    }
    std::vector<float> piece;
    for (std::size_t first = 0; !recipe && first < rows; first += rowsPerPiece(dim)) {
        const std::size_t count = std::min(rowsPerPiece(dim), rows - first);
        piece.resize(count * dim);
        request.features->readRows(first, count, piece.data());
        group.share(std::as_writable_bytes(std::span(piece)));
    }
    return backend.uploadShare(request, {0, rows});
}

std::unique_ptr<CpuResident> takeCopy(RankGroup& group, compute::cpu::CpuBackend& backend,
                                      const PartShape& part, CallReader& call) {
    group.kept().drop();
    Labels labels(part, part.rows);
    group.share(labels.bytes());
    if (part.fromFiles) {
        return keep(backend, part, data::rowsBy(ReceivedRecipe(group, call, {0, part.rows}).recipe()), labels,
                    0);
    }
    data::AlignedFloats values(part.rows * part.dim);
    for (std::size_t first = 0; first < part.rows; first += rowsPerPiece(part.dim)) {
        const std::size_t count = std::min(rowsPerPiece(part.dim), part.rows - first);
        group.share(std::as_writable_bytes(std::span(values.data() + first * part.dim, count * part.dim)));
    }
    return keep(backend, part, std::make_shared<data::MatrixSource>(std::move(values), part.rows, part.dim),
                labels, 0);
}

void exchangeRows(RankGroup& group, CpuResident& rows, const std::vector<std::uint32_t>& sample,
                  const compute::HeadShape& head) {
    const bool bias = head.bias && !head.ofVectors(); // as the passes ask for norms
    rows.host({});
    const std::size_t members = group.size();
    std::vector<RowSpan> kept(members); // positions of the sample whose rows a member keeps
    for (std::size_t member = 0; member < members; ++member) {
        const RowSpan span = rowsOf(rows.rows(), member, members);
        const auto at = [&](std::size_t row) {
            return static_cast<std::size_t>(std::lower_bound(sample.begin(), sample.end(), row) -
                                            sample.begin());
        };
        kept[member] = {at(span.first), at(span.last)};
    }
    std::vector<GuestRows> guests;
    // Every process goes through the same list of messages in the same order: none waits for another in a
    // ring.
    for (std::size_t from = 0; from < members; ++from) {
        for (std::size_t to = 0; to < members; ++to) {
            const RowSpan wanted = rowsOf(sample.size(), to, members);
            const std::size_t first = std::max(wanted.first, kept[from].first);
            const std::size_t last = std::min(wanted.last, kept[from].last);
            if (from == to || first >= last || (group.rank() != from && group.rank() != to)) {
                continue;
            }
            if (group.rank() == from) {
                const GuestRows lent = rows.lend(sample, first, last - first, bias);
                group.send(to, Tag::Rows, lent.rows);
                group.send(to, Tag::Rows, std::as_bytes(std::span(lent.labels)));
                group.send(to, Tag::Rows, std::as_bytes(std::span(lent.sets)));
                group.send(to, Tag::Rows, std::as_bytes(std::span(lent.norms)));
                continue;
            }
            GuestRows guest{first, last - first, {}, {}, {}, {}};
            guest.rows.resize(guest.count * rows.rowBytes());
            guest.labels.resize(guest.count);
            guest.sets.resize(guest.count * rows.setWidth());
            guest.norms.resize(guest.count);
            for (const std::span<std::byte> part :
                 {std::span(guest.rows), std::as_writable_bytes(std::span(guest.labels)),
                  std::as_writable_bytes(std::span(guest.sets)),
                  std::as_writable_bytes(std::span(guest.norms))}) {
                (void)group.receiveInto(from, Tag::Rows, part, {});
            }
            guests.push_back(std::move(guest));
        }
    }
    rows.host(std::move(guests));
}

} // namespace parsimony::ranks
