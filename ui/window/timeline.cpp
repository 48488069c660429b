// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/timeline.h"

#include "ui/models/number_format.h"
#include "ui/models/selection_method.h"
#include "ui/models/trial_columns.h"
#include "ui/style/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <optional>

namespace parsimony::ui {

using session::TrialState;

Timeline::Timeline(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("timeline"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Timeline of the phases"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    m_clock.start();
    m_spin.setInterval(60);
    connect(&m_spin, &QTimer::timeout, this, [this] {
        m_turn = (m_turn + 18) % 360;
        update(spinnerRing().toAlignedRect().adjusted(-2, -2, 2, 2));
    });
}

void Timeline::setRun(const RunSnapshotPtr& run) {
    m_run = shownPart(run);
    m_cells.clear();
    m_summary.clear();
    if (m_run) {
        int phase = 0;
        for (const auto& p : m_run->phases) {
            for (const auto& trial : p.trials) {
                m_cells.push_back({trial, phase, {}});
            }
            ++phase;
        }
        if (m_run->final) {
            m_cells.push_back({m_run->final->trial, -1, {}});
        }
        std::vector<session::TrialSnapshot> running;
        for (const Cell& cell : m_cells) {
            if (cell.trial.state == TrialState::Running) {
                running.push_back(cell.trial);
            }
        }
        m_pace.hear(running, static_cast<double>(m_clock.elapsed()) / 1000.0);
        m_summary = runInWords();
    }
    if (searchesHidden()) {
        m_spin.start();
    } else {
        m_spin.stop();
    }
    setAccessibleDescription(m_summary);
    update();
}

QString Timeline::runInWords() const {
    const auto done = std::count_if(m_cells.begin(), m_cells.end(), [](const Cell& c) {
        return c.trial.state != TrialState::Planned && !isOpen(c.trial.state);
    });
    QString trials = m_cells.size() == 1 ? tr("%1 of 1 trial done").arg(done)
                                         : tr("%1 of %2 trials done").arg(done).arg(m_cells.size());
    if (searchesHidden()) {
        return tr("searching; only the winner will be released");
    }
    switch (statusOf(*m_run)) {
    case ExperimentStatus::Running: {
        QStringList said{trials};
        if (m_run->secondsLeft) {
            said << tr("%1 left").arg(formatDuration(*m_run->secondsLeft));
        }
        if (const QString pace = paceInWords(); !pace.isEmpty()) {
            said << pace;
        }
        return said.join(QStringLiteral(" · "));
    }
    case ExperimentStatus::Finished:
        return showsWinnerOnly(*m_run) ? tr("finished")
                                       : tr("finished in %1")
                                             .arg(formatDuration(m_run->secondsLoad + m_run->secondsSearch +
                                                                 m_run->secondsFinal));
    case ExperimentStatus::Interrupted:
        return trials + QStringLiteral(" · ") + tr("paused");
    case ExperimentStatus::Planned:
        return m_cells.size() == 1 ? tr("1 trial planned") : tr("%1 trials planned").arg(m_cells.size());
    default:
        return trials;
    }
}

QString Timeline::paceInWords() const {
    std::vector<const session::TrialSnapshot*> running;
    double together = 0.0;
    for (const Cell& cell : m_cells) {
        if (const auto pace = m_pace.stepsPerSecond(cell.trial.id)) {
            running.push_back(&cell.trial);
            together += *pace;
        }
    }
    if (running.empty()) {
        return {};
    }
    const QString pace = formatQuantity(together, 3);
    if (running.size() > 1) {
        return tr("%1 trials at once, %2 steps a second").arg(running.size()).arg(pace);
    }
    const session::TrialSnapshot& trial = *running.front();
    return tr("trial %1: step %2/%3, %4 a second, %5")
        .arg(trial.id)
        .arg(formatCount(trial.stepsDone), formatCount(trial.steps), pace,
             formatDuration(m_pace.secondsLeft(trial).value_or(0.0)));
}

bool Timeline::searchesHidden() const {
    return m_run && showsWinnerOnly(*m_run) && statusOf(*m_run) == ExperimentStatus::Running;
}

QRectF Timeline::spinnerRing() const {
    return {14, height() / 2.0 - 8, 16, 16};
}

void Timeline::paintSpinner(QPainter& p) const {
    // It turns at the same pace whatever happens: not even the progress may be seen.
    const Theme& theme = Theme::instance();
    const QRectF ring = spinnerRing();
    p.setPen(QPen(theme.colors().line, 2.5));
    p.drawEllipse(ring);
    p.setPen(QPen(theme.colors().accent, 2.5, Qt::SolidLine, Qt::RoundCap));
    p.drawArc(ring, -m_turn * 16, 90 * 16);
    p.setPen(theme.colors().muted);
    p.drawText(
        rect().adjusted(40, 0, -12, 0), Qt::AlignVCenter,
        tr("Private selection is one mechanism: only its winner will be shown, and nothing of the others."));
}

void Timeline::layoutCells() {
    // A trial is as wide as its steps; a floor keeps tiny ones clickable.
    double total = 0.0;
    int gaps = 0;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        total += std::max(1.0, static_cast<double>(m_cells[i].trial.steps));
        gaps += i > 0 && m_cells[i].phase != m_cells[i - 1].phase ? 1 : 0;
    }
    const double left = 12.0;
    const double room = width() - 24.0 - gaps * 8.0;
    double x = left;
    const double floorWidth = std::min(6.0, room / std::max(1.0, static_cast<double>(m_cells.size())));
    const double spare = std::max(0.0, room - floorWidth * static_cast<double>(m_cells.size()));
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (i > 0 && m_cells[i].phase != m_cells[i - 1].phase) {
            x += 8.0;
        }
        const double w =
            floorWidth + spare * std::max(1.0, static_cast<double>(m_cells[i].trial.steps)) / total;
        m_cells[i].rect = QRectF(x, 20.0, std::max(1.0, w - 1.0), 12.0);
        x += w;
    }
}

