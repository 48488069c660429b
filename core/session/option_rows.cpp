// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of options about data, budget and features; its neighbours have the others.
// Labels and meanings are translated by the window (resources/translations).
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/search/budget_split.h"
#include "core/session/joined_encoders.h"
#include "core/session/option_paths.h"
#include "core/session/option_table.h"

#include <algorithm>
#include <cmath>

namespace parsimony::session::rows {

namespace {

using namespace values;
using enum OptionPlace;

bool isPrivate(const RunOptions& options) {
    return options.visibility == Visibility::Private;
}

/// A final evaluation looks at test rows and at shifted sets.
bool hasRowsToLookAt(const RunOptions& options) {
    return !options.test.features.empty() || !options.place().empty() || options.split ||
           !options.ood.empty();
}

const std::string kNoTest = "none";

std::optional<TestEpsilon> readTestEpsilon(const std::string& text, const std::string& option) {
    return text == kNoTest ? TestEpsilon{} : TestEpsilon{readNumber(text, option, kEpsilons)};
}

std::string writeTestEpsilon(const std::optional<TestEpsilon>& test) {
    return !test ? "" : test->epsilon ? numberText(*test->epsilon) : kNoTest;
}

std::string readName(const std::string& text, const std::string& option) {
    if (text.empty()) {
        failUsage(Sentence("{1} needs a name", option));
    }
    return text;
}

/// One line that stands in cards, tables and files as it is.
std::string readEncoderId(const std::string& text, const std::string& option) {
    constexpr std::size_t most = 200;
    const bool plain =
        std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; });
    if (text.empty() || text.size() > most || !plain) {
        failUsage(Sentence("{1} must be one line of 1 to {2} characters, as model@revision", option, most));
    }
    return text;
}

std::string writeName(const std::string& name) {
    return name;
}

/// A/B/C for train, validation and test, or A/B for train and test, of 100 or of 1.
std::optional<data::SplitShares> readSplit(const std::string& text, const std::string& option) {
    std::vector<double> shares;
    double sum = 0.0;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find('/', from), text.size());
        shares.push_back(readNumber(text.substr(from, end - from), option, {0.0, 100.0}));
        sum += shares.back();
        from = end + 1;
    }
    const double unit = std::fabs(sum - 1.0) < 1e-9 ? 100.0 : 1.0;
    if (shares.size() < 2 || shares.size() > 3 || std::fabs(sum * unit - 100.0) > 1e-7) {
        failUsage(
            Sentence("{1} takes the shares of train, validation and test, or of train and test, which add "
                     "up to 100: 80/10/10, 80/20; not '{2}'",
                     option, text));
    }
    for (double& share : shares) {
        share = std::round(share * unit * 1e9) / 1e9; // 0.07 is 7
    }
    const data::SplitShares split{shares.front(), shares.size() == 3 ? shares[1] : 0.0, shares.back()};
    if (split.train == 0.0 || split.train == 100.0) {
        failUsage(
            Sentence("{1} must leave something to train on and something to look at, and '{2}' does not",
                     option, text));
    }
    return split;
}

std::string writeSplit(const std::optional<data::SplitShares>& split) {
    if (!split) {
        return "";
    }
    const std::string validation = split->validation > 0.0 ? "/" + numberText(split->validation) : "";
    return numberText(split->train) + validation + "/" + numberText(split->test);
}

/// Whose rows those of a part are.
Option recordIds(const char* name, PartFiles O::*part, ByEncoder O::*several, const std::string& rows,
                 const char* label, std::function<bool(const O&)> when) {
    return {.name = name,
            .value = byEncoder(path(part, &PartFiles::ids), several),
            .help = "Whose each of the " + rows +
                    " rows is: integers or text, one id a row; stored as keyed hashes alone",
            .label = label,
            .meaning = inWindow(
                "A file that says whose each row is (PATH or PATH:KEY): integers or text, one id a row. "
                "The budget then follows people, whatever numbers stand for them. Ids are "
                "kept as keyed hashes alone."),
            .otherwise = inWindow("the budget follows the numbers alone"),
            .when = std::move(when),
            .place = Rare};
}

