// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/data/dense_reader.h"
#include "core/data/formats.h"
#include "core/data/npy_header.h"

#include <zip.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace parsimony::data {

namespace {

using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using Entry = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;

/// Deflate codes at best 258 bytes in 2 bits; an entry that claims more is a trap.
constexpr std::uint64_t kBestDeflateRatio = 1032;
/// Stored entries up to this size are read into memory once; larger ones are read where they lie.
constexpr std::size_t kSmallEntry = std::size_t{1} << 28U;

Archive openArchive(const std::string& path) {
    int code = 0;
    zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY, &code);
    if (archive == nullptr) {
        zip_error_t error;
        zip_error_init_with_code(&error, code);
        const std::string why = zip_error_strerror(&error);
        zip_error_fini(&error);
        fail(Sentence("{1} is no sound .npz archive ({2}); write it again", path, why));
    }
    return {archive, zip_discard};
}

struct Member {
    zip_uint64_t index = 0;
    std::string name; ///< without .npy
    std::uint64_t size = 0;
    bool stored = false;
};

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

std::vector<Member> membersOf(zip_t* archive, const std::string& path) {
    std::vector<Member> members;
    std::set<std::string> names;
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        zip_stat_t status;
        zip_stat_init(&status);
        const auto index = static_cast<zip_uint64_t>(i);
        constexpr zip_uint64_t kNeeded =
            ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
        if (zip_stat_index(archive, index, 0, &status) != 0 || (status.valid & kNeeded) != kNeeded) {
            fail(Sentence("{1} has a damaged directory; write it again", path));
        }
        const std::string name = status.name;
        if (name == "data.pkl" || endsWith(name, "/data.pkl")) {
            fail(Sentence(
                "{1} is a PyTorch pickle, which can run code when it is read and is never opened; {2}", path,
                conversionHint()));
        }
        if (!endsWith(name, ".npy")) {
            continue;
        }
        if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
            fail(Sentence(
                "{1}:{2} is packed by a method other than deflate; write it with numpy.savez_compressed",
                path, name));
        }
        if ((status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && status.encryption_method != ZIP_EM_NONE) {
            fail(Sentence("{1}:{2} is encrypted; decrypt it first", path, name));
        }
        const bool stored = status.comp_method == ZIP_CM_STORE;
        if (stored ? status.size != status.comp_size : status.size / kBestDeflateRatio > status.comp_size) {
            fail(Sentence("{1}:{2} claims more bytes than its packed data can hold", path, name));
        }
        members.push_back({index, name.substr(0, name.size() - 4), status.size, stored});
        if (!names.insert(members.back().name).second) {
            fail(Sentence("{1} holds two arrays of the name {2}; write it again", path, members.back().name));
        }
    }
    return members;
}

Entry openEntry(zip_t* archive, const Member& member, const std::string& path) {
    zip_file_t* entry = zip_fopen_index(archive, member.index, 0);
    if (entry == nullptr) {
        fail(Sentence("{1}:{2} cannot be unpacked: {3}", path, member.name, zip_strerror(archive)));
    }
    return {entry, zip_fclose};
}

void readFully(zip_file_t* entry, std::size_t count, std::byte* out, const std::string& name) {
    while (count > 0) {
        const zip_int64_t got = zip_fread(entry, out, std::min<std::size_t>(count, 1U << 24U));
        if (got <= 0) {
            fail(Sentence("{1} is truncated or damaged inside its archive; write it again", name));
        }
        out += got;
        count -= static_cast<std::size_t>(got);
    }
}

NpyHeader memberHeader(zip_t* archive, const Member& member, const std::string& path) {
    const Entry entry = openEntry(archive, member, path);
    const std::string name = path + ":" + member.name;
    std::size_t at = 0;
    // The header is asked for front to back, as a packed entry can only be read; v1 headers step back by two
    // bytes.
    std::vector<std::byte> seen;
    return readNpyHeader(name, member.size, [&](std::size_t offset, std::size_t count, std::byte* out) {
        if (offset + count > at) {
            seen.resize(offset + count);
            readFully(entry.get(), offset + count - at, seen.data() + at, name);
            at = offset + count;
        }
        std::copy_n(seen.data() + offset, count, out);
    });
}

/// An archive member, unpacked into memory when its first byte is asked for; a large stored one is read in
/// place.
class MemberBytes final : public ByteSource {
public:
    MemberBytes(Archive archive, Member member, const std::string& path)
        : m_archive(std::move(archive)), m_member(std::move(member)), m_path(path), m_needed(m_member.size) {}

    [[nodiscard]] std::size_t size() const override { return m_member.size; }

