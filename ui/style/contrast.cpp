// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/contrast.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

constexpr double kReadable = 4.5;
constexpr float kStep = 0.01F; ///< of lightness
constexpr double kDarkGround = 0.18;

double luminance(const QColor& color) {
    const auto linear = [](double share) {
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

double contrastOf(const QColor& one, const QColor& other) {
    const auto [least, most] = std::minmax({luminance(one) + 0.05, luminance(other) + 0.05});
    return most / least;
}

QColor readableOn(const QColor& ground, QColor color) {
    const float step = luminance(ground) < kDarkGround ? kStep : -kStep;
    float hue = 0.0F, saturation = 0.0F, lightness = 0.0F;
    color.getHslF(&hue, &saturation, &lightness);
    while (contrastOf(color, ground) < kReadable && lightness > 0.0F && lightness < 1.0F) {
        lightness = std::clamp(lightness + step, 0.0F, 1.0F);
        color.setHslF(hue, saturation, lightness);
    }
    return color;
}

} // namespace parsimony::ui
