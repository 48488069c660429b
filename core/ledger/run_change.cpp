// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/run_change.h"

#include "core/base/hex.h"
#include "core/base/sentence.h"

#include <algorithm>

namespace parsimony::ledger {

const Project::Impl::RunName& Project::Impl::runName(ExperimentId experiment) const {
    const auto* known = state().experiment(experiment);
    RunName& name = runNames[experiment.value()];
    if (name.key.empty()) {
        if (known != nullptr) {
            auto row = database.prepare("SELECT hash FROM ledger WHERE seq = ?");
            row.bind(known->row);
            const auto* const method = known->method.traits();
            name = {row.step() ? toHex(row.blobView(0)) : "", known->isPublic,
                    method != nullptr && method->privateSelection};
        }
    }
    return name;
}

Registry* Project::Impl::registryOfRuns(ExperimentId experiment) const {
    if (!options.registry || runName(experiment).isPublic) {
        return nullptr;
    }
    return options.registry.get();
}

// Walks back from the end, where the row is that was just written: by its index all rows of the experiment
// would be put in order for each of them.
Registry::Tip Project::Impl::tipOf(ExperimentId experiment) const {
    static const std::string newest =
        "SELECT seq, hash FROM ledger NOT INDEXED WHERE experiment = ? AND kind NOT IN " +
        sqlKinds({RowKind::Note, RowKind::Tags}) + " ORDER BY seq DESC LIMIT 1";
    auto row = database.prepare(newest);
    Registry::Tip tip;
    if (row.bind(experiment).step()) {
        tip.row = row.integer(0);
        const auto hash = row.blobView(1);
        std::copy_n(hash.begin(), std::min(hash.size(), tip.hash.size()), tip.hash.begin());
    }
    return tip;
}

bool Project::Impl::hasRow(const Registry::Tip& row) const {
    return rowHash(row.row) == row.hash;
}

void Project::requireWhole() const {
    const auto& registry = m_impl->options.registry;
    const auto tip = registry ? registry->tipOf(m_impl->projectId) : std::nullopt;
    if (tip && !m_impl->hasRow(*tip)) {
        throw CuratorRefusal(
            Sentence(
                "'{1}' lacks rows that the registry remembers: it is an older copy, or the file with the "
                "ending -wal was left behind; go on with the newest file",
                m_impl->path.string()),
            {Sentence("they were last seen in '{1}'", registry->placeOf(m_impl->projectId))});
    }
}

void Project::Impl::refuseOlderCopy(ExperimentId experiment) const {
    const std::string newest = options.registry->placeOf(projectId);
    throw CuratorRefusal(
        Sentence(
            "'{1}' is an older copy: since it was made, {2} went on in another file of this project, and "
            "what it released can't be released again; go on with that file, or start anew with run",
            path.string(), experimentName(experiment)),
        {Sentence("it was last seen as '{1}'", newest)});
}

void Project::Impl::requireNewest(ExperimentId experiment, const Registry::Run& run) const {
    if (!hasRow(run.tip)) {
        refuseOlderCopy(experiment);
    }
    auto stored = database.prepare("SELECT attempt, step, sha256 FROM checkpoints WHERE trial = ?");
    for (const auto& known : options.registry->checkpointsOf(projectId, runName(experiment).key)) {
        const TrialState reached = trialState(known.trial).row.state;
        if (reached != TrialState::Running && reached != TrialState::Reserved) {
            continue; // it ended since
        }
        if (!stored.bind(known.trial).step()) {
            refuseOlderCopy(experiment);
        }
        const std::pair step(stored.integer(0), stored.integer(1));
        const auto hash = stored.blobView(2);
        const std::pair last(known.attempt, known.step);
        const bool same = std::equal(hash.begin(), hash.end(), known.hash.begin(), known.hash.end());
        if (step < last || (step == last && !same)) {
            refuseOlderCopy(experiment);
        }
        stored.reset();
    }
}

// An experiment that the registry knows nothing of was begun by an earlier version, and is taken over, or
// under another registry, which may see it go on elsewhere.
void Project::Impl::requireHere(ExperimentId experiment, const std::optional<Registry::Run>& run) const {
    if (run) {
        if (run->machine != options.registry->machine()) {
            refuse(Sentence("{1} of '{2}' was last run on another machine. If it goes on nowhere else, say "
                            "so with resume --moved-here; the ledger keeps that",
                            experimentName(experiment), path.string()));
        }
        return;
    }
    const LedgerState::Experiment& begun = experimentState(experiment);
    auto part =
        database.prepare("SELECT body FROM ledger WHERE dataset = ? AND trial IS NULL AND kind = ? AND "
                         "seq < ? ORDER BY seq DESC LIMIT 1");
    part.bind(begun.dataset).bind(toText(RowKind::PartCurator)).bind(begun.row);
    const std::string declaredWith =
        part.step() ? PartCuratorBody::read({part.textView(0), feed.what()}).registry : std::string();
    if (!declaredWith.empty() && declaredWith != options.registry->id()) {
        refuse(Sentence("{1} of '{2}' was begun under another registry, on another machine or with another "
                        "PARSIMONY_REGISTRY, and this one can't see how far it came there. If it goes on "
                        "nowhere else, say so with resume --moved-here; the ledger keeps that",
                        experimentName(experiment), path.string()));
    }
}

void Project::requireHere(ExperimentId experiment) const {
    const ReadSnapshot snapshot(m_impl->database);
    if (const Registry* registry = m_impl->registryOfRuns(experiment)) {
        m_impl->requireHere(experiment, registry->runOf(m_impl->projectId, m_impl->runName(experiment).key));
    }
}

Project::Impl::RunChange::RunChange(Impl& project, ExperimentId experiment)
    : m_project(project), m_experiment(experiment), m_registry(project.registryOfRuns(experiment)),
      m_hold(m_registry, Registry::Hold::Sync::Later), m_transaction(project.database) {
    if (m_registry == nullptr) {
        return;
    }
    m_key = project.runName(experiment).key;
    m_run = m_registry->runOf(project.projectId, m_key);
    const auto mine = project.attempts.find(experiment.value());
    if (m_run && mine != project.attempts.end() && mine->second != m_run->attempt) {
        refuse(Sentence("another process resumed {1} of '{2}'; this one stops, and releases nothing more",
                        experimentName(experiment), project.path.string()));
    }
    if (m_run && !project.hasRow(m_run->tip)) {
        project.refuseOlderCopy(experiment);
    }
}

void Project::Impl::RunChange::commit(const std::function<void(Registry&, const std::string&)>& alongside) {
    m_transaction.commit();
    if (m_registry == nullptr) {
        if (!m_project.database.inTransaction()) {
            m_project.noteTip();
        }
        return;
    }
    if (m_run) {
        m_registry->setRun(m_project.projectId, m_key, m_run->attempt, m_project.tipOf(m_experiment));
        if (alongside) {
            alongside(*m_registry, m_key);
        }
    }
    if (!m_project.database.inTransaction()) {
        m_project.noteTip();
    }
    m_hold.commit();
}

} // namespace parsimony::ledger
