// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

// What is read of a folder, by the names in it.
namespace parsimony::ui {

/// Its files of arrays, shards of one set (`emb_0.npy`, `emb_1.npy`, …) as one pattern, and folders of shards
/// that are called as parts are. Where it has one set of shards and nothing else it is the folder itself.
[[nodiscard]] QStringList arrayPathsIn(const QString& folder, const QStringList& files,
                                       const QStringList& folders);
/// The same of a folder of this machine. Classifiers that were exported there are no features.
[[nodiscard]] QStringList arrayPathsIn(const QString& folder);
/// Of these what `--data` looks for in a folder; all where it is one set of shards.
[[nodiscard]] QStringList partPathsIn(const QString& folder);
/// A name without what stands in it for the numbers of shards.
[[nodiscard]] QString withoutNumbersOfShards(QString name);
/// Is it called as the features or the labels of a part are, but for its ending?
[[nodiscard]] bool isCalledAsPart(const QString& name);

} // namespace parsimony::ui
