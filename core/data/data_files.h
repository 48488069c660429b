// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sha256.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::data {

/// What a part held when it was declared: RowDigests::content under this key.
struct DeclaredContent {
    std::array<std::uint8_t, 32> key{};
    Digest content{};
    std::string part = {}; ///< what is said to have changed where it did
};

/// For each row of a part the row of its files that it is (core/data/row_order.h).
using RowOrder = std::vector<std::uint32_t>;

/// Features whose rows stand beside those of other files.
struct FeatureFile {
    std::string features;
    std::vector<std::string> otherColumns; ///< as PartFiles has them
    friend bool operator==(const FeatureFile&, const FeatureFile&) = default;
};

/// The arrays of one part, each as PATH or PATH:KEY.
struct PartFiles {
    std::string features;
    std::string labels;
    std::string ids = {}; ///< whose row each is; empty where nothing says
    /// Columns of the features' table that are none, but labels or ids.
    std::vector<std::string> otherColumns = {};
    /// Of labels that are text, the first that of class 0; empty: labels are integers.
    std::vector<std::string> classNames = {};
    /// The most labels of a record; 1: each has one. Else `classes` says how many there are to choose from.
    std::uint32_t labelsPerRecord = 1;
    std::uint32_t classes = 0;
    /// What was declared is what is read (PRIVACY rule 28): loadPart compares, in later passes over streamed
    /// rows too. Null where nothing was declared.
    std::shared_ptr<const DeclaredContent> declared = nullptr;
    /// One flag a row: those that count as empty for what `ids` said when the part was declared. Null: none.
    std::shared_ptr<const std::vector<std::uint8_t>> withheld = nullptr;
    /// Features and labels are read in this order; null: as they lie in the files.
    std::shared_ptr<const RowOrder> order = nullptr;
    /// Public rows only: the columns of a text may be guessed from its lines (see TextLayout).
    bool guessColumns = false;
    /// How many values a view has, where a row is several of one record side by side; 0: it is not.
    std::size_t viewDim = 0;
    /// Of encoders that are joined: row i is that of `features` with row i of each of these beside it.
    std::vector<FeatureFile> beside = {};
    friend bool operator==(const PartFiles&, const PartFiles&) = default;
};

/// The side of a record of a file that is divided.
enum class Side : std::uint8_t { Train, Validation, Test };

/// How the records of one file are divided, in percent; the three add up to 100.
struct SplitShares {
    double train = 100.0, validation = 0.0, test = 0.0;
    [[nodiscard]] double of(Side side) const {
        return side == Side::Train ? train : side == Side::Validation ? validation : test;
    }
    friend bool operator==(const SplitShares&, const SplitShares&) = default;
};

/// What `--data` stands for. A part without files is absent.
struct DataFiles {
    PartFiles train;
    std::optional<PartFiles> test;
    std::optional<PartFiles> validation;
};

/// Whose files are looked for. What one does where they are not there follows from it: of several encoders no
/// part has options of its own.
enum class FilesOf { All, OneOfSeveral };

/// Resolves `--data DIR|FILE`: a folder with {train,test,validation}.npy and {…}_labels.npy (.csv and .tsv
/// work as well, and folders of shards by the names without an ending), or one .npz, HDF5 or safetensors file
/// with x_train, y_train, x_test, y_test, x_validation, y_validation. Train must be there; features without
/// labels, or labels without features, are an error. Reads headers only. Without `withLabels` features may
/// stand alone. Throws Error(Failed) that says what was looked for and what there is.
[[nodiscard]] DataFiles resolveData(const std::string& path, bool withLabels = true,
                                    FilesOf files = FilesOf::All);

} // namespace parsimony::data
