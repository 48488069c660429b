// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/option_fields.h"

#include "ui/models/number_format.h"

namespace parsimony::ui {

OptionFields::OptionFields(Request& request, QWidget* parent) : FormGrid(parent), m_request(request) {
    connect(&m_request, &Request::changed, this, &OptionFields::refresh);
}

Field* OptionFields::addText(Text row) {
    auto* field = new Field(row.name);
    field->setPlaceholderText(row.placeholder);
    addRow(row.label, field, row.meaning);
    connect(field, &Field::edited, this, [this, field, row](const QString& typed) {
        m_request.edit(
            [&](Options& o) {
                const bool good = row.write(o, typed.trimmed());
                field->setInvalid(!good, row.expected);
            },
            row.name);
    });
    m_texts.emplace_back(field, std::move(row));
    return field;
}

Choice* OptionFields::addChoice(Values row) {
    auto* choice = new Choice(row.name, row.values);
    addRow(row.label, choice, row.meaning);
    connect(choice, &Choice::chosen, this, [this, write = row.write](const QString& value) {
        m_request.edit([&](Options& o) { write(o, value); });
    });
    m_choices.emplace_back(choice, std::move(row));
    return choice;
}

void OptionFields::refresh() {
    const Options& o = m_request.options();
    for (const auto& [field, row] : m_texts) {
        field->show(row.read(o));
        if (row.enabled) {
            field->setEnabled(row.enabled(o));
        }
        if (row.shown) {
            setRowVisible(field, row.shown(o));
        }
    }
    for (const auto& [choice, row] : m_choices) {
        choice->show(row.read(o));
        if (row.shown) {
            setRowVisible(choice, row.shown(o));
        }
    }
}

OptionFields::Text OptionFields::number(Text row, std::optional<double> Options::*option, double above,
                                        double below) {
    row.read = [option](const Options& o) { return o.*option ? formatQuantity(*(o.*option), 6) : QString(); };
    row.write = [option, above, below](Options& o, const QString& typed) {
        const auto value = parseTyped(typed);
        const bool good = value && *value > above && *value < below;
        o.*option = good ? value : std::nullopt;
        return good || typed.isEmpty();
    };
    return row;
}

OptionFields::Text OptionFields::words(Text row, std::optional<std::string> Options::*option) {
    row.read = [option](const Options& o) { return QString::fromStdString((o.*option).value_or("")); };
    row.write = [option](Options& o, const QString& typed) {
        o.*option = typed.isEmpty() ? std::nullopt : std::optional(typed.toStdString());
        return true; // the plan says what is wrong with it, in the words of the engine
    };
    return row;
}

OptionFields::Text OptionFields::words(Text row, std::string Options::*option, const std::string& otherwise) {
    row.read = [option, otherwise](const Options& o) {
        return o.*option == otherwise ? QString() : QString::fromStdString(o.*option);
    };
    row.write = [option, otherwise](Options& o, const QString& typed) {
        o.*option = typed.isEmpty() ? otherwise : typed.toStdString();
        return true;
    };
    return row;
}

OptionFields::Values OptionFields::choice(Values row, std::string Options::*option) {
    row.read = [option](const Options& o) { return QString::fromStdString(o.*option); };
    row.write = [option](Options& o, const QString& value) { o.*option = value.toStdString(); };
    return row;
}

OptionFields::Values OptionFields::yesOrNo(Values row, bool Options::*option) {
    row.values = {{QStringLiteral("no"), tr("no")}, {QStringLiteral("yes"), tr("yes")}};
    row.read = [option](const Options& o) {
        return o.*option ? QStringLiteral("yes") : QStringLiteral("no");
    };
    row.write = [option](Options& o, const QString& value) { o.*option = value == QLatin1String("yes"); };
    return row;
}

} // namespace parsimony::ui
