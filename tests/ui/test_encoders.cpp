// SPDX-License-Identifier: GPL-3.0-or-later
// The same records by several encoders, as a person makes them of files: what the form does, and that it asks
// for what the command line asks for.
#include "core/session/option_table.h"
#include "tests/ui/array_files.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/encoder_edits.h"
#include "ui/style/file_dialogs.h"
#include "ui/style/widgets.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

using namespace parsimony;
using namespace parsimony::ui;
using encoders::PartOf;
using session::RunOptions;
using test::answerFileDialog;
using test::choose;
using test::drop;
using test::find;
using test::type;

namespace {

std::vector<ArrayInfo> folderOf(const QString& folder, std::uint64_t rows, std::uint64_t width) {
    const auto array = [&](const char* name, const char* type, std::vector<std::uint64_t> shape) {
        return ArrayInfo{folder + QLatin1Char('/') + QLatin1String(name), {}, QLatin1String(type), shape, 0};
    };
    return {array("train.npy", "float32", {rows, width}), array("train_labels.npy", "int64", {rows}),
            array("test.npy", "float32", {20, width}), array("test_labels.npy", "int64", {20})};
}

std::vector<ArrayInfo> allOf(std::initializer_list<std::vector<ArrayInfo>> folders) {
    std::vector<ArrayInfo> all;
    for (const auto& folder : folders) {
        all.insert(all.end(), folder.begin(), folder.end());
    }
    return all;
}

/// What the command line makes of these words.
RunOptions asked(const std::vector<std::pair<const char*, std::vector<std::string>>>& words) {
    RunOptions options;
    for (const auto& [option, values] : words) {
        session::optionNamed(option).give(options, values);
    }
    return options;
}

} // namespace

class TestEncoders : public test::WindowTest {
    Q_OBJECT

    /// A folder with rows that the planner can read the headers of.
    QString makeFolder(const QString& name, quint64 rows, quint64 width) {
        const QString folder = file(name);
        QDir().mkpath(folder);
        for (const ArrayInfo& array : folderOf(folder, rows, width)) {
            const bool labels = array.shape.size() == 1;
            test::writeZeros(array.file, labels ? "<i8" : "<f4", {array.shape.begin(), array.shape.end()});
            m_engine->addFile(array.file, {array});
        }
        return folder;
    }
    [[nodiscard]] QString nameOf(int row) const {
        auto* field = m_window->findChild<QLineEdit*>(QStringLiteral("encoder.%1.name").arg(row));
        return field == nullptr ? QString() : field->text();
    }
    [[nodiscard]] QString textOf(int row, const char* label) const {
        return find<QLabel>(*m_window,
                            qPrintable(QStringLiteral("encoder.%1.%2").arg(row).arg(QLatin1String(label))))
            ->text();
    }
    QPushButton* button(const char* name) { return find<QPushButton>(*m_window, name); }
    /// Drops it, with what else a run needs.
    void giveOneSet(const QString& folder) {
        drop(*m_window, {folder});
        QTRY_VERIFY(m_window->request().hasData());
        type(*m_window, "budget.epsilon", QStringLiteral("1"));
        type(*m_window, "budget.delta", QStringLiteral("1e-5"));
        type(*m_window, "data.classes", QStringLiteral("2"));
        QTRY_VERIFY(button("run.start")->isEnabled());
    }
    /// Chooses a folder by the button and the dialog.
    void addFolder(const QString& name) {
        keepFolder(FolderOf::data, file(name));
        answerFileDialog(name);
        button("encoders.add")->menu()->actions().first()->trigger();
    }

private slots:
    void addingIsWhatTheCommandLineAsksFor() {
        const auto arrays = allOf(
            {folderOf(QStringLiteral("/d/clip"), 100, 8), folderOf(QStringLiteral("/e/dino v2"), 100, 16)});
        RunOptions options;
        options.train = {"/d/clip/train.npy", "/d/clip/train_labels.npy"};
        options.test = {"/d/clip/test.npy", "/d/clip/test_labels.npy"};
        options.encoderId = "ViT@1";
        QCOMPARE(encoders::add(options, "/e/dino v2", arrays), QString());
        QVERIFY(options.encoderIds == session::ByEncoder({{"clip", "ViT@1"}}));
        options.encoderIds.clear();
        QVERIFY(options ==
                asked({{"data", {"clip=/d/clip", "dino_v2=/e/dino v2"}}, {"same-order", {"true"}}}));

        encoders::join(options, {"clip", "dino_v2"});
        QVERIFY(encoders::possibleJoins(options).empty());
        QCOMPARE(encoders::rename(options, "clip_dino_v2", "both"), QString());
        QCOMPARE(encoders::rename(options, "clip", "A"), QString());
        const std::vector<std::string> named{"A=/d/clip", "dino_v2=/e/dino v2", "both=A+dino_v2"};
        QVERIFY(options == asked({{"data", named}, {"same-order", {"true"}}}));
        const auto listed = encoders::listed(options, arrays);
        QCOMPARE(listed.size(), std::size_t{3});
        QVERIFY(listed[2].joined && listed[2].width == 24U);
        QCOMPARE(listed[2].place, QStringLiteral("A + dino_v2"));

        options.data = "both"; // trained on alone
        auto with = named;
        with.emplace_back("both");
        QVERIFY(options == asked({{"data", with}, {"same-order", {"true"}}}));
        encoders::remove(options, "A"); // and what was joined of it: one set is left
        QVERIFY(options == asked({{"data", {"/e/dino v2"}}}));
    }

