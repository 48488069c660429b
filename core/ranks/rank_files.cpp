// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_files.h"

#include "core/base/sentence.h"
#include "core/data/byte_source.h"
#include "core/data/part.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ranks {

namespace {

void sendPieces(RankGroup& group, std::size_t to, std::span<const std::byte> bytes) {
    for (std::size_t at = 0; at < bytes.size(); at += kPieceBytes) {
        group.send(to, Tag::Rows, bytes.subspan(at, std::min(kPieceBytes, bytes.size() - at)));
    }
}

/// False when `stop` was requested meanwhile.
bool receivePieces(RankGroup& group, std::size_t from, std::span<std::byte> bytes,
                   const std::stop_token& stop = {}) {
    for (std::size_t at = 0; at < bytes.size(); at += kPieceBytes) {
        if (!group.receiveInto(from, Tag::Rows, bytes.subspan(at, std::min(kPieceBytes, bytes.size() - at)),
                               stop)) {
            return false;
        }
    }
    return true;
}

void putTexts(CallWriter& call, const std::vector<std::string>& texts) {
    call.put<std::uint64_t>(texts.size());
    for (const std::string& text : texts) {
        call.putText(text);
    }
}

std::vector<std::string> texts(CallReader& call) {
    std::vector<std::string> all(call.get<std::uint64_t>());
    std::generate(all.begin(), all.end(), [&] { return call.text(); });
    return all;
}

void putFiles(CallWriter& call, const data::PartFiles& files) {
    call.putText(files.features);
    putTexts(call, files.otherColumns);
    call.put(files.guessColumns).put<std::uint64_t>(files.beside.size());
    for (const data::FeatureFile& other : files.beside) {
        call.putText(other.features);
        putTexts(call, other.otherColumns);
    }
}

data::PartFiles filesIn(CallReader& call) {
    data::PartFiles files;
    files.features = call.text();
    files.otherColumns = texts(call);
    files.guessColumns = call.get<bool>();
    files.beside.resize(call.get<std::uint64_t>());
    for (data::FeatureFile& other : files.beside) {
        other.features = call.text();
        other.otherColumns = texts(call);
    }
    return files;
}

void putPreprocessing(CallWriter& call, const data::Preprocessing& preprocessing) {
    const std::vector<std::size_t>& blocks = preprocessing.blocks;
    call.put(preprocessing.norm).put(preprocessing.bound);
    call.putAll(std::span<const float>(preprocessing.mean)).putAll(std::span<const std::size_t>(blocks));
    call.put<std::uint64_t>(preprocessing.viewDim).put(preprocessing.map.has_value());
    if (preprocessing.map) {
        call.put(preprocessing.map->biasShare).putAll(std::span<const float>(preprocessing.map->mean));
    }
}

data::Preprocessing preprocessingIn(CallReader& call) {
    data::Preprocessing preprocessing;
    preprocessing.norm = call.get<data::RowNorm>();
    preprocessing.bound = call.get<double>();
    preprocessing.mean = call.getAll<float>();
    preprocessing.blocks = call.getAll<std::size_t>();
    preprocessing.viewDim = call.get<std::uint64_t>();
    if (call.get<bool>()) {
        preprocessing.map.emplace();
        preprocessing.map->biasShare = call.get<double>();
        preprocessing.map->mean = call.getAll<float>();
    }
    return preprocessing;
}

/// What two processes have to agree in before they read the same rows.
std::string factsOf(const data::PartFiles& files) {
    const data::ArrayInfo info = data::openFeatures(files)->info();
    std::string facts = info.shapeText() + " of " + info.type.name;
    for (const std::string& column : info.columns) {
        facts += "," + column;
    }
    return facts;
}

/// What a recipe says of all rows. A first pass reads them without a map, and has nothing to compare them
/// with yet.
std::vector<std::byte> saidOfAll(data::RowRecipe recipe) {
    recipe.preprocessing.map.reset();
    recipe.digests = {};
    recipe.blank = {};
    CallWriter call(CallKind::Scan);
    putRecipe(call, recipe);
    return {call.bytes().begin(), call.bytes().end()};
}

/// Rows that are pre-processed on the way are kept, as far as there is room: to read them takes as long as a
/// pass over them.
void passOverAndKeep(RankGroup& group, const data::RowRecipe& recipe, data::FirstPass found, int threads,
                     const std::stop_token& stop) {
    KeptShare& kept = group.kept();
    kept.drop();
    found.keep = [&](std::size_t dim) {
        return kept.make(recipe, saidOfAll(recipe), dim, std::min(found.room, roomHere(group)));
    };
    data::passOver(recipe, found, threads, stop);
    kept.isFilled(found.digests);
}

class RankReaders final : public data::RowPeers {
public:
    explicit RankReaders(std::shared_ptr<RankGroup> group) : m_group(std::move(group)) {}

