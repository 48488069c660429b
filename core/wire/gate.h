// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/model_evaluation.h"
#include "core/session/run_options.h"
#include "core/session/run_snapshot.h"
#include "core/study/study_request.h"
#include "core/study/task_request.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace parsimony::wire {

/// What one who asks may name, and what is told. Without a root every path is left as it is.
class Gate {
public:
    Gate() = default;
    /// Throws Error(Failed) where `root` is no folder.
    Gate(const std::optional<std::filesystem::path>& root, bool curator);

    [[nodiscard]] bool curator() const { return m_curator; }
    /// Throws Error(Refused) that names `what` without the switch.
    void demandCurator(const std::string& what) const;

    /// Whether who asks may say what rows are, and which budget they have: not where they are confined to a
    /// root and no curator.
    [[nodiscard]] bool mayDeclare() const { return !m_root || m_curator; }
    /// Throws Error(Refused) otherwise: a word from them that rows are public would show private ones without
    /// noise.
    void demandMayDeclarePublic() const;

    /// Throws Error(Usage) where who asks is confined and planning alone would take minutes.
    void demandModest(const session::RunOptions& options) const;
    /// The same of what would take all memory.
    void demandModest(const study::AttackRequest& attack) const;
    void demandModest(const study::BenchRequest& bench) const;

    /// The path that `named` stands for, links resolved. Throws Error(Refused), the same whatever lies there,
    /// for one that is not below the root.
    [[nodiscard]] std::string path(const std::string& named);
    /// Whether the path is one that may be named.
    [[nodiscard]] bool allows(const std::filesystem::path& path) const;
    /// As path(), of PATH or PATH:KEY, and of all paths of a request. A folder is looked into: its links may
    /// not lead outside either.
    [[nodiscard]] std::string spec(const std::string& named);
    [[nodiscard]] session::RunOptions options(session::RunOptions named);
    [[nodiscard]] study::StudyVariant study(study::StudyVariant named);
    /// The study of a file, with the paths that it names.
    [[nodiscard]] study::Study study(const study::StudyFile& named);
    /// All settings of what is asked for: those of its file where it is one.
    [[nodiscard]] study::Study wholeStudy(const study::StudyVariant& named);
    [[nodiscard]] session::PrivateEvaluationRequest evaluation(session::PrivateEvaluationRequest named);

    /// Without what stays with the curator (PRIVACY rule 30): options that hold paths; `otherwise` in place
    /// of a text that tells of a path which was not named through this gate.
    [[nodiscard]] session::RunOptions shown(session::RunOptions options) const;
    [[nodiscard]] std::string
    shown(std::string text,
          const std::string& otherwise = "(names a path, which stays with the curator)") const;
    /// Each of its values for itself.
    [[nodiscard]] Sentence shown(const Sentence& sentence) const;
    /// A plan, refused where it tells how many private rows there are, and `all` may not be told: unless
    /// their project takes the number as public, or it was given. In the project that has them they may have
    /// a declared number, which a plan elsewhere would get round.
    [[nodiscard]] static session::RunSnapshot shownPlan(session::RunSnapshot planned, bool all);
    /// A time of the ledger, in UTC. Seconds tell how many runs a private selection made (PRIVACY rule 30):
    /// days, as in shared copies.
    [[nodiscard]] std::string shownTime(const std::string& time) const;
    /// Lets a path that was let through before be told.
    void know(const std::filesystem::path& named) { m_named.insert(named.string()); }
    /// Whether a text is a path that this gate let through.
    [[nodiscard]] bool isNamed(const std::string& text) const { return m_named.contains(text); }
    /// Options as JSON text.
    [[nodiscard]] std::string shownOptions(const std::string& json) const;

private:
    /// Throws as path() does, and asks the disk nothing: the words alone must stay below the root.
    void demandBelow(const std::string& named) const;
    /// path(), of a file or a folder of files.
    [[nodiscard]] std::string pathOrFolder(const std::string& named);

    std::optional<std::filesystem::path> m_root;
    bool m_curator = true;
    std::set<std::string, std::greater<>> m_named; ///< longest of those with the same beginning first
};

} // namespace parsimony::wire
