// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/statement.h"

#include "core/base/bytes_of.h"
#include "core/base/hex.h"
#include "core/base/input_file.h"
#include "core/export/file_digest.h"

#include <set>

namespace parsimony::exporting {

namespace {

constexpr const char* kPayloadType = "application/vnd.in-toto+json";
constexpr const char* kStatementType = "https://in-toto.io/Statement/v1";
constexpr std::size_t kLargestEnvelope = std::size_t{16} << 20;

/// JSON in which no object says one key twice: of two values another reader takes the other.
nlohmann::json parsedOnce(const std::string& text) {
    std::vector<std::set<std::string>> keys;
    return nlohmann::json::parse(
        text, [&keys](int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
            using Event = nlohmann::json::parse_event_t;
            if (event == Event::object_start) {
                keys.emplace_back();
            } else if (event == Event::object_end) {
                keys.pop_back();
            } else if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second) {
                fail(Sentence("it says one key twice"));
            }
            return true;
        });
}

/// What is signed: DSSE's pre-authentication encoding of type and payload.
std::string authenticated(std::span<const std::uint8_t> payload) {
    const std::string type = kPayloadType;
    std::string text =
        "DSSEv1 " + std::to_string(type.size()) + " " + type + " " + std::to_string(payload.size()) + " ";
    text.append(payload.begin(), payload.end());
    return text;
}

} // namespace

nlohmann::json statementOn(const std::vector<std::filesystem::path>& files, const nlohmann::json& predicate) {
    nlohmann::json subjects = nlohmann::json::array();
    for (const auto& file : files) {
        subjects.push_back({{"name", file.filename().string()}, {"digest", {{"sha256", fileDigest(file)}}}});
    }
    return {{"_type", kStatementType},
            {"subject", subjects},
            {"predicateType", guaranteePredicate},
            {"predicate", predicate}};
}

std::string sealed(const nlohmann::json& statement, const SigningKey& key) {
    const std::string payload = statement.dump();
    const nlohmann::json signature{{"keyid", key.id()},
                                   {"sig", toBase64(key.sign(bytesOf(authenticated(bytesOf(payload)))))}};
    return nlohmann::json{{"payloadType", kPayloadType},
                          {"payload", toBase64(bytesOf(payload))},
                          {"signatures", nlohmann::json::array({signature})}}
               .dump(1) +
           "\n";
}

Envelope Envelope::read(const std::filesystem::path& file) {
    std::error_code error;
    const auto size = std::filesystem::file_size(file, error);
    if (!error && size > kLargestEnvelope) {
        fail(Sentence("'{1}' is too large for a statement; choose another file", file.string()));
    }
    Envelope envelope;
    envelope.m_file = file;
    const std::string text = contentsOf(file);
    try {
        const nlohmann::json json = parsedOnce(text);
        if (json.at("payloadType") != kPayloadType) {
            fail(Sentence("its payload is of another type"));
        }
        envelope.m_payload = fromBase64(json.at("payload").get<std::string>());
        for (const nlohmann::json& signature : json.at("signatures")) {
            envelope.m_signatures.push_back(fromBase64(signature.at("sig").get<std::string>()));
        }
        envelope.m_statement = parsedOnce({envelope.m_payload.begin(), envelope.m_payload.end()});
        if (envelope.m_statement.at("_type") != kStatementType ||
            envelope.m_statement.at("predicateType") != guaranteePredicate ||
            !envelope.m_statement.at("predicate").is_object()) {
            fail(Sentence("it states something else than a guarantee"));
        }
        for (const nlohmann::json& subject : envelope.m_statement.at("subject")) {
            (void)subject.at("name").get_ref<const std::string&>();
            (void)subject.at("digest").at("sha256").get_ref<const std::string&>();
        }
    } catch (const nlohmann::json::exception&) {
        fail(Sentence("'{1}' is no signed statement: a field is missing or of another type", file.string()));
    } catch (const Error& wrong) {
        fail(Sentence("'{1}' is no signed statement: {2}", file.string(), wrong.what()));
    }
    return envelope;
}

bool Envelope::signedBy(const VerifyingKey& key) const {
    const std::string message = authenticated(m_payload);
    return std::any_of(m_signatures.begin(), m_signatures.end(),
                       [&](const auto& signature) { return key.verify(bytesOf(message), signature); });
}

std::filesystem::path Envelope::beside(const nlohmann::json& subject) const {
    return m_file.parent_path() / std::filesystem::path(subject.at("name").get<std::string>()).filename();
}

std::vector<std::filesystem::path> Envelope::filesBeside() const {
    std::vector<std::filesystem::path> files;
    for (const nlohmann::json& subject : m_statement.at("subject")) {
        std::error_code error;
        if (std::filesystem::exists(beside(subject), error)) {
            files.push_back(beside(subject));
        }
    }
    return files;
}

std::vector<Sentence> Envelope::wrongFiles(std::vector<std::string>& missing) const {
    std::vector<Sentence> wrong;
    if (m_statement.at("subject").empty()) {
        wrong.push_back(Sentence("the statement names no file"));
    }
    for (const nlohmann::json& subject : m_statement.at("subject")) {
        const auto name = subject.at("name").get<std::string>();
        const auto file = beside(subject);
        std::error_code error;
        if (!std::filesystem::exists(file, error)) {
            missing.push_back(name);
        } else if (fileDigest(file) != subject.at("digest").at("sha256")) {
            wrong.push_back(Sentence("'{1}' is not the file that the statement was made for", file.string()));
        }
    }
    return wrong;
}

} // namespace parsimony::exporting