    bool canRead(const data::PartFiles& files) override {
        data::PartFiles all = files;
        all.order.reset();
        all.declared.reset();
        CallWriter call(CallKind::Look);
        call.put(0U);
        putFiles(call, all);
        const std::scoped_lock lock(m_group->mutex());
        const std::string key(reinterpret_cast<const char*>(call.bytes().data()), call.bytes().size());
        auto known = m_known.find(key);
        if (known == m_known.end()) {
            known = m_known.emplace(key, ask(all, call)).first;
        }
        return known->second;
    }

    void passOver(const data::RowRecipe& recipe, const data::FirstPass& found, int threads,
                  const std::stop_token& stop) override {
        const std::scoped_lock lock(m_group->mutex());
        try {
            share(recipe, found, threads, stop);
        } catch (...) {
            m_group->giveUp(); // what the others still send is never taken
            throw;
        }
    }

private:
    bool ask(const data::PartFiles& files, const CallWriter& call) {
        const std::string here = factsOf(files);
        m_group->announce(call.bytes());
        std::size_t alike = 1;
        std::string trouble;
        for (std::size_t other = 1; other < m_group->size(); ++other) {
            const std::vector<std::byte> bytes = m_group->receive(other, Tag::Files);
            CallReader answer(bytes);
            const auto opened = answer.get<bool>();
            const std::string said = answer.text();
            if (opened && said == here) {
                ++alike;
            } else if (trouble.empty()) {
                trouble = "process " + std::to_string(other) + ": " +
                          (opened ? files.features + " is " + said + " there" : said);
            }
        }
        if (alike > 1 && alike < m_group->size()) {
            fail(Sentence("{1} of {2} processes can read {3} ({4}); make it readable for all of them, or for "
                          "the first alone, which sends the others their rows then",
                          alike, m_group->size(), files.features, trouble));
        }
        return alike > 1;
    }

    void share(const data::RowRecipe& recipe, const data::FirstPass& found, int threads,
               const std::stop_token& stop) {
        const std::size_t rows = std::max(found.digests.size(), found.wrong.size());
        CallWriter call(CallKind::Scan);
        call.put(0U).put<std::uint64_t>(rows).put(threads);
        call.put(!found.digests.empty()).put(!found.wrong.empty()).put<std::uint64_t>(found.room);
        putRecipe(call, recipe);
        m_group->announce(call.bytes());
        for (std::size_t other = 1; other < m_group->size(); ++other) {
            sendRecipeRows(*m_group, other, recipe, rowsOf(rows, other, m_group->size()));
        }
        for (std::size_t member = 0; member < m_group->size(); ++member) {
            const RowSpan span = rowsOf(rows, member, m_group->size());
            const data::FirstPass theirs{
                found.digests.empty() ? found.digests : found.digests.subspan(span.first, span.count()),
                found.wrong.empty() ? found.wrong : found.wrong.subspan(span.first, span.count()),
                found.room};
            if (span.count() == 0) {
                continue;
            }
            if (member == 0) {
                passOverAndKeep(*m_group, data::slice(recipe, span.first, span.count()), theirs, threads,
                                stop);
            } else if (!receivePieces(*m_group, member, std::as_writable_bytes(theirs.digests), stop) ||
                       !receivePieces(*m_group, member, std::as_writable_bytes(theirs.wrong), stop)) {
                interrupted(Sentence("loading the data was stopped"));
            }
        }
    }