    void idsAreSaidOnceOrForEach() {
        const auto arrays =
            allOf({folderOf(QStringLiteral("/d/a"), 100, 8), folderOf(QStringLiteral("/d/b"), 90, 16)});
        RunOptions options;
        options.data = "/d/a";
        options.train.ids = "/d/people.npy";
        QCOMPARE(encoders::add(options, "/d/b", arrays), QString());
        const std::vector<std::string> data{"a=/d/a", "b=/d/b"};
        QVERIFY(options ==
                asked({{"data", data}, {"same-order", {"true"}}, {"record-ids", {"/d/people.npy"}}}));
        QVERIFY(encoders::listed(options, arrays)[1].problem.contains(QStringLiteral("90")));
        encoders::setSameOrder(options, false);
        QVERIFY(encoders::listed(options, arrays)[1].problem.contains(QStringLiteral("ids")));
        encoders::setIds(options, "b", PartOf::Train, "/d/b/people.npy");
        QVERIFY(options == asked({{"data", data}, {"record-ids", {"a=/d/people.npy", "b=/d/b/people.npy"}}}));
        QCOMPARE(encoders::listed(options, arrays)[1].problem, QString());
        QCOMPARE(encoders::listed(options, arrays)[1].ids, QStringLiteral("people.npy"));
        encoders::remove(options, "b");
        QVERIFY(options == asked({{"data", {"/d/a"}}, {"record-ids", {"/d/people.npy"}}}));
    }

    void furtherSetsAreThoseThatAllHave() {
        auto one = folderOf(QStringLiteral("/d/a"), 100, 8);
        auto two = folderOf(QStringLiteral("/d/b"), 100, 16);
        for (auto* folder : {&one, &two}) {
            const QString start = folder->front().file.left(5);
            folder->push_back(
                {start + QStringLiteral("site.npy"), {}, QStringLiteral("float32"), {30, 8}, 0});
            folder->push_back(
                {start + QStringLiteral("site_labels.npy"), {}, QStringLiteral("int64"), {30}, 0});
        }
        RunOptions options;
        options.data = "/d/a";
        options.ood = {{"site", {"/d/a/site.npy", "/d/a/site_labels.npy"}}, {"far", {"/f.npy", "/g.npy"}}};
        const QString said = encoders::add(options, "/d/b", allOf({one, two}));
        QVERIFY2(said.contains(QStringLiteral("far")), qPrintable(said));
        QCOMPARE(options.ood.size(), std::size_t{2});
        QCOMPARE(options.ood.at("a:site").features, std::string("/d/a/site.npy"));
        QCOMPARE(options.ood.at("b:site").labels, std::string("/d/b/site_labels.npy"));
    }