    void read(std::size_t offset, std::size_t count, std::byte* out) const override {
        if (readsInPlace()) {
            const std::lock_guard lock(m_mutex);
            if (!m_entry) {
                m_entry = openEntry(m_archive.get(), m_member, m_path);
            }
            if (zip_fseek(m_entry.get(), static_cast<zip_int64_t>(offset), SEEK_SET) != 0) {
                fail(Sentence("{1} cannot be read: {2}", name(), zip_file_strerror(m_entry.get())));
            }
            readFully(m_entry.get(), count, out, name());
            return;
        }
        load();
        m_memory->read(offset, count, out);
    }

    [[nodiscard]] const std::byte* mapped() const override {
        if (readsInPlace()) {
            return nullptr;
        }
        load();
        return m_memory->mapped();
    }

    void needsOnly(std::size_t offset, std::size_t count) const override {
        const std::lock_guard lock(m_mutex);
        m_first = offset;
        m_needed = count;
    }

private:
    [[nodiscard]] bool readsInPlace() const { return m_member.stored && m_member.size > kSmallEntry; }
    [[nodiscard]] std::string name() const { return m_path + ":" + m_member.name; }

    /// The checksum is of all bytes, so those that nobody needs are unpacked as well, but not kept.
    void skip(zip_file_t* entry, std::size_t count) const {
        std::vector<std::byte> piece(std::min<std::size_t>(count, 1U << 16U));
        for (; count > 0; count -= std::min(count, piece.size())) {
            readFully(entry, std::min(count, piece.size()), piece.data(), name());
        }
    }

    void load() const {
        const std::lock_guard lock(m_mutex);
        if (m_memory) {
            return;
        }
        const Entry entry = openEntry(m_archive.get(), m_member, m_path);
        auto memory = std::make_unique<MemoryBytes>(m_member.size, name(), m_needed);
        skip(entry.get(), m_first);
        readFully(entry.get(), m_needed, memory->data() + m_first, name());
        skip(entry.get(), m_member.size - m_first - m_needed);
        // Reading on past the end is what makes libzip compare the checksum.
        std::byte beyond{};
        if (zip_fread(entry.get(), &beyond, 1) != 0) {
            fail(Sentence("{1} is damaged inside its archive (wrong length or checksum); write it again",
                          name()));
        }
        m_memory = std::move(memory);
    }

    Archive m_archive;
    Member m_member;
    std::string m_path;
    mutable std::mutex m_mutex;
    mutable std::size_t m_first = 0; ///< of the bytes that are needed
    mutable std::size_t m_needed;    ///< how many
    mutable std::unique_ptr<MemoryBytes> m_memory;
    mutable Entry m_entry{nullptr, zip_fclose};
};

ArrayInfo memberInfo(zip_t* archive, const Member& member, const std::string& path) {
    ArrayInfo info;
    info.path = path;
    info.key = member.name;
    const NpyHeader header = memberHeader(archive, member, path);
    applyNpyHeader(header, info);
    if (elementSize(header.type) != 0 && info.bytes != member.size - header.length) {
        fail(Sentence("{1} is damaged: its header promises {2} bytes of values, the archive holds {3}",
                      info.spec(), info.bytes, member.size - header.length));
    }
    return info;
}

} // namespace

std::vector<ArrayInfo> listNpz(const std::string& path) {
    const Archive archive = openArchive(path);
    return collected<ArrayInfo>(membersOf(archive.get(), path), [&](const Member& member) {
        return memberInfo(archive.get(), member, path);
    });
}

PackedArray packedNpz(const std::string& path, const std::string& key) {
    Archive archive = openArchive(path);
    const std::vector<Member> members = membersOf(archive.get(), path);
    std::vector<ArrayInfo> names(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
        names[i].key = members[i].name;
    }
    const Member& member = members[chooseArray(names, path, key)];
    ArrayInfo info = memberInfo(archive.get(), member, path);
    if (info.type.name == "object") {
        fail(Sentence("{1} holds pickled Python objects, which are never unpickled; {2}", info.spec(),
                      conversionHint()));
    }
    const std::size_t offset = memberHeader(archive.get(), member, path).length;
    auto bytes = std::make_shared<MemberBytes>(std::move(archive), member, path);
    return {std::move(info), std::move(bytes), offset};
}

std::unique_ptr<ArrayReader> openNpz(const std::string& path, const std::string& key) {
    PackedArray array = packedNpz(path, key);
    return std::make_unique<DenseReader>(std::move(array.info), std::move(array.bytes), array.offset);
}

} // namespace parsimony::data
