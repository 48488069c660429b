// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QPalette>
#include <QStyleFactory>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>

namespace parsimony::ui {

namespace {

Colors lightColors() {
    Colors c;
    c.window = QColor(0xF3F4F6);
    c.panel = QColor(0xFAFBFC);
    c.base = QColor(0xFFFFFF);
    c.raised = QColor(0xFFFFFF);
    c.hover = QColor(0xECEEF2);
    c.line = QColor(0xDFE2E7);
    c.strongLine = QColor(0xC4C9D1);
    c.text = QColor(0x1C2128);
    c.muted = QColor(0x5B6470);
    c.faint = QColor(0x5F6874);
    c.accent = QColor(0x1A66C2);
    c.accentText = QColor(0xFFFFFF);
    c.accentSoft = QColor(0xDCE9FA);
    c.good = QColor(0x17743F);
    c.warning = QColor(0x8F5A00);
    c.danger = QColor(0xB4232A);
    c.warningSoft = QColor(0xFFF3D6);
    c.dangerSoft = QColor(0xFCE6E6);
    c.publicSoft = QColor(0xFFF0CC);
    c.spent = QColor(0x1A66C2);
    c.reserved = QColor(0x7FB0EA);
    c.left = QColor(0xE4E8EE);
    c.finalShare = QColor(0x33414F);
    c.series = {QColor(0x0072B2), QColor(0xD55E00), QColor(0x009E73), QColor(0xB9539B),
                QColor(0xB58900), QColor(0x3F9FD8), QColor(0x4D4D4D)};
    return c;
}

Colors darkColors() {
    Colors c;
    c.window = QColor(0x191C20);
    c.panel = QColor(0x1F2328);
    c.base = QColor(0x15181B);
    c.raised = QColor(0x282D33);
    c.hover = QColor(0x2B3138);
    c.line = QColor(0x31373E);
    c.strongLine = QColor(0x49515A);
    c.text = QColor(0xDDE2E8);
    c.muted = QColor(0x98A2AE);
    c.faint = QColor(0x949EAA);
    c.accent = QColor(0x5AA2F2);
    c.accentText = QColor(0x0C131B);
    c.accentSoft = QColor(0x1B324C);
    c.good = QColor(0x4CC38A);
    c.warning = QColor(0xE5B454);
    c.danger = QColor(0xF2777A);
    c.warningSoft = QColor(0x3A301A);
    c.dangerSoft = QColor(0x3F2224);
    c.publicSoft = QColor(0x3D3217);
    c.spent = QColor(0x5AA2F2);
    c.reserved = QColor(0x35618F);
    c.left = QColor(0x2C323A);
    c.finalShare = QColor(0xC6D0DB);
    c.series = {QColor(0x56B4E9), QColor(0xE69F00), QColor(0x2FC79A), QColor(0xDD8DBE),
                QColor(0xF0E442), QColor(0x6C9BFF), QColor(0xBFC5CC)};
    return c;
}

} // namespace

Theme& Theme::instance() {
    static Theme theme;
    return theme;
}

Theme::Theme() : m_colors(lightColors()) {}

void Theme::setMode(ThemeMode mode) {
    m_mode = mode;
    update();
}

void Theme::setSystemDark(bool dark) {
    m_systemDark = dark;
    update();
}

void Theme::update() {
    const bool dark = m_mode == ThemeMode::Dark || (m_mode == ThemeMode::System && m_systemDark);
    if (dark != m_dark) {
        m_dark = dark;
        m_colors = dark ? darkColors() : lightColors();
        apply();
        emit changed();
    }
}

QFont Theme::font(int pixels, QFont::Weight weight) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

QColor Theme::sequential(double position) {
    // Nine anchors of viridis (van der Walt and Smith, CC0).
    static const std::array<QColor, 9> anchors = {QColor(0x440154), QColor(0x472D7B), QColor(0x3B528B),
                                                  QColor(0x2C728E), QColor(0x21918C), QColor(0x28AE80),
                                                  QColor(0x5EC962), QColor(0xADDC30), QColor(0xFDE725)};
    const double at = std::clamp(std::isfinite(position) ? position : 0.0, 0.0, 1.0) * 8.0;
    const auto low = static_cast<std::size_t>(std::min(7.0, std::floor(at)));
    const double t = at - static_cast<double>(low);
    const QColor& a = anchors[low];
    const QColor& b = anchors[low + 1];
    return QColor::fromRgbF(static_cast<float>(a.redF() + t * (b.redF() - a.redF())),
                            static_cast<float>(a.greenF() + t * (b.greenF() - a.greenF())),
                            static_cast<float>(a.blueF() + t * (b.blueF() - a.blueF())));
}

QColor Theme::shade(double tone) const {
    return sequential(m_dark ? 0.25 + 0.75 * tone : 0.85 * tone);
}

QColor Theme::phaseColor(int phase) const {
    if (phase < 0) {
        return m_colors.finalShare;
    }
    return m_colors.series[static_cast<std::size_t>(phase) % m_colors.series.size()];
}

QColor Theme::experimentColor(std::int64_t experiment) const {
    const auto index = static_cast<std::size_t>(std::max<std::int64_t>(1, experiment) - 1);
    if (index < m_colors.series.size()) {
        return m_colors.series[index];
    }
    constexpr std::size_t kGoldenDegrees = 137; // neighbours far apart, repeats late
    return QColor::fromHsl(static_cast<int>(index * kGoldenDegrees % 360), 130, m_dark ? 170 : 105);
}

void Theme::apply() {
    const Colors& c = m_colors;
    QPalette p;
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.base);
    p.setColor(QPalette::AlternateBase, c.panel);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::Button, c.raised);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.accentText);
    p.setColor(QPalette::ToolTipBase, c.raised);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::PlaceholderText, c.faint);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::Mid, c.line);
    p.setColor(QPalette::Dark, c.strongLine);
    p.setColor(QPalette::Light, c.raised);
    p.setColor(QPalette::Midlight, c.line);
    p.setColor(QPalette::Shadow, m_dark ? QColor(0, 0, 0) : QColor(0x9AA0A8));
    p.setColor(QPalette::BrightText, c.danger);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        p.setColor(QPalette::Disabled, role, c.faint);
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.line);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(p);
    QToolTip::setPalette(p);
    QApplication::setFont(font());
    qApp->setStyleSheet(styleSheet());
}