    void whatCannotBeOneIsSaid() {
        const auto arrays = allOf({folderOf(QStringLiteral("/d/a"), 100, 8)});
        RunOptions scattered;
        scattered.train = {"/x/clip.npy", "/y/labels.npy"};
        const RunOptions before = scattered;
        QVERIFY(encoders::add(scattered, "/d/a", arrays).contains(QStringLiteral("one folder or file")));
        QVERIFY(scattered == before);
        RunOptions options;
        options.data = "/d/a";
        QVERIFY(encoders::add(options, "/d/a", arrays).contains(QStringLiteral("already")));
        QVERIFY(encoders::add(options, "/d/empty", arrays).contains(QStringLiteral("train.npy")));
        QCOMPARE(options.data, std::string("/d/a"));
        options = asked({{"data", {"a=/d/a", "b=/d/b"}}});
        QVERIFY(!encoders::rename(options, "a", "b").isEmpty());
        QVERIFY(!encoders::rename(options, "a", "").isEmpty());
        QVERIFY(!encoders::rename(options, "a", "x+y").isEmpty());
        QVERIFY(options == asked({{"data", {"a=/d/a", "b=/d/b"}}}));
    }

    /// By buttons and keys, to a plan that names all three, and back.
    void madeInTheWindow() {
        const QString clip = makeFolder(QStringLiteral("clip"), 100, 8);
        const QString dino = makeFolder(QStringLiteral("dino"), 100, 16);
        makeFolder(QStringLiteral("short"), 90, 4);
        giveOneSet(clip);
        auto* run = button("run.start");

        addFolder(QStringLiteral("dino"));
        QTRY_COMPARE(nameOf(1), QStringLiteral("dino"));
        QCOMPARE(nameOf(0), QStringLiteral("clip"));
        QVERIFY(textOf(0, "facts").contains(QStringLiteral("8 numbers")));
        QVERIFY(textOf(1, "facts").contains(QStringLiteral("16 numbers")));
        QVERIFY(!find<QWidget>(*m_window, "part.train")->isVisible()); // each row says its own
        QTRY_VERIFY(run->isEnabled());

        button("encoders.join")->menu()->actions().first()->trigger();
        QCOMPARE(nameOf(2), QStringLiteral("clip_dino"));
        QVERIFY(textOf(2, "facts").contains(QStringLiteral("24 numbers")));
        type(*m_window, "encoder.2.name", QStringLiteral("both"));
        type(*m_window, "encoder.0.name", QStringLiteral("A"));
        const std::vector<std::string> named{"A=" + clip.toStdString(), "dino=" + dino.toStdString(),
                                             "both=A+dino"};
        const RunOptions wanted = asked({{"data", named}, {"same-order", {"true"}}});
        QVERIFY(m_window->request().options().encoders == wanted.encoders);
        QVERIFY(m_window->request().options().sameOrder);
        QTRY_VERIFY(run->isEnabled());
        choose(*m_window, "data.trainOn", "both");
        QCOMPARE(m_window->request().options().data, std::string("both"));
        QTRY_VERIFY(run->isEnabled());

        type(*m_window, "encoder.0.name", QStringLiteral("dino"));
        auto* why = find<QLabel>(*m_window, "encoder.0.name.problem");
        QTRY_VERIFY(why->isVisible());
        QCOMPARE(m_window->request().options().encoders.at(0).first, std::string("din"));
        m_window->request().undo(); // what was typed in one go
        run->setFocus();
        QTRY_COMPARE(nameOf(0), QStringLiteral("A"));
        QVERIFY(!why->isVisible());

        addFolder(QStringLiteral("short")); // which cannot go along
        QTRY_COMPARE(nameOf(3), QStringLiteral("short"));
        QVERIFY(textOf(3, "problem").contains(QStringLiteral("90")));
        QTRY_VERIFY(!run->isEnabled());
        m_window->request().undo();
        QTRY_VERIFY(nameOf(3).isEmpty());
        QTRY_VERIFY(run->isEnabled());
        for (int steps = 0; steps < 20 && !m_window->request().options().encoders.empty(); ++steps) {
            m_window->request().undo();
        }
        QVERIFY(find<QWidget>(*m_window, "part.train")->isVisible());
        QTRY_VERIFY(nameOf(0).isEmpty());
        m_window->request().redo();
        QTRY_COMPARE(nameOf(1), QStringLiteral("dino"));
    }

