// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/shards.h"

#include "core/base/sentence.h"
#include "core/data/feature_source.h"

#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace parsimony::data {

namespace {

namespace fs = std::filesystem;

bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Runs of digits compare as numbers, all else letter by letter.
bool naturallyBefore(const std::string& a, const std::string& b) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j]) {
                return a[i] < b[j];
            }
            ++i;
            ++j;
            continue;
        }
        const auto take = [](const std::string& text, std::size_t& at) {
            while (at < text.size() && text[at] == '0') {
                ++at;
            }
            const std::size_t begin = at;
            while (at < text.size() && isDigit(text[at])) {
                ++at;
            }
            return std::string_view(text).substr(begin, at - begin);
        };
        const std::string_view x = take(a, i);
        const std::string_view y = take(b, j);
        if (x != y) {
            return x.size() != y.size() ? x.size() < y.size() : x < y;
        }
    }
    // 7 and 07 are one number: then as they are written.
    return a.size() - i != b.size() - j ? a.size() - i < b.size() - j : a < b;
}

/// Finds rows in what stands one behind the other.
class Places {
public:
    void add(std::size_t rows) { m_ends.push_back(total() + rows); }
    [[nodiscard]] std::size_t total() const { return m_ends.empty() ? 0 : m_ends.back(); }

    /// Calls `read(shard, firstInIt, count, done)` for each piece of [first, first + count).
    template <class Read>
    void forPieces(std::size_t first, std::size_t count, Read&& read) const {
        checkRowRange(first, count, total());
        for (std::size_t done = 0; done < count;) {
            const std::size_t row = first + done;
            const auto shard = static_cast<std::size_t>(std::upper_bound(m_ends.begin(), m_ends.end(), row) -
                                                        m_ends.begin());
            const std::size_t begin = shard == 0 ? 0 : m_ends[shard - 1];
            const std::size_t now = std::min(count - done, m_ends[shard] - row);
            read(shard, row - begin, now, done);
            done += now;
        }
    }

private:
    std::vector<std::size_t> m_ends;
};

class ShardedReader final : public ArrayReader {
public:
    ShardedReader(const ArraySpec& spec, std::vector<std::unique_ptr<ArrayReader>> shards)
        : m_shards(std::move(shards)), m_info(m_shards.front()->info()) {
        const ArrayInfo first = m_info;
        m_info.bytes = 0;
        for (const auto& shard : m_shards) {
            const ArrayInfo& info = shard->info();
            const bool alike = info.shape.size() == first.shape.size() &&
                               std::equal(info.shape.begin() + 1, info.shape.end(), first.shape.begin() + 1);
            if (!alike && info.shape.size() == 2 && first.shape.size() == 2) {
                fail(Sentence("{1} has the shape {2}, {3} has {4}: {5} columns and {6}; shards of one set "
                              "differ in rows alone",
                              info.spec(), Sentence::ofRows(info.shapeText()), first.spec(),
                              Sentence::ofRows(first.shapeText()), info.width(), first.width()));
            }
            if (first.shape.empty() || !alike) {
                fail(Sentence("{1} has the shape {2}, {3} has {4}; shards of one set differ in rows alone",
                              info.spec(), Sentence::ofRows(info.shapeText()), first.spec(),
                              Sentence::ofRows(first.shapeText())));
            }
            if (info.type.name != first.type.name) {
                fail(Sentence("{1} holds {2}, {3} holds {4}; shards of one set are of one type", info.spec(),
                              info.type.name, first.spec(), first.type.name));
            }
            checkSameColumns(first, info);
            m_places.add(info.rows());
            m_info.bytes += info.bytes;
        }
        m_info.path = spec.path;
        m_info.key = spec.key;
        m_info.shape.front() = m_places.total();
    }

