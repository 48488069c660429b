// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine.h"
#include "tests/ui/ui_test_main.h"
#include "ui/models/array_files.h"
#include "ui/models/array_paths.h"
#include "ui/models/data_catalog.h"
#include "ui/models/encoders.h"
#include "ui/models/request.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace parsimony;
using namespace parsimony::ui;

namespace {

ArrayInfo matrix(const char* file, const char* key, std::uint64_t rows, std::uint64_t columns = 64,
                 const char* dtype = "float32") {
    return {
        QLatin1String(file), QLatin1String(key), QLatin1String(dtype), {rows, columns}, rows * columns * 4};
}
ArrayInfo labels(const char* file, const char* key, std::uint64_t rows, const char* dtype = "int64") {
    return {QLatin1String(file), QLatin1String(key), QLatin1String(dtype), {rows}, rows * 8};
}

} // namespace

class TestData : public QObject {
    Q_OBJECT
private slots:
    void oneFileWithKeys() {
        const auto guess = guessParts(test::sampleArrays(QStringLiteral("/d/s.npz")));
        QVERIFY(guess.usable());
        QCOMPARE(guess.train.features, std::string("/d/s.npz:x_train"));
        QCOMPARE(guess.train.labels, std::string("/d/s.npz:y_train"));
        QCOMPARE(guess.test.labels, std::string("/d/s.npz:y_test"));
        QCOMPARE(guess.ood.size(), std::size_t{1});
        QCOMPARE(guess.ood.at("lemmas").features, std::string("/d/s.npz:x_lemmas"));
        QVERIFY(guess.remarks.isEmpty());
    }

    void folderOfNpy() {
        const auto guess =
            guessParts({matrix("/d/train.npy", "", 100), labels("/d/train_labels.npy", "", 100),
                        matrix("/d/test.npy", "", 20), labels("/d/test_labels.npy", "", 20),
                        matrix("/d/validation.npy", "", 30), labels("/d/validation_labels.npy", "", 30)});
        QCOMPARE(guess.train.labels, std::string("/d/train_labels.npy"));
        QCOMPARE(guess.test.features, std::string("/d/test.npy"));
        QCOMPARE(guess.validation.labels, std::string("/d/validation_labels.npy"));
        QVERIFY(guess.ood.empty());
    }

    void setsAreCalledByWhatTellsThemApart() {
        const char* folder = "/d/vit_b16_embeddings_%1.npy";
        std::vector<ArrayInfo> arrays;
        std::uint64_t rows = 100;
        for (const char* set : {"train", "test", "siteB", "site C"}) {
            arrays.push_back(
                matrix(qPrintable(QString::fromLatin1(folder).arg(QLatin1String(set))), "", rows));
            arrays.push_back(labels(
                qPrintable(QStringLiteral("/d/vit_b16_labels_%1.npy").arg(QLatin1String(set))), "", rows));
            rows += 10;
        }
        const auto guess = guessParts(arrays);
        QVERIFY(guess.usable());
        QVERIFY(guess.remarks.isEmpty());
        QCOMPARE(guess.test.labels, std::string("/d/vit_b16_labels_test.npy"));
        QCOMPARE(guess.ood.size(), std::size_t{2});
        QCOMPARE(guess.ood.at("siteB").labels, std::string("/d/vit_b16_labels_siteB.npy"));
        QCOMPARE(guess.ood.at("site_C").labels, std::string("/d/vit_b16_labels_site C.npy"));
    }

    void twoSetsOfOneNameBothStay() {
        const auto guess = guessParts({matrix("/a/train.npy", "", 9), labels("/a/train_labels.npy", "", 9),
                                       matrix("/a/test.npy", "", 5), labels("/a/test_labels.npy", "", 5),
                                       matrix("/b/test.npy", "", 4), labels("/b/test_labels.npy", "", 4)});
        QCOMPARE(guess.test.features, std::string("/a/test.npy"));
        QCOMPARE(guess.ood.size(), std::size_t{1});
        QCOMPARE(guess.ood.at("test-2").features, std::string("/b/test.npy"));
        QCOMPARE(guess.ood.at("test-2").labels, std::string("/b/test_labels.npy"));
    }

    void labelsAreToldFromGroups() {
        const auto guess = guessParts({matrix("/d/s.npz", "features", 100), labels("/d/s.npz", "groups", 100),
                                       labels("/d/s.npz", "labels", 100)});
        QCOMPARE(guess.train.labels, std::string("/d/s.npz:labels"));
    }

    void featuresAreMissing() {
        const auto guess = guessParts({labels("/d/site/train_labels.npy", "", 100)});
        QVERIFY(!guess.usable());
        QCOMPARE(guess.remarks.size(), 1);
        QVERIFY(guess.remarks.first().startsWith(QStringLiteral("train_labels.npy")));
    }

    void onePairWithOddNames() {
        const auto guess =
            guessParts({matrix("/d/clip.npy", "", 100), labels("/d/cifar_targets.npy", "", 100)});
        QVERIFY(guess.usable());
    }

