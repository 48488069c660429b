// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <optional>

namespace parsimony::ui {

/// Decides when changes that come by themselves may be shown: a few times a second, and more rarely the more
/// showing costs, since what a thread computes beside a run is taken from the run. What a person does by hand
/// never asks here. Belongs to the one thread that shows.
class LivePace {
public:
    using Nanoseconds = std::chrono::nanoseconds;
    using Milliseconds = std::chrono::milliseconds;

    struct Clocks {
        std::function<Nanoseconds()> time; ///< steady
        std::function<Nanoseconds()> work; ///< processor time of the calling thread
    };
    struct Limits {
        Milliseconds least{250}; ///< between two showings
        Milliseconds most{2000}; ///< however much was computed meanwhile
        int rest = 50;           ///< times what was computed since the last showing began: about 2 %
    };

    explicit LivePace(Limits limits, Clocks clocks = threadClocks());

    /// How much longer to wait, rounded up; zero when something may be shown now.
    [[nodiscard]] Milliseconds wait() const;
    /// Something is being shown from now on: what the thread computes until the next time counts as its
    /// price.
    void shown();
    /// The next change is shown at once: something else has begun.
    void reset() { m_last.reset(); }

    [[nodiscard]] static Clocks threadClocks();

private:
    struct Moment {
        Nanoseconds time, work;
    };
    Limits m_limits;
    Clocks m_clocks;
    std::optional<Moment> m_last;
};

} // namespace parsimony::ui
