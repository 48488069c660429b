// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the left panel against the table of options: names, words, defaults and ranges are the rows'.
#include "core/base/error.h"
#include "core/session/knob_options.h"
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/number_format.h"
#include "ui/pages/option_fields.h"

#include <QApplication>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <set>

using namespace parsimony;
using namespace parsimony::ui;
using session::Option;
using session::OptionKind;
using session::OptionPlace;
using test::choose;
using test::find;
using test::type;

namespace {

/// What the table makes no field of: files are dropped or opened, encoders have a list, the visibility is two
/// cards, and the others are of the command line alone.
const std::set<std::string> kWithoutField{"data", "same-order",  "train",        "train-labels",
                                          "test", "test-labels", "validation",   "validation-labels",
                                          "ood",  "visibility",  "instructions", "show-curator"};

/// Choices of the list of encoders: what ties their rows (--same-order or ids), and which is trained on, the
/// NAME behind several --data.
const std::set<QString> kOfEncoders{QStringLiteral("data.sameOrder"), QStringLiteral("data.trainOn")};

/// What the window knows better than the row: the file's number of records, what the standard error asked for
/// takes, the shares of the ε at hand.
const std::set<std::string> kOwnPlaceholder{"records", "test-epsilon", "phase-epsilons"};

bool isText(const Option& option) {
    return option.value.kind != OptionKind::Choice && option.value.kind != OptionKind::Flag;
}

QLabel* labelOf(QWidget& window, const QWidget* field) {
    for (auto* label : window.findChildren<QLabel*>()) {
        if (label->buddy() == field) {
            return label;
        }
    }
    return nullptr;
}

/// The sentence of the command line; empty where it takes the text.
QString sentenceOf(const Option& option, const char* text) {
    session::RunOptions options;
    try {
        option.give(options, {text});
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

class TestOptionFields : public test::WindowTest {
    Q_OBJECT
private:
    /// Options of data and budget that are typed, with their fields.
    [[nodiscard]] std::vector<std::pair<Field*, const Option*>> typedFields() {
        std::vector<std::pair<Field*, const Option*>> found;
        for (const Option& option : session::optionTable()) {
            const QString name = fieldName(option);
            const bool here =
                name.startsWith(QLatin1String("data.")) || name.startsWith(QLatin1String("budget."));
            if (here && option.place != OptionPlace::Section && isText(option)) {
                found.emplace_back(m_window->findChild<Field*>(name), &option);
            }
        }
        return found;
    }

private slots:
    void everyOptionHasAField() {
        for (const Option& option : session::optionTable()) {
            const QString name = fieldName(option);
            const bool asked = !kOfEncoders.contains(name) && m_window->findChild<QWidget*>(name) != nullptr;
            QVERIFY2(asked != kWithoutField.contains(option.name), option.name.c_str());
            QVERIFY2(asked == (option.place != OptionPlace::Section), option.name.c_str());
        }
    }

    void noOtherFieldAsksForData() {
        std::set<QString> known;
        for (const Option& option : session::optionTable()) {
            known.insert(fieldName(option));
        }
        int fields = 0;
        for (const char* section : {"dataSection", "budgetSection"}) {
            const auto check = [&](const QWidget* field) {
                const QString name = field->objectName();
                const bool own = name.startsWith(QLatin1String("budget.raise.")) || // is no option
                                 kOfEncoders.contains(name);
                QVERIFY2(own || known.contains(name), qPrintable(name));
                fields += own ? 0 : 1;
            };
            for (const auto* field : find<Section>(*m_window, section)->findChildren<Field*>()) {
                check(field);
            }
            for (const auto* choice : find<Section>(*m_window, section)->findChildren<Choice*>()) {
                check(choice);
            }
        }
        QVERIFY(fields >= 30);
    }

    void theirWordsAreTheRows() {
        for (const Option& option : session::optionTable()) {
            if (option.place == OptionPlace::Section) {
                continue;
            }
            auto* field = m_window->findChild<QWidget*>(fieldName(option));
            const auto* label = labelOf(*m_window, field);
            QVERIFY2(label != nullptr, option.name.c_str());
            QCOMPARE(label->text(), QString::fromStdString(option.label));
            QCOMPARE(field->toolTip(), meaningOf(option));
            QVERIFY(field->toolTip().startsWith(QString::fromStdString(option.meaning)));
            if (isText(option) || option.value.kind == OptionKind::Flag) {
                continue;
            }
            const auto* choice = qobject_cast<Choice*>(field);
            QVERIFY2(choice != nullptr, option.name.c_str());
            QCOMPARE(choice->currentData().toString(), QString::fromStdString(option.standard()));
            const int others = option.standard().empty() ? 1 : 0; // as fits the trainer
            QCOMPARE(choice->count(), others + static_cast<int>(option.value.words.size()));
            for (const session::OptionWord& word : option.value.words) {
                const int at = choice->findData(QString::fromStdString(word.word));
                QVERIFY2(at >= 0, word.word.c_str());
                QCOMPARE(choice->itemText(at), QString::fromStdString(word.shown));
            }
        }
    }

    void theirDefaultsAreTheRows() {
        for (const auto& [field, option] : typedFields()) {
            QCOMPARE(field->text(), QString());
            if (kOwnPlaceholder.contains(option->name)) {
                QVERIFY2(!field->placeholderText().isEmpty(), option->name.c_str());
                continue;
            }
            const std::string held = option->otherwise.empty() ? option->standard() : option->otherwise;
            QCOMPARE(field->placeholderText().toStdString(),
                     held.empty() && !option->example.empty() ? "e.g. " + option->example : held);
        }
    }

    void theirRangesAreTheRows() {
        int refused = 0;
        for (const auto& [field, option] : typedFields()) {
            for (const char* text : {"x", "-1", "0", "0.5", "1", "1.5", "100000", "1e5", "1e6", "2e6", "1e30",
                                     "none", "inf", "0.1,0.2", "80/20"}) {
                emit field->edited(QString::fromLatin1(text));
                const QString sentence = sentenceOf(*option, text);
                QVERIFY2(field->property("invalid").toBool() == !sentence.isEmpty(),
                         (option->name + ": " + text).c_str());
                QCOMPARE(field->toolTip(), sentence.isEmpty() ? meaningOf(*option) : sentence);
                refused += sentence.isEmpty() ? 0 : 1;
            }
            emit field->edited(QString());
            QVERIFY2(!field->property("invalid").toBool(), option->name.c_str());
        }
        QVERIFY(refused > 50);
    }

    /// A file over a field is for that field: the window would make a set of private rows of it.
    void filesAreDroppedOnTheirField() {
        auto* field = find<QLineEdit>(*m_window, "plan.prior");
        const auto dropped = [field](const QStringList& paths) {
            QMimeData data;
            QList<QUrl> urls;
            for (const QString& path : paths) {
                urls << QUrl::fromLocalFile(path);
            }
            data.setUrls(urls);
            QDragEnterEvent enter(QPoint(4, 4), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(field, &enter);
            QDropEvent event(QPointF(4, 4), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(field, &event);
            return enter.isAccepted() && event.isAccepted();
        };
        const auto options = [this]() -> const session::RunOptions& { return m_window->request().options(); };
        QVERIFY(dropped({QStringLiteral("/rows/public.npz")}));
        QCOMPARE(options().prior.features, std::string("/rows/public.npz"));
        QVERIFY(dropped({QStringLiteral("/rows/y.npy"), QStringLiteral("/rows/x.npy")}));
        QCOMPARE(options().prior.features, std::string("/rows/x.npy"));
        QCOMPARE(options().prior.labels, std::string("/rows/y.npy"));
        QCOMPARE(field->text(), QStringLiteral("/rows/x.npy,/rows/y.npy"));
        QVERIFY(!m_window->request().hasData());
        QCOMPARE(field->actions().size(), qsizetype{1}); // and they can be chosen
    }

    void trainersAreChosenFromToo() {
        m_window->request().edit([](session::RunOptions& o) { o.method = session::MethodKind::Random; });
        auto* more = find<Field>(*m_window, "plan.trainerOthers");
        auto* trainer = find<Choice>(*m_window, "plan.trainer");
        const auto given = [this] { return session::trainersText(m_window->request().options()); };
        const std::string first = given();
        emit more->edited(QStringLiteral("dp-adam"));
        QCOMPARE(given(), first + ",dp-adam");
        QCOMPARE(more->text(), QStringLiteral("dp-adam"));
        QCOMPARE(trainer->currentData().toString().toStdString(), first);
        emit more->edited(QStringLiteral("dp-adem"));
        QVERIFY(more->property("invalid").toBool());
        QCOMPARE(given(), first + ",dp-adam");
        emit trainer->chosen(QStringLiteral("dp-sgd")); // in place of the first
        QCOMPARE(given(), std::string("dp-sgd,dp-adam"));
        emit trainer->chosen(QStringLiteral("dp-adam")); // which is then no other any more
        QCOMPARE(given(), std::string("dp-adam"));
        emit more->edited(QString());
        QCOMPARE(given(), std::string("dp-adam"));
        m_window->request().edit([](session::RunOptions& o) { o.method = session::MethodKind::Single; });
        QVERIFY(more->isHidden()); // such a method takes one
    }

    void visibilityIsTheRows() {
        const Option& option = session::optionNamed("visibility");
        for (const session::OptionWord& word : option.value.words) {
            const QString name = QStringLiteral("visibility.%1.radio").arg(QString::fromStdString(word.word));
            auto* radio = find<QRadioButton>(*m_window, qPrintable(name));
            QCOMPARE(radio->text().toStdString(), word.shown);
            QCOMPARE(radio->accessibleDescription().toStdString(), word.meaning);
            QCOMPARE(radio->isChecked(), word.word == option.standard());
        }
    }

    /// What an open project has fixed is not to be edited, and gives way to the request when it closes.
    void aCapIsFixed() {
        auto* epsilon = find<Field>(*m_window, "budget.epsilon");
        emit epsilon->edited(QStringLiteral("0.25"));
        auto* section = find<Section>(*m_window, "budgetSection");
        auto* fields = section->findChild<OptionFields*>();
        fields->fix("epsilon", QStringLiteral("3"));
        QCOMPARE(epsilon->text(), QStringLiteral("3"));
        QVERIFY(!epsilon->isEnabled());
        fields->fix("epsilon", std::nullopt);
        QCOMPARE(epsilon->text(), QStringLiteral("0.25"));
        QVERIFY(epsilon->isEnabled());
    }

    void numbersAreWrittenAsElsewhere() {
        m_window->request().edit([](session::RunOptions& o) {
            o.delta = 1e-5;
            o.records = 40000;
            o.seed = 12345;
        });
        QCOMPARE(find<Field>(*m_window, "budget.delta")->text(), QStringLiteral("1e-5"));
        QCOMPARE(find<Field>(*m_window, "data.records")->text(), formatCount(40000));
        QCOMPARE(find<Field>(*m_window, "plan.seed")->text(), QStringLiteral("12345"));
    }

    /// 1,3 in a field that takes a list is two numbers, and never 1.3.
    void aCommaStandsBetweenNumbers() {
        auto* clip = find<Field>(*m_window, "plan.maxGradNorm");
        for (const char* typed : {"1,3", "1; 3", "1, 3"}) {
            emit clip->edited(QString::fromLatin1(typed));
            QCOMPARE(m_window->request().options().maxGradNorm->values(), (std::vector{1.0, 3.0}));
        }
        m_window->request().edit([](auto& o) { o.method = session::MethodKind::LinearScaling; });
        emit find<Field>(*m_window, "budget.phaseEpsilons")->edited(QStringLiteral("1; 3"));
        QCOMPARE(m_window->request().options().phaseEpsilons->values(), (std::vector{1.0, 3.0}));
    }

    void testsSayWhatTheyAimAt() {
        session::RunOptions options = test::sampleOptions();
        const auto shown = [&] {
            m_window->parts().projects->setRequest(options, file(QStringLiteral("se.parsimony")), false);
            return find<QLineEdit>(*m_window, "budget.testEpsilon")->placeholderText();
        };
        QCOMPARE(shown(), QStringLiteral("for ± 0.25 points"));
        options.testSe = 0.5;
        QCOMPARE(shown(), QStringLiteral("for ± 0.5 points"));
    }

    void everyOptionIsInTheForms() {
        m_window->parts().projects->setRequest(test::sampleOptions(), file(QStringLiteral("o.parsimony")),
                                               false);
        QTest::mouseClick(find<QPushButton>(*m_window, "plan.more"), Qt::LeftButton);
        QTest::mouseClick(find<QPushButton>(*m_window, "data.more"), Qt::LeftButton);
        choose(*m_window, "plan.loss", "softmax");
        for (const char* trainer :
             {"dp-gd", "dp-sgd", "dp-adam", "dp-adam-wosm", "dp-ls", "dp-fc", "dp-zo", "dp-newton"}) {
            choose(*m_window, "plan.trainer", trainer);
            QCOMPARE(std::string(train::trainerName(m_window->request().options().trainer)),
                     std::string(trainer));
        }
        QVERIFY(!m_window->request().options().loss); // Newton can't do with that, its default is another
        type(*m_window, "plan.ridge", QStringLiteral("0.01"));
        choose(*m_window, "plan.trainer", "dp-ls");
        type(*m_window, "plan.gramFraction", QStringLiteral("0.3"));
        type(*m_window, "plan.alpha", QStringLiteral("0.5"));
        choose(*m_window, "plan.trainer", "dp-gd");
        for (const char* method : {"linear-scaling", "unit-noise", "auto", "single", "random", "grid",
                                   "oracle", "koskela-kulkarni", "papernot-steinke"}) {
            choose(*m_window, "plan.method", method);
            QCOMPARE(std::string(search::methodName(*m_window->request().options().method)),
                     std::string(method));
        }
        type(*m_window, "plan.runsFamily", QStringLiteral("poisson"));
        choose(*m_window, "plan.method", "koskela-kulkarni");
        type(*m_window, "plan.subsetFraction", QStringLiteral("0.2"));
        choose(*m_window, "plan.method", "linear-scaling");
        choose(*m_window, "plan.fitAgainst", "mu");
        choose(*m_window, "plan.phaseStart", "scaled");
        choose(*m_window, "plan.bias", "yes");
        type(*m_window, "plan.initBias", QStringLiteral("-10"));
        choose(*m_window, "plan.freeStep", "no");
        choose(*m_window, "plan.lrDecay", "cosine");
        choose(*m_window, "plan.averaging", "ema");
        choose(*m_window, "plan.precision", "bf16");
        choose(*m_window, "data.mean", "private");
        type(*m_window, "data.meanEpsilon", QStringLiteral("0,05"));
        type(*m_window, "data.publicParts", QStringLiteral("test, lemmas"));
        choose(*m_window, "data.distinctRecords", "yes");
        type(*m_window, "data.linkedTo", QStringLiteral("a, b.parsimony:train; c.parsimony"));
        type(*m_window, "plan.head", QStringLiteral("hidden:16"));
        type(*m_window, "plan.init", QStringLiteral("he"));
        type(*m_window, "plan.weightDecay", QStringLiteral("0.001"));
        type(*m_window, "plan.device", QStringLiteral("cpu"));
        const auto& o = m_window->request().options();
        QCOMPARE(o.ridge->first(), 0.01);
        QCOMPARE(o.gramFraction->first(), 0.3);
        QCOMPARE(o.alpha->first(), 0.5);
        QVERIFY(o.runsFamily.poisson);
        QCOMPARE(o.subsetFraction.value_or(0), 0.2);
        QVERIFY(o.fitAgainst == session::FitAxis::Mu);
        QVERIFY(o.phaseStart == search::PhaseStart::Scaled);
        QVERIFY(o.bias && !o.freeStep && o.distinctRecords);
        QVERIFY(o.linkedTo == std::vector<std::string>({"a, b.parsimony:train", "c.parsimony"}));
        QCOMPARE(o.initBias.value_or(0), -10.0);
        QVERIFY(o.lrDecay == train::LrDecay::Cosine);
        QVERIFY(o.averaging == train::Averaging::Ema);
        QVERIFY(o.precision == compute::Precision::Bfloat16);
        QCOMPARE(o.meanEpsilon.value_or(0), 0.05);
        QCOMPARE(o.publicParts, (std::vector<std::string>{"test", "lemmas"}));
        QCOMPARE(o.head.hidden, 16U);
        QVERIFY(o.init.kind == train::InitKind::He);
        QCOMPARE(o.weightDecay.first(), 0.001);
        QCOMPARE(o.device.text(), std::string("cpu"));
        type(*m_window, "plan.maxGradNorm", QStringLiteral("no"));
        QVERIFY(find<QLineEdit>(*m_window, "plan.maxGradNorm")->property("invalid").toBool());
        QVERIFY(!o.maxGradNorm);
    }
};

PARSIMONY_UI_TEST(TestOptionFields)
#include "test_option_fields.moc"