/// One path, one for each of several encoders, or behind these the name of the one that is trained on.
OptionValue dataValue() {
    OptionValue value = byEncoder(path(&O::data, "[NAME=]DIR|FILE"), &O::encoders);
    value.take = [take = value.take](O& options, const std::string& text, const std::string& option) {
        if (isNamed(options.encoders, text) && options.data.empty()) {
            options.data = text;
        } else {
            take(options, text, option);
        }
    };
    value.json = [json = value.json](const O& options) {
        auto texts = json(options);
        if (texts.is_array() && !options.data.empty()) {
            texts.push_back(options.data);
        }
        return texts;
    };
    return value;
}

/// A cap is finite: an infinite one asks for an experiment without noise, on whatever cap there is.
OptionValue capValue() {
    OptionValue value = number(&O::epsilon, kBudgets);
    value.take = [](O& options, const std::string& text, const std::string& option) {
        const double epsilon = readNumber(text, option, kBudgets);
        (std::isinf(epsilon) ? options.experimentEpsilon : options.epsilon) = epsilon;
    };
    return value;
}

} // namespace

std::vector<Option> ofData() {
    return {
        {.name = "data",
         .value = dataValue(),
         .help = "Folder with {train,test}.npy and {train,test}_labels.npy, or a file with "
                 "x_train,y_train,x_test,y_test; as NAME=DIR several times, the same records by several "
                 "encoders, which a search chooses from; NAME=A+B joins the features of two that come before "
                 "it; NAME behind them takes one alone"},
        {.name = "same-order",
         .value = flag(&O::sameOrder),
         .help = "The encoders' rows are tied by their places: row i of each is the same record",
         .when = [](const O& o) { return !o.encoders.empty(); }},
        {.name = "train",
         .value = path(&O::train, &PartFiles::features),
         .help = "Training features. A CSV of private rows is named FILE:header if its first line names the "
                 "columns, else FILE:COLUMNS with their number."},
        {.name = "train-labels",
         .value = path(&O::train, &PartFiles::labels),
         .help = "Training labels. In a CSV of private rows every line is one, or FILE:header."},
        {.name = "test", .value = path(&O::test, &PartFiles::features), .help = "Test features"},
        {.name = "test-labels", .value = path(&O::test, &PartFiles::labels), .help = "Test labels"},
        {.name = "validation",
         .value = path(&O::validation, &PartFiles::features),
         .help = "Validation features"},
        {.name = "validation-labels",
         .value = path(&O::validation, &PartFiles::labels),
         .help = "Validation labels"},
        recordIds("record-ids", &O::train, &O::recordIds, "training", inWindow("Train ids"), {}),
        recordIds("test-record-ids", &O::test, &O::testRecordIds, "test", inWindow("Test ids"),
                  [](const O& o) { return !o.split && (!o.test.features.empty() || !o.place().empty()); }),
        recordIds(
            "validation-record-ids", &O::validation, &O::validationRecordIds, "validation",
            inWindow("Validation ids"),
            [](const O& o) { return !o.split && (!o.validation.features.empty() || !o.place().empty()); }),
        {.name = "split",
         .value = parsed(&O::split, "A/B/C", readSplit, writeSplit),
         .help = "Divides the training records into train, validation and test (80/10/10), or train and test "
                 "(80/20), by a hash of each record's id, else of its values",
         .label = inWindow("Split"),
         .meaning = inWindow("Shares of train, validation and test, as 80/10/10, or of train and test, as "
                             "80/20. Each record of the train files falls into its part by a hash of its id, "
                             "or else of its values; no other record decides."),
         .otherwise = inWindow("the parts have files of their own"),
         .place = Rare},
        {.name = "ood",
         .value = sets(&O::ood),
         .help = "An out-of-distribution set; may be given several times (of several encoders ENCODER:NAME=… "
                 "each)"},
        {.name = "label-column",
         .value = parsed(&O::labelColumn, "NAME", readName, writeName),
         .help = "The column, or array, of the files of features that holds the labels",
         .label = inWindow("Label column"),
         .meaning = inWindow("The column of the tables with features (or the array beside them) that holds "
                             "the labels, where they have no file of their own."),
         .otherwise = inWindow("labels have files of their own"),
         .place = Rare},
        {.name = "id-column",
         .value = parsed(&O::idColumn, "NAME", readName, writeName),
         .help = "The column, or array, of the files of features that says whose each row is",
         .label = inWindow("Id column"),
         .meaning = inWindow("The column of the tables with features (or the array beside them) that says "
                             "whose each row is. Ids are kept as keyed hashes alone."),
         .otherwise = inWindow("ids have files of their own, or there are none"),
         .place = Rare},
        {.name = "class-names",
         .value = path(&O::classNames, "FILE"),
         .help = "The classes of labels that are text: one name a line, the first that of class 0",
         .label = inWindow("Class names"),
         .meaning = inWindow("A file with the names of the classes, one a line: labels may then be these "
                             "names, and results, cards and confusion matrices show them."),
         .otherwise = inWindow("labels are numbers; of public data text is taken as it comes, sorted"),
         .place = Rare},
        {.name = "encoder-id",
         .value =
             byEncoder(parsed(&O::encoderId, "MODEL@REVISION", readEncoderId, writeName), &O::encoderIds),
         .help = "What made the features; results, cards and exported classifiers name it (of several "
                 "encoders NAME=MODEL@REVISION each)",
         .label = inWindow("Encoder"),
         .meaning =
             inWindow("The encoder that made the features, as MODEL@REVISION. Results, cards and exported "
                      "classifiers name it, and a classifier refuses features that name another."),
         .otherwise = inWindow("not said"),
         .place = Rare},
        {.name = "visibility",
         .value = choice(
             &O::visibility,
             Words<Visibility>{{Visibility::Private, "private", inWindow("Private data"),
                                inWindow("Budgets are enforced. Only released values are shown.")},
                               {Visibility::Public, "public", inWindow("Public benchmark"),
                                inWindow("Everything may be shown. The budget is simulated and says so.")}}),
         .help = "private: budgets are enforced; public: a benchmark with simulated budgets",
         .meaning = "Whether the rows are to be protected."},
        {.name = "public-parts",
         .value = names(&O::publicParts, "test,validation,NAME"),
         .help = "Parts of a private dataset that are public",
         .label = inWindow("Public parts"),
         .meaning = inWindow(
             "Parts of this private dataset that are public, as a list: test, validation or the name of a "
             "set. Their accuracies are then exact and cost nothing."),
         .otherwise = inWindow("none"),
         .when = isPrivate,
         .place = Rare},
    };
}