const Timeline::Cell* Timeline::cellAt(const QPointF& at) const {
    for (const Cell& cell : m_cells) {
        if (cell.rect.adjusted(-1, -18, 1, 6).contains(at)) {
            return &cell;
        }
    }
    return nullptr;
}

void Timeline::paintEvent(QPaintEvent*) {
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    p.setFont(Theme::font(11));
    if (searchesHidden()) {
        paintSpinner(p);
        return;
    }
    if (m_cells.empty()) {
        p.setPen(Theme::instance().colors().faint);
        p.drawText(rect().adjusted(12, 0, -12, 0), Qt::AlignVCenter | Qt::TextWordWrap,
                   tr("Phases appear here as soon as there is a plan, and fill up while it runs."));
        return;
    }
    layoutCells();
    std::optional<int> lastPhase;
    double nextLabel = 0.0;
    for (const Cell& cell : m_cells) {
        if (lastPhase != cell.phase) {
            lastPhase = cell.phase;
            nextLabel = paintTitle(p, cell, nextLabel);
        }
        paintCell(p, cell);
    }
}

double Timeline::paintTitle(QPainter& p, const Cell& first, double from) const {
    int done = 0;
    int all = 0;
    for (const Cell& other : m_cells) {
        if (other.phase == first.phase) {
            ++all;
            done += other.trial.state == TrialState::Finished ? 1 : 0;
        }
    }
    QString label = phaseTitle(first.phase);
    label += QStringLiteral("  ") + (done == all       ? QStringLiteral("✓")
                                     : first.phase < 0 ? QString()
                                                       : tr("%1/%2").arg(done).arg(all));
    const double w = p.fontMetrics().horizontalAdvance(label) + 4;
    const double at = std::min(first.rect.left(), width() - 8 - w);
    if (at < from) {
        return from;
    }
    p.setPen(Theme::instance().colors().muted);
    p.drawText(QRectF(at, 2, w, 16), Qt::AlignLeft | Qt::AlignVCenter, label);
    return at + w + 4;
}

void Timeline::paintCell(QPainter& p, const Cell& cell) {
    const Colors& c = Theme::instance().colors();
    const QColor color = Theme::instance().phaseColor(cell.phase);
    const auto fill = [&p](const QBrush& brush, const QRectF& rect) {
        p.setBrush(brush);
        p.drawRoundedRect(rect, 2, 2);
    };
    p.setPen(Qt::NoPen);
    fill(c.left, cell.rect);
    switch (cell.trial.state) {
    case TrialState::Finished:
        fill(color, cell.rect);
        break;
    case TrialState::Running: {
        fill(QBrush(color, Qt::BDiagPattern), cell.rect);
        QRectF part = cell.rect;
        const double steps = std::max<double>(1.0, cell.trial.steps);
        part.setWidth(part.width() * std::min(1.0, cell.trial.stepsDone / steps));
        fill(color, part);
        break;
    }
    case TrialState::Reserved:
    case TrialState::Interrupted:
        fill(QBrush(color, Qt::BDiagPattern), cell.rect);
        break;
    case TrialState::Failed:
    case TrialState::Cancelled:
    case TrialState::Lost:
        p.setPen(QPen(c.danger, 1));
        fill(c.dangerSoft, cell.rect);
        p.drawLine(cell.rect.topLeft(), cell.rect.bottomRight());
        break;
    case TrialState::Planned:
    case TrialState::Unknown:
        break;
    }
}

void Timeline::mousePressEvent(QMouseEvent* event) {
    if (const Cell* cell = cellAt(event->position()); cell != nullptr && cell->trial.id > 0) {
        emit trialClicked(cell->trial.id);
    }
}

bool Timeline::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const Cell* cell = cellAt(help->pos())) {
            const auto& t = cell->trial;
            QString text = tr("%1 · %2").arg(phaseName(t), trialText(t, TrialColumn::State));
            text += QLatin1Char('\n') + tr("ε %1 · r %2 · T %3")
                                            .arg(formatEpsilon(t.epsilon, Rounding::Up), formatOptional(t.r),
                                                 trialText(t, TrialColumn::Steps));
            if (const auto pace = m_pace.stepsPerSecond(t.id)) {
                text += QLatin1Char('\n') + tr("%1 steps a second, %2 left")
                                                .arg(formatQuantity(*pace, 3),
                                                     formatDuration(m_pace.secondsLeft(t).value_or(0.0)));
            }
            if (t.score) {
                text += QLatin1Char('\n') + tr("score %1").arg(formatAccuracy(*t.score, t.scoreSe));
            }
            QToolTip::showText(help->globalPos(), text, this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace parsimony::ui
