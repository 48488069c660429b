// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/row_peers.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/data/mapped_source.h"
#include "core/data/open_part.h"
#include "core/data/parallel.h"
#include "core/data/row_order.h"
#include "core/data/streamed_source.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace parsimony::data {

namespace {

std::shared_ptr<RowPeers>& registeredPeers() {
    static std::shared_ptr<RowPeers> peers;
    return peers;
}

template <class Value>
std::span<const Value> part(std::span<const Value> values, std::size_t first, std::size_t count) {
    return values.empty() ? values : values.subspan(first, count);
}

/// Flags rows with wrong values, and gives what each row is where that was asked for.
void readRows(const RowRecipe& recipe, const FirstPass& found, int threads, const std::stop_token& stop) {
    const std::shared_ptr<const ArrayReader> features = openFeatures(recipe.files);
    StreamedSource source(features, recipe.preprocessing, recipe.files.declared);
    float* kept = found.keep ? found.keep(source.dim()) : nullptr;
    forBlocks(source.rows(), rowsPerBlock(source.dim()), threads, [&](std::size_t first, std::size_t count) {
        if (stop.stop_requested()) {
            interrupted(Sentence("loading the data was stopped"));
        }
        std::vector<float> scratch(kept == nullptr ? count * source.dim() : 0);
        float* out = kept == nullptr ? scratch.data() : kept + first * source.dim();
        source.readFirst(first, count, out, found.wrong.data() + first);
    });
    if (!found.digests.empty()) {
        std::copy(source.digests().begin(), source.digests().end(), found.digests.begin());
    }
}

} // namespace

PartFiles featuresOf(const PartFiles& files) {
    PartFiles features = files;
    features.labels.clear();
    features.ids.clear();
    features.classNames.clear();
    features.withheld.reset();
    return features;
}

RowRecipe slice(const RowRecipe& recipe, std::size_t first, std::size_t count) {
    RowRecipe own = recipe;
    RowOrder order(count);
    if (recipe.files.order) {
        std::copy_n(recipe.files.order->begin() + static_cast<std::ptrdiff_t>(first), count, order.begin());
    } else {
        std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(first));
    }
    own.files.order = std::make_shared<const RowOrder>(std::move(order));
    own.digests = part(recipe.digests, first, count);
    own.blank = part(recipe.blank, first, count);
    return own;
}

std::shared_ptr<const FeatureSource> rowsBy(const RowRecipe& recipe) {
    Preprocessing preprocessing = recipe.preprocessing;
    preprocessing.map.reset();
    auto rows = std::make_shared<StreamedSource>(openFeatures(recipe.files), std::move(preprocessing),
                                                 recipe.digests.empty() ? nullptr : recipe.files.declared);
    rows->remember();
    rows->expect({recipe.digests.begin(), recipe.digests.end()});
    rows->blank({recipe.blank.begin(), recipe.blank.end()});
    if (!recipe.preprocessing.map) {
        return rows;
    }
    return mappedRows(std::move(rows), *recipe.preprocessing.map, recipe.preprocessing.bound, 0, 1, {});
}

std::shared_ptr<const FeatureSource> rowsBy(const RowRecipe& recipe, AlignedFloats rows, std::size_t dim) {
    const std::size_t count = rows.size() / dim;
    for (std::size_t i = 0; i < recipe.blank.size(); ++i) {
        if (recipe.blank[i] != 0) {
            std::fill_n(rows.data() + i * dim, dim, 0.0F);
        }
    }
    auto matrix = std::make_shared<MatrixSource>(std::move(rows), count, dim);
    if (!recipe.preprocessing.map) {
        return matrix;
    }
    return mappedRows(std::move(matrix), *recipe.preprocessing.map, recipe.preprocessing.bound, 0, 1, {});
}

void passOver(const RowRecipe& recipe, const FirstPass& found, int threads, const std::stop_token& stop) {
    if (!found.wrong.empty()) {
        readRows(recipe, found, threads, stop);
        return;
    }
    const std::vector<RowDigest> digests =
        rowDigestsInOrder(*openFeatures(recipe.files), recipe.files.declared->key, threads);
    std::copy(digests.begin(), digests.end(), found.digests.begin());
}

void registerRowPeers(std::shared_ptr<RowPeers> peers) {
    registeredPeers() = std::move(peers);
}

std::shared_ptr<RowPeers> peersFor(const PartFiles& files) {
    const std::shared_ptr<RowPeers>& peers = registeredPeers();
    return peers && peers->canRead(featuresOf(files)) ? peers : nullptr;
}

std::vector<RowDigest> viewDigestsInOrder(const PartFiles& files, const ArrayReader& features,
                                          std::size_t viewDim, std::span<const std::uint8_t> key,
                                          int threads) {
    if (peersFor(files) &&
        rowDigestsInOrder(files, features, key, threads) != rowDigestsInOrder(features, key, threads)) {
        fail(Sentence("{1}: other processes read other rows under this name than this one, which has to know "
                      "the views of all of them: give all of them the same file",
                      features.info().spec()));
    }
    return viewDigestsInOrder(features, viewDim, key, threads);
}

std::vector<RowDigest> rowDigestsInOrder(const PartFiles& files, const ArrayReader& features,
                                         std::span<const std::uint8_t> key, int threads) {
    const std::shared_ptr<RowPeers> peers = peersFor(files);
    if (!peers) {
        return rowDigestsInOrder(features, key, threads);
    }
    RowRecipe recipe{featuresOf(files)};
    DeclaredContent declared;
    std::copy_n(key.begin(), std::min(key.size(), declared.key.size()), declared.key.begin());
    recipe.files.declared = std::make_shared<const DeclaredContent>(declared);
    std::vector<RowDigest> digests(features.info().rows());
    peers->passOver(recipe, {digests, {}}, threads, {});
    return digests;
}

} // namespace parsimony::data
