// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/run_queue_file.h"

#include "core/base/hex.h"
#include "core/base/input_file.h"
#include "core/base/process_name.h"
#include "core/base/secure_random.h"
#include "core/export/atomic_file.h"
#include "core/session/data_options.h"
#include "core/session/options_json.h"
#include "core/session/session.h"
#include "core/study/study_file.h"
#include "core/wire/calls.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>

namespace parsimony::wire {

namespace fs = std::filesystem;

namespace {

/// Held by who changes a queue: on the folder, which stays while files in it are replaced.
class QueueLock {
public:
    explicit QueueLock(const fs::path& folder)
        : m_folder(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        if (m_folder < 0 || flock(m_folder, LOCK_EX) != 0) {
            fail(Sentence("the folder {1} cannot be read", folder.string()));
        }
    }
    ~QueueLock() { ::close(m_folder); }
    QueueLock(const QueueLock&) = delete;
    QueueLock& operator=(const QueueLock&) = delete;

private:
    int m_folder;
};

constexpr const char* kStudy = "study";
constexpr const char* kLookAt = "look";
constexpr const char* kAttack = "attack";
constexpr const char* kBench = "bench";

template <class Request>
study::QueuedRun requestIn(const Json& json, const char* name) {
    Request request;
    read(json.at(name), request, name);
    return request;
}

constexpr const char* kRequest = "request"; ///< of what had its turn
constexpr const char* kTakenBy = "taken_by";

study::QueuedRun queuedRun(const Json& json) {
    return json.contains(kStudy)    ? requestIn<study::StudyVariant>(json, kStudy)
           : json.contains(kLookAt) ? requestIn<study::LookRequest>(json, kLookAt)
           : json.contains(kAttack) ? requestIn<study::AttackRequest>(json, kAttack)
           : json.contains(kBench)
               ? requestIn<study::BenchRequest>(json, kBench)
               : study::QueuedRun(session::runOptionsFromJson(session::withListsSplit(json)));
}

/// The file as it is: what processes that are there have taken, and what waits.
struct QueueFile {
    struct Taken {
        study::QueuedRun run;
        std::string by;
    };
    std::vector<Taken> taken;
    study::QueuedRuns waiting;
};

void readLine(const std::string& line, QueueFile& into) {
    Json json = Json::parse(line);
    const std::string by = json.value(kTakenBy, "");
    const std::string request = json.value(kRequest, "");
    json.erase(kTakenBy);
    json.erase(kRequest);
    study::QueuedRun run = queuedRun(json);
    run.request = request;
    if (isRunning(by)) {
        into.taken.push_back({std::move(run), by});
    } else {
        into.waiting.push_back(std::move(run)); // of one that was cut off too
    }
}

QueueFile readQueue(const fs::path& file) {
    QueueFile queue;
    requireReadable(file);
    std::ifstream stream(file);
    std::size_t number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        try {
            readLine(line, queue);
        } catch (const std::exception& error) {
            fail(Sentence("{1}, line {2} is no request: {3}", file.string(), number, error.what()));
        }
    }
    return queue;
}

/// It may be run from another folder.
void makePathsWhole(study::QueuedRun& run) {
    const auto whole = [](session::RunOptions& options) { options = session::withAbsolutePaths(options); };
    if (auto* options = std::get_if<session::RunOptions>(&run)) {
        whole(*options);
    } else if (auto* attack = std::get_if<study::AttackRequest>(&run)) {
        whole(attack->asked);
    } else if (auto* look = std::get_if<study::LookRequest>(&run)) {
        session::RunOptions named; // the places of options that hold such paths
        named.test = look->on.files;
        named.train = {look->on.groups, look->on.labelMap, {}};
        whole(named);
        whole(look->on.options);
        look->on.files = named.test;
        look->on.groups = named.train.features;
        look->on.labelMap = named.train.labels;
    } else if (auto* study = std::get_if<study::StudyVariant>(&run)) {
        if (study->compare) {
            whole(study->compare->base);
        }
        if (study->sweep) {
            whole(study->sweep->base);
        }
        if (study->file && study::studyPath(study->file->path) == study->file->path) {
            study->file->path = fs::absolute(study->file->path).lexically_normal().string();
        }
    }
}

} // namespace

