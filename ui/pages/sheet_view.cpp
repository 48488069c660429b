// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/sheet_view.h"

#include "ui/models/error_text.h"
#include "ui/models/number_format.h"
#include "ui/style/file_dialogs.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSvgRenderer>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>
#include <vector>

namespace parsimony::ui {

namespace {

constexpr int kRowHeight = 22;
constexpr int kMostRows = 14; ///< a longer table scrolls by itself

/// A drawing with those of its words that the window has in its language.
QString inWords(const QString& svg) {
    static const QRegularExpression word(QStringLiteral(">([^<>]+)</text>"));
    QString text;
    qsizetype from = 0;
    for (auto found = word.globalMatch(svg); found.hasNext();) {
        const auto match = found.next();
        text += svg.mid(from, match.capturedStart(1) - from) +
                QCoreApplication::translate("parsimony::Chart", match.captured(1).toUtf8().constData());
        from = match.capturedEnd(1);
    }
    return text + svg.mid(from);
}

/// A drawing on paper, in the colours of the window.
QByteArray inColors(const std::string& svg) {
    const Colors& colors = Theme::instance().colors();
    QString text = inWords(QString::fromStdString(svg));
    const std::pair<const char*, QColor> paper[] = {{"#ffffff", colors.base},
                                                    {"#222222", colors.text},
                                                    {"#444444", colors.muted},
                                                    {"#e5e5e5", colors.line},
                                                    {"#000000", colors.text}};
    for (const auto& [on, color] : paper) {
        text.replace(QStringLiteral("fill=\"%1\"").arg(QLatin1String(on)),
                     QStringLiteral("fill=\"%1\"").arg(color.name()));
        text.replace(QStringLiteral("stroke=\"%1\"").arg(QLatin1String(on)),
                     QStringLiteral("stroke=\"%1\"").arg(color.name()));
    }
    return text.toUtf8();
}

/// As wide as there is room, at most as drawn.
class SheetPicture : public QWidget {
public:
    explicit SheetPicture(const Sheet::Picture& picture) : m_svg(picture.svg) {
        setObjectName(QStringLiteral("sheet.picture.") + QString::fromStdString(picture.name));
        setAccessibleName(QString::fromStdString(picture.name));
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
        load();
        QObject::connect(&Theme::instance(), &Theme::changed, this, [this] { load(); });
    }
    [[nodiscard]] QSize sizeHint() const override { return m_renderer.defaultSize(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, heightForWidth(160)}; }
    [[nodiscard]] int heightForWidth(int width) const override {
        const QSize drawn = m_renderer.defaultSize();
        return drawn.width() > 0 ? drawn.height() * std::min(width, drawn.width()) / drawn.width() : 0;
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const int wide = std::min(width(), m_renderer.defaultSize().width());
        m_renderer.render(&painter, QRectF(0, 0, wide, heightForWidth(width())));
    }

private:
    void load() {
        m_renderer.load(inColors(m_svg));
        update();
    }
    std::string m_svg;
    QSvgRenderer m_renderer;
};

/// A symbol is the same in every language.
QString headingText(const Sentence& title) {
    const std::string& pattern = title.pattern();
    return QCoreApplication::translate("parsimony::Sentence", pattern.c_str()) ==
                   QString::fromStdString(pattern)
               ? QString::fromStdString(title.english())
               : sentenceText(title);
}

QString cellText(const std::string& cell, bool isWords) {
    static const QRegularExpression point(QStringLiteral(R"((\d)\.(\d))"));
    if (isWords) { // names stay what they are
        return QCoreApplication::translate("parsimony::Sentence", cell.c_str());
    }
    QString text = QString::fromStdString(cell);
    return text.replace(point, QStringLiteral("\\1%1\\2").arg(QLocale().decimalPoint()));
}

} // namespace

SheetView::SheetView(const QString& name, const QString& empty, QWidget* parent)
    : QWidget(parent), m_empty(empty), m_title(roleLabel({}, "sheet-title")),
      m_copy(new QPushButton(tr("Copy"))), m_save(new QPushButton(tr("Save…"))), m_body(new QWidget) {
    setAccessibleName(name);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(16, 12, 0, 0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(0, 0, 16, 0);
    m_title->setObjectName(QStringLiteral("sheet.title"));
    m_title->setWordWrap(true);
    m_copy->setObjectName(QStringLiteral("sheet.copy"));
    m_copy->setToolTip(tr("The tables, for a spreadsheet"));
    m_save->setObjectName(QStringLiteral("sheet.save"));
    m_save->setToolTip(tr("All figures as JSON, the pictures as SVG beside it"));
    head->addWidget(m_title, 1);
    head->addWidget(m_copy);
    head->addWidget(m_save);
    all->addLayout(head);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(name);
    m_body->setObjectName(QStringLiteral("sheet.body"));
    m_column = new QVBoxLayout(m_body);
    m_column->setContentsMargins(0, 0, 16, 12);
    m_column->setSpacing(6);
    scroll->setWidget(m_body);
    scroll->viewport()->setAutoFillBackground(false);
    m_body->setAutoFillBackground(false);
    all->addWidget(scroll, 1);
    connect(m_copy, &QPushButton::clicked, this, &SheetView::copy);
    connect(m_save, &QPushButton::clicked, this, [this] {
        const QString file = askSaveFile(this, tr("Save the result"), QStringLiteral("result.json"),
                                         tr("Figures as JSON, pictures beside it (*.json)"));
        if (!file.isEmpty()) {
            saveTo(file);
        }
    });
    setSheet({});
}

void SheetView::setSheet(const SheetPtr& sheet) {
    m_sheet = sheet;
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_copy->setVisible(sheet != nullptr);
    m_save->setVisible(sheet && !sheet->json.empty());
    QString title = sheet ? QString::fromStdString(sheet->title) : QString();
    m_title->setText(title.replace(QLatin1Char('_'), QStringLiteral("_\u200B"))); // it may break there
    if (sheet) {
        fill();
    } else {
        auto* text = roleLabel(m_empty, "muted");
        text->setWordWrap(true);
        m_column->addWidget(text);
    }
    m_column->addStretch(1);
}

void SheetView::fill() {
    for (const Sheet::Table& table : m_sheet->tables) {
        addTable(table);
    }
    for (const Sheet::Picture& picture : m_sheet->pictures) {
        m_column->addWidget(new SheetPicture(picture));
    }
}

void SheetView::addTable(const Sheet::Table& table) {
    if (!table.title.empty()) {
        m_column->addWidget(roleLabel(QString::fromStdString(table.title), "heading"));
    }
    const auto columns = static_cast<int>(table.columns.size());
    const auto rows = static_cast<int>(table.rows.size());
    auto* shown = new QTableWidget(rows, columns);
    shown->setObjectName(QStringLiteral("sheet.table"));
    shown->setAccessibleName(table.title.empty() ? accessibleName() : QString::fromStdString(table.title));
    shown->setEditTriggers(QAbstractItemView::NoEditTriggers);
    shown->setSelectionBehavior(QAbstractItemView::SelectRows);
    shown->setTabKeyNavigation(false);
    shown->setShowGrid(false);
    shown->verticalHeader()->hide();
    shown->verticalHeader()->setDefaultSectionSize(kRowHeight);
    shown->horizontalHeader()->setHighlightSections(false);
    for (int column = 0; column < columns; ++column) {
        const Sheet::Column& about = table.columns[static_cast<std::size_t>(column)];
        const Qt::Alignment side = (about.isWords ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
        auto* title = new QTableWidgetItem(headingText(about.title));
        title->setTextAlignment(side);
        shown->setHorizontalHeaderItem(column, title);
        for (int row = 0; row < rows; ++row) {
            const auto& cells = table.rows[static_cast<std::size_t>(row)];
            auto* cell =
                new QTableWidgetItem(cellText(cells[static_cast<std::size_t>(column)], about.isWords));
            cell->setTextAlignment(side);
            shown->setItem(row, column, cell);
        }
    }
    shown->resizeColumnsToContents();
    for (int column = 0; column < columns; ++column) { // the style's headings take more than they ask for
        shown->setColumnWidth(column, shown->columnWidth(column) + 12);
    }
    shown->setFixedHeight(shown->horizontalHeader()->sizeHint().height() +
                          kRowHeight * std::min(rows, kMostRows) + 18); // and a scroll bar below
    m_column->addWidget(shown);
    for (const Sentence& sentence : table.below) {
        auto* text = roleLabel(sentenceText(sentence), "muted");
        text->setWordWrap(true);
        m_column->addWidget(text);
    }
}

void SheetView::copy() {
    QString text;
    for (const Sheet::Table& table : m_sheet->tables) {
        QStringList titles;
        for (const Sheet::Column& column : table.columns) {
            titles << QString::fromStdString(column.title.english());
        }
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) +
                (table.title.empty() ? QString() : QString::fromStdString(table.title) + QLatin1Char('\n')) +
                titles.join(QLatin1Char('\t')) + QLatin1Char('\n');
        for (const auto& row : table.rows) {
            QStringList cells;
            for (const std::string& cell : row) {
                cells << QString::fromStdString(cell);
            }
            text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
        }
    }
    QGuiApplication::clipboard()->setText(text);
    emit message(tr("Copied the tables"));
}

void SheetView::saveTo(const QString& file) {
    const QString stem =
        QFileInfo(file).absolutePath() + QLatin1Char('/') + QFileInfo(file).completeBaseName();
    std::vector<std::pair<QString, const std::string*>> wanted{{file, &m_sheet->json}};
    for (const Sheet::Picture& picture : m_sheet->pictures) {
        wanted.emplace_back(QStringLiteral("%1-%2.svg").arg(stem, QString::fromStdString(picture.name)),
                            &picture.svg);
    }
    QStringList files;
    for (const auto& [path, bytes] : wanted) {
        if (!writeWhole(path, QByteArray::fromStdString(*bytes))) {
            emit failedWith(notWritten(path));
            return;
        }
        files << path;
    }
    emit written(files);
}

} // namespace parsimony::ui
