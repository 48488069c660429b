// SPDX-License-Identifier: GPL-3.0-or-later
// Which parts share, so that a charge to one is a charge to the other.
#include "core/ledger/registry.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace parsimony::ledger {

// What was charged before two parts are linked is inherited, what comes later follows the link. A part that
// is new has no charges to hand over; one that was missed before hands over its own.
// `direct`: parts that are linked with it in one go, whose own charges come from them and by no detour.
bool Registry::linkTwo(std::int64_t part, std::int64_t other, Inherits how,
                       const std::vector<std::int64_t>& direct) {
    if (other == part || m_database.prepare("SELECT 1 FROM part_links WHERE part = ? AND other = ?")
                             .bind(part)
                             .bind(other)
                             .step()) {
        return false;
    }
    const Charges own = countingFor(part, true);
    Charges had = onceEach(countingFor(other));
    const Charges ofOther = countingFor(other, true);
    std::vector<std::int64_t> elsewhere = apartFrom(part, other, how);
    std::copy_if(direct.begin(), direct.end(), std::back_inserter(elsewhere),
                 [other](std::int64_t each) { return each != other; });
    for (const auto each : elsewhere) {
        for (const auto& [id, charge] : countingFor(each, true)) {
            if (ofOther.count(id) == 0) {
                had.erase(id);
            }
        }
    }
    if (how == Inherits::Late) {
        inherit(other, own, unitsOf(part), Inherits::Late);
        std::erase_if(had, [&own](const auto& charge) { return own.count(charge.first) != 0; });
    }
    inherit(part, had, unitsOf(other), how);
    auto insert = m_database.prepare("INSERT INTO part_links (part, other, since) VALUES (?, ?, (SELECT "
                                     "coalesce(max(seq), 0) FROM part_charges))");
    insert.bind(part).bind(other).run();
    insert.bind(other).bind(part).run();
    return true;
}

// Parts of one dataset were compared when they were declared: where ids or, inside the project, rows tell,
// and for parts that are there and have other roles, no detour over another one concludes anything else.
std::vector<std::int64_t> Registry::apartFrom(std::int64_t part, std::int64_t with, Inherits how) const {
    auto siblings = m_database.prepare(
        "SELECT s.id FROM registered_parts p JOIN registered_parts s ON (s.project, s.dataset) = (p.project, "
        "p.dataset) JOIN registered_parts w ON w.id = ?2 WHERE p.id = ?1 AND s.id NOT IN (?1, ?2) AND "
        "(w.project = p.project OR (s.people IS NOT NULL AND p.people IS NOT NULL) OR (?3 AND s.name <> "
        "p.name)) AND NOT EXISTS (SELECT 1 FROM part_links l WHERE l.part = ?1 AND l.other = s.id)");
    siblings.bind(part).bind(with).bind(std::int64_t{how == Inherits::Late ? 1 : 0});
    std::vector<std::int64_t> found;
    while (siblings.step()) {
        found.push_back(siblings.integer(0));
    }
    return found;
}

// Links that rows make are not passed on: who shares rows with both halves of a set ties neither half to the
// other. But a part of several encoders says that their rows are the same records', so all that share with it
// share with each other, by whichever encoder, and whether they were there before it or came later. And links
// between projects, which are declared, are about all that a part shares with inside its project, an account
// of several parts or rows under two names: whichever of them was named, and whichever came first. Inside a
// project ids and rows need no such conclusion where they tell; between projects, where no row may decide
// what follows from a declaration, parts of one dataset do not that have ids or other roles.
std::vector<std::int64_t> Registry::passedOn(std::int64_t part, std::int64_t other) const {
    struct Third {
        std::int64_t part = 0;
        bool isHere = false; ///< all three are of one project
    };
    std::vector<Third> thirds;
    auto links = m_database.prepare(
        "SELECT l.other, o.project = p.project AND t.project = p.project FROM part_links l JOIN "
        "registered_parts p ON p.id = l.part JOIN registered_parts o ON o.id = ?2 JOIN registered_parts t ON "
        "t.id = l.other WHERE l.part = ?1 AND l.other <> ?2 AND ((t.project, t.dataset) <> (o.project, "
        "o.dataset) OR p.project = o.project OR (t.name = o.name AND (t.people IS NULL OR o.people IS "
        "NULL))) AND (EXISTS (SELECT 1 FROM encoded_lists WHERE part = ?1) OR (p.project = o.project) <> "
        "(t.project = p.project))");
    links.bind(part).bind(other);
    while (links.step()) {
        thirds.push_back({links.integer(0), links.integer(1) != 0});
    }
    links.reset();
    if (thirds.empty()) {
        return {};
    }
    const auto lists = rowsOf(other);
    const auto people = peopleIn(other);
    const PartTags tags{{lists.begin(), lists.end()},
                        people ? std::optional<std::span<const RowTag>>(*people) : std::nullopt};
    std::vector<std::int64_t> others;
    for (const Third& third : thirds) {
        if (!third.isHere || !areToldApart(tags, part, third.part)) {
            others.push_back(third.part);
        }
    }
    return others;
}

bool Registry::areToldApart(const PartTags& own, std::int64_t with, std::int64_t other) const {
    const std::lock_guard guard(m_mutex);
    const auto people = own.people ? peopleIn(with) : std::nullopt;
    const auto others = people ? peopleIn(other) : std::nullopt;
    if (others && sharedRows(*people, *own.people).values > 0 && sharedRows(*people, *others).values > 0) {
        return sharedRows(*own.people, *others).values == 0;
    }
    const auto listsOfOther = rowsOf(other);
    const auto made = [&](const auto& lists, std::span<const RowTag> list) {
        return std::find_if(lists.begin(), lists.end(),
                            [&](const auto& some) { return sameData(sharedRows(list, some)); });
    };
    const auto lists = rowsOf(with);
    return std::any_of(lists.begin(), lists.end(), [&](const std::vector<RowTag>& list) {
        const auto ours = made(own.rows, list);
        const auto theirs = made(listsOfOther, list);
        return ours != own.rows.end() && theirs != listsOfOther.end() &&
               sharedRows(*ours, *theirs).values == 0;
    });
}

void Registry::link(std::int64_t part, const std::vector<std::int64_t>& others, Inherits how) {
    std::vector<std::pair<std::int64_t, std::int64_t>> linked;
    const auto add = [&](std::int64_t one, std::int64_t two) {
        if (two == part) {
            std::swap(one, two);
        }
        if (linkTwo(one, two, one == part ? how : Inherits::Late,
                    one == part ? others : std::vector<std::int64_t>())) {
            linked.emplace_back(one, two);
        }
    };
    for (const auto other : others) {
        add(part, other);
    }
    while (!linked.empty()) {
        const auto [one, two] = linked.back();
        linked.pop_back();
        for (const auto third : passedOn(one, two)) {
            add(two, third);
        }
        for (const auto third : passedOn(two, one)) {
            add(one, third);
        }
    }
}

void Registry::linkParts(const std::string& key, const std::string& other) {
    const std::lock_guard guard(m_mutex);
    syncEveryCommit(true);
    Transaction transaction(m_database);
    const auto one = numberOf(key);
    const auto two = numberOf(other);
    if (one && two) {
        link(*one, {*two}, Inherits::Late);
    } else if (one) {
        m_database.prepare("INSERT OR IGNORE INTO awaited_links (other, key) VALUES (?, ?)")
            .bind(other)
            .bind(key)
            .run();
    }
    transaction.commit();
}

} // namespace parsimony::ledger