std::vector<Option> ofBudget() {
    return {
        {.name = "distinct-records",
         .value = flag(&O::distinctRecords),
         .help = "Your claim that equal rows are other people than those of earlier projects",
         .label = inWindow("Other people"),
         .meaning = inWindow(
             "Your claim that rows equal to those of earlier projects are other people's. Otherwise they "
             "share the budget that was spent there."),
         .when = isPrivate,
         .place = Rare},
        {.name = "linked-to",
         .value = paths(&O::linkedTo, "PROJECT[:PART]"),
         .help = "Declares that these rows are also those of a part of that project (default: of the same "
                 "name), whose charges count; may be given several times",
         .label = inWindow("Also rows of"),
         .meaning = inWindow("The project, or PROJECT:PART, whose rows these are too: what was charged there "
                             "counts here. What you declare decides, not the rows; rows of another project "
                             "that are not declared are refused."),
         .otherwise = inWindow("no other project"),
         .when = isPrivate,
         .place = Rare},
        {.name = "leave-out",
         .value = paths(&O::leaveOut, "PROJECT[:PART]"),
         .help = "Declares that whoever is in that project's part (default: any) counts nowhere here: by "
                 "their ids, their rows become empty; may be given several times",
         .label = inWindow("Leave out"),
         .meaning =
             inWindow("The project, or PROJECT:PART, whose people are left out: rows with an id that is "
                      "there count as empty. Otherwise people of another project are refused unless "
                      "you declare the link."),
         .otherwise = inWindow("nobody"),
         .when = [](const O& o) { return isPrivate(o) && (!o.train.ids.empty() || !o.recordIds.empty()); },
         .place = Rare},
        {.name = "epsilon",
         .value = capValue(),
         .help = "The dataset's cap, set once; inf: train without noise (public data)",
         .label = inWindow("Total &ε"),
         .meaning = inWindow(
             "The dataset's cap, set once: ε bounds how much anyone can learn about one person from "
             "everything that is released. 1 is a common choice; smaller is more private. With inf, public "
             "data is trained on without noise."),
         .example = "1",
         .place = Cap},
        {.name = "delta",
         .value = number(&O::delta, kShares),
         .help = "The dataset's delta, set once",
         .label = inWindow("&δ"),
         .meaning = inWindow("The dataset's δ, set once: the chance that the bound of ε fails. Choose it "
                             "well below one over the number of people."),
         .example = "1e-5",
         .place = Cap},
        {.name = "experiment-epsilon",
         .value = number(&O::experimentEpsilon, kBudgets),
         .help = "What this experiment may take; inf: no noise (public data)",
         .label = inWindow("This experiment"),
         .meaning = inWindow("What this experiment may take of the total, as ε; with inf, public data is "
                             "trained on without noise."),
         .otherwise = inWindow("all that remains"),
         .place = Cap},
        {.name = "test-epsilon",
         .value = parsed(&O::testEpsilon, "X|none", readTestEpsilon, writeTestEpsilon),
         .help = "What the final evaluation takes of the test part",
         .label = inWindow("Test ε"),
         .meaning =
             inWindow("What the accuracy on the test rows takes of their own account: a number, or none."),
         .otherwise = "enough for --test-se, at most a quarter",
         .when = hasRowsToLookAt,
         .place = Cap},
        {.name = "test-se",
         .value = number(&O::testSe, {0.01, 50.0}),
         .help = "Standard error that the accuracy on test rows is to have, in points",
         .label = inWindow("Test ± points"),
         .meaning =
             inWindow("The standard error, in percentage points, that noise may give the accuracies on "
                      "test rows and on shifted sets. Each takes what that costs of its own account, and "
                      "at most a quarter of what is left there."),
         .otherwise = numberText(search::kLookPoints),
         .when = isPrivate,
         .place = Rare},
        {.name = "classes",
         .value = count(&O::classes, {1.0, 100000.0}),
         .help = "Number of classes; required for private data",
         .label = inWindow("&Classes"),
         .meaning = inWindow("Number of classes, a declared constant that private data needs: it must not be "
                             "counted from private labels."),
         .example = "10",
         .place = Data},
        {.name = "records",
         .value = count(&O::records, {1.0}),
         .help = "Public record count",
         .label = inWindow("&Records"),
         .meaning =
             inWindow("A public figure for the number of training records. Without it the number in the "
                      "file counts as public, and the guarantee says so."),
         .otherwise = inWindow("as in the file, public"),
         .place = Data},
        {.name = "test-records",
         .value = count(&O::testRecords, {1.0}),
         .help = "Public record count of the test part",
         .label = inWindow("Test records"),
         .meaning =
             inWindow("A public figure for the number of test records, which their accuracy is divided by. "
                      "Without it the number in the file counts as public."),
         .when = isPrivate,
         .place = Rare},
        {.name = "labels-per-record",
         .value = count(&O::labelsPerRecord, {1.0, 100000.0}),
         .help =
             "The most labels that a record has; above 1 labels are lists (3;17 in a text, padded with -1 "
             "in an array) or a matrix of one column a class",
         .label = inWindow("Labels a record"),
         .meaning =
             inWindow("The most labels that a record has. Above 1 labels are lists (3;17 in a text, "
                      "padded with -1 in an array) or a matrix with a 1 in the column of each label. A "
                      "record with more counts as empty."),
         .place = Rare},
        {.name = "adjacency",
         .value = choice(&O::adjacency,
                         Words<Adjacency>{{Adjacency::AddOrRemoveOne, "add_or_remove_one",
                                           inWindow("turn a row into zeros")},
                                          {Adjacency::ReplaceOne, "replace_one", inWindow("replace a row")}}),
         .help = "What two neighbouring datasets differ in",
         .label = inWindow("Neighbours"),
         .meaning = inWindow("What one person's presence changes: a row or zeros in its place, or a row "
                             "replaced (twice the sensitivity)."),
         .place = Data},
        {.name = "rows-per-person",
         .value = count(&O::rowsPerPerson, {1.0, 1e6}),
         .help = "Rows that one person may own",
         .label = inWindow("Rows/person"),
         .meaning = inWindow("The most rows that one person can have: it multiplies every sensitivity."),
         .place = Data},
    };
}

