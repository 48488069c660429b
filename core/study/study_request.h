// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_options.h"
#include "core/study/task_request.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// What is asked of sweeps, comparisons and studies. Sees options alone, neither files nor a project.
namespace parsimony::study {

struct SweepRequest {
    session::RunOptions base;     ///< its `seed` is the first of the repeats (0)
    std::vector<double> epsilons; ///< none: that of `base`
    std::uint32_t repeats = 1;
    std::optional<NumberList> rates = {}, counts = {}; ///< η and T of the grid; absent: those of `base`
    bool anyBase = false; ///< `base` is a run's of any method: what a sweep does not look at is left out
    friend bool operator==(const SweepRequest&, const SweepRequest&) = default;
};

struct CompareRequest {
    session::RunOptions base; ///< everything but method, ε and seed; `seed` is the first of the repeats (0)
    std::vector<session::MethodKind> methods; ///< none: session::kUsualMethods
    std::vector<double> epsilons;             ///< total budgets; none: that of `base`
    std::uint32_t repeats = 1;
    bool oneByOne = false; ///< every run by itself, so that `seconds` is what a lone run takes
    friend bool operator==(const CompareRequest&, const CompareRequest&) = default;
};

/// A study as its file describes it, run as a whole.
struct StudyFile {
    std::string path;   ///< or the name of one that comes with the program
    bool quick = false; ///< two repeats at most
    friend bool operator==(const StudyFile&, const StudyFile&) = default;
};

/// A study that comes with the program, by the name of its file without its ending.
struct StudyTitle {
    std::string name, title, source;
};

/// What a study is of.
enum class StudyKind { Compare, Sweep, Attack };

/// One setting of a documented experiment: a comparison of methods, a sweep over (η, T), or an attack on a
/// trainer, which files alone ask for. Where a study is asked for, also a file of such settings.
struct StudyVariant {
    std::string name;
    std::optional<CompareRequest> compare;
    std::optional<SweepRequest> sweep;
    std::optional<AttackRequest> attack;
    std::optional<StudyFile> file;
    friend bool operator==(const StudyVariant&, const StudyVariant&) = default;
};

/// Of one that is no file.
[[nodiscard]] inline const session::RunOptions& baseOf(const StudyVariant& study) {
    return study.compare ? study.compare->base : study.sweep ? study.sweep->base : study.attack->asked;
}
[[nodiscard]] inline session::RunOptions& baseOf(StudyVariant& study) {
    return study.compare ? study.compare->base : study.sweep ? study.sweep->base : study.attack->asked;
}

/// A documented experiment, as resources/studies keeps them.
struct Study {
    std::string title;
    std::string source;             ///< which table or figure it reruns
    bool quick = false;             ///< as it was read: two repeats at most
    std::vector<std::string> plots; ///< kinds of plotOf()
    std::vector<StudyVariant> variants;
};

/// What a sweep or a comparison would take, told before anything is written.
struct StudyPrice {
    std::size_t runs =
        0; ///< of all cells or methods, budgets and repeats; those of an earlier study included
    double epsilon = 0.0;   ///< charged by what has not begun, all together; 0 where the budget is simulated
    double mu = 0.0;        ///< likewise
    bool simulated = false; ///< of public data alone
    std::string title = {}; ///< of a study's file
};

/// Told what begins, how much of the whole is done (0..1) and how many seconds are left, once that can be
/// said.
using Progress = std::function<void(const std::string& what, double done, std::optional<double> secondsLeft)>;

} // namespace parsimony::study
