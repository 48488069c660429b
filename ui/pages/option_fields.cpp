// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/option_fields.h"

#include "core/base/collected.h"
#include "core/base/decimal_comma.h"
#include "core/base/enum_words.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/train/trainer_traits.h"
#include "ui/models/number_format.h"
#include "ui/workers/session_port.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <array>

namespace parsimony::ui {

std::string typedNumbers(const QString& typed) {
    std::vector<std::string> numbers;
    for (const QString& part : typed.split(QLatin1Char(';'))) {
        const std::optional<double> number = parseTyped(part);
        if (!number) {
            return typed.toStdString();
        }
        numbers.push_back(numberText(*number));
    }
    return listText(std::move(numbers));
}

namespace {

bool commaIsDecimal() {
    return QLocale().decimalPoint() != QLocale::c().decimalPoint();
}

} // namespace

std::string typedList(const QString& typed) {
    if (commaIsDecimal()) {
        return typedNumbers(typed);
    }
    static const QRegularExpression between(QStringLiteral("\\s*[;,]\\s*"));
    if (!typed.contains(QLatin1Char(';'))) {
        return typed.trimmed().replace(between, QStringLiteral(",")).toStdString();
    }
    auto numbers = collected<std::string>(typed.trimmed().split(between),
                                          [](const QString& number) { return number.toStdString(); });
    return listText(std::move(numbers));
}

namespace {

using session::Option;
using session::OptionKind;
using session::OptionPlace;
using Options = session::RunOptions;

constexpr std::array<const char*, 2> kFlagWords{"no", "yes"}; // of a flag's field

/// Where a comma is the decimal mark, the numbers of lists have it too, and semicolons between them.
bool isNumber(const Option& option) {
    return option.value.takesNumber || (option.value.kind == OptionKind::List && commaIsDecimal());
}

/// Numbers as the locale has them, with semicolons between them: a comma may be a decimal one. Powers of ten
/// stand as the window writes them elsewhere: 1e-5.
QString shownNumbers(QString text) {
    static const QRegularExpression power(QStringLiteral("e\\+?(-?)0*(?=[0-9])"));
    if (text.contains(QLatin1Char(':'))) {
        return text; // log:LO:HI:N
    }
    return localised(
        text.replace(QLatin1Char(','), QStringLiteral("; ")).replace(power, QStringLiteral("e\\1")));
}

/// Counts of records and classes have their digits grouped, a seed or the number of an experiment has not.
QString shownIn(const Option& option, const Options& options) {
    const QString text = QString::fromStdString(option.textIn(options));
    if (option.value.kind == OptionKind::Count && option.group == session::OptionGroup::Budget &&
        !text.isEmpty()) {
        return formatCount(text.toULongLong());
    }
    return isNumber(option) ? shownNumbers(text) : text;
}

/// What a person typed as a file would have it: a decimal comma is a point there, and between paths, which
/// may hold a comma, stands a semicolon.
std::vector<std::string> written(const Option& option, const QString& typed) {
    if (option.value.repeats) {
        std::vector<std::string> paths;
        for (const QString& path : typed.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
            paths.push_back(path.trimmed().toStdString());
        }
        return paths;
    }
    if (option.value.kind == OptionKind::Count) { // digits may be grouped
        const auto count = parseCount(typed);
        return {count ? std::to_string(*count) : typed.toStdString()};
    }
    if (option.value.takesList) {
        return {typedList(typed)};
    }
    return {isNumber(option) ? typedNumbers(typed) : typed.toStdString()};
}

/// What holds for the chosen method and trainer where the field is empty; a method's own default goes before
/// its trainer's.
QString placeholderOf(const Option& option, const Options& options) {
    std::string held = option.otherwise.empty() ? option.standard() : option.otherwise;
    if (held.empty() && !option.example.empty()) {
        return OptionFields::tr("e.g. %1").arg(localised(QString::fromStdString(option.example)));
    }
    std::vector<std::string> names{std::string(search::methodName(session::methodOf(options)))};
    for (const train::TrainerKind trainer : session::trainersOf(options)) {
        names.emplace_back(train::traitsOf(trainer).name);
    }
    const auto exceptionOf = [&](const std::string& name) {
        return std::find_if(option.exceptions.begin(), option.exceptions.end(), [&](const auto& exception) {
            return std::find(exception.of.begin(), exception.of.end(), name) != exception.of.end();
        });
    };
    for (const std::string& name : names) {
        if (const auto found = exceptionOf(name); found != option.exceptions.end()) {
            held = found->value;
            break;
        }
    }
    const QString text = option.otherwise.empty() ? QString::fromStdString(held) : optionText(held);
    return isNumber(option) ? localised(text) : text;
}

QList<std::pair<QString, QString>> wordsOf(const Option& option) {
    QList<std::pair<QString, QString>> words;
    if (option.value.kind == OptionKind::Flag) {
        return {{QLatin1String(wordOf(kFlagWords, false)), OptionFields::tr("no")},
                {QLatin1String(wordOf(kFlagWords, true)), OptionFields::tr("yes")}};
    }
    if (option.standard().empty()) {
        words.append({QString(), OptionFields::tr("as fits the trainer")});
    }
    for (const session::OptionWord& word : option.value.words) {
        words.append({QString::fromStdString(word.word), optionText(word.shown)});
    }
    return words;
}

/// A flag is asked for as what it switches: "Free step: no" is --no-free-step.
bool isOn(const Option& option, const Options& options) {
    return option.value.json(options).get<bool>() != option.value.negated;
}

bool isThere(const Option& option, const Options& options) {
    return option.mattersTo(options) || !option.textIn(options).empty();
}

/// Some trainers can't do with the default of another knob: choosing them takes both in one step.
void dropWhatDoesNotFit(Options& options) {
    for (const char* name : {"sample-rate", "head"}) {
        const Option& option = session::optionNamed(name);
        if (!option.mattersTo(options)) {
            option.value.reset(options);
        }
    }
    if (train::traitsOf(options.trainer).onlyLoss) {
        options.loss.reset(); // which is its default
    }
}

void choose(const Option& option, Options& options, const QString& value) {
    QStringList words = QString::fromStdString(option.textIn(options)).split(QLatin1Char(',')).mid(1);
    words.removeAll(value);
    words.prepend(value); // in place of the first, where there are several
    option.value.reset(options);
    if (option.value.kind == OptionKind::Flag) {
        const bool on = valueNamed<bool>(kFlagWords, value.toStdString()).value_or(false);
        option.give(options, {on != option.value.negated ? "true" : "false"});
    } else if (!value.isEmpty()) {
        option.give(options, {words.join(QLatin1Char(',')).toStdString()});
    }
    dropWhatDoesNotFit(options);
}

/// Gives an option what was typed into its field, or takes it back where that is empty. The field says the
/// sentence of the command line where the option does not take it.
void editOption(Request& request, Field& field, const Option& option, const QString& typed) {
    QString problem;
    request.edit(
        [&](Options& options) {
            option.value.reset(options);
            try {
                if (!typed.trimmed().isEmpty()) {
                    option.give(options, written(option, typed.trimmed()));
                }
            } catch (const Error&) {
                problem = currentProblem().message;
            }
        },
        field.objectName());
    field.setInvalid(!problem.isEmpty(), problem);
}

/// Fields are named after the section of the left panel that they stand in.
QString sectionOf(OptionPlace place) {
    switch (place) {
    case OptionPlace::Section:
    case OptionPlace::Data:
    case OptionPlace::Rare:
        return QStringLiteral("data.");
    case OptionPlace::Cap:
    case OptionPlace::Phases:
        return QStringLiteral("budget.");
    case OptionPlace::First:
    case OptionPlace::Plan:
    case OptionPlace::More:
        break;
    }
    return QStringLiteral("plan.");
}

} // namespace

QString optionText(const std::string& text) {
    for (const char* context : {"parsimony::session::rows", "parsimony::search", "parsimony::train"}) {
        QString translated = QCoreApplication::translate(context, text.c_str());
        if (translated != QString::fromStdString(text)) {
            return translated;
        }
    }
    return QString::fromStdString(text);
}

QString chosenIn(const Option& option, const Options& options) {
    if (option.value.kind == OptionKind::Flag) {
        return QLatin1String(wordOf(kFlagWords, isOn(option, options)));
    }
    const std::string text = option.textIn(options);
    return QString::fromStdString(text.empty() ? option.standard() : text).section(QLatin1Char(','), 0, 0);
}

QString meaningOf(const Option& option) {
    QString meaning = optionText(option.meaning.empty() ? option.help : option.meaning);
    for (const session::OptionWord& word : option.value.words) {
        if (!word.meaning.empty()) {
            meaning += QStringLiteral("\n• %1: %2").arg(optionText(word.shown), optionText(word.meaning));
        }
    }
    return meaning;
}

namespace {
/// "max-grad-norm" is maxGradNorm.
QString ownName(const Option& option) {
    QString name = QString::fromStdString(option.name);
    if (option.value.negated) {
        name.remove(0, 3); // "no-"
    }
    for (qsizetype dash = name.indexOf(QLatin1Char('-')); dash >= 0; dash = name.indexOf(QLatin1Char('-'))) {
        name.remove(dash, 1);
        name[dash] = name[dash].toUpper();
    }
    return name;
}
} // namespace

QString fieldName(const Option& option) {
    return sectionOf(option.place) + ownName(option);
}

OptionFields::OptionFields(Request& request, QWidget* parent) : FormGrid(parent), m_request(request) {
    connect(&m_request, &Request::changed, this, &OptionFields::refresh);
}

void OptionFields::add(std::initializer_list<OptionPlace> places) {
    for (const OptionPlace place : places) {
        for (const Option& option : session::optionTable()) {
            if (option.place == place) {
                addOption(option, fieldName(option), meaningOf(option));
            }
        }
    }
}

void OptionFields::addOfLook(const QString& section) {
    for (const Option& option : session::optionTable()) {
        if (!option.ofLook.empty()) {
            addOption(option, section + ownName(option), optionText(option.ofLook));
        }
    }
}

void OptionFields::addOption(const Option& option, const QString& name, const QString& meaning) {
    const bool chosen = option.value.kind == OptionKind::Choice || option.value.kind == OptionKind::Flag;
    chosen ? addChoice(option, name, meaning) : addField(option, name, meaning);
}

void OptionFields::addField(const Option& option, const QString& name, const QString& meaning) {
    Field* field = option.value.kind == OptionKind::Path ? newPathField(option, name) : new Field(name);
    addRow(optionText(option.label), field, meaning);
    connect(field, &Field::edited, this, [this, field, &option](const QString& typed) {
        editOption(m_request, *field, option, typed);
        emit edited();
    });
    m_fields.push_back({field, &option});
}

QString OptionFields::problem() const {
    for (const Row& row : m_fields) {
        if (!row.field->isHidden() && !row.field->whyInvalid().isEmpty()) {
            return row.field->whyInvalid();
        }
    }
    return {};
}

void OptionFields::addChoice(const Option& option, const QString& name, const QString& meaning) {
    auto* choice = new Choice(name, wordsOf(option));
    addRow(optionText(option.label), choice, meaning);
    connect(choice, &Choice::chosen, this, [this, &option](const QString& value) {
        m_request.edit([&](Options& options) { choose(option, options, value); });
    });
    m_choices.emplace_back(choice, &option);
    if (option.value.takesList) {
        addOthers(option, name + QStringLiteral("Others"));
    }
}

void OptionFields::refresh() {
    const Options& options = m_request.options();
    for (const Row& row : m_fields) {
        show(row);
    }
    for (const auto& [choice, option] : m_choices) {
        choice->show(chosenIn(*option, options));
        setRowVisible(choice, isThere(*option, options));
    }
    for (const Row& row : m_others) {
        showOthers(row);
    }
}

void OptionFields::show(const Row& row) {
    const Options& options = m_request.options();
    row.field->show(row.fixed ? *row.fixed : shownIn(*row.option, options));
    row.field->setEnabled(!row.fixed);
    row.field->setPlaceholderText(row.placeholder ? *row.placeholder : placeholderOf(*row.option, options));
    setRowVisible(row.field, isThere(*row.option, options));
}

OptionFields::Row& OptionFields::rowOf(const char* option) {
    const auto row = std::find_if(m_fields.begin(), m_fields.end(),
                                  [&](const Row& each) { return each.option->name == option; });
    Q_ASSERT(row != m_fields.end());
    return *row;
}

void OptionFields::fix(const char* option, const std::optional<QString>& text) {
    Row& row = rowOf(option);
    row.fixed = text;
    show(row);
}

void OptionFields::setPlaceholder(const char* option, const std::optional<QString>& text) {
    Row& row = rowOf(option);
    row.placeholder = text;
    show(row);
}

} // namespace parsimony::ui
