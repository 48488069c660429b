// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/filter_field.h"

#include "core/filter/filter_edit.h"
#include "ui/models/filter_language.h"
#include "ui/models/trial_table_model.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QMenu>
#include <QSettings>
#include <QTextCharFormat>

namespace parsimony::ui {

namespace {

const QString kKept = QStringLiteral("filters/kept");
constexpr int kMostShown = 10;

} // namespace

FilterField::FilterField(TrialTableModel& trials, QWidget* parent)
    : Field(QStringLiteral("trials.filter"), parent), m_trials(trials), m_completer(new QCompleter(this)),
      m_menu(new QMenu(this)) {
    setPlaceholderText(tr("Filter  /   e.g. score>70% (phase=2 OR phase=final)"));
    setAccessibleName(tr("Filter of the trials"));
    setToolTip(tr("Trials that the table and the plots show: column, one of = != < <= > >= ~ and a value, "
                  "joined by AND, OR, NOT and parentheses. A word alone is looked for."));
    setClearButtonEnabled(true);
    auto* menu = addAction(icon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
    menu->setObjectName(QStringLiteral("trials.filter.kept"));
    menu->setText(tr("Kept filters"));
    menu->setToolTip(tr("Kept filters"));
    connect(menu, &QAction::triggered, this, [this] {
        fillMenu();
        m_menu->popup(mapToGlobal(QPoint(0, height())));
    });
    m_completer->setModel(&m_candidates);
    m_completer->setWidget(this);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setMaxVisibleItems(kMostShown);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &FilterField::complete);
    connect(this, &QLineEdit::textChanged, this, &FilterField::apply);
    connect(this, &QLineEdit::textEdited, this, &FilterField::offer);
    connect(&m_trials, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) {
        if (first.column() == static_cast<int>(TrialColumn::Method)) {
            underline(); // a name that was not known may be now
        }
    });
}

void FilterField::apply(const QString& text) {
    m_trials.setFilter(text);
    underline();
    emit filterChanged();
}

void FilterField::underline() {
    QList<QInputMethodEvent::Attribute> marks;
    for (const auto& problem : m_trials.problems()) {
        const int from = characterAt(text(), problem.at);
        const int to = characterAt(text(), problem.at + problem.length);
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(Theme::instance().colors().danger);
        marks.push_back(
            {QInputMethodEvent::TextFormat, from - cursorPosition(), std::max(1, to - from), format});
    }
    // The way a line edit takes formats for parts of its text. It tells of no change, for there is none.
    QInputMethodEvent event(QString(), marks);
    QApplication::sendEvent(this, &event);
    const auto& problems = m_trials.problems();
    setInvalid(!problems.empty(), problems.empty() ? QString() : problemText(problems.front(), text()));
}

void FilterField::offer() {
    const QString all = text();
    auto words = filterWords(m_trials.experiments());
    addTrialNames(words, m_trials.trials());
    const auto found = filter::completeFilter(all.toStdString(), byteAt(all, cursorPosition()), words);
    QStringList candidates;
    for (const std::string& candidate : found.candidates) {
        candidates << QString::fromStdString(candidate);
    }
    m_from = characterAt(all, found.begin);
    m_to = characterAt(all, found.end);
    m_candidates.setStringList(candidates);
    if (candidates.isEmpty()) {
        m_completer->popup()->hide();
        return;
    }
    QRect place = cursorRect();
    place.setWidth(std::max(160, m_completer->popup()->sizeHintForColumn(0) + 24));
    m_completer->complete(place);
}

void FilterField::complete(const QString& candidate) {
    const QString all = text();
    setText(all.left(m_from) + candidate + all.mid(m_to));
    setCursorPosition(m_from + static_cast<int>(candidate.size()));
}

void FilterField::setBounds(const filter::FilterRange& range) {
    const auto words = filterWords(m_trials.experiments());
    if (const auto changed = filter::withRange(text().toStdString(), range, words)) {
        setText(QString::fromStdString(*changed));
    }
}

void FilterField::setListed(filter::TrialField field, const std::vector<double>& numbers) {
    const auto words = filterWords(m_trials.experiments());
    if (const auto changed = filter::withListed(text().toStdString(), field, numbers, words)) {
        setText(QString::fromStdString(*changed));
    }
}

void FilterField::setNamed(filter::TrialField field, const std::vector<std::string>& names) {
    const auto words = filterWords(m_trials.experiments());
    if (const auto changed = filter::withNamed(text().toStdString(), field, names, words)) {
        setText(QString::fromStdString(*changed));
    }
}

QStringList FilterField::kept() {
    return QSettings().value(kKept).toStringList();
}

void FilterField::keep() {
    const QString now = QString::fromStdString(m_trials.filter().canonical());
    QStringList all = kept();
    all.removeAll(now);
    if (!now.isEmpty() && m_trials.problems().empty()) {
        QSettings().setValue(kKept, all << now);
    }
}

void FilterField::forget() {
    QStringList all = kept();
    all.removeAll(QString::fromStdString(m_trials.filter().canonical()));
    QSettings().setValue(kKept, all);
}

void FilterField::fillMenu() {
    m_menu->clear();
    const QString now = QString::fromStdString(m_trials.filter().canonical());
    const QStringList all = kept();
    for (const QString& text : all) {
        QString shown = fontMetrics().elidedText(text, Qt::ElideMiddle, 480);
        auto* action = m_menu->addAction(shown.replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                                         [this, text] { setText(text); });
        action->setToolTip(text);
        action->setCheckable(true);
        action->setChecked(text == now);
    }
    if (all.isEmpty()) {
        m_menu->addAction(tr("No filter is kept yet"))->setEnabled(false);
    }
    m_menu->addSeparator();
    const bool one = !now.isEmpty() && m_trials.problems().empty();
    m_menu->addAction(tr("Keep this filter"), this, &FilterField::keep)
        ->setEnabled(one && !all.contains(now));
    m_menu->addAction(tr("Forget this filter"), this, &FilterField::forget)
        ->setEnabled(one && all.contains(now));
}

void FilterField::changeEvent(QEvent* event) {
    Field::changeEvent(event);
    if (event->type() == QEvent::StyleChange && !m_trials.problems().empty()) {
        underline(); // the colours have changed
    }
}

} // namespace parsimony::ui
