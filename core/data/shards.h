// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/collected.h"
#include "core/data/array_reader.h"
#include "core/data/id_source.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::data {

/// Does a path stand for several files: a folder, or a name with `*`, `?` or `[…]` that no file has?
[[nodiscard]] bool namesShards(const std::string& path);

/// The files that it stands for, or none.
[[nodiscard]] std::vector<std::string> matchingFiles(const std::string& path);
/// The files that it stands for, in natural order (`emb_2.npy` before `emb_10.npy`), hidden ones left out.
/// Throws Error(Failed) when there is none.
[[nodiscard]] std::vector<std::string> shardsOf(const std::string& path);

/// Arrays one behind the other, as one of all their rows. Throws Error(Failed) unless they agree in width and
/// in what kind of numbers they hold.
[[nodiscard]] std::unique_ptr<ArrayReader> joined(const ArraySpec& spec,
                                                  std::vector<std::unique_ptr<ArrayReader>> shards);
[[nodiscard]] std::unique_ptr<IdSource> joined(const ArraySpec& spec,
                                               std::vector<std::unique_ptr<IdSource>> shards);

/// What `open` makes of the file, or of all the files, that a path stands for.
template <class Source, class Open>
[[nodiscard]] std::unique_ptr<Source> openJoined(const ArraySpec& spec, Open&& open) {
    if (!namesShards(spec.path)) {
        return open(spec.path);
    }
    auto shards = collected<std::unique_ptr<Source>>(shardsOf(spec.path),
                                                     [&](const std::string& path) { return open(path); });
    return joined(spec, std::move(shards));
}

} // namespace parsimony::data
