// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/option_fields.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/session/knob_options.h"
#include "core/session/method_choice.h"
#include "core/train/trainer_traits.h"
#include "ui/models/number_format.h"
#include "ui/workers/session_port.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace parsimony::ui {

std::string typedNumbers(const QString& typed) {
    QStringList numbers;
    for (const QString& part : typed.split(QLatin1Char(';'))) {
        const std::optional<double> number = parseTyped(part);
        if (!number) {
            return typed.toStdString();
        }
        numbers << QString::fromStdString(numberText(*number));
    }
    return numbers.join(QLatin1Char(',')).toStdString();
}

namespace {

using session::Option;
using session::OptionKind;
using session::OptionPlace;
using Options = session::RunOptions;

constexpr QLatin1String kOn("yes"), kOff("no"); // of a flag's field

/// The words of the table in the user's language: methods and trainers have theirs in their own files.
QString shown(const std::string& text) {
    for (const char* context : {"parsimony::session::rows", "parsimony::search", "parsimony::train"}) {
        QString translated = QCoreApplication::translate(context, text.c_str());
        if (translated != QString::fromStdString(text)) {
            return translated;
        }
    }
    return QString::fromStdString(text);
}

QString meaningOf(const Option& option) {
    QString meaning = shown(option.meaning.empty() ? option.help : option.meaning);
    for (const session::OptionWord& word : option.value.words) {
        if (!word.meaning.empty()) {
            meaning += QStringLiteral("\n• %1: %2").arg(shown(word.shown), shown(word.meaning));
        }
    }
    return meaning;
}

/// X of the syntax: a number, or a word in its place. Where a comma is the decimal mark, the numbers of lists
/// have it too, and semicolons between them.
bool isNumber(const Option& option) {
    return option.value.syntax.starts_with('X') ||
           (option.value.kind == OptionKind::List && QLocale().decimalPoint() != QLocale::c().decimalPoint());
}

/// Numbers as the locale has them, with semicolons between them: a comma may be a decimal one.
QString shownNumbers(QString text) {
    return text.contains(QLatin1Char(':')) ? text // log:LO:HI:N
                                           : localised(text.replace(QLatin1Char(','), QStringLiteral("; ")));
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
    return {isNumber(option) ? typedNumbers(typed) : typed.toStdString()};
}

/// What holds for the chosen method and trainer where the field is empty; a method's own default goes before
/// its trainer's.
QString placeholderOf(const Option& option, const Options& options) {
    std::string held = option.otherwise.empty() ? option.standard() : option.otherwise;
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
    const QString text = option.otherwise.empty() ? QString::fromStdString(held) : shown(held);
    return isNumber(option) ? localised(text) : text;
}

QList<std::pair<QString, QString>> wordsOf(const Option& option) {
    QList<std::pair<QString, QString>> words;
    if (option.value.kind == OptionKind::Flag) {
        return {{kOff, OptionFields::tr("no")}, {kOn, OptionFields::tr("yes")}};
    }
    if (option.standard().empty()) {
        words.append({QString(), OptionFields::tr("as fits the trainer")});
    }
    for (const session::OptionWord& word : option.value.words) {
        words.append({QString::fromStdString(word.word), shown(word.shown)});
    }
    return words;
}

/// A flag is asked for as what it switches: "Free step: no" is --no-free-step.
bool isOn(const Option& option, const Options& options) {
    return option.value.json(options).get<bool>() != option.value.negated;
}

QString chosenIn(const Option& option, const Options& options) {
    if (option.value.kind == OptionKind::Flag) {
        return isOn(option, options) ? kOn : kOff;
    }
    const std::string text = option.textIn(options);
    return QString::fromStdString(text.empty() ? option.standard() : text);
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
    option.value.reset(options);
    if (option.value.kind == OptionKind::Flag) {
        const bool on = value == kOn;
        option.give(options, {on != option.value.negated ? "true" : "false"});
    } else if (!value.isEmpty()) {
        option.give(options, {value.toStdString()});
    }
    dropWhatDoesNotFit(options);
}

} // namespace

void editOption(Request& request, Field& field, const char* name, const QString& typed) {
    const Option& option = session::optionNamed(name);
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

void giveWord(Options& options, const char* option, const QString& word) {
    session::optionNamed(option).give(options, {word.toStdString()});
}

QString wordOf(const Options& options, const char* option) {
    return chosenIn(session::optionNamed(option), options);
}

QString fieldName(const Option& option) {
    QString name = QString::fromStdString(option.name);
    if (option.value.negated) {
        name.remove(0, 3); // "no-"
    }
    for (qsizetype dash = name.indexOf(QLatin1Char('-')); dash >= 0; dash = name.indexOf(QLatin1Char('-'))) {
        name.remove(dash, 1);
        name[dash] = name[dash].toUpper();
    }
    return (option.place == OptionPlace::Rare ? QStringLiteral("data.") : QStringLiteral("plan.")) + name;
}

OptionFields::OptionFields(Request& request, QWidget* parent) : FormGrid(parent), m_request(request) {
    connect(&m_request, &Request::changed, this, &OptionFields::refresh);
}

void OptionFields::add(std::initializer_list<OptionPlace> places) {
    for (const OptionPlace place : places) {
        for (const Option& option : session::optionTable()) {
            if (option.place == place) {
                addOption(option);
            }
        }
    }
}

void OptionFields::addOption(const Option& option) {
    const bool chosen = option.value.kind == OptionKind::Choice || option.value.kind == OptionKind::Flag;
    chosen ? addChoice(option) : addField(option);
}

void OptionFields::addField(const Option& option) {
    auto* field = new Field(fieldName(option));
    addRow(shown(option.label), field, meaningOf(option));
    connect(field, &Field::edited, this, [this, field, &option](const QString& typed) {
        editOption(m_request, *field, option.name.c_str(), typed);
    });
    m_fields.emplace_back(field, &option);
}

void OptionFields::addChoice(const Option& option) {
    auto* choice = new Choice(fieldName(option), wordsOf(option));
    addRow(shown(option.label), choice, meaningOf(option));
    connect(choice, &Choice::chosen, this, [this, &option](const QString& value) {
        m_request.edit([&](Options& options) { choose(option, options, value); });
    });
    m_choices.emplace_back(choice, &option);
}

void OptionFields::refresh() {
    const Options& options = m_request.options();
    const auto isThere = [&](const Option& option) {
        return option.mattersTo(options) || !option.textIn(options).empty();
    };
    for (const auto& [field, option] : m_fields) {
        const QString text = QString::fromStdString(option->textIn(options));
        field->show(isNumber(*option) ? shownNumbers(text) : text);
        field->setPlaceholderText(placeholderOf(*option, options));
        setRowVisible(field, isThere(*option));
    }
    for (const auto& [choice, option] : m_choices) {
        choice->show(chosenIn(*option, options));
        setRowVisible(choice, isThere(*option));
    }
}

} // namespace parsimony::ui
