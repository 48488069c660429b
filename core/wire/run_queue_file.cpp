// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/run_queue_file.h"

#include "core/export/atomic_file.h"
#include "core/session/data_request.h"
#include "core/session/options_json.h"
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

study::QueuedRun queuedRun(const Json& json) {
    return json.contains(kStudy)    ? requestIn<study::StudyVariant>(json, kStudy)
           : json.contains(kLookAt) ? requestIn<study::LookRequest>(json, kLookAt)
           : json.contains(kAttack) ? requestIn<study::AttackRequest>(json, kAttack)
           : json.contains(kBench)  ? requestIn<study::BenchRequest>(json, kBench)
                                    : session::runOptionsFromJson(json);
}

study::QueuedRuns readQueue(const fs::path& file) {
    study::QueuedRuns runs;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        try {
            runs.push_back(queuedRun(Json::parse(line)));
        } catch (const std::exception& error) {
            fail(Sentence("{1}, line {2} is no request: {3}", file.string(), runs.size() + 1, error.what()));
        }
    }
    return runs;
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

study::QueuedRuns changeQueue(const fs::path& project,
                              const std::function<void(study::QueuedRuns&)>& change) {
    const fs::path file = fs::absolute(project).string() + ".queue";
    const QueueLock lock(file.parent_path());
    const study::QueuedRuns before = readQueue(file);
    study::QueuedRuns runs = before;
    change(runs);
    if (runs == before) {
        return runs;
    }
    if (runs.empty()) {
        fs::remove(file);
        return runs;
    }
    std::string lines;
    for (study::QueuedRun& run : runs) {
        makePathsWhole(run);
        lines += queuedJson(run).dump() + "\n";
    }
    exporting::writeFileAtomically(file, lines, exporting::FileReaders::Owner);
    return runs;
}

} // namespace parsimony::wire