Json queuedJson(const study::QueuedRun& run) {
    if (const auto* options = std::get_if<session::RunOptions>(&run)) {
        return session::toJson(*options);
    }
    if (const auto* study = std::get_if<study::StudyVariant>(&run)) {
        return {{kStudy, write(*study)}};
    }
    if (const auto* look = std::get_if<study::LookRequest>(&run)) {
        return {{kLookAt, write(*look)}};
    }
    if (const auto* attack = std::get_if<study::AttackRequest>(&run)) {
        return {{kAttack, write(*attack)}};
    }
    return {{kBench, write(std::get<study::BenchRequest>(run))}};
}

namespace {

std::string lineOf(study::QueuedRun run, const std::string& takenBy) {
    makePathsWhole(run);
    Json json = queuedJson(run);
    if (!run.request.empty()) {
        json[kRequest] = run.request;
    }
    if (!takenBy.empty()) {
        json[kTakenBy] = takenBy;
    }
    return json.dump() + "\n";
}

void writeQueue(const fs::path& file, const QueueFile& queue) {
    std::string lines;
    for (const QueueFile::Taken& each : queue.taken) { // what was cut off waits before all others
        lines += lineOf(each.run, each.by);
    }
    for (const study::QueuedRun& run : queue.waiting) {
        lines += lineOf(run, {});
    }
    if (lines.empty()) {
        fs::remove(file);
    } else {
        exporting::writeFileAtomically(file, lines, exporting::FileReaders::Owner);
    }
}

/// Whether running it again pays for nothing twice: a study goes on, and of the others nothing is reserved.
bool canBegin(const fs::path& project, const study::QueuedRun& run) {
    if (std::holds_alternative<study::StudyVariant>(run)) {
        return true;
    }
    const bool reserves =
        std::holds_alternative<session::RunOptions>(run) || std::holds_alternative<study::LookRequest>(run);
    return reserves && !(fs::exists(project) && session::Session::open(project, false).hasBegun(run.request));
}

/// Hands the queue to `change`, which says whether it changed it.
template <class Change>
void withQueue(const fs::path& project, Change change) {
    const fs::path file = fs::absolute(project).string() + ".queue";
    const QueueLock lock(file.parent_path());
    QueueFile queue = readQueue(file);
    if (change(queue)) {
        writeQueue(file, queue);
    }
}

} // namespace

study::QueuedRuns changeQueue(const fs::path& project,
                              const std::function<void(study::QueuedRuns&)>& change) {
    study::QueuedRuns left;
    withQueue(project, [&](QueueFile& queue) {
        const study::QueuedRuns before = queue.waiting;
        change(queue.waiting);
        left = queue.waiting;
        return left != before;
    });
    return left;
}

std::optional<study::QueuedRun> takeFirst(const fs::path& project, const study::QueuedRun* only) {
    std::optional<study::QueuedRun> first;
    withQueue(project, [&](QueueFile& queue) {
        if (queue.waiting.empty() || (only != nullptr && queue.waiting.front() != *only)) {
            return false;
        }
        first = queue.waiting.front();
        if (first->request.empty()) {
            first->request = toHex(secureRandomKey());
        }
        queue.waiting.erase(queue.waiting.begin());
        queue.taken.push_back({*first, thisProcess()});
        return true;
    });
    return first;
}

void endTaken(const fs::path& project, const study::QueuedRun& taken, bool finished) {
    const bool waitsAgain = !finished && canBegin(project, taken);
    withQueue(project, [&](QueueFile& queue) {
        const auto gone = std::erase_if(
            queue.taken, [&](const QueueFile::Taken& each) { return each.run.request == taken.request; });
        if (waitsAgain) {
            queue.waiting.insert(queue.waiting.begin(), taken);
            queue.waiting.front().request.clear();
        }
        return gone > 0 || waitsAgain;
    });
}

} // namespace parsimony::wire
