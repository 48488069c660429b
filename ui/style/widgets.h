// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>

class QGridLayout;
class QPushButton;
class QTableView;
class QVBoxLayout;

namespace parsimony::ui {

/// A label in one of the roles of the style sheet: title, heading, muted, faint, error, notice, problem,
/// badge, big.
[[nodiscard]] QLabel* roleLabel(const QString& text, const char* role, QWidget* parent = nullptr);
/// Changes the role of a label and restyles it.
void setRole(QWidget* widget, const char* role);
/// Sets a property that the style sheet looks at and restyles the widget.
void setStyleProperty(QWidget* widget, const char* name, const QVariant& value);
[[nodiscard]] QFrame* separator(QWidget* parent = nullptr);
[[nodiscard]] QToolButton* toolButton(const QString& iconName, const QString& meaning,
                                      QWidget* parent = nullptr);

/// A table of whole rows, one chosen at a time, as the pages list experiments and methods; `widths` are of
/// the columns of its model, which it must have.
void setUpRowTable(QTableView& table, const QString& name, const QString& accessibleName,
                   std::initializer_list<int> widths);

class ElidedLabel;

/// A folding section of the left panel: a heading that can be clicked or toggled with the keyboard, and a
/// summary in its place while it is folded.
class Section : public QWidget {
    Q_OBJECT
public:
    Section(const QString& name, const QString& title, QWidget* parent = nullptr);
    [[nodiscard]] QVBoxLayout* body() const { return m_body; }
    void setSummary(const QString& text);
    /// Something that is wrong inside, in place of the summary and in sight while folded, with a button that
    /// mends it; an empty `text` takes both away.
    void setTrouble(const QString& text, const QString& action);
    void setFolded(bool folded);
    [[nodiscard]] bool folded() const { return m_folded; }

signals:
    void foldedChanged(bool folded);
    void mendWanted(); ///< the button beside the trouble

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_header;
    void showSummary();

    ElidedLabel *m_summary, *m_trouble;
    QPushButton* m_mend;
    QToolButton* m_arrow;
    QWidget* m_content;
    QVBoxLayout* m_body;
    bool m_folded = false;
};

/// Label and field rows with the label column aligned over several grids. The label is the field's accessible
/// name and its buddy; `meaning` teaches the term in a tooltip.
class FormGrid : public QWidget {
    Q_OBJECT
public:
    explicit FormGrid(QWidget* parent = nullptr);
    QLabel* addRow(const QString& label, QWidget* field, const QString& meaning);
    /// Hides or shows a field with its label.
    void setRowVisible(QWidget* field, bool visible);

private:
    QGridLayout* m_grid;
    int m_rows = 0;
};

/// A line edit for a number or text: Enter and leaving the field commit; `invalid` paints a red frame, and
/// says why below the field when the person has stopped typing.
class Field : public QLineEdit {
    Q_OBJECT
public:
    explicit Field(const QString& objectName, QWidget* parent = nullptr);
    /// Where the reason is shown; hidden while there is none. Owned by its parent.
    void setReasonLabel(QLabel* label);
    /// Shows `text` unless the person is typing in the field.
    void show(const QString& text);
    void setInvalid(bool invalid, const QString& why = {});
    [[nodiscard]] const QString& whyInvalid() const { return m_why; } ///< empty: it is not

signals:
    void edited(const QString& text); ///< as typed, for live forms

protected:
    void focusOutEvent(QFocusEvent* event) override;

private:
    void showReason();

    QString m_meaning, m_why;
    QLabel* m_reason = nullptr;
    QTimer m_pause; ///< "1e" is no number on the way to 1e-5: nothing jumps while someone types
};

/// A combo box of (value, shown text) pairs.
class Choice : public QComboBox {
    Q_OBJECT
public:
    Choice(const QString& objectName, const QList<std::pair<QString, QString>>& options,
           QWidget* parent = nullptr);
    void show(const QString& value);
    void showPopup() override;

signals:
    void chosen(const QString& value);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override; ///< scrolling past a form must not change it
};

/// A label that elides its text in the middle and shows all of it as a tooltip.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideMiddle);
    void setFullText(const QString& text);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void elide();
    QString m_full;
    Qt::TextElideMode m_mode;
};

} // namespace parsimony::ui
