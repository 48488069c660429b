// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_copies.h"

#include "core/base/sentence.h"
#include "core/ledger/project_file.h"
#include "core/ledger/sqlite.h"

#include <algorithm>
#include <vector>

namespace parsimony::ledger {

namespace {

namespace fs = std::filesystem;

struct Chain {
    std::string project;
    std::vector<Bytes> hashes; ///< of rows 1, 2, …
};

Chain chainOf(const fs::path& file) {
    Chain chain;
    {
        Database database(file.string(), readingModeOf(file));
        requireProject(database);
        const ReadSnapshot snapshot(database);
        chain.project = projectIdIn(database);
        auto rows = database.prepare("SELECT hash FROM ledger NOT INDEXED ORDER BY seq");
        while (rows.step()) {
            chain.hashes.push_back(rows.blob(0));
        }
    }
    removeEmptyLog(file);
    return chain;
}

} // namespace

AuditReport auditCopies(const fs::path& first, const fs::path& second) {
    const Chain a = chainOf(first);
    const Chain b = chainOf(second);
    if (a.project != b.project) {
        failUsage(Sentence("'{1}' and '{2}' are two projects, not two files of one; audit them one by one",
                           first.string(), second.string()));
    }
    AuditReport report = audit(first);
    const AuditReport other = audit(second);
    const bool bothHold = (report.ok() || report.newer) && (other.ok() || other.newer);
    for (const auto& problem : other.problems) {
        report.problems.push_back({problem.row, Sentence("of '{1}': {2}", second.string(), problem.what)});
    }
    const auto [inA, inB] = std::mismatch(a.hashes.begin(), a.hashes.end(), b.hashes.begin(), b.hashes.end());
    const std::int64_t common = inA - a.hashes.begin();
    if (inA != a.hashes.end() && inB != b.hashes.end()) {
        report.problems.push_back(
            {common + 1,
             Sentence("is where the two files part: both went on after row {1}, '{2}' to row {3} and '{4}' "
                      "to row {5}, so what was reserved up to there may have been released twice",
                      common, first.string(), a.hashes.size(), second.string(), b.hashes.size())});
        report.newer.reset();
        return report;
    }
    if (bothHold) {
        report.requireKnown();
        other.requireKnown();
    }
    report.newer.reset();
    if (a.hashes.size() != b.hashes.size()) {
        const bool firstIsOlder = inA == a.hashes.end();
        report.notes.push_back(Sentence("'{1}' is an older copy: the other file goes on after row {2}",
                                        (firstIsOlder ? first : second).string(), common));
    } else {
        report.notes.push_back(Sentence("both files hold the same {1} {1|row|rows}", common));
    }
    return report;
}

} // namespace parsimony::ledger
