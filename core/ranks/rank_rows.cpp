// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_rows.h"

#include "core/data/byte_source.h"
#include "core/ranks/call.h"

#include <algorithm>

namespace parsimony::ranks {

using compute::cpu::CpuResident;
using compute::cpu::GuestRows;

namespace {

constexpr std::size_t kPieceBytes = std::size_t{4} << 20;

std::size_t rowsPerPiece(std::size_t dim) {
    return std::max<std::size_t>(1, kPieceBytes / (dim * sizeof(float)));
}

std::uint64_t roomHere(const RankGroup& group) {
    return data::usableMemory() / (2 * group.neighbours());
}

} // namespace

std::unique_ptr<CpuResident> shareOut(RankGroup& group, compute::cpu::CpuBackend& backend,
                                      const compute::UploadRequest& request) {
    const std::size_t rows = request.features->rows();
    const std::size_t dim = request.features->dim();
    std::vector<float> piece;
    for (std::size_t other = 1; other < group.size(); ++other) {
        const RowSpan theirs = rowsOf(rows, other, group.size());
        if (theirs.count() == 0) {
            continue;
        }
        group.send(other, Tag::Rows, std::as_bytes(request.labels.subspan(theirs.first, theirs.count())));
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
    own.features = std::make_shared<data::RowRange>(request.features, mine.first, mine.count());
    own.labels = request.labels.subspan(mine.first, mine.count());
    return backend.uploadShare(own, {mine.first, rows});
}

std::unique_ptr<CpuResident> takeShare(RankGroup& group, compute::cpu::CpuBackend& backend,
                                       const PartShape& part) {
    const RowSpan mine = rowsOf(part.rows, group.rank(), group.size());
    data::AlignedFloats values(mine.count() * part.dim);
    std::vector<std::int32_t> labels(mine.count());
    if (mine.count() > 0) {
        (void)group.receiveInto(0, Tag::Rows, std::as_writable_bytes(std::span(labels)), {});
    }
    for (std::size_t done = 0; done < mine.count();) {
        const std::size_t count = std::min(rowsPerPiece(part.dim), mine.count() - done);
        const std::span<float> piece(values.data() + done * part.dim, count * part.dim);
        (void)group.receiveInto(0, Tag::Rows, std::as_writable_bytes(piece), {});
        done += count;
    }
    compute::UploadRequest own;
    own.features = std::make_shared<data::MatrixSource>(std::move(values), mine.count(), part.dim);
    own.labels = labels;
    own.classes = part.classes;
    own.precision = part.precision;
    return backend.uploadShare(own, {mine.first, part.rows});
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
    const std::size_t rows = request.features->rows();
    const std::size_t dim = request.features->dim();
    std::vector<std::int32_t> labels(request.labels.begin(), request.labels.end());
    group.share(std::as_writable_bytes(std::span(labels)));
    std::vector<float> piece;
    for (std::size_t first = 0; first < rows; first += rowsPerPiece(dim)) {
        const std::size_t count = std::min(rowsPerPiece(dim), rows - first);
        piece.resize(count * dim);
        request.features->readRows(first, count, piece.data());
        group.share(std::as_writable_bytes(std::span(piece)));
    }
    return backend.uploadShare(request, {0, rows});
}

std::unique_ptr<CpuResident> takeCopy(RankGroup& group, compute::cpu::CpuBackend& backend,
                                      const PartShape& part) {
    data::AlignedFloats values(part.rows * part.dim);
    std::vector<std::int32_t> labels(part.rows);
    group.share(std::as_writable_bytes(std::span(labels)));
    for (std::size_t first = 0; first < part.rows; first += rowsPerPiece(part.dim)) {
        const std::size_t count = std::min(rowsPerPiece(part.dim), part.rows - first);
        group.share(std::as_writable_bytes(std::span(values.data() + first * part.dim, count * part.dim)));
    }
    compute::UploadRequest own;
    own.features = std::make_shared<data::MatrixSource>(std::move(values), part.rows, part.dim);
    own.labels = labels;
    own.classes = part.classes;
    own.precision = part.precision;
    return backend.uploadShare(own, {0, part.rows});
}

void exchangeRows(RankGroup& group, CpuResident& rows, const std::vector<std::uint32_t>& sample,
                  const compute::HeadShape& head) {
    const bool bias = head.bias && head.kind != compute::HeadKind::Sequence; // as the passes ask for norms
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
                group.send(to, Tag::Rows, std::as_bytes(std::span(lent.norms)));
                continue;
            }
            GuestRows guest{first, last - first, {}, {}, {}};
            guest.rows.resize(guest.count * rows.rowBytes());
            guest.labels.resize(guest.count);
            guest.norms.resize(guest.count);
            for (const std::span<std::byte> part :
                 {std::span(guest.rows), std::as_writable_bytes(std::span(guest.labels)),
                  std::as_writable_bytes(std::span(guest.norms))}) {
                (void)group.receiveInto(from, Tag::Rows, part, {});
            }
            guests.push_back(std::move(guest));
        }
    }
    rows.host(std::move(guests));
}

} // namespace parsimony::ranks
