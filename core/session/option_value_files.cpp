// SPDX-License-Identifier: GPL-3.0-or-later
// Values of options that name files, and those that are given for each of several encoders.
#include "core/base/sentence.h"
#include "core/session/joined_encoders.h"
#include "core/session/option_value.h"

#include <algorithm>

namespace parsimony::session {

namespace {

using Json = nlohmann::json;

/// FEATURES,LABELS[,IDS]. A path may hold a comma: two paths have an odd number of commas, of which the one
/// in the middle separates; three have 2, 8, 14, …, which separate in thirds.
PartFiles readFiles(const std::string& files, const Sentence& wrong) {
    const auto commas = static_cast<std::size_t>(std::count(files.begin(), files.end(), ','));
    const std::size_t paths = commas % 2 == 1 ? 2 : 3;
    if ((commas + 1) % paths != 0) {
        failUsage(wrong);
    }
    const std::size_t inPath = (commas + 1) / paths - 1; // commas that belong to a path
    std::vector<std::string> pieces;
    for (std::size_t begin = 0; pieces.size() < paths;) {
        std::size_t end = files.find(',', begin);
        for (std::size_t i = 0; i < inPath; ++i) {
            end = files.find(',', end + 1);
        }
        pieces.push_back(files.substr(begin, end == std::string::npos ? end : end - begin));
        begin = end + 1;
    }
    if (std::any_of(pieces.begin(), pieces.end(), [](const std::string& piece) { return piece.empty(); })) {
        failUsage(wrong);
    }
    return {pieces[0], pieces[1], paths == 3 ? pieces[2] : ""};
}

/// NAME=FEATURES,LABELS[,IDS]
std::pair<std::string, PartFiles> readSet(const std::string& text, const std::string& option) {
    const Sentence wrong("{1}: '{2}' is not NAME=FEATURES,LABELS[,IDS]", option, text);
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        failUsage(wrong);
    }
    return {text.substr(0, equals), readFiles(text.substr(equals + 1), wrong)};
}

void visitFiles(PartFiles& files, const PathVisitor& visit) {
    for (std::string* text : {&files.features, &files.labels, &files.ids}) {
        visit(*text, PathForm::WithKey);
    }
}

std::string writeFiles(const PartFiles& files) {
    return files.features + (files.labels.empty() ? "" : "," + files.labels) +
           (files.ids.empty() ? "" : "," + files.ids);
}

} // namespace

namespace values {

OptionValue path(std::string O::*member, std::string syntax, PathForm form) {
    return {.kind = OptionKind::Path,
            .syntax = std::move(syntax),
            .take = [=](O& options, const std::string& text,
                        const std::string& /*option*/) { options.*member = text; },
            .json = [=](const O& options) { return Json(options.*member); },
            .reset = detail::resetOf(member),
            .paths = [=](O& options, const PathVisitor& visit) { visit(options.*member, form); }};
}

OptionValue path(PartFiles O::*part, std::string PartFiles::*member) {
    return {.kind = OptionKind::Path,
            .syntax = "PATH[:KEY]",
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& /*option*/) { options.*part.*member = text; },
            .json = [=](const RunOptions& options) { return Json(options.*part.*member); },
            .reset = [=](RunOptions& options) { (options.*part.*member).clear(); },
            .paths = [=](RunOptions& options,
                         const PathVisitor& visit) { visit(options.*part.*member, PathForm::WithKey); }};
}

void requireProjectNamed(const std::string& text, const std::string& option) {
    if (text.empty() || text.front() == ':') {
        failUsage(Sentence("{1}: '{2}' names no project; write PROJECT.parsimony, or PROJECT.parsimony:PART "
                           "for one of its parts",
                           option, text));
    }
}

OptionValue links(std::vector<std::string> O::*member) {
    return {.kind = OptionKind::Path,
            .syntax = "PROJECT[:PART]",
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& option) {
                    requireProjectNamed(text, option);
                    (options.*member).push_back(text);
                },
            .json = [=](const RunOptions& options) { return Json(options.*member); },
            .reset = detail::resetOf(member),
            .paths =
                [=](RunOptions& options, const PathVisitor& visit) {
                    for (std::string& text : options.*member) {
                        visit(text, PathForm::Link);
                    }
                },
            .repeats = true};
}

