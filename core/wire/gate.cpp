// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/gate.h"

#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/session/data_options.h"
#include "core/session/option_paths.h"
#include "core/session/option_table.h"
#include "core/session/options_json.h"
#include "core/study/study_file.h"

#include <algorithm>
#include <cctype>

namespace parsimony::wire {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuseOutside() {
    refuse(Sentence("this server lets paths be named only below its --root"));
}

bool isBelow(const fs::path& path, const fs::path& root) {
    return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

/// Whether an absolute path begins somewhere in a text.
bool tellsPath(const std::string& text) {
    for (std::size_t at = text.find('/'); at != std::string::npos; at = text.find('/', at + 1)) {
        const bool begins =
            at == 0 || std::string_view(" \t\"'(=:,[").find(text[at - 1]) != std::string::npos;
        const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : ' ';
        if (begins && (std::isalnum(next) != 0 || next == '.' || next == '_' || next >= 0x80)) {
            return true;
        }
    }
    return false;
}

/// Puts `word` where a text names the folder itself, and leaves what it names below.
void eraseNames(std::string& text, const std::string& folder, const std::string& word) {
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder, at + 1)) {
        const auto behind = at + folder.size();
        if (behind == text.size() || text[behind] != '/') {
            text.replace(at, folder.size(), word);
        }
    }
}

} // namespace

Gate::Gate(const std::optional<fs::path>& root, bool curator) : m_curator(curator) {
    if (root) {
        std::error_code error;
        m_root = fs::canonical(*root, error);
        if (error || !fs::is_directory(*m_root, error)) {
            fail(Sentence("--root {1} is no folder", root->string()));
        }
    }
}

void Gate::demandCurator(const std::string& what) const {
    if (!m_curator) {
        refuse(Sentence("{1} stays with the curator: the server was started without --curator", what));
    }
}

void Gate::demandModest(const session::RunOptions& options) const {
    constexpr double kMost = 100'000.0;
    if (!mayDeclare() && options.size() > kMost) {
        failUsage(Sentence("a plan here has at most {1} trials or cells", kMost));
    }
}

void Gate::demandModest(const study::AttackRequest& attack) const {
    constexpr std::uint32_t kMost = 10'000;
    if (!mayDeclare() && std::max(attack.runs, attack.oneRunCanaries) > kMost) {
        failUsage(Sentence("an attack here has at most {1} runs or canaries", kMost));
    }
}

void Gate::demandModest(const study::BenchRequest& bench) const {
    if (!mayDeclare() && !bench.shapes.empty()) {
        failUsage(Sentence("here the machine is measured with the shapes of the manual"));
    }
}

void Gate::demandMayDeclarePublic() const {
    if (!mayDeclare()) {
        refuse(Sentence(
            "that rows are public is the curator's word, and this server was started without --curator"));
    }
}

void Gate::demandBelow(const std::string& named) const {
    const fs::path words(named);
    // A pattern stands for files that are looked for later, and a name that is a list of bytes for nothing.
    const bool isPattern = named.find_first_of(std::string_view("*?[\0", 4)) != std::string::npos;
    if (m_root && (isPattern || std::find(words.begin(), words.end(), "..") != words.end() ||
                   (words.is_absolute() && !isBelow(words.lexically_normal(), *m_root)))) {
        refuseOutside();
    }
}

std::string Gate::path(const std::string& named) {
    if (!m_root) {
        if (!named.empty()) {
            m_named.insert(fs::absolute(named).string());
        }
        return named;
    }
    demandBelow(named);
    const fs::path whole = *m_root / named;
    if (!allows(whole)) {
        refuseOutside();
    }
    return *m_named.insert(fs::weakly_canonical(whole).string()).first;
}

bool Gate::allows(const fs::path& path) const {
    std::error_code error;
    const fs::path resolved = fs::weakly_canonical(path, error);
    return !m_root || (!error && isBelow(resolved, *m_root));
}

std::string Gate::spec(const std::string& named) {
    if (named.empty() || !m_root) {
        static_cast<void>(path(data::splitSpec(named).path));
        return named;
    }
    demandBelow(named); // before the disk is asked where the path ends and the key begins
    const data::ArraySpec split = data::splitSpec((*m_root / named).string());
    return pathOrFolder(split.path) + (split.key.empty() ? "" : ":" + split.key);
}

std::string Gate::pathOrFolder(const std::string& named) {
    std::string resolved = path(named);
    if (!m_root) {
        return resolved;
    }
    std::error_code none;
    for (fs::recursive_directory_iterator entry(resolved, none); entry != fs::recursive_directory_iterator();
         entry.increment(none)) {
        if (!allows(entry->path())) {
            refuseOutside();
        }
        if (entry.depth() > 0) { // shards of a part lie no deeper
            entry.disable_recursion_pending();
        }
    }
    return resolved;
}

