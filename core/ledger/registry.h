// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/ledger/sqlite.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ledger {

/// A part that some project of this user registered, as it compares with a list of rows.
struct RegistryMatch {
    std::int64_t id = 0; ///< the registry's number of the part
    std::string project; ///< Project::projectId()
    std::string path;    ///< where the project lay when it last registered something
    std::string dataset; ///< its name
    std::string name;    ///< of the part
    std::string key;     ///< of the part
    bool isPublic = false;
    std::uint64_t rows = 0;
    std::uint64_t shared = 0; ///< equal rows, counted as often as both have them
    bool same = false;        ///< exactly these rows
    bool linked = false;      ///< more than a fifth of the smaller one's rows: the same data
};

/// One charge as the registry keeps it.
struct RegistryCharge {
    std::string id;                    ///< of one charge: 32 hexadecimal digits
    std::optional<SpendSum> muSquared; ///< kind gaussian
    double epsilon = 0.0, delta = 0.0; ///< kind slices
    bool pending = false;              ///< its project has not said yet that it committed the reservation
    bool own = true;                   ///< of the part itself, not of a linked one
};

/// The registry of one user: what was charged to which private rows, in all projects, and the last head of
/// each project. It knows rows by a hash under a key of its own (file mode 0600), never by value. It guards
/// an honest curator against accidents (a copied, shuffled, renamed or re-split file), not against malice.
///
/// Safe to use from several threads and processes. Throws Error(Failed) when its file is damaged or can't be
/// written.
class Registry {
public:
    /// `$PARSIMONY_REGISTRY`, else `$XDG_DATA_HOME/parsimony/registry.db`, else
    /// `~/.local/share/parsimony/registry.db`.
    [[nodiscard]] static std::filesystem::path defaultPath();
    /// Opens the registry, making it (and its folder) when it is not there.
    [[nodiscard]] static std::shared_ptr<Registry> open(const std::filesystem::path& file = defaultPath());

    explicit Registry(const std::filesystem::path& file); ///< use open()

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] const std::string& id() const { return m_id; }
    /// For core/data's row digests.
    [[nodiscard]] const std::array<std::uint8_t, 32>& key() const { return m_key; }

    /// Every registered part with at least one of `tags` (sorted), most shared rows first.
    [[nodiscard]] std::vector<RegistryMatch> lookup(std::span<const RowTag> tags) const;
    /// Everything that counts for a part: its opening balance, what was charged to it, and to linked parts
    /// since.
    struct Total {
        SpendSum muSquared, epsilon, delta;
    };
    [[nodiscard]] Total totalOf(std::int64_t part) const;

    /// A part about to be registered.
    struct NewPart {
        std::string project, path, dataset, name;
        std::string key; ///< random, unique; the project's row of the part names it
        bool isPublic = false;
        Total opening;
        std::vector<std::int64_t> links; ///< registered parts whose charges are also its own from now on
    };
    /// Returns the registry's number of the part. Registering a part again changes nothing but its path.
    std::int64_t registerPart(const NewPart& part, std::span<const RowTag> tags);

    [[nodiscard]] bool knows(const std::string& key) const;

    /// Durable when it returns. A charge of this id on this part counts once; a part that was never
    /// registered is left out.
    void charge(const std::string& key, const RegistryCharge& charge);
    /// The project committed the reservation: its charges of this id stay for good.
    void confirm(const std::string& id);
    /// The project never committed it, so nothing was run: a pending charge of this id is taken back.
    void withdraw(const std::string& id);
    /// Every charge that counts for a registered part of `project`, own and linked, with the key of the part.
    [[nodiscard]] std::vector<std::pair<std::string, RegistryCharge>>
    chargesOf(const std::string& project) const;

    struct Head {
        std::int64_t row = 0;
        Digest hash{};
    };
    [[nodiscard]] std::optional<Head> headOf(const std::string& project) const;
    void setHead(const std::string& project, const std::string& path, const Head& head);

private:
    [[nodiscard]] std::optional<std::int64_t> numberOf(const std::string& key) const;
    void addLinks(std::int64_t part, const std::vector<std::int64_t>& others);

    std::filesystem::path m_path;
    mutable std::mutex m_mutex;
    mutable Database m_database;
    std::string m_id;
    std::array<std::uint8_t, 32> m_key{};
};

/// Rows that two sorted lists share, counted as often as both have them.
[[nodiscard]] std::uint64_t sharedRows(std::span<const RowTag> a, std::span<const RowTag> b);

/// More than a fifth of the smaller one's rows.
[[nodiscard]] bool sameData(std::uint64_t shared, std::uint64_t rowsA, std::uint64_t rowsB);

} // namespace parsimony::ledger
