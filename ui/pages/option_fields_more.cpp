// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of options that take more than a number or a word: files, and several words of a choice.
#include "core/base/error.h"
#include "core/session/method_choice.h"
#include "ui/pages/option_fields.h"
#include "ui/style/path_field.h"
#include "ui/workers/session_port.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>

namespace parsimony::ui {

namespace {

using session::Option;

/// Files that were dropped or chosen as the field of the option has them: of FEATURES,LABELS two at most, the
/// labels behind, what an option takes several times beside what is there, of another the first.
QString pathsIn(const Option& option, QStringList files, const QString& text) {
    static const QRegularExpression labels(QStringLiteral("(^|[^a-z])(y|labels?|targets?)([^a-z]|$)"),
                                           QRegularExpression::CaseInsensitiveOption);
    if (option.value.repeats) {
        return (text.trimmed().isEmpty() ? files : QStringList(text.trimmed()) + files)
            .join(QStringLiteral("; "));
    }
    const bool pair = option.value.syntax.find(',') != std::string::npos;
    std::stable_partition(files.begin(), files.end(), [](const QString& file) {
        return !labels.match(QFileInfo(file).completeBaseName()).hasMatch();
    });
    return files.mid(0, pair ? 2 : 1).join(QLatin1Char(','));
}

} // namespace

Field* OptionFields::newPathField(const Option& option, const QString& name) {
    return new PathField(
        name, optionText(option.label).remove(QLatin1Char('&')),
        [&option](const QStringList& files, const QString& text) { return pathsIn(option, files, text); });
}

void OptionFields::addOthers(const Option& option, const QString& name) {
    auto* field = new Field(name);
    field->setPlaceholderText(tr("that one alone"));
    addRow(
        tr("or one of"), field,
        tr("What the search chooses from as well, in the words of the command line, with semicolons between "
           "them."));
    connect(field, &Field::edited, this, [this, field, &option](const QString& typed) {
        static const QRegularExpression between(QStringLiteral("[;,\\s]+"));
        QString problem;
        m_request.edit(
            [&](Options& options) {
                QStringList words = typed.split(between, Qt::SkipEmptyParts);
                words.prepend(chosenIn(option, options));
                try {
                    option.give(options, {words.join(QLatin1Char(',')).toStdString()});
                } catch (const Error&) { // half a word: what holds stays
                    problem = currentProblem().message;
                }
            },
            field->objectName());
        field->setInvalid(!problem.isEmpty(), problem);
        emit edited();
    });
    m_others.push_back({field, &option});
}

void OptionFields::showOthers(const Row& row) {
    const Options& options = m_request.options();
    const QStringList others =
        QString::fromStdString(row.option->textIn(options)).split(QLatin1Char(',')).mid(1);
    row.field->show(others.join(QStringLiteral("; ")));
    setRowVisible(row.field, !others.isEmpty() || search::traitsOf(session::methodOf(options)).takesAxes);
}

} // namespace parsimony::ui
