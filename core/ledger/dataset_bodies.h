// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/body_text.h"
#include "core/ledger/records.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

// The bodies of rows that declare a project, its datasets and parts, and what its parts were charged outside
// of experiments. Each is written by text() and read by read(), which throws Error(Failed) naming `what` for
// a body that is not of its kind. A member of type string_view is canonical JSON: when it was read it lives
// as long as the text that it was read from.

struct ProjectBody {
    std::int64_t format = 0;
    std::string project; ///< its id: 32 hexadecimal digits
    std::string madeBy;  ///< the version that made it

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static ProjectBody read(const BodyReader& body);
};

struct DatasetBody {
    std::string name;
    Visibility visibility = Visibility::Private;
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint32_t rowsPerPerson = 1;
    nlohmann::json facts = nlohmann::json::object();

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static DatasetBody read(const BodyReader& body);
};

/// Of kinds cap and cap_raised; the latter has a reason.
struct CapBody {
    double epsilon = 0.0, delta = 0.0;
    std::optional<std::string> reason = std::nullopt;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static CapBody read(const BodyReader& body);
};

struct PartBody {
    std::string name;
    bool isPublic = false;
    PartId account; ///< the part whose account it shares; none in rows that don't say: its own
    std::string registryKey;
    nlohmann::json facts = nlohmann::json::object();
    bool distinctRecords = false, exposedUncharged = false;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static PartBody read(const BodyReader& body);
};

struct PartCuratorBody {
    std::string digest;    ///< of the part's values
    std::string registry;  ///< the id of the one it was declared with
    bool compared = false; ///< that one keeps its rows, which others are compared with
    nlohmann::json facts = nlohmann::json::object();

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static PartCuratorBody read(const BodyReader& body);
};

/// Of kinds link_declared and people_left_out.
struct LinkDeclaredBody {
    std::string project, part; ///< the other project's id, and the name of its part; left out: "" for all
    /// The registry's keys of the parts that were meant; none in rows of earlier versions, and of whom is
    /// left out: all of that name.
    std::vector<std::string> keys = {};
    bool exposed = false; ///< the part that the row is about has rows that were public there

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static LinkDeclaredBody read(const BodyReader& body);
};

/// Of kinds opening_balance, linked_charge, reservation and trial_charge.
struct ChargeBody {
    std::string charge = {};      ///< its id in the registry; empty where it has none
    std::string_view events = {}; ///< a JSON array; empty where none are listed

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static ChargeBody read(const BodyReader& body);
};

struct CuratorShownBody {
    std::string what;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static CuratorShownBody read(const BodyReader& body);
};

} // namespace parsimony::ledger
