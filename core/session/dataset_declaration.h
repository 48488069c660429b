// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ledger/project.h"
#include "core/ledger/registry.h"
#include "core/session/data_request.h"
#include "core/session/run_observer.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace parsimony::session {

/// The registry of this user, which knows private rows across projects.
[[nodiscard]] std::shared_ptr<ledger::Registry> userRegistry(ledger::WaitNotice onWait = {});

/// Throws Error(Failed) where a project that `--linked-to` or `--leave-out` names is nowhere: before one is
/// made for rows that could not be declared.
void requireLinked(const RunOptions& options);

/// The dataset of a request if the project knows one of that name and visibility; reads no row.
[[nodiscard]] std::optional<ledger::DatasetRow> findDeclared(const ledger::Project& project,
                                                             const DataRequest& request);

/// The request where no project is there yet: what a fresh one would refuse is refused before it is made.
[[nodiscard]] DataRequest describeWithoutProject(const RunOptions& options);

/// The request, with the numbers of records that it leaves out and that were declared in this project before:
/// those in the files, which that made private, would count as public otherwise.
[[nodiscard]] DataRequest describeIn(const ledger::Project& project, const RunOptions& options);

/// Throws Error(Usage) when the options state another cap than the dataset has.
void checkCap(const ledger::DatasetRow& dataset, const RunOptions& options);

/// Hashes the rows of all parts, and ids where they have some, under the registry's key and declares dataset
/// and parts in the project. This reads private rows to recognise them and releases nothing; what the curator
/// should know goes to the observer. From then on the private parts of `request` are only read as they were
/// declared (PRIVACY rule 28). `check` is for requests that say nothing of other projects' rows: what those
/// say stays declared.
[[nodiscard]] ledger::DeclaredDataset declareDataset(ledger::Project& project,
                                                     const ledger::Registry& registry, DataRequest& request,
                                                     const RunOptions& options, const RunObserver& observer,
                                                     const ledger::DeclarationCheck& check = {});

/// The same for one more part of a dataset that is there.
[[nodiscard]] PartId declarePart(ledger::Project& project, const ledger::Registry& registry,
                                 DatasetId dataset, RequestedPart& part, const RunObserver& observer,
                                 const RunOptions& options, const ledger::DeclarationCheck& check = {});

/// The dataset that declareDataset() would take these rows for. Reads them and writes nothing.
[[nodiscard]] std::optional<DatasetId> findByRows(const ledger::Project& project,
                                                  const ledger::Registry& registry, DataRequest request,
                                                  const RunOptions& options);

/// Throws again what is being caught. Where it is a refusal of what follows a declaration, what that said of
/// other projects stays, since whoever tries again with less finds the same budget: the sentence says so.
[[noreturn]] void rethrowDeclared(bool saidSomething);

/// Does the request say anything of other projects' rows?
[[nodiscard]] bool saysOfOthers(const RunOptions& options);

/// Carries out what follows a declaration with these options.
template <class Work>
auto afterDeclaring(const RunOptions& options, const Work& work) {
    try {
        return work();
    } catch (const Error&) {
        rethrowDeclared(saysOfOthers(options));
    }
}

/// Digests of what the parts hold now, by part.
[[nodiscard]] std::map<std::string, std::string> contentOf(const DataRequest& request,
                                                           const ledger::Registry& registry);
/// The same as declareDataset() found them.
[[nodiscard]] std::map<std::string, std::string> declaredContentOf(const DataRequest& request);

/// Did the parts of `plan`, which is the experiment's, hold what has these digests when it began?
[[nodiscard]] bool hasContent(const ledger::Project& project, ExperimentId experiment,
                              const ExperimentPlan& plan, const std::map<std::string, std::string>& content);

/// Throws Error(Refused) unless the files still hold the parts that `plan` was made for. From then on the
/// private parts of `request` are only read so. Rows that declareDataset() has just hashed for this request,
/// as `declared` says, are not hashed again.
void checkUnchanged(const ledger::Project& project, const ledger::Registry& registry, DataRequest& request,
                    ExperimentId experiment, const ExperimentPlan& plan, const RunObserver& observer,
                    const std::optional<ledger::DeclaredDataset>& declared);

} // namespace parsimony::session
