// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/own_drawing.h"

#include <vector>

namespace parsimony::ui {

/// Arrow heads where an upright line of a graph leaves the axes: it goes on, it does not end there.
class CutArrows : public OwnDrawing {
    Q_OBJECT
public:
    explicit CutArrows(const QCPGraph& line); ///< is drawn with its pen

    /// The tips of those that there are now, in pixels.
    [[nodiscard]] std::vector<QPointF> tips() const;

protected:
    void draw(QCPPainter* painter) override;

private:
    const QCPGraph& m_line; ///< of the same plot
};

} // namespace parsimony::ui
