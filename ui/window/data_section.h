// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/calls.h"
#include "ui/style/widgets.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <map>

class QPushButton;
class QRadioButton;

namespace parsimony::ui {

class EncoderList;
class OptionFields;
class PartRow;

/// What goes in: who may see it (first and clearest), which arrays, how rows are prepared.
class DataSection : public Section {
    Q_OBJECT
public:
    explicit DataSection(const Context& context, QWidget* parent = nullptr);

    /// Curator values: shown while the switch is on, under a badge.
    void setCurator(bool on);
    void addCuratorNotice(const QString& notice);
    void clearCurator();
    [[nodiscard]] EncoderList& encoders() const { return *m_encoders; }

signals:
    void filesWanted();
    void locateWanted(QString file);                  ///< which is not where it was
    void encoderWanted(bool folder, QString instead); ///< a further one, or in the place of that one

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildVisibility();
    void buildParts();
    void buildFields();
    void buildCurator();
    /// Shows what was found in `words`, for the curator's eyes.
    template <class Call, class Words>
    void askCurator(Call call, Words words);
    void refreshCurator();
    void refresh();
    void refreshOod();
    void refreshLost();
    [[nodiscard]] wire::CheckCall checkCall() const; ///< of the rows that the forms name
    PartRow* addPart(const QString& name, const QString& title, const QString& meaning);

    Context m_context;
    Question m_registry;
    QFrame *m_privateCard = nullptr, *m_publicCard = nullptr, *m_drop = nullptr;
    QRadioButton *m_private = nullptr, *m_public = nullptr;
    QWidget* m_parts = nullptr;
    QVBoxLayout* m_partsLayout = nullptr;
    PartRow *m_train = nullptr, *m_test = nullptr, *m_validation = nullptr;
    std::map<std::string, PartRow*> m_ood;
    QWidget* m_curatorBox = nullptr;
    QLabel *m_curatorText = nullptr, *m_knownText = nullptr;
    QPushButton *m_askRegistry = nullptr, *m_check = nullptr;
    QStringList m_notices;
    bool m_curator = false;
    QStringList m_lost; ///< files that are not where they were
    EncoderList* m_encoders = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_remark = nullptr;
    Field *m_classes = nullptr, *m_records = nullptr, *m_normBound = nullptr, *m_rowsPerPerson = nullptr;
    Choice *m_rowNorm = nullptr, *m_adjacency = nullptr;
    FormGrid* m_grid = nullptr;
    OptionFields* m_rare = nullptr;
};

} // namespace parsimony::ui