std::vector<Option> ofFeatures() {
    return {
        {.name = "row-norm",
         .value = choice(&O::rowNorm, Words<RowNorm>{{RowNorm::Unit, "unit", inWindow("scale to norm 1")},
                                                     {RowNorm::Clip, "clip", inWindow("clip to a bound")},
                                                     {RowNorm::None, "none", inWindow("as they are")}}),
         .help = "Scale or clip each row",
         .label = inWindow("Row &norm"),
         .meaning = inWindow("Each row is scaled or clipped by itself, which costs no budget. Norm 1 lets "
                             "the search know its scale."),
         .place = Data},
        {.name = "norm-bound",
         .value = number(&O::normBound, {1e-20, 1e20}),
         .help = "Bound of --row-norm clip",
         .label = inWindow("Norm bound"),
         .meaning = inWindow("The bound that rows are clipped to: longer ones are shortened to it."),
         .otherwise = "1",
         .when = [](const O& o) { return o.rowNorm == RowNorm::Clip; },
         .place = Data},
        {.name = "mean",
         .value = choice(&O::mean, Words<MeanKind>{{MeanKind::None, "none", inWindow("stays")},
                                                   {MeanKind::Private, "private", inWindow("private mean")}}),
         .help = "Subtract a private mean",
         .label = inWindow("Mean"),
         .meaning =
             inWindow("Whether a mean of the rows is subtracted. It is a release, and takes its share of ε."),
         .place = Rare},
        {.name = "feature-map",
         .value = choice(
             &O::featureMap,
             Words<FeatureMapKind>{{FeatureMapKind::None, "none", inWindow("features as they are")},
                                   {FeatureMapKind::Centred, "center", inWindow("centred, with a bias")},
                                   {FeatureMapKind::CentredQuadratic, "center+quadratic",
                                    inWindow("centred, with a bias and random quadratic features")}}),
         .help = "Centre rows by a private mean and append a bias (and random quadratic features)",
         .label = inWindow("Feature map"),
         .meaning = inWindow(
             "Whether rows are centred by a shrunk private mean, brought back to their norm and given a bias "
             "coordinate, and whether random quadratic features stand beside them. Mean and class counts are "
             "releases and take their shares of the budget."),
         .otherwise = inWindow("what auto chooses, else none"),
         .place = Rare},
        {.name = "objective",
         .value = choice(&O::objective,
                         Words<Objective>{{Objective::Accuracy, "accuracy", inWindow("accuracy")},
                                          {Objective::Balanced, "balanced", inWindow("balanced accuracy")}}),
         .help = "What the classifier is to get right: records, or every class alike (takes the released "
                 "class counts' prior off its scores)",
         .label = inWindow("Objective"),
         .meaning = inWindow(
             "Accuracy over all records, or the mean over classes: the prior that private class counts gave "
             "is then taken off the scores, which costs nothing. Test figures are balanced too; trials are "
             "still told apart by accuracy."),
         .place = More},
        {.name = "mean-epsilon",
         .value = number(&O::meanEpsilon, kEpsilons),
         .help = "What the private mean takes",
         .label = inWindow("Mean ε"),
         .meaning = inWindow("What the private mean takes of the experiment."),
         .when = [](const O& o) { return o.mean == MeanKind::Private; },
         .place = Rare},
    };
}

} // namespace parsimony::session::rows

