// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <cstdint>
#include <vector>

namespace parsimony::ui {

enum class ThemeMode { System, Light, Dark };

/// Every colour that the window uses, by what it means. The one place for palettes.
struct Colors {
    QColor window, panel, base, raised, hover; ///< surfaces, from back to front
    QColor line, strongLine;                   ///< separators and frames
    QColor text, muted, faint;
    QColor accent, accentText, accentSoft;
    QColor good, warning, danger;
    QColor warningSoft, dangerSoft, publicSoft;
    QColor spent, reserved, left; ///< of a budget; reserved is hatched as well
    QColor finalShare;
    std::vector<QColor> series; ///< Okabe and Ito's colours, told apart with any colour vision
};

/// Colours, fonts and style sheet of the application; follows the system unless told otherwise.
class Theme : public QObject {
    Q_OBJECT
public:
    static Theme& instance();

    void setMode(ThemeMode mode);
    [[nodiscard]] ThemeMode mode() const { return m_mode; }
    [[nodiscard]] bool dark() const { return m_dark; }
    [[nodiscard]] const Colors& colors() const { return m_colors; }
    void setSystemDark(bool dark); ///< what the desktop says

    /// Body text is 12 px, small print 11; digits have one width in all system fonts.
    [[nodiscard]] static QFont font(int pixels = 12, QFont::Weight weight = QFont::Normal);
    /// A sequential palette for accuracies: viridis, dark to bright.
    [[nodiscard]] static QColor sequential(double position);
    /// Of that palette, 0..1 from dark to bright, without the end that vanishes on the ground there is.
    [[nodiscard]] QColor shade(double tone) const;
    [[nodiscard]] QColor phaseColor(int phase) const; ///< -1: the final run
    /// The same for an experiment wherever it is shown; the first ones differ for any colour vision.
    [[nodiscard]] QColor experimentColor(std::int64_t experiment) const;

    void apply(); ///< to the QApplication

signals:
    void changed();

private:
    Theme();
    void update();
    [[nodiscard]] QString styleSheet() const;

    ThemeMode m_mode = ThemeMode::System;
    bool m_systemDark = false, m_dark = false;
    Colors m_colors;
};

} // namespace parsimony::ui
