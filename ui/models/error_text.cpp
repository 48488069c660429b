// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/error_text.h"

#include "core/base/part_name.h"
#include "ui/models/number_format.h"

#include <QCoreApplication>

namespace parsimony::ui {

namespace {

struct ErrorWords {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::ErrorText)
};

/// The places of `pattern` filled in one go: a value may hold what looks like a place.
QString filled(const QString& pattern, const std::vector<Sentence::Value>& values) {
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const bool place =
            pattern[i] == QLatin1Char('{') && i + 2 < pattern.size() && pattern[i + 2] == QLatin1Char('}');
        const auto index = place ? static_cast<std::size_t>(pattern[i + 1].unicode() - u'1') : values.size();
        if (index < values.size()) {
            const Sentence::Value& value = values[index];
            const QString own = QString::fromStdString(value.text);
            text += value.said ? sentenceText(*value.said) : value.isNumber ? localised(own) : own;
            i += 2;
        } else {
            text += pattern[i];
        }
    }
    return text;
}

} // namespace

QString sentenceText(const char* english) {
    return ErrorWords::tr("%1").arg(QString::fromUtf8(english));
}

QString sentenceText(const Sentence& sentence) {
    const QString pattern = QString::fromStdString(sentence.pattern());
    const QString translated = QCoreApplication::translate("parsimony::Sentence", sentence.pattern().c_str());
    return translated == pattern ? sentenceText(sentence.english().c_str())
                                 : filled(translated, sentence.values());
}

QString sentenceText(const std::vector<Sentence>& sentences) {
    QStringList texts;
    for (const Sentence& sentence : sentences) {
        texts << sentenceText(sentence);
    }
    return texts.join(QLatin1Char(' '));
}

QString partText(const std::string& name) {
    const Sentence::Value value = partName(name);
    return value.said ? sentenceText(*value.said) : QString::fromStdString(value.text);
}

} // namespace parsimony::ui
