// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_result.h"

#include "app/cli/project.h"
#include "app/cli/run_follower.h"
#include "core/base/error.h"

namespace parsimony::cli {

Result followRun(Context& context, const std::string& command, const std::string& storage,
                 const RunWork& work) {
    RunFollower follower(context.console(), context.format());
    session::RunObserver observer;
    observer.onSnapshot = [&](const session::RunSnapshot& snapshot) { follower.onSnapshot(snapshot); };
    observer.onCuratorNotice = curatorNotices(context);
    const session::RunSnapshot snapshot = work(context.stopToken(), observer);

    Result result;
    result.json = session::toJson(snapshot, command);
    if (snapshot.status == ExperimentStatus::NothingToResume) {
        return result;
    }
    follower.finish(snapshot);
    if (context.verbose()) {
        context.console().note("on " + snapshot.device + ": loading " + durationText(snapshot.secondsLoad) +
                               ", search " + durationText(snapshot.secondsSearch) + ", final run " +
                               durationText(snapshot.secondsFinal));
    }
    result.table = resultText(snapshot);
    if (snapshot.status == ExperimentStatus::Interrupted) {
        result.exitCode = static_cast<int>(ErrorCode::Interrupted);
        const std::string named = storageToName(storage);
        const std::string where = named.empty() ? "" : " --storage " + named;
        context.console().note("interrupted at a durable checkpoint; 'parsimony-cli resume" + where +
                               "' goes on from there");
    } else if (snapshot.status == ExperimentStatus::Failed) {
        result.exitCode = static_cast<int>(ErrorCode::Failed);
    }
    return result;
}

} // namespace parsimony::cli
