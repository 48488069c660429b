// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/option_table.h"
#include "ui/models/request.h"
#include "ui/style/widgets.h"

#include <initializer_list>
#include <optional>
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
    /// Those that say something of rows that a classifier is looked at on, for a form of its own: with
    /// "evaluate." for `section` a field is called evaluate.labelColumn.
    void addOfLook(const QString& section);
    void refresh();
    /// Why what stands in a field that is there is not taken; empty: all is.
    [[nodiscard]] QString problem() const;
    /// Shows `text` in an option's field, which nobody can edit then; absent: what the request has.
    void fix(const char* option, const std::optional<QString>& text);
    /// What an option's field shows while it is empty; absent: what holds by its row.
    void setPlaceholder(const char* option, const std::optional<QString>& text);

signals:
    void edited(); ///< after something was typed, taken or not

private:
    struct Row {
        Field* field;
        const session::Option* option;
        std::optional<QString> fixed{}, placeholder{};
    };

    void addOption(const session::Option& option, const QString& name, const QString& meaning);
    [[nodiscard]] static Field* newPathField(const session::Option& option, const QString& name);
    void addField(const session::Option& option, const QString& name, const QString& meaning);
    void addChoice(const session::Option& option, const QString& name, const QString& meaning);
    /// Of a choice that may be several: what a search chooses from beside the one that the choice shows.
    void addOthers(const session::Option& option, const QString& name);
    void show(const Row& row);
    void showOthers(const Row& row);
    [[nodiscard]] Row& rowOf(const char* option);

    Request& m_request;
    std::vector<Row> m_fields, m_others;
    std::vector<std::pair<Choice*, const session::Option*>> m_choices;
};

/// A text of the table in the user's language: methods and trainers have theirs in their own files.
[[nodiscard]] QString optionText(const std::string& text);

/// The word that a choice has, by default too, of several the first; "yes" or "no" of a flag.
[[nodiscard]] QString chosenIn(const session::Option& option, const session::RunOptions& options);

/// What an option means, and each of its words.
[[nodiscard]] QString meaningOf(const session::Option& option);

/// Numbers as a person typed them, with semicolons between them, as a file would have them; what is none
/// stays as it was typed.
[[nodiscard]] std::string typedNumbers(const QString& typed);

/// A list of numbers likewise. Where a comma is no decimal mark, it may stand between them as well: 1,3 is
/// two numbers there, as on the command line.
[[nodiscard]] std::string typedList(const QString& typed);

/// What a field of the form is called: "plan.maxGradNorm", "data.meanEpsilon", "budget.trials".
[[nodiscard]] QString fieldName(const session::Option& option);

} // namespace parsimony::ui
