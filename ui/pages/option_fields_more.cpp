// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of options that take more than a number or a word: files.
#include "ui/pages/option_fields.h"
#include "ui/style/path_field.h"

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

} // namespace parsimony::ui
