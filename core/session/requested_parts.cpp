// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/requested_parts.h"

#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/session/data_columns.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace parsimony::session {

namespace {

void addPart(std::vector<RequestedPart>& parts, const std::string& name, data::PartFiles files,
             const NamedColumns& columns, Labels labels = Labels::Needed) {
    takeColumns(columns, files);
    if (files.features.empty() && files.labels.empty()) {
        if (!files.ids.empty()) {
            failUsage(Sentence("there are ids of the {1} part and no rows of it", partName(name)));
        }
        return;
    }
    if (files.features.empty() || (files.labels.empty() && labels == Labels::Needed)) {
        failUsage(Sentence("the {1} part needs both features and labels", partName(name)));
    }
    parts.push_back({name, std::move(files), {}, false});
}

void checkPartName(const std::string& name, const std::vector<RequestedPart>& parts) {
    if (!isPlainName(name)) {
        failUsage(Sentence("--ood: '{1}' is no name of a part; use letters, digits, '_', '-' and '.'", name));
    }
    if (std::any_of(parts.begin(), parts.end(),
                    [&](const RequestedPart& part) { return part.name == name; })) {
        failUsage(Sentence("--ood: there is a part '{1}' already", name));
    }
}

/// The sides that `--split` makes of the train part, with the shares that are not nothing.
void addSides(std::vector<RequestedPart>& parts, const RunOptions& options) {
    static constexpr std::array kSides{std::pair{data::Side::Validation, kValidationPart},
                                       std::pair{data::Side::Test, kTestPart}};
    parts.front().side = data::Side::Train;
    parts.front().share = options.split->of(data::Side::Train);
    for (const auto& [side, name] : kSides) {
        if (options.split->of(side) > 0.0) {
            parts.push_back({name, parts.front().files, {}, false});
            parts.back().side = side;
            parts.back().share = options.split->of(side);
        }
    }
}

bool isGiven(const PartFiles& files) {
    return !files.features.empty() || !files.labels.empty() || !files.ids.empty();
}

} // namespace

void requireBoth(const RunOptions& options, const PartFiles& part, const std::string& option) {
    const std::string features = "--" + option;
    const std::string labels = features + "-labels";
    if (part.features.empty() && !part.labels.empty()) {
        failUsage(Sentence("{1} is given without {2}", labels, features));
    }
    if (!part.features.empty() && part.labels.empty() && namedColumns(options).labels.empty()) {
        failUsage(Sentence("{1} is given without {2}", features, labels));
    }
}

void requireBoth(const RunOptions& options) {
    requireBoth(options, options.train, "train");
    requireBoth(options, options.test, "test");
    requireBoth(options, options.validation, "validation");
}

void addPrior(std::vector<RequestedPart>& parts, const RunOptions& options) {
    if (options.prior.features.empty()) {
        return;
    }
    checkPartName(kPriorPart, parts);
    PartFiles prior = options.prior;
    takeColumnsOfPrior(namedColumns(options), prior);
    addPart(parts, kPriorPart, std::move(prior), {});
    parts.back().isPrior = true;
}

std::vector<RequestedPart> requestedParts(const RunOptions& options, Labels labels, data::FilesOf of) {
    std::vector<RequestedPart> parts;
    PartFiles test = options.test;
    PartFiles validation = options.validation;
    const NamedColumns columns = namedColumns(options);
    const auto add = [&](const std::string& name, data::PartFiles files, Labels own) {
        if (labels == Labels::Elsewhere) {
            takeColumnsThere(columns, files);
            addPart(parts, name, std::move(files), {}, own);
        } else {
            addPart(parts, name, std::move(files), columns, own);
        }
    };
    const auto take = [](PartFiles& part, const PartFiles& found) {
        part.features = found.features;
        part.labels = found.labels; // ids are named beside --data
    };
    if (!options.data.empty()) {
        if (!options.train.features.empty() || !options.train.labels.empty()) {
            failUsage(Sentence("give either --data or --train with --train-labels, not both"));
        }
        const data::DataFiles files = resolveData(options.data, columns, of, labels == Labels::Needed);
        PartFiles train = options.train;
        take(train, files.train);
        add(kTrainPart, train, labels);
        if (files.test && test.features.empty()) {
            take(test, *files.test);
        }
        if (files.validation && validation.features.empty()) {
            take(validation, *files.validation);
        }
    } else {
        add(kTrainPart, options.train, Labels::Needed);
    }
    if (parts.empty()) {
        failUsage(Sentence(
            "there is no data: give --data DIR|FILE, or --train FEATURES with --train-labels LABELS"));
    }
    if (options.split) {
        if (isGiven(test) || isGiven(validation)) {
            failUsage(Sentence("--split divides the train records into all parts, and there are test or "
                               "validation files, or ids of theirs: leave out one or the other (--train with "
                               "--train-labels names the train files of a folder alone)"));
        }
        addSides(parts, options);
    } else {
        add(kValidationPart, validation, labels);
        add(kTestPart, test, labels);
    }
    addPrior(parts, options);
    for (const auto& [name, files] : options.ood) {
        checkPartName(name, parts);
        add(name, files, Labels::Needed);
    }
    if (labels == Labels::Needed) {
        std::vector<const data::PartFiles*> all;
        std::transform(parts.begin(), parts.end(), std::back_inserter(all),
                       [](const RequestedPart& part) { return &part.files; });
        checkColumnsUsed(columns, all);
    }
    return parts;
}

} // namespace parsimony::session
