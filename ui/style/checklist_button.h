// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QStringList>
#include <QToolButton>

class QLineEdit;
class QListWidget;

namespace parsimony::ui {

/// A button that opens a list to tick: type to search, Space or a click ticks. Nothing ticked is all. The
/// button says what is chosen.
class ChecklistButton : public QToolButton {
    Q_OBJECT
public:
    struct Entry {
        QString key, text;
        QColor color; ///< a mark before the text; invalid: none
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    /// `all` is shown while nothing is ticked, `some` with the number ticked for %1 and all for %2.
    ChecklistButton(const QString& name, const QString& meaning, const QString& all, const QString& some,
                    QWidget* parent = nullptr);

    void setEntries(const QList<Entry>& entries); ///< what was ticked and is still there stays so
    void setChosen(const QStringList& keys);      ///< without a signal; keys that are not there are left out
    [[nodiscard]] QStringList chosen() const;
    [[nodiscard]] QListWidget& list() const { return *m_list; }

signals:
    void chosenChanged(QStringList keys); ///< by the person; empty: all

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildMenu();
    void search(const QString& text);
    void showChosen();

    QString m_all, m_some;
    QList<Entry> m_entries;
    QLineEdit* m_search;
    QListWidget* m_list;
    bool m_filling = false;
};

/// A small square of `color`, as lists show it before a name.
[[nodiscard]] QIcon colorMark(const QColor& color);

} // namespace parsimony::ui
