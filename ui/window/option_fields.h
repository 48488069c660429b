// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/request.h"
#include "ui/style/widgets.h"

#include <vector>

namespace parsimony::ui {

/// Rows of a form, each bound to one option of the request: what is typed or chosen is written to it, and any
/// change of the request, undo included, is shown.
class OptionFields : public FormGrid {
    Q_OBJECT
public:
    using Options = session::RunOptions;
    using Shown = std::function<bool(const Options&)>;

    explicit OptionFields(Request& request, QWidget* parent = nullptr);

    /// `read` gives the text of the option; `write` takes a typed one and is false when it can't be meant.
    /// `expected` is told then. `shown` says for which requests the row is there at all.
    struct Text {
        QString name, label, meaning, placeholder, expected;
        std::function<QString(const Options&)> read;
        std::function<bool(Options&, const QString&)> write;
        Shown shown = nullptr, enabled = nullptr;
    };
    Field* addText(Text row);

    struct Values {
        QString name, label, meaning;
        QList<std::pair<QString, QString>> values; ///< as the command line has them, and as they are shown
        std::function<QString(const Options&)> read;
        std::function<void(Options&, const QString&)> write;
        Shown shown = nullptr;
    };
    Choice* addChoice(Values row);

    void refresh();

    // The usual ways of an option.
    static Text number(Text row, std::optional<double> Options::*option, double above = 0.0,
                       double below = 1e300);
    static Text words(Text row, std::optional<std::string> Options::*option);
    static Text words(Text row, std::string Options::*option, const std::string& otherwise);
    static Values choice(Values row, std::string Options::*option);
    static Values yesOrNo(Values row, bool Options::*option);

private:
    Request& m_request;
    std::vector<std::pair<Field*, Text>> m_texts;
    std::vector<std::pair<Choice*, Values>> m_choices;
};

} // namespace parsimony::ui