namespace parsimony::session {

bool startsFromFile(const RunOptions& options) {
    return options.init.kind == train::InitKind::File;
}

void forEachPath(RunOptions& options, const std::function<void(std::string&, PathForm)>& change) {
    const auto visit = [&](std::string& text, PathForm form) {
        if (!text.empty()) {
            change(text, form);
        }
    };
    if (options.encoders.empty()) {
        visit(options.data, PathForm::Path);
    }
    const ByEncoder named = options.encoders;
    for (auto& [name, data] : options.encoders) {
        if (joinedNames(named, name).empty()) {
            visit(data, PathForm::Path);
        }
    }
    for (ByEncoder* ids : {&options.recordIds, &options.testRecordIds, &options.validationRecordIds}) {
        for (auto& [name, file] : *ids) {
            visit(file, PathForm::WithKey);
        }
    }
    std::vector<PartFiles*> parts{&options.train, &options.test, &options.validation, &options.prior};
    for (auto& [name, files] : options.ood) {
        parts.push_back(&files);
    }
    for (PartFiles* files : parts) {
        visit(files->features, PathForm::WithKey);
        visit(files->labels, PathForm::WithKey);
        visit(files->ids, PathForm::WithKey);
    }
    if (startsFromFile(options)) {
        visit(options.init.file, PathForm::WithKey);
    }
    visit(options.classNames, PathForm::WithKey);
    for (std::vector<std::string>* links : {&options.linkedTo, &options.leaveOut}) {
        for (std::string& text : *links) {
            visit(text, PathForm::Link);
        }
    }
}

const std::string& startFile(const RunOptions& options) {
    return options.init.file;
}

} // namespace parsimony::session