    /// Its parts are folders of shards, which the engine joins.
    void aFolderOfShardsIsOneToo() {
        const QString clip = makeFolder(QStringLiteral("sharded1"), 100, 8);
        const QString dino = file(QStringLiteral("sharded2"));
        const auto shards = [&](const QString& part, const char* type, std::uint64_t rows,
                                const std::vector<std::uint64_t>& row) {
            const QString folder = dino + QLatin1Char('/') + part;
            QDir().mkpath(folder);
            std::vector<std::uint64_t> shape{rows / 2};
            shape.insert(shape.end(), row.begin(), row.end());
            for (const char* name : {"/a_0.npy", "/a_1.npy"}) {
                test::writeZeros(folder + QLatin1String(name), type, {shape.begin(), shape.end()});
            }
            shape.front() = rows;
            const QLatin1String dtype = row.empty() ? QLatin1String("int64") : QLatin1String("float32");
            m_engine->addFile(folder, {ArrayInfo{folder, {}, dtype, shape, 0}});
        };
        shards(QStringLiteral("train"), "<f4", 100, {16});
        shards(QStringLiteral("train_labels"), "<i8", 100, {});
        shards(QStringLiteral("test"), "<f4", 20, {16});
        shards(QStringLiteral("test_labels"), "<i8", 20, {});
        giveOneSet(clip);
        auto* run = button("run.start");
        addFolder(QStringLiteral("sharded2"));
        QTRY_COMPARE(nameOf(1), QStringLiteral("sharded2"));
        QVERIFY(textOf(1, "facts").contains(QStringLiteral("16 numbers")));
        QVERIFY(textOf(1, "facts").contains(QStringLiteral("100")));
        const RunOptions wanted =
            asked({{"data", {"sharded1=" + clip.toStdString(), "sharded2=" + dino.toStdString()}},
                   {"same-order", {"true"}}});
        QVERIFY(m_window->request().options().encoders == wanted.encoders);
        QTRY_VERIFY(run->isEnabled()); // a plan that reads the shards' headers
    }

    void aFileThatIsNoneIsSaidBesideThem() {
        const QString clip = makeFolder(QStringLiteral("clip2"), 100, 8);
        drop(*m_window, {clip});
        QTRY_VERIFY(m_window->request().hasData());
        const RunOptions before = m_window->request().options();
        keepFolder(FolderOf::data, m_data);
        QFile(m_data).open(QIODevice::WriteOnly);
        m_engine->addFile(m_data,
                          {{m_data, QStringLiteral("numbers"), QStringLiteral("float32"), {5, 2}, 0}});
        answerFileDialog(QStringLiteral("nouns.npz"));
        button("encoders.add")->menu()->actions().at(1)->trigger();
        auto* problem = find<QLabel>(*m_window, "data.encoders.problem");
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(QStringLiteral("x_train")), qPrintable(problem->text()));
        QVERIFY(m_window->request().options() == before);
    }

    void allOfItIsReachedByKeys() {
        drop(*m_window,
             {makeFolder(QStringLiteral("k1"), 100, 8), makeFolder(QStringLiteral("k2"), 100, 16)});
        QTRY_COMPARE(nameOf(1), QStringLiteral("k2"));
        QStringList reached;
        QWidget* at = find<QWidget>(*m_window, "encoders.add");
        for (int stop = 0; stop < 12; ++stop) {
            at->setFocus();
            reached << at->objectName();
            QTest::keyClick(at, Qt::Key_Tab);
            at = QApplication::focusWidget();
        }
        const QStringList wanted{QStringLiteral("encoders.add"),   QStringLiteral("encoders.join"),
                                 QStringLiteral("encoder.0.name"), QStringLiteral("encoder.0.more"),
                                 QStringLiteral("encoder.1.name"), QStringLiteral("encoder.1.more"),
                                 QStringLiteral("data.sameOrder"), QStringLiteral("data.trainOn")};
        QVERIFY2(reached.mid(0, wanted.size()) == wanted, qPrintable(reached.join(QLatin1Char(' '))));
        for (int row : {0, 1}) {
            const auto* more =
                find<QToolButton>(*m_window, qPrintable(QStringLiteral("encoder.%1.more").arg(row)));
            QVERIFY(more->accessibleName().contains(nameOf(row)));
        }
    }
};

PARSIMONY_UI_TEST(TestEncoders)
#include "test_encoders.moc"
