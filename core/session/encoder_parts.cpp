// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/encoder_parts.h"

#include "core/base/collected.h"
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/session/joined_encoders.h"
#include "core/session/knob_options.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

namespace parsimony::session {

namespace {

/// Is it "ENCODER:NAME"?
bool isOfAnEncoder(const RunOptions& options, const std::string& set) {
    return std::any_of(options.encoders.begin(), options.encoders.end(),
                       [&](const auto& encoder) { return set.starts_with(encoder.first + ":"); });
}

std::string namesIn(const RunOptions& options) {
    std::vector<std::string> names;
    for (const auto& [name, place] : options.encoders) {
        names.push_back(name);
    }
    return joined(names, ", ");
}

/// An id that is given with the name of no encoder would be taken with that name for the whole of it.
void checkIdNames(const RunOptions& options) {
    const std::size_t equals = options.encoderId.find('=');
    const std::string name = options.encoderId.substr(0, equals);
    if (equals != std::string::npos && isPlainName(name)) {
        failUsage(Sentence("{1}: there is no encoder '{2}' among --data, which names {3}", "--encoder-id",
                           name, namesIn(options)));
    }
}

/// Whether the one that is trained on is known, and has files of its own: what is of one encoder's rows is
/// of that one's then.
bool takesOneAlone(const RunOptions& options) {
    return !options.choosesEncoder() && joinedNames(options.encoders, options.data).empty();
}

/// What only one encoder can be asked for.
void checkAsOne(const RunOptions& options) {
    if (takesOneAlone(options)) {
        return;
    }
    if (!options.prior.features.empty()) {
        failUsage(Sentence("--prior is rows by one encoder: leave it out, or name the one to train on alone, "
                           "behind all others (--data NAME)"));
    }
    if (options.init.kind == train::InitKind::File || options.mean != MeanKind::None ||
        options.head.kind == train::HeadKind::Sequence) {
        failUsage(Sentence("--init FILE, --mean and --head sequence are for the rows of one encoder: leave "
                           "them out, and take --feature-map center for a mean of each, or name the one to "
                           "train on alone, behind all others (--data NAME)"));
    }
}

void checkSeveral(const RunOptions& options) {
    checkJoined(options.encoders);
    for (const auto& [name, data] : options.encoders) {
        if (!isPlainName(name)) {
            failUsage(Sentence("--data: '{1}' is no name of an encoder; use letters, digits, '_', '-' and "
                               "'.', as in --data NAME=DIR",
                               name));
        }
    }
    if (options.encoders.size() == 1) {
        checkIdNames(options);
        return; // it is asked for what a dataset without a name is
    }
    const bool alone = options.test.features.empty() && options.validation.features.empty() &&
                       options.train.features.empty();
    if (!alone) {
        failUsage(Sentence("with several encoders every part lies in their --data: leave out --train, "
                           "--test and --validation"));
    }
    checkAsOne(options);
    for (const auto& [name, files] : options.ood) {
        if (const std::string encoder = name.substr(0, name.find(':'));
            !joinedNames(options.encoders, encoder).empty()) {
            failUsage(Sentence("--ood: '{1}' is of joined encoders, which take the set of each: leave it out",
                               name));
        }
        if (!isOfAnEncoder(options, name)) {
            failUsage(Sentence("--ood: '{1}' names no encoder of --data: with several encoders say "
                               "ENCODER:NAME=FEATURES,LABELS[,IDS] for each",
                               name));
        }
    }
    const std::array named{std::pair{"--encoder-id", &options.encoderIds},
                           std::pair{"--record-ids", &options.recordIds},
                           std::pair{"--test-record-ids", &options.testRecordIds},
                           std::pair{"--validation-record-ids", &options.validationRecordIds}};
    for (const auto& [option, several] : named) {
        for (const auto& [name, text] : *several) {
            if (!isNamed(options.encoders, name)) {
                failUsage(Sentence("{1}: there is no encoder '{2}' among --data, which names {3}", option,
                                   name, namesIn(options)));
            }
        }
    }
    const bool each =
        !options.recordIds.empty() || !options.testRecordIds.empty() || !options.validationRecordIds.empty();
    const bool once =
        !options.train.ids.empty() || !options.test.ids.empty() || !options.validation.ids.empty();
    if (options.sameOrder ? each : once) {
        failUsage(
            Sentence("files of ids: with several encoders say NAME=FILE for each, or, with --same-order, "
                     "one FILE for all"));
    }
    checkIdNames(options);
    if (!options.encoderId.empty()) {
        failUsage(Sentence("--encoder-id: with several encoders say NAME=MODEL@REVISION for each"));
    }
}

void checkTied(const RunOptions& options, const EncodedPart& other, const RequestedPart& first) {
    const std::string& name = options.encoders.front().first;
    if (!other.files.ids.empty() && first.files.ids.empty()) {
        failUsage(
            Sentence("the {1} part has ids by {2} and none by {3}: whose rows they are is to be said by "
                     "all encoders, or by none",
                     partName(first.name), other.encoder, name));
    }
    if (!other.files.ids.empty()) {
        return; // they tie the rows, whatever is said of the order
    }
    if (options.sameOrder && other.info.rows != first.info.rows) {
        failUsage(Sentence("--same-order: the {1} part has {2} records by {3} and {4} by {5}; rows that are "
                           "tied by their places must be as many",
                           partName(first.name), Sentence::ofRows(first.info.rows), name,
                           Sentence::ofRows(other.info.rows), other.encoder));
    }
    if (!options.sameOrder && (first.files.ids.empty() || other.files.ids.empty())) {
        failUsage(Sentence("the {1} part's rows by {2} and {3} have to be tied: give --id-column, or ids of "
                           "each (--record-ids {2}=FILE --record-ids {3}=FILE, likewise for test and "
                           "validation), or say --same-order if row i is the same record in both",
                           partName(first.name), name, other.encoder));
    }
}

const data::PartFiles& filesBy(const RequestedPart& part, const std::string& encoder) {
    const auto other = std::find_if(part.otherEncoders.begin(), part.otherEncoders.end(),
                                    [&](const EncodedPart& one) { return one.encoder == encoder; });
    return other == part.otherEncoders.end() ? part.files : other->files;
}

/// The parts by an encoder that joins others, whose parts are there; labels are those of the first it names.
void addJoined(std::vector<RequestedPart>& parts, const RunOptions& options, const std::string& name,
               const std::vector<std::string>& joined) {
    for (RequestedPart& part : parts) {
        data::PartFiles all = filesBy(part, joined.front());
        all.ids.clear();
        for (const std::string& encoder : joined) {
            const data::PartFiles& files = filesBy(part, encoder);
            if (!options.sameOrder || (&files != &part.files && !files.ids.empty())) {
                failUsage(Sentence("--data {1}: encoders are joined record by record in the order of their "
                                   "files: say --same-order, and no ids of each",
                                   name));
            }
            if (encoder != joined.front()) {
                all.beside.push_back({files.features, files.otherColumns});
            }
        }
        part.otherEncoders.push_back({name, std::move(all), {}});
    }
}

/// The parts by the encoders beyond the first, whose parts are there.
void addEncoder(std::vector<RequestedPart>& parts, const RunOptions& options, const std::string& name) {
    RunOptions own = withEncoder(options, name);
    if (options.sameOrder) { // the first encoder's tell whose rows they are
        own.train.ids.clear();
        own.test.ids.clear();
        own.validation.ids.clear();
    }
    const std::vector<RequestedPart> found = requestedParts(
        own, options.sameOrder ? Labels::Elsewhere : Labels::Needed, data::FilesOf::OneOfSeveral);
    const auto listed = [](const std::vector<RequestedPart>& all) {
        return joined(collected<std::string>(all, [](const RequestedPart& part) { return part.name.text(); }),
                      ", ");
    };
    if (listed(found) != listed(parts)) {
        failUsage(Sentence("encoders must have the same parts, and {1} has {2} where {3} has {4}", name,
                           listed(found), options.encoders.front().first, listed(parts)));
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        EncodedPart& other = parts[i].otherEncoders.emplace_back(EncodedPart{name, found[i].files, {}});
        if (other.files.labels.empty()) {
            other.files.labels = parts[i].files.labels;
        }
    }
}

/// Of public rows without a validation part the test part is that as well, as an oracle has it.
void scoreOnTest(std::vector<RequestedPart>& parts) {
    const auto named = [&](const char* name) {
        return std::find_if(parts.begin(), parts.end(),
                            [&](const RequestedPart& part) { return part.name == name; });
    };
    if (const auto test = named(kTestPart); test != parts.end() && named(kValidationPart) == parts.end()) {
        RequestedPart validation = *test;
        validation.name = kValidationPart;
        parts.push_back(std::move(validation));
    }
}

/// Puts that encoder in front. The others stay: it may be made of their rows, which are the same records.
void takeAlone(std::vector<RequestedPart>& parts, const std::string& name) {
    for (RequestedPart& part : parts) {
        for (EncodedPart& other : part.otherEncoders) {
            if (other.encoder == name) {
                std::swap(part.encoder, other.encoder);
                std::swap(part.files, other.files);
                if (part.files.ids.empty()) { // whose rows they are is said of the first
                    std::swap(part.files.ids, other.files.ids);
                }
                break;
            }
        }
    }
}

} // namespace

std::vector<RequestedPart> partsByEncoders(const RunOptions& asked) {
    checkSeveral(asked);
    RunOptions options = asked;
    options.prior = {}; // of the one that is trained on, below
    auto parts =
        requestedParts(withEncoder(options, options.encoders.front().first), Labels::Needed,
                       options.encoders.size() > 1 ? data::FilesOf::OneOfSeveral : data::FilesOf::All);
    for (RequestedPart& part : parts) {
        part.encoder = options.encoders.front().first;
    }
    for (std::size_t i = 1; i < options.encoders.size(); ++i) {
        const std::string& name = options.encoders[i].first;
        const std::vector<std::string> joined = joinedNames(options.encoders, name);
        if (joined.empty()) {
            addEncoder(parts, options, name);
        } else {
            addJoined(parts, options, name, joined);
        }
    }
    if (options.score == ScoreKind::Validation && options.visibility == Visibility::Public) {
        scoreOnTest(parts);
    }
    if (!options.choosesEncoder()) {
        takeAlone(parts, options.data);
    }
    addPrior(parts, asked);
    return parts;
}

void checkOwnIds(const RunOptions& options) {
    for (auto one = options.encoderIds.begin(); one != options.encoderIds.end(); ++one) {
        for (auto other = std::next(one); other != options.encoderIds.end(); ++other) {
            if (one->second == other->second) {
                failUsage(Sentence("--encoder-id: {1} and {2} are both said to be {3}; results and "
                                   "classifiers tell encoders by their ids, so give each its own",
                                   one->first, other->first, one->second));
            }
        }
    }
}

void describeOthers(RequestedPart& part, const RequestedPart& train, const RunOptions& options) {
    for (std::size_t i = 0; i < part.otherEncoders.size(); ++i) {
        EncodedPart& other = part.otherEncoders[i];
        other.files.classNames = part.files.classNames;
        other.files.labelsPerRecord = part.files.labelsPerRecord;
        other.files.classes = part.files.classes;
        other.files.guessColumns = part.files.guessColumns;
        data::PartFiles files = other.files;
        if (files.labels == part.files.labels) {
            files.labels.clear(); // of the first encoder's rows, which may be of another number
        }
        other.info = data::describePart(files);
        checkTied(options, other, part);
        data::checkSameWidth(train.otherEncoders[i].info, other.info);
    }
}

std::vector<EncoderFacts> encodersOf(const RunOptions& options, const RequestedPart& train) {
    std::vector<EncoderFacts> encoders;
    if (!options.choosesEncoder()) {
        return encoders;
    }
    for (std::size_t i = 0; i < options.encoders.size(); ++i) {
        const std::string& name = options.encoders[i].first;
        const std::size_t dim = i == 0 ? train.info.dim : train.otherEncoders[i - 1].info.dim;
        if (dim > std::numeric_limits<std::uint32_t>::max()) {
            fail(Sentence("{1}: rows are too wide", train.otherEncoders[i - 1].files.features));
        }
        encoders.push_back({name, encoderIdOf(options, name), static_cast<std::uint32_t>(dim)});
        if (i > 0) {
            encoders.back().blocks = train.otherEncoders[i - 1].info.features.blocks;
        }
    }
    return encoders;
}

} // namespace parsimony::session