QString Theme::styleSheet() const {
    QFile file(QStringLiteral(":/parsimony/themes/window.qss"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QString sheet = QString::fromUtf8(file.readAll());
    const Colors& c = m_colors;
    const std::pair<const char*, QColor> names[] = {{"@window", c.window},
                                                    {"@panel", c.panel},
                                                    {"@base", c.base},
                                                    {"@raised", c.raised},
                                                    {"@hover", c.hover},
                                                    {"@strong-line", c.strongLine},
                                                    {"@line", c.line},
                                                    {"@text", c.text},
                                                    {"@muted", c.muted},
                                                    {"@faint", c.faint},
                                                    {"@accent-text", c.accentText},
                                                    {"@accent-soft", c.accentSoft},
                                                    {"@accent", c.accent},
                                                    {"@good", c.good},
                                                    {"@warning-soft", c.warningSoft},
                                                    {"@warning", c.warning},
                                                    {"@danger-soft", c.dangerSoft},
                                                    {"@danger", c.danger},
                                                    {"@public-soft", c.publicSoft}};
    for (const auto& [name, color] : names) {
        sheet.replace(QLatin1String(name), color.name());
    }
    sheet.replace(QLatin1String("@shade"), m_dark ? QStringLiteral("dark") : QStringLiteral("light"));
    return sheet;
}

} // namespace parsimony::ui
