// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/file_digest.h"

#include "core/base/hex.h"
#include "core/base/input_file.h"
#include "core/base/sentence.h"
#include "core/base/sha256.h"

#include <fstream>
#include <vector>

namespace parsimony::exporting {

std::string fileDigest(const std::filesystem::path& file) {
    requireReadable(file);
    std::ifstream stream(file, std::ios::binary);
    Sha256Stream hash;
    std::vector<char> piece(std::size_t{1} << 20);
    while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())) || stream.gcount() > 0) {
        hash.add(std::string_view(piece.data(), static_cast<std::size_t>(stream.gcount())));
    }
    if (!stream.eof()) {
        fail(Sentence("can't read '{1}'; check its name", file.string()));
    }
    return toHex(hash.finish());
}

} // namespace parsimony::exporting
