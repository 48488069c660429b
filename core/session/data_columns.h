// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_files.h"

#include <span>
#include <string>

namespace parsimony::session {

struct RunOptions;

/// Columns of the files with features that are none. Empty: there is no such column.
struct NamedColumns {
    std::string labels; ///< --label-column
    std::string ids;    ///< --id-column
};

/// Those of a request.
[[nodiscard]] NamedColumns namedColumns(const RunOptions& options);

/// Labels and ids that no file of their own has come from these columns (of a table), or arrays (of a file
/// with several).
void takeColumns(const NamedColumns& columns, data::PartFiles& files);

/// The same of one of several encoders whose rows are tied by their places: it need not say again what the
/// first one says, so columns that its table has not are left out. A text is read as the table with a header
/// that naming columns makes it.
void takeColumnsThere(const NamedColumns& columns, data::PartFiles& files);

/// The same of the public rows of a prior: nobody asks whose they are.
void takeColumnsOfPrior(const NamedColumns& columns, data::PartFiles& files);

/// Throws Error where no part, the train part first, has its labels (ids) from the column that is named.
void checkColumnsUsed(const NamedColumns& columns, std::span<const data::PartFiles* const> parts);

/// `--data` where labels may be a column: as data::resolveData, and a table (or a folder of its
/// shards alone) is the train part. Behind a ':' stands which of its columns, or arrays, the features are;
/// behind a folder, which of each part's table. Without `withLabels` labels are elsewhere. Throws
/// Error(Usage) where features are named so and nothing says which column the labels are.
[[nodiscard]] data::DataFiles resolveData(const std::string& place, const NamedColumns& columns,
                                          data::FilesOf files = data::FilesOf::All, bool withLabels = true);

} // namespace parsimony::session