    void labelsAreMissing() {
        const auto guess = guessParts({matrix("/d/train.npy", "", 100)});
        QVERIFY(!guess.usable());
        QCOMPARE(guess.remarks.size(), 1);
    }

    void pairsAreChecked() {
        const auto x = matrix("f", "", 100, 64);
        QVERIFY(pairProblem(x, labels("l", "", 100), 64).isEmpty());
        QVERIFY(pairProblem(x, labels("l", "", 99), {}).contains(QStringLiteral("99")));
        QVERIFY(!pairProblem(x, labels("l", "", 100, "float32"), {}).isEmpty());
        QVERIFY(pairProblem(x, labels("l", "", 100), 384).contains(QStringLiteral("384")));
    }

    void foldersAndPicturesAreNamed() {
        QTemporaryDir dir;
        for (const char* name : {"train.npy", "train_labels.npy", "notes.txt", "photo.png"}) {
            QFile file(dir.filePath(QLatin1String(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        for (const char* name : {"classifier.safetensors", "classifier.safetensors.md"}) {
            QFile file(dir.filePath(QLatin1String(name))); // exported here: no features
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        QDir(dir.path()).mkdir(QStringLiteral("empty"));
        DataCatalog catalog;
        QCOMPARE(catalog.expand({dir.path()}).size(), 2);
        QVERIFY(catalog.problems().isEmpty());
        QVERIFY(catalog.expand({dir.filePath(QStringLiteral("photo.png"))}).isEmpty());
        QVERIFY(catalog.problems().first().contains(QStringLiteral("photo.png")));
        QVERIFY(catalog.problems().first().contains(QStringLiteral(".safetensors, .parquet, .arrow, .csv")));
        QVERIFY(catalog.expand({dir.filePath(QStringLiteral("empty"))}).isEmpty());
        QCOMPARE(catalog.problems().size(), 1);
        QVERIFY(catalog.problems().first().contains(QStringLiteral(".parquet, .arrow")));
        for (const char* name : {"a.pq", "a.ipc", "a.feather", "a.he5"}) { // as the engine reads them too
            QVERIFY2(isArrayFile(QLatin1String(name)), name);
        }
        QVERIFY(arrayFileFilter().contains(QStringLiteral("*.pq")));
    }

    void shardsOfOneSetAreOne() {
        const QString folder = QStringLiteral("/d");
        const auto paths = [&](const QStringList& files, const QStringList& folders = {}) {
            return arrayPathsIn(folder, files, folders).join(QLatin1Char(' '));
        };
        const QStringList shards{QStringLiteral("emb_0.npy"), QStringLiteral("emb_1.npy"),
                                 QStringLiteral("emb_10.npy")};
        QCOMPARE(paths(shards.mid(0, 2)), QStringLiteral("/d")); // nothing else is there
        QCOMPARE(paths(shards.mid(0, 2) << QStringLiteral("README.md")), QStringLiteral("/d/emb_[0-9]*.npy"));
        QCOMPARE(paths(shards),
                 QStringLiteral("/d/emb_0.npy /d/emb_1.npy /d/emb_10.npy"));          // some are missing
        QCOMPARE(paths({QStringLiteral("pca_64.npy"), QStringLiteral("pca_65.npy")}), // no shards: widths
                 QStringLiteral("/d/pca_64.npy /d/pca_65.npy"));
        QCOMPARE(paths({QStringLiteral("train_0.npy"), QStringLiteral("train_1.npy"),
                        QStringLiteral("train_labels_0.npy"), QStringLiteral("train_labels_1.npy")}),
                 QStringLiteral("/d/train_[0-9]*.npy /d/train_labels_[0-9]*.npy"));
        QCOMPARE(paths({QStringLiteral("test.npy"), QStringLiteral("train-0-of-2.parquet"),
                        QStringLiteral("train-1-of-2.parquet")}),
                 QStringLiteral("/d/test.npy /d/train-[0-9]*-of-2.parquet"));
        QCOMPARE(paths({QStringLiteral("x.h5"), QStringLiteral("x.hdf5")}),
                 QStringLiteral("/d/x.h5 /d/x.hdf5"));
        QCOMPARE(paths({QStringLiteral("test.npy")},
                       {QStringLiteral("photos"), QStringLiteral("train"), QStringLiteral("train_labels")}),
                 QStringLiteral("/d/test.npy /d/train /d/train_labels"));
        // A pattern that another file fits as well would be read with it.
        QCOMPARE(paths({QStringLiteral("a_0.npy"), QStringLiteral("a_0b.npy"), QStringLiteral("a_1.npy")}),
                 QStringLiteral("/d/a_0.npy /d/a_0b.npy /d/a_1.npy"));
    }

    void foldersOfShardsAreParts() {
        QTemporaryDir dir;
        for (const char* shard : {"train/emb_0.npy", "train/emb_1.npy", "train_labels/y_0.npy",
                                  "train_labels/y_1.npy", "photos/cat.png"}) {
            const QString path = dir.filePath(QLatin1String(shard));
            QVERIFY(QDir().mkpath(QFileInfo(path).path()));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        DataCatalog catalog;
        Request request;
        const QString train = dir.filePath(QStringLiteral("train"));
        const QString targets = dir.filePath(QStringLiteral("train_labels"));
        QCOMPARE(catalog.expand({dir.path()}), QStringList({train, targets}));
        catalog.add({{matrix(qPrintable(train), "", 100), labels(qPrintable(targets), "", 100)}, {}},
                    &request);
        QCOMPARE(request.options().train.features, train.toStdString());
        QCOMPARE(request.options().train.labels, targets.toStdString());

        session::RunOptions whole;
        whole.data = dir.path().toStdString();
        DataCatalog fresh;
        QCOMPARE(fresh.missingFiles(whole), QStringList({train, targets}));
    }

    void severalFoldersAreEncoders() {
        QTemporaryDir dir;
        QStringList folders;
        FileListing listing;
        for (const char* encoder : {"clip", "dino v2"}) {
            const QString folder = dir.filePath(QLatin1String(encoder));
            QVERIFY(QDir().mkdir(folder));
            folders << folder;
            for (const char* name : {"train.npy", "train_labels.npy"}) {
                QFile file(folder + QLatin1Char('/') + QLatin1String(name));
                QVERIFY(file.open(QIODevice::WriteOnly));
            }
            listing.arrays.push_back(
                matrix((folder + QStringLiteral("/train.npy")).toUtf8().data(), "", 100));
            listing.arrays.push_back(
                labels((folder + QStringLiteral("/train_labels.npy")).toUtf8().data(), "", 100));
        }
        DataCatalog catalog;
        Request request;
        QCOMPARE(catalog.expand(folders).size(), 4);
        catalog.add(listing, &request);
        const session::ByEncoder wanted{{"clip", folders[0].toStdString()},
                                        {"dino_v2", folders[1].toStdString()}};
        QCOMPARE(request.options().encoders, wanted);
        QVERIFY(request.options().sameOrder);
        QVERIFY(request.options().train.features.empty());
        QVERIFY(catalog.remarks().first().contains(QStringLiteral("2 encoders")));

        QCOMPARE(catalog.expand({folders[0]}).size(), 2); // one folder is one set, as before
        catalog.add({{listing.arrays[0], listing.arrays[1]}, {}}, &request);
        QVERIFY(request.options().encoders.empty());
        QVERIFY(!request.options().sameOrder);
    }

    void labelsMayBeDroppedLater() {
        DataCatalog catalog;
        Request request;
        catalog.add({{matrix("/d/train.npy", "", 100)}, {}}, &request);
        QVERIFY(!request.hasData());
        catalog.add({{labels("/d/train_labels.npy", "", 100)}, {}}, &request);
        QVERIFY(request.hasData());
        QCOMPARE(request.options().train.labels, std::string("/d/train_labels.npy"));
    }

    void oneFileStandsForItsParts() {
        session::RunOptions options;
        options.data = "/d/s.npz";
        const auto shown = withNamedParts(options, test::sampleArrays(QStringLiteral("/d/s.npz")));
        QCOMPARE(shown.train.features, std::string("/d/s.npz:x_train"));
        QCOMPARE(shown.test.labels, std::string("/d/s.npz:y_test"));
        QVERIFY(shown.ood.empty()); // those are named on their own
        QVERIFY(withNamedParts(options, {}).train.features.empty());
        QCOMPARE(withNamedParts(test::sampleOptions(), {}), test::sampleOptions());
    }

    void whatIsNamedBehindATableIsItsTrainPart() {
        const std::vector<ArrayInfo> arrays{matrix("/d/x.parquet", "emb", 100, 0),
                                            matrix("/d/x.parquet", "clip", 100, 4),
                                            labels("/d/x.parquet", "label", 100)};
        session::RunOptions options;
        options.data = "/d/x.parquet:clip";
        options.labelColumn = "label";
        QCOMPARE(withNamedParts(options, arrays).train.features, options.data);
        const auto parts = encoders::partsIn(options.data, arrays, options);
        QCOMPARE(parts.train.features, options.data);
        QCOMPARE(parts.train.labels, std::string("/d/x.parquet:label"));
        DataCatalog catalog;
        QCOMPARE(catalog.missingFiles(options), QStringList{QStringLiteral("/d/x.parquet")});
        catalog.add({arrays, {}}, nullptr);
        QVERIFY(catalog.missingFiles(options).isEmpty());
    }

    void listsOfAnyLengthHaveNoWidth() {
        const auto lists = matrix("/d/x.parquet", "emb", 100, 0);
        QVERIFY(shapeText(lists).contains(QStringLiteral("any length")));
        QVERIFY(pairProblem(lists, labels("/d/x.parquet", "label", 100), 16).isEmpty());
    }

    void missingFilesAreThoseNotSeen() {
        DataCatalog catalog;
        QCOMPARE(catalog.missingFiles(test::sampleOptions()),
                 QStringList{QStringLiteral("/data/sample.npz")});
        catalog.add({test::sampleArrays(QStringLiteral("/data/sample.npz")), {}}, nullptr);
        QVERIFY(catalog.missingFiles(test::sampleOptions()).isEmpty());
    }
};

PARSIMONY_UI_TEST(TestData)
#include "test_data.moc"