    std::shared_ptr<RankGroup> m_group;
    std::map<std::string, bool> m_known; ///< what was asked before
};

} // namespace

std::shared_ptr<data::RowPeers> makeRowPeers(std::shared_ptr<RankGroup> group) {
    return std::make_shared<RankReaders>(std::move(group));
}

void sayWhatIsThere(RankGroup& group, CallReader& call) {
    CallWriter answer;
    try {
        const std::string facts = factsOf(filesIn(call));
        answer.put(true);
        answer.putText(facts);
    } catch (const std::exception& error) {
        answer.put(false);
        answer.putText(error.what());
    }
    group.send(0, Tag::Files, answer.bytes());
}

void passOverShare(RankGroup& group, CallReader& call) {
    const RowSpan mine = rowsOf(call.get<std::uint64_t>(), group.rank(), group.size());
    const auto threads = call.get<int>();
    std::vector<data::RowDigest> digests(call.get<bool>() ? mine.count() : 0);
    std::vector<std::uint8_t> wrong(call.get<bool>() ? mine.count() : 0);
    const auto room = call.get<std::uint64_t>();
    const ReceivedRecipe received(group, call, mine);
    if (mine.count() > 0) {
        passOverAndKeep(group, received.recipe(), {digests, wrong, room}, threads, {});
    }
    sendPieces(group, 0, std::as_bytes(std::span(digests)));
    sendPieces(group, 0, std::as_bytes(std::span(wrong)));
}

std::shared_ptr<const data::FeatureSource> keptRowsBy(RankGroup& group, const data::RowRecipe& recipe) {
    return group.kept().take(recipe, saidOfAll(recipe));
}

std::size_t roomHere(const RankGroup& group) {
    return data::usableMemory() / (2 * group.neighbours());
}

void putRecipe(CallWriter& call, const data::RowRecipe& recipe) {
    putFiles(call, recipe.files);
    putPreprocessing(call, recipe.preprocessing);
    call.put(recipe.files.declared != nullptr);
    if (recipe.files.declared != nullptr) {
        call.put(recipe.files.declared->key).putText(recipe.files.declared->part);
    }
    call.put(recipe.files.order != nullptr).put(!recipe.digests.empty()).put(!recipe.blank.empty());
}

void sendRecipeRows(RankGroup& group, std::size_t to, const data::RowRecipe& recipe, RowSpan rows) {
    const auto part = [&](auto values) { return std::as_bytes(values.subspan(rows.first, rows.count())); };
    if (recipe.files.order != nullptr) {
        sendPieces(group, to, part(std::span<const std::uint32_t>(*recipe.files.order)));
    }
    if (!recipe.digests.empty()) {
        sendPieces(group, to, part(recipe.digests));
    }
    if (!recipe.blank.empty()) {
        sendPieces(group, to, part(recipe.blank));
    }
}

ReceivedRecipe::ReceivedRecipe(RankGroup& group, CallReader& call, RowSpan rows) {
    m_recipe.files = filesIn(call);
    m_recipe.preprocessing = preprocessingIn(call);
    if (call.get<bool>()) {
        data::DeclaredContent declared;
        declared.key = call.get<std::array<std::uint8_t, 32>>();
        declared.part = call.text();
        m_recipe.files.declared = std::make_shared<const data::DeclaredContent>(declared);
    }
    const auto receive = [&](auto& values) {
        values.resize(rows.count());
        (void)receivePieces(group, 0, std::as_writable_bytes(std::span(values)));
    };
    data::RowOrder order(rows.count());
    if (call.get<bool>()) {
        receive(order);
    } else {
        std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(rows.first));
    }
    m_recipe.files.order = std::make_shared<const data::RowOrder>(std::move(order));
    if (call.get<bool>()) {
        receive(m_digests);
    }
    if (call.get<bool>()) {
        receive(m_blank);
    }
    m_recipe.digests = m_digests;
    m_recipe.blank = m_blank;
}

} // namespace parsimony::ranks
