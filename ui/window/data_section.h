// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/widgets.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <map>
#include <vector>

class QPushButton;
class QRadioButton;

namespace parsimony::session {
struct OptionWord;
}

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
    /// One word of --visibility, with what it means in sight.
    struct VisibilityCard {
        const session::OptionWord* word;
        QFrame* frame;
        QRadioButton* radio;
    };

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
    std::vector<VisibilityCard> m_visibility;
    QFrame* m_drop = nullptr;
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
    OptionFields *m_fields = nullptr, *m_rare = nullptr;
};

} // namespace parsimony::ui