    [[nodiscard]] const ArrayInfo& info() const override { return m_info; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        read(&ArrayReader::readRows, first, count, out);
    }
    void readRowsF64(std::size_t first, std::size_t count, double* out) const override {
        read(&ArrayReader::readRowsF64, first, count, out);
    }
    void readIntegers(std::size_t first, std::size_t count, std::int64_t* out) const override {
        read(&ArrayReader::readIntegers, first, count, out);
    }
    [[nodiscard]] const std::byte* mappedRows(std::size_t first, std::size_t count) const override {
        const std::byte* rows = nullptr;
        m_places.forPieces(first, count,
                           [&](std::size_t shard, std::size_t from, std::size_t now, std::size_t) {
                               rows = now == count ? m_shards[shard]->mappedRows(from, now) : nullptr;
                           });
        return rows;
    }
    [[nodiscard]] bool isMapped() const override {
        return std::all_of(m_shards.begin(), m_shards.end(),
                           [](const auto& shard) { return shard->isMapped(); });
    }
    [[nodiscard]] bool unwritten(std::size_t first, std::size_t count) const override {
        bool all = true;
        m_places.forPieces(first, count,
                           [&](std::size_t shard, std::size_t from, std::size_t now, std::size_t) {
                               all = all && m_shards[shard]->unwritten(from, now);
                           });
        return all;
    }
    void verify() const override {
        for (const auto& shard : m_shards) {
            shard->verify();
        }
    }
    void verifyRows(std::size_t first, std::size_t count) const override {
        m_places.forPieces(first, count,
                           [&](std::size_t shard, std::size_t from, std::size_t now, std::size_t) {
                               m_shards[shard]->verifyRows(from, now);
                           });
    }
    void prefetch(std::size_t first, std::size_t count) const override {
        const std::size_t rows =
            std::min(first + count, m_places.total()) - std::min(first, m_places.total());
        m_places.forPieces(std::min(first, m_places.total()), rows,
                           [&](std::size_t shard, std::size_t from, std::size_t now, std::size_t) {
                               m_shards[shard]->prefetch(from, now);
                           });
    }
    void needsOnly(std::size_t first, std::size_t count) const override {
        m_places.forPieces(first, count,
                           [&](std::size_t shard, std::size_t from, std::size_t now, std::size_t) {
                               m_shards[shard]->needsOnly(from, now);
                           });
    }

private:
    template <class Value>
    void read(void (ArrayReader::*how)(std::size_t, std::size_t, Value*) const, std::size_t first,
              std::size_t count, Value* out) const {
        m_places.forPieces(first, count,
                           [&](std::size_t shard, std::size_t from, std::size_t now, std::size_t done) {
                               (m_shards[shard].get()->*how)(from, now, out + done * m_info.width());
                           });
    }

    std::vector<std::unique_ptr<ArrayReader>> m_shards;
    ArrayInfo m_info;
    Places m_places;
};

class ShardedIds final : public IdSource {
public:
    ShardedIds(const ArraySpec& spec, std::vector<std::unique_ptr<IdSource>> shards)
        : m_spec(spec.key.empty() ? spec.path : spec.path + ":" + spec.key), m_shards(std::move(shards)) {
        for (const auto& shard : m_shards) {
            m_places.add(shard->rows());
        }
    }

    [[nodiscard]] std::string spec() const override { return m_spec; }
    [[nodiscard]] std::size_t rows() const override { return m_places.total(); }
    void read(std::size_t first, std::size_t count, std::vector<std::string>& out) const override {
        out.resize(count);
        m_places.forPieces(
            first, count, [&](std::size_t shard, std::size_t from, std::size_t now, std::size_t done) {
                std::vector<std::string> piece;
                m_shards[shard]->read(from, now, piece);
                std::move(piece.begin(), piece.end(), out.begin() + static_cast<std::ptrdiff_t>(done));
            });
    }

private:
    std::string m_spec;
    std::vector<std::unique_ptr<IdSource>> m_shards;
    Places m_places;
};

} // namespace

bool namesShards(const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        return true;
    }
    return !fs::exists(path, ignored) &&
           fs::path(path).filename().string().find_first_of("*?[") != std::string::npos;
}

std::vector<std::string> matchingFiles(const std::string& path) {
    std::error_code error;
    const bool whole = fs::is_directory(path, error);
    const fs::path folder = whole ? fs::path(path) : fs::path(path).parent_path();
    const std::string pattern = whole ? "*" : fs::path(path).filename().string();
    std::vector<std::string> found;
    fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        const std::string name = entry->path().filename().string();
        if (::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0 && entry->is_regular_file(ignored)) {
            found.push_back((folder / name).string());
        }
    }
    std::sort(found.begin(), found.end(), naturallyBefore);
    return found;
}

std::vector<std::string> shardsOf(const std::string& path) {
    std::vector<std::string> found = matchingFiles(path);
    if (found.empty()) {
        std::error_code ignored;
        fail(fs::is_directory(path, ignored) ? Sentence("{1} is a folder without files of arrays", path)
                                             : Sentence("no file is called {1}", path));
    }
    return found;
}

std::unique_ptr<ArrayReader> joined(const ArraySpec& spec, std::vector<std::unique_ptr<ArrayReader>> shards) {
    return std::make_unique<ShardedReader>(spec, std::move(shards));
}

std::unique_ptr<IdSource> joined(const ArraySpec& spec, std::vector<std::unique_ptr<IdSource>> shards) {
    return std::make_unique<ShardedIds>(spec, std::move(shards));
}

} // namespace parsimony::data
