// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/option_table.h"
#include "ui/models/request.h"
#include "ui/style/widgets.h"

#include <initializer_list>
#include <vector>

namespace parsimony::ui {

/// Rows of a form, each a row of the table of options bound to the request: what is typed or chosen is
/// written to it, and any change of the request, undo included, is shown. A row is there where the request's
/// method, trainer and other options look at it, or where it is given.
class OptionFields : public FormGrid {
    Q_OBJECT
public:
    using Options = session::RunOptions;

    explicit OptionFields(Request& request, QWidget* parent = nullptr);

    /// The rows that the table has for these places, in its order.
    void add(std::initializer_list<session::OptionPlace> places);
    void refresh();

private:
    void addOption(const session::Option& option);
    void addField(const session::Option& option);
    void addChoice(const session::Option& option);

    Request& m_request;
    std::vector<std::pair<Field*, const session::Option*>> m_fields;
    std::vector<std::pair<Choice*, const session::Option*>> m_choices;
};

/// Gives an option what was typed into its field, or takes it back where that is empty. The field says the
/// sentence of the command line where the option does not take it.
void editOption(Request& request, Field& field, const char* option, const QString& typed);

/// Gives an option of the table the word that a choice has, and tells the word it has.
void giveWord(session::RunOptions& options, const char* option, const QString& word);
[[nodiscard]] QString wordOf(const session::RunOptions& options, const char* option);

/// Numbers as a person typed them, with semicolons between them, as a file would have them; what is none
/// stays as it was typed.
[[nodiscard]] std::string typedNumbers(const QString& typed);

/// What a field of the form is called: "plan.maxGradNorm", "data.meanEpsilon".
[[nodiscard]] QString fieldName(const session::Option& option);

} // namespace parsimony::ui
