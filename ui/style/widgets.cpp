// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/widgets.h"

#include "ui/style/icons.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QGridLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QStyle>
#include <QStylePainter>
#include <QTableView>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace parsimony::ui {

namespace {
constexpr int kTypingPause = 800; // ms
} // namespace

QLabel* roleLabel(const QString& text, const char* role, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("role", QLatin1String(role));
    return label;
}

void setStyleProperty(QWidget* widget, const char* name, const QVariant& value) {
    if (widget->property(name) == value) {
        return;
    }
    widget->setProperty(name, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->update();
}

void setRole(QWidget* widget, const char* role) {
    setStyleProperty(widget, "role", QLatin1String(role));
}

QFrame* separator(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setProperty("role", QStringLiteral("separator"));
    line->setFixedHeight(1);
    return line;
}

QToolButton* toolButton(const QString& iconName, const QString& meaning, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setIconSize(QSize(14, 14));
    button->setToolTip(meaning);
    button->setAccessibleName(meaning);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void setUpRowTable(QTableView& table, const QString& name, const QString& accessibleName,
                   std::initializer_list<int> widths) {
    table.setObjectName(name);
    table.setAccessibleName(accessibleName);
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(22);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setStretchLastSection(true);
    int column = 0;
    for (const int width : widths) {
        table.setColumnWidth(column, std::max(width, table.horizontalHeader()->sectionSizeHint(column)));
        ++column;
    }
}

Section::Section(const QString& name, const QString& title, QWidget* parent) : QWidget(parent) {
    setObjectName(name);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    m_header = new QWidget;
    m_header->setObjectName(QStringLiteral("sectionHeader"));
    m_header->setAttribute(Qt::WA_StyledBackground);
    m_header->setFocusPolicy(Qt::TabFocus);
    m_header->setAccessibleName(title);
    m_header->setCursor(Qt::PointingHandCursor);
    m_header->installEventFilter(this);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(8, 8, 12, 6);
    row->setSpacing(4);
    m_arrow = toolButton(QStringLiteral("chevron-down"), tr("Fold or unfold"), m_header);
    m_arrow->setIconSize(QSize(10, 10));
    m_arrow->setFocusPolicy(Qt::NoFocus);
    connect(m_arrow, &QToolButton::clicked, this, [this] { setFolded(!m_folded); });
    auto* heading = roleLabel(title.toUpper(), "heading");
    m_summary = new ElidedLabel(nullptr, Qt::ElideRight);
    m_summary->setProperty("role", "muted");
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_arrow);
    row->addWidget(heading);
    m_trouble = new ElidedLabel(nullptr, Qt::ElideMiddle);
    m_trouble->setObjectName(name + QStringLiteral(".trouble"));
    m_trouble->setProperty("role", "error");
    m_trouble->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_mend = new QPushButton;
    m_mend->setObjectName(name + QStringLiteral(".mend"));
    m_mend->setProperty("link", true);
    connect(m_mend, &QPushButton::clicked, this, &Section::mendWanted);
    row->addWidget(m_summary, 1);
    row->addWidget(m_trouble, 1);
    row->addWidget(m_mend);
    m_content = new QWidget;
    m_body = new QVBoxLayout(m_content);
    m_body->setContentsMargins(12, 0, 12, 12);
    m_body->setSpacing(8);
    all->addWidget(m_header);
    all->addWidget(m_content);
    all->addWidget(separator());
    setTrouble({}, {});
}

void Section::setTrouble(const QString& text, const QString& action) {
    m_trouble->setFullText(text);
    m_trouble->setVisible(!text.isEmpty());
    m_mend->setText(action);
    m_mend->setVisible(!text.isEmpty());
    m_mend->setFocusPolicy(text.isEmpty() ? Qt::NoFocus : Qt::StrongFocus); // else it has no name
    m_header->setAccessibleDescription(text);
    showSummary();
}

void Section::showSummary() {
    m_summary->setVisible(m_folded && m_trouble->isHidden());
}

void Section::setSummary(const QString& text) {
    m_summary->setFullText(text);
}

void Section::setFolded(bool folded) {
    m_folded = folded;
    m_content->setVisible(!folded);
    showSummary();
    m_arrow->setIcon(icon(folded ? QStringLiteral("chevron-right") : QStringLiteral("chevron-down")));
    emit foldedChanged(folded);
}

bool Section::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_header) {
        const bool key =
            event->type() == QEvent::KeyPress && (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space ||
                                                  static_cast<QKeyEvent*>(event)->key() == Qt::Key_Return);
        if (key || event->type() == QEvent::MouseButtonRelease) {
            setFolded(!m_folded);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

FormGrid::FormGrid(QWidget* parent) : QWidget(parent) {
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnMinimumWidth(0, 98);
    m_grid->setColumnStretch(1, 1);
}

QLabel* FormGrid::addRow(const QString& label, QWidget* field, const QString& meaning) {
    auto* text = roleLabel(label, "muted");
    text->setBuddy(field);
    text->setToolTip(meaning);
    field->setToolTip(meaning);
    field->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    field->setAccessibleDescription(meaning);
    m_grid->addWidget(text, m_rows, 0);
    m_grid->addWidget(field, m_rows, 1);
    ++m_rows;
    if (auto* typed = qobject_cast<Field*>(field)) {
        auto* reason = roleLabel({}, "error");
        reason->setObjectName(field->objectName() + QStringLiteral(".problem"));
        reason->setWordWrap(true);
        reason->hide();
        m_grid->addWidget(reason, m_rows, 1);
        typed->setReasonLabel(reason);
        ++m_rows;
    }
    return text;
}

void FormGrid::setRowVisible(QWidget* field, bool visible) {
    const int index = m_grid->indexOf(field);
    if (index < 0) {
        return;
    }
    int row = 0;
    int column = 0;
    int rowSpan = 0;
    int columnSpan = 0;
    m_grid->getItemPosition(index, &row, &column, &rowSpan, &columnSpan);
    if (auto* label = m_grid->itemAtPosition(row, 0)) {
        label->widget()->setVisible(visible);
    }
    field->setVisible(visible);
    if (auto* reason = m_grid->itemAtPosition(row + 1, 1);
        reason != nullptr && qobject_cast<Field*>(field) != nullptr && !visible) {
        reason->widget()->hide();
    }
}

Field::Field(const QString& objectName, QWidget* parent) : QLineEdit(parent) {
    setObjectName(objectName);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kTypingPause);
    connect(&m_pause, &QTimer::timeout, this, &Field::showReason);
    connect(this, &QLineEdit::textEdited, this, &Field::edited);
    connect(this, &QLineEdit::editingFinished, this, &Field::showReason);
}

void Field::setReasonLabel(QLabel* label) {
    m_reason = label;
}

void Field::showReason() {
    if (m_reason != nullptr) {
        m_reason->setText(m_why);
        m_reason->setVisible(!m_why.isEmpty() && isVisible());
    }
}

void Field::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    showReason();
}