session::RunOptions Gate::options(session::RunOptions named) {
    forEachPath(named, [this](std::string& text, session::PathForm form) {
        if (form == session::PathForm::Link && m_root) {
            demandBelow(text);
            const session::LinkedPart link = session::parseLink((*m_root / text).string());
            text = path(link.project) + (link.part.empty() ? "" : ":" + link.part);
        } else {
            text = spec(text);
        }
    });
    if (named.declarePublic()) {
        demandMayDeclarePublic();
    }
    demandModest(named);
    if (named.showCurator) {
        demandCurator("--show-curator");
    }
    return named;
}

study::StudyVariant Gate::study(study::StudyVariant named) {
    if (named.compare) {
        named.compare->base = options(named.compare->base);
    }
    if (named.sweep) {
        named.sweep->base = options(named.sweep->base);
    }
    if (named.attack || (named.compare ? 1 : 0) + (named.sweep ? 1 : 0) + (named.file ? 1 : 0) != 1) {
        failUsage(Sentence("a study is either a sweep, a comparison or a file"));
    }
    return named;
}

study::Study Gate::wholeStudy(const study::StudyVariant& named) {
    const study::StudyVariant asked = study(named);
    study::Study whole;
    if (asked.file) {
        whole = study(*asked.file);
    } else {
        whole.variants = {asked};
    }
    return whole;
}

study::Study Gate::study(const study::StudyFile& named) {
    const fs::path file = study::studyPath(named.path);
    const std::string allowed = path(file.string());
    study::Study study;
    try {
        study = study::readStudy(allowed, named.quick);
    } catch (const Error&) {
        if (m_curator) {
            throw;
        }
        fail(Sentence(
            "{1} is no study; what is wrong with it stays with the curator (serve --curator tells it)",
            named.path));
    }
    study::requireData(study, allowed);
    for (study::StudyVariant& variant : study.variants) {
        if (variant.attack) {
            demandModest(*variant.attack);
            variant.attack->asked = options(variant.attack->asked);
        } else {
            variant = this->study(std::move(variant));
        }
    }
    return study;
}

session::PrivateEvaluationRequest Gate::evaluation(session::PrivateEvaluationRequest named) {
    // Whatever records they are of, nobody's account would pay for what they say.
    if (!mayDeclare() && !(named.labelMap.empty() && named.groups.empty())) {
        refuse(Sentence(
            "maps of labels and groups are of files that no budget was declared for: what they hold is "
            "the curator's word, and this server was started without --curator"));
    }
    for (std::string* text :
         {&named.files.features, &named.files.labels, &named.files.ids, &named.groups, &named.labelMap}) {
        *text = spec(*text);
    }
    named.options = options(std::move(named.options));
    return named;
}

session::RunOptions Gate::shown(session::RunOptions options) const {
    for (const std::string& name : m_curator ? std::vector<std::string>() : session::pathOptionNames()) {
        session::optionNamed(name).value.reset(options);
    }
    return options;
}

std::string Gate::shown(std::string text, const std::string& otherwise) const {
    if (m_curator) {
        return text;
    }
    std::string rest = text;
    for (const std::string& known : m_named) {
        for (auto at = rest.find(known); at != std::string::npos; at = rest.find(known, at)) {
            rest.replace(at, known.size(), "it");
        }
    }
    if (m_root) {
        eraseNames(text, m_root->string(), "the root");
        eraseNames(rest, m_root->string(), "the root");
    }
    if (tellsPath(rest)) {
        return otherwise;
    }
    if (m_root) { // where the root lies is nobody's business either
        const std::string prefix = m_root->string() + "/";
        for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
            text.erase(at, prefix.size());
        }
    }
    return text;
}

Sentence Gate::shown(const Sentence& sentence) const {
    std::vector<Sentence::Value> values = sentence.values();
    for (Sentence::Value& value : values) {
        value = value.said ? Sentence::value(shown(*value.said))
                           : Sentence::Value{shown(value.text), value.isNumber};
    }
    return Sentence::of(sentence.pattern(), std::move(values));
}

session::RunSnapshot Gate::shownPlan(session::RunSnapshot planned, bool all) {
    if (all || planned.dataset.visibility != session::Visibility::Private) {
        return planned;
    }
    const auto& accounts = planned.budget.accounts; // none of rows that were not declared
    const auto isDeclared = [&accounts](const auto& count) {
        return std::any_of(accounts.begin(), accounts.end(),
                           [&count](const auto& account) { return account.name == count.part; });
    };
    const auto& counts = planned.guarantee.alsoPublic;
    if ((accounts.empty() && !planned.guarantee.recordsDeclared) ||
        !std::all_of(counts.begin(), counts.end(), isDeclared)) {
        refuse(Sentence(
            "how many records private rows have is the curator's to tell: give 'records', or plan in "
            "the project in which they are declared"));
    }
    return planned;
}

std::string Gate::shownTime(const std::string& time) const {
    return m_curator ? time : time.substr(0, std::string_view("2026-01-01").size());
}

std::string Gate::shownOptions(const std::string& json) const {
    nlohmann::json object = nlohmann::json::parse(json, nullptr, false);
    for (const std::string& name : m_curator ? std::vector<std::string>() : session::pathOptionNames()) {
        if (object.is_object()) {
            object.erase(name);
        }
    }
    return m_curator ? json : object.dump();
}

} // namespace parsimony::wire
