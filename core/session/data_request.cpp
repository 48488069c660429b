// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/data_request.h"

#include "core/base/collected.h"
#include "core/base/nearest_name.h"
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/compute/types.h"
#include "core/data/class_names.h"
#include "core/data/formats.h"
#include "core/data/record_split.h"
#include "core/session/encoder_parts.h"
#include "core/session/knob_options.h"
#include "core/session/private_rows.h"
#include "core/session/record_views.h"
#include "core/session/weights_origin.h"
#include "core/train/initial_weights.h"
#include "core/train/trainer_options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>

namespace parsimony::session {

namespace {

void markPublicParts(std::vector<RequestedPart>& parts, const RunOptions& options, bool allPublic) {
    for (RequestedPart& part : parts) {
        part.isPublic = allPublic || part.isPrior;
    }
    for (const std::string& name : options.publicParts) {
        const auto part =
            std::find_if(parts.begin(), parts.end(), [&](const RequestedPart& p) { return p.name == name; });
        if (part == parts.end()) {
            auto names = collected<std::string>(parts, &RequestedPart::name);
            const std::string nearest = nearestName(name, names);
            failUsage(
                nearest.empty()
                    ? Sentence("--public-parts: there is no part '{1}'", name)
                    : Sentence("--public-parts: there is no part '{1}'; did you mean '{2}'?", name, nearest));
        }
        if (part->name.isTrain() && !allPublic) {
            failUsage(Sentence("--public-parts: the train part is what the budget protects; if it is public "
                               "data, say --visibility public"));
        }
        if (part->side && !allPublic) {
            failUsage(Sentence("--public-parts: the parts of one file (--split) are all private, or with "
                               "--visibility public all public"));
        }
        part->isPublic = true;
    }
}

constexpr std::uint32_t kMostClasses = 100000;

/// How a record's labels are read where it may have several; none of it may be read off them.
void takeLabelsPerRecord(const RunOptions& options, data::PartFiles& files) {
    if (options.labelsPerRecord == 1) {
        return;
    }
    files.labelsPerRecord = options.labelsPerRecord;
    files.classes = options.classes.value_or(static_cast<std::uint32_t>(files.classNames.size()));
    if (files.classes == 0) {
        failUsage(
            Sentence("--labels-per-record needs --classes or --class-names: whether labels are lists or "
                     "a matrix follows from the number of classes"));
    }
    train::checkLabelsPerRecord(options.labelsPerRecord, files.classes);
}

std::string nameOf(const RunOptions& options, const RequestedPart& train) {
    std::filesystem::path path =
        data::splitSpec(options.data.empty() ? train.files.features : options.data).path;
    if (!path.has_filename()) {
        path = path.parent_path(); // a folder written with a slash at its end
    }
    const std::string stem = path.stem().string();
    static constexpr std::array kSaysNothing{"train", "x_train", "features", "x"};
    // A pattern of files says as little.
    const bool says = stem.find_first_of("*?[") == std::string::npos &&
                      std::find(kSaysNothing.begin(), kSaysNothing.end(), stem) == kSaysNothing.end();
    const std::string folder = std::filesystem::absolute(path).parent_path().filename().string();
    return says || folder.empty() ? stem : folder;
}

/// The public record counts that the user declared. What is public is counted as it is.
void declareRecords(RequestedPart& part, const RunOptions& options) {
    if (part.side && (!part.isPublic || options.records)) {
        const double expected =
            part.share / 100.0 * static_cast<double>(options.records.value_or(part.info.rows));
        if (expected < 1.0) {
            failUsage(Sentence("--split: {1} % of the records are less than one for the {2} part; give it a "
                               "larger share",
                               part.share, partName(part.name)));
        }
        part.sideRecords = static_cast<std::uint64_t>(std::llround(expected));
    }
    if (!part.isPublic && part.name.isTrain()) {
        part.declaredRecords = part.side && options.records ? part.sideRecords : options.records;
    } else if (!part.isPublic && part.name.isTest()) {
        part.declaredRecords = numbersIn(options).test;
    }
    // How many records of a file fall into a part is a secret even where the number of all is none.
    const bool secret = options.records || (part.side && !part.name.isTrain());
    part.recordsPrivate = !part.isPublic && secret && !part.declaredRecords;
}

/// People are told apart in all private parts or in none: who is in a part without ids nobody knows.
void checkIds(const std::vector<RequestedPart>& parts) {
    const bool some = std::any_of(parts.begin(), parts.end(),
                                  [](const RequestedPart& part) { return !part.files.ids.empty(); });
    for (const RequestedPart& part : parts) {
        if (some && part.files.ids.empty() && !part.isPublic) {
            failUsage(
                Sentence("the {1} part has no ids, and another part has: give them to all private parts "
                         "(--record-ids, --test-record-ids, --validation-record-ids, --ood "
                         "NAME=FEATURES,LABELS,IDS), or nobody can tell who is in two of them",
                         partName(part.name)));
        }
    }
}

void checkSplit(const RequestedPart& train, const RunOptions& options) {
    if (train.side) {
        checkDivisible(options.adjacency, options.rowsPerPerson, !train.files.ids.empty());
    }
}

Constants constantsOf(const RunOptions& options, const RequestedPart& train) {
    Constants constants;
    constants.isPrivate = options.visibility == Visibility::Private;
    constants.recordsDeclared = options.records.has_value();
    constants.publicRecords = train.side ? train.records() : options.records.value_or(train.info.rows);
    if (constants.publicRecords == 0) {
        failUsage(Sentence("{1} has no records", train.files.features)); // what --records says is never 0
    }
    if (train.info.rows > compute::kMaxRows) {
        failUsage(Sentence("{1} has more rows than the proof of the sums' slack covers, 2^25",
                           train.files.features));
    }
    if (train.info.dim > std::numeric_limits<std::uint32_t>::max()) {
        fail(Sentence("{1}: rows are too wide", train.files.features));
    }
    constants.dim = static_cast<std::uint32_t>(train.info.dim);
    constants.encoders = encodersOf(options, train);
    constants.blocks = train.info.features.blocks;
    constants.classes = classesOf(options, train.files, constants.isPrivate);
    constants.classNames = train.files.classNames;
    constants.labelsPerRecord = options.labelsPerRecord;
    constants.views = options.views;
    constants.adjacency = options.adjacency;
    constants.rowsPerPerson = options.rowsPerPerson;
    constants.peopleByIds = !train.files.ids.empty();
    constants.rowNorm = options.rowNorm;
    constants.rowBound = options.rowNorm == RowNorm::None ? 0.0 : options.normBound.value_or(1.0);
    data::checkPreprocessing(preprocessingOf(constants), constants.dim);
    if (startsFromFile(options)) {
        const StartWeights start(startFile(options));
        const train::InitialWeights weights = train::readInitialWeights(start.array());
        RunOptions resolved = options;
        resolved.head = resolvedHead(options, train);
        (void)train::initialParameters(weights, headShapeOf(resolved, constants));
        constants.initDigest = weights.digest;
        constants.initProject = start.privateOrigin();
        const std::string encoder = onlyEncoder(options);
        start.checkEncoder(encoder == options.data ? "" : encoder); // a name is no id
    }
    return constants;
}

} // namespace

const RequestedPart* DataRequest::find(const std::string& partName) const {
    const auto part =
        std::find_if(parts.begin(), parts.end(), [&](const RequestedPart& p) { return p.name == partName; });
    return part == parts.end() ? nullptr : &*part;
}

namespace {

/// The files that say where each record of `train` falls: those with ids, else of the encoder whose name
/// comes first, whichever was named first.
const data::PartFiles& filesThatTell(const RequestedPart& train) {
    const data::PartFiles* files = &train.files;
    const std::string* name = &train.encoder;
    for (const EncodedPart& other : train.otherEncoders) {
        const bool joined = !other.files.beside.empty(); // whether it is there must move no record
        if (train.files.ids.empty() && !joined && (!files->beside.empty() || other.encoder < *name)) {
            files = &other.files;
            name = &other.encoder;
        }
    }
    return *files;
}

} // namespace

void DataRequest::divide() {
    if (!split) {
        return;
    }
    data::PartFiles telling = filesThatTell(train());
    telling.order.reset();
    const data::Division division = data::divisionOf(telling, *split);
    const std::vector<data::Side>& sides = division.sides;
    for (RequestedPart& part : parts) {
        if (!part.side) {
            continue;
        }
        part.division = division.records;
        data::takeSide(part.files, sides, *part.side);
        for (EncodedPart& other : part.otherEncoders) {
            if (other.files.ids.empty()) { // else they tie its rows to the first's
                data::takeSide(other.files, sides, *part.side);
            }
        }
        if (part.isPublic) {
            const auto own = static_cast<std::uint64_t>(std::count(sides.begin(), sides.end(), *part.side));
            if (own == 0) {
                fail(Sentence("no record of {1} falls into the {2} part; split it by other shares",
                              part.files.features, partName(part.name)));
            }
            part.sideRecords = part.name.isTrain() ? part.sideRecords.value_or(own) : own;
        }
    }
}

void checkDivisible(Adjacency adjacency, std::uint32_t rowsPerPerson, bool hasIds) {
    if (adjacency == Adjacency::ReplaceOne) {
        refuse(
            Sentence("--split goes with --adjacency add_or_remove_one alone: another record in the place of "
                     "one may belong to another part, and both would change; give the parts as files"));
    }
    if (rowsPerPerson > 1 && !hasIds) {
        refuse(Sentence("--split with --rows-per-person {1} needs ids (--record-ids, of a look "
                        "--test-record-ids): without them the rows of one person fall into several parts",
                        rowsPerPerson));
    }
}

void takeTestSide(RequestedPart& part, const data::SplitShares& shares) {
    if (shares.test == 0.0) {
        failUsage(Sentence("--split leaves nothing to the test part, which is to be looked at"));
    }
    DataRequest request;
    request.parts.push_back(std::move(part));
    request.parts.front().side = data::Side::Test;
    request.parts.front().share = shares.test;
    request.split = shares;
    request.divide();
    part = std::move(request.parts.front());
}

train::HeadOption resolvedHead(const RunOptions& options, const RequestedPart& train) {
    if (options.head.kind != train::HeadKind::Sequence || options.head.sequenceLength > 0) {
        return options.head;
    }
    const std::vector<std::size_t>& shape = train.info.features.shape;
    if (shape.size() != 3) {
        failUsage(Sentence("--head sequence needs features of three axes (records x vectors x numbers); {1} "
                           "is {2}: say --head sequence:L for L vectors a record",
                           train.files.features, Sentence::ofRows(train.info.features.shapeText())));
    }
    return {train::HeadKind::Sequence, 0, static_cast<std::uint32_t>(shape[1])};
}

std::vector<std::string> classNamesOf(const RunOptions& options, const data::PartFiles& train) {
    if (!options.classNames.empty()) {
        return data::readClassNames(options.classNames);
    }
    if (options.visibility == Visibility::Private || options.labelsPerRecord > 1) {
        return {};
    }
    const std::string& labels = train.labels;
    const data::LabelKind kind = data::labelKind(labels);
    const bool named =
        kind == data::LabelKind::Texts || (kind == data::LabelKind::Unsaid && data::largestLabel(labels) < 0);
    return named ? data::distinctLabels(*data::openLabelTexts(labels), kMostClasses)
                 : std::vector<std::string>{};
}

std::uint32_t classesOf(const RunOptions& options, const data::PartFiles& train, bool isPrivate) {
    const std::size_t named = train.classNames.size();
    if (named > 0 && options.classes.value_or(named) != named) {
        failUsage(
            Sentence("there are names for {1} classes, and --classes says {2}", named, *options.classes));
    }
    if (options.classes || named > 0) {
        return options.classes.value_or(static_cast<std::uint32_t>(named));
    }
    if (isPrivate) {
        failUsage(Sentence(
            "--classes is needed for private data, or --class-names FILE where labels are text: which "
            "classes there are must not be read off its labels"));
    }
    const std::int64_t largest = data::largestLabel(train.labels);
    if (largest < 0 || largest >= std::int64_t{kMostClasses}) {
        fail(Sentence("{1}: its labels do not tell the number of classes; give --classes", train.labels));
    }
    return static_cast<std::uint32_t>(largest) + 1;
}

namespace {

DataRequest describe(const RunOptions& options, const std::optional<std::vector<std::string>>& known) {
    DataRequest request;
    if (options.sameOrder && options.encoders.empty()) {
        failUsage(Sentence("--same-order ties the rows of several encoders: give --data NAME=DIR for each"));
    }
    checkViews(options);
    request.parts = options.encoders.empty() ? requestedParts(options) : partsByEncoders(options);
    checkSplit(request.train(), options);
    markPublicParts(request.parts, options, options.visibility == Visibility::Public);
    const std::vector<std::string> classNames = known ? *known : classNamesOf(options, request.train().files);
    for (RequestedPart& part : request.parts) {
        part.files.classNames = classNames;
        takeLabelsPerRecord(options, part.files);
        part.files.guessColumns = part.isPublic;
        part.info = data::describePart(part.files);
        if (&part == &request.parts.front()) {
            checkViewsOf(options, part.info);
        }
        part.files.viewDim = options.views > 1 ? request.train().info.dim / options.views : 0;
        checkWidth(options, request.train().info, part.info);
        describeOthers(part, request.parts.front(), options);
        declareRecords(part, options);
    }
    checkIds(request.parts);
    request.split = options.split;
    request.numbers = numbersIn(options);
    if (options.visibility == Visibility::Public) {
        request.divide(); // the numbers of their records are public, and counted
    }
    request.name =
        nameOf(options.encoders.empty() ? options : withEncoder(options, options.encoders.front().first),
               request.train());
    request.constants = constantsOf(options, request.train());
    return request;
}

} // namespace

bool DataRequest::readsPrivateText() const {
    const auto isText = [](const std::string& spec) {
        return !spec.empty() && data::formatOf(data::splitSpec(spec).path) == data::FileFormat::Text;
    };
    return std::any_of(parts.begin(), parts.end(), [&](const RequestedPart& part) {
        return !part.isPublic && (isText(part.files.features) || isText(part.files.labels));
    });
}

DataRequest describeData(const RunOptions& options) {
    requireBoth(options); // beside --data, labels alone would be passed over
    return describe(options, std::nullopt);
}

DataRequest describeData(const ExperimentPlan& plan) {
    return describe(plan.options, plan.constants.classNames);
}

data::Preprocessing preprocessingOf(const Constants& constants) {
    data::Preprocessing preprocessing{
        constants.rowNorm, constants.rowBound > 0.0 ? constants.rowBound : 1.0, {}};
    preprocessing.viewDim = constants.views > 1 ? constants.dim / constants.views : 0;
    return preprocessing;
}

} // namespace parsimony::session