void Field::show(const QString& text) {
    if (!hasFocus() && this->text() != text) {
        setText(text);
        setCursorPosition(0); // of a long one the beginning is seen
    }
}

void Field::setInvalid(bool invalid, const QString& why) {
    if (m_meaning.isNull()) {
        m_meaning = toolTip();
    }
    setToolTip(invalid && !why.isEmpty() ? why : m_meaning);
    setStyleProperty(this, "invalid", invalid);
    m_why = invalid ? why : QString();
    if (m_why.isEmpty()) {
        m_pause.stop();
        showReason();
    } else {
        m_pause.start();
    }
}

Choice::Choice(const QString& objectName, const QList<std::pair<QString, QString>>& options, QWidget* parent)
    : QComboBox(parent) {
    setObjectName(objectName);
    for (const auto& [value, text] : options) {
        addItem(text, value);
    }
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(8);
    connect(this, &QComboBox::activated, this,
            [this](int index) { emit chosen(itemData(index).toString()); });
}

void Choice::show(const QString& value) {
    const int index = findData(value);
    if (index >= 0 && index != currentIndex()) {
        setCurrentIndex(index);
    }
}

void Choice::paintEvent(QPaintEvent*) {
    // Under a style sheet Qt cuts a text that is too long in the middle of a letter.
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const int room =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, room - 2);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

void Choice::showPopup() {
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + 16); // in the list all of it is read
    QComboBox::showPopup();
}

void Choice::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode mode) : QLabel(parent), m_mode(mode) {}

void ElidedLabel::setFullText(const QString& text) {
    m_full = text;
    setToolTip(text);
    elide();
}

QSize ElidedLabel::minimumSizeHint() const {
    return {24, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::elide() {
    setText(fontMetrics().elidedText(m_full, m_mode, std::max(24, width())));
}

} // namespace parsimony::ui