OptionValue files(PartFiles O::*member) {
    return {
        .kind = OptionKind::Path,
        .syntax = "FEATURES,LABELS",
        .take =
            [=](RunOptions& options, const std::string& text, const std::string& option) {
                const Sentence wrong("{1}: '{2}' is not FEATURES,LABELS", option, text);
                PartFiles read =
                    text.find(',') == std::string::npos ? PartFiles{text, "", ""} : readFiles(text, wrong);
                if (read.features.empty() || !read.ids.empty()) {
                    failUsage(wrong);
                }
                options.*member = std::move(read);
            },
        .json =
            [=](const RunOptions& options) {
                const std::string text = writeFiles(options.*member);
                return text.empty() ? Json() : Json(text);
            },
        .reset = values::detail::resetOf(member),
        .paths = [=](RunOptions& options, const PathVisitor& visit) { visitFiles(options.*member, visit); }};
}

OptionValue byEncoder(const OptionValue& one, ByEncoder O::*several) {
    const auto takeFirst = [=](RunOptions& options, const std::string& text, const std::string& option,
                               const auto& add) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || !isNamed(options.encoders, text.substr(0, equals))) {
            one.take(options, text, option);
        } else if (options.encoders.size() == 1) {
            one.take(options, text.substr(equals + 1), option);
        } else {
            add(options, text, option);
        }
    };
    const auto add = [=](RunOptions& options, const std::string& text, const std::string& option) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
            failUsage(Sentence("{1} is given several times, so each must be NAME=VALUE, for the encoder of "
                               "that name; '{2}' is not",
                               option, text));
        }
        const std::string name = text.substr(0, equals);
        for (const auto& [known, value] : options.*several) {
            if (known == name) {
                failUsage(Sentence("{1}: the name '{2}' is given twice", option, name));
            }
        }
        RunOptions scratch;
        one.take(scratch, text.substr(equals + 1), option); // whatever is wrong with it by itself
        (options.*several).emplace_back(name, text.substr(equals + 1));
    };
    return {.kind = one.kind,
            .syntax = one.syntax,
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& option) {
                    const Json single = one.json(options);
                    const bool first = isNothing(single);
                    if (first && (options.*several).empty()) {
                        takeFirst(options, text, option, add);
                        return;
                    }
                    if (!first) {
                        one.reset(options);
                        add(options, single.get<std::string>(), option);
                    }
                    add(options, text, option);
                },
            .json =
                [=](const RunOptions& options) {
                    Json texts = Json::array();
                    for (const auto& [name, text] : options.*several) {
                        texts.push_back(std::string(name).append("=").append(text));
                    }
                    return texts.empty() ? one.json(options) : texts;
                },
            .reset =
                [=](RunOptions& options) {
                    one.reset(options);
                    (options.*several).clear();
                },
            .paths = !one.paths ? one.paths
                                : [=](RunOptions& options, const PathVisitor& visit) {
                                      one.paths(options, visit);
                                      for (auto& [name, text] : options.*several) {
                                          visit(text, PathForm::WithKey);
                                      }
                                  },
            .repeats = true};
}

OptionValue sets(std::map<std::string, PartFiles> O::*member) {
    return {.kind = OptionKind::Path,
            .syntax = "NAME=FEATURES,LABELS[,IDS]",
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& option) {
                    auto [name, files] = readSet(text, option);
                    if (!(options.*member).emplace(name, std::move(files)).second) {
                        failUsage(Sentence("{1}: the name '{2}' is given twice", option, name));
                    }
                },
            .json =
                [=](const RunOptions& options) {
                    Json object = Json::object();
                    for (const auto& [name, files] : options.*member) {
                        object[name] = writeFiles(files);
                    }
                    return object;
                },
            .reset = values::detail::resetOf(member),
            .paths =
                [=](RunOptions& options, const PathVisitor& visit) {
                    for (auto& [name, files] : options.*member) {
                        visitFiles(files, visit);
                    }
                },
            .repeats = true};
}

} // namespace values

} // namespace parsimony::session
