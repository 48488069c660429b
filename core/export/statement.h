// SPDX-License-Identifier: GPL-3.0-or-later
// Signed statements: in-toto Statement v1 in a DSSE envelope (Dead Simple Signing Envelope v1), Ed25519.
#pragma once

#include "core/base/ed25519.h"
#include "core/base/sentence.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace parsimony::exporting {

inline constexpr const char* guaranteePredicate = "urn:parsimony:guarantee:1";

/// What a statement is about: the files, named without their folder, with their SHA-256; `predicate` is what
/// it says of them.
[[nodiscard]] nlohmann::json statementOn(const std::vector<std::filesystem::path>& files,
                                         const nlohmann::json& predicate);

/// The statement, signed: the text of the envelope.
[[nodiscard]] std::string sealed(const nlohmann::json& statement, const SigningKey& key);

/// A statement in its envelope, as a file holds it.
class Envelope {
public:
    /// Throws Error(Failed) when the file can't be read or is no envelope with a statement of ours in it.
    [[nodiscard]] static Envelope read(const std::filesystem::path& file);

    [[nodiscard]] const nlohmann::json& statement() const { return m_statement; }
    [[nodiscard]] bool signedBy(const VerifyingKey& key) const;
    /// The files that it was made for, where they lie beside it.
    [[nodiscard]] std::vector<std::filesystem::path> filesBeside() const;
    /// Sentences on the files beside the envelope that are not those it was made for; `missing` gets the
    /// names of those that are not there.
    [[nodiscard]] std::vector<Sentence> wrongFiles(std::vector<std::string>& missing) const;

private:
    [[nodiscard]] std::filesystem::path beside(const nlohmann::json& subject) const;

    std::filesystem::path m_file;
    std::vector<std::uint8_t> m_payload;
    std::vector<std::vector<std::uint8_t>> m_signatures;
    nlohmann::json m_statement;
};

} // namespace parsimony::exporting
