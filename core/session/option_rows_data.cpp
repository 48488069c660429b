// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of options about the data.
// Labels and meanings are translated by the window (resources/translations).
#include "core/session/option_rows_data.h"

#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/data/array_reader.h"
#include "core/data/shards.h"
#include "core/session/joined_encoders.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace parsimony::session::rows {

bool isPrivate(const RunOptions& options) {
    return options.visibility == Visibility::Private;
}

bool namesPeople(const RunOptions& options) {
    return !options.train.ids.empty() || !options.recordIds.empty() || !options.idColumn.empty();
}

bool namesLabels(const RunOptions& options) {
    return !options.labelColumn.empty();
}

bool hasRowsToLookAt(const RunOptions& options) {
    return !options.test.features.empty() || !options.place().empty() || options.split ||
           !options.ood.empty();
}

namespace {

using namespace values;
using enum OptionPlace;

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
        shares.push_back(numberWithin(text.substr(from, end - from), option, {0.0, 100.0}));
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

/// NAME=PATH by itself is the one encoder of that name, unless a file is called so.
void takeOnlyEncoder(RunOptions& options) {
    const std::string text = options.data;
    const std::size_t equals = text.find('=');
    if (!options.encoders.empty() || equals == std::string::npos || !isPlainName(text.substr(0, equals))) {
        return;
    }
    std::error_code ignored;
    const std::string place = text.substr(equals + 1);
    const auto isThere = [&](const std::string& path) {
        return std::filesystem::exists(path, ignored) ||
               (data::namesShards(path) && !data::matchingFiles(path).empty());
    };
    if (!isThere(data::splitSpec(text).path) && isThere(data::splitSpec(place).path)) {
        options.data = text.substr(0, equals);
        options.encoders = {{options.data, place}};
    }
}

/// One path, one for each of several encoders, or behind these the name of the one that is trained on.
OptionValue dataValue() {
    OptionValue value = byEncoder(path(&O::data, "[NAME=]DIR|FILE", PathForm::WithKey), &O::encoders);
    value.take = [take = value.take](O& options, const std::string& text, const std::string& option) {
        const bool only = options.encoders.size() == 1 && options.data == options.encoders.front().first;
        if (isNamed(options.encoders, text) && (options.data.empty() || options.data == text)) {
            options.data = text;
            return;
        }
        if (only) {
            options.data.clear(); // it has others beside it
        }
        take(options, text, option);
        takeOnlyEncoder(options);
    };
    value.json = [json = value.json](const O& options) {
        auto texts = json(options);
        if (texts.is_array() && !options.data.empty()) {
            texts.push_back(options.data);
        }
        return texts;
    };
    value.paths = [](O& options, const PathVisitor& visit) {
        if (options.encoders.empty()) { // else it is the name of one of them
            visit(options.data, PathForm::WithKey);
        }
        const ByEncoder named = options.encoders;
        for (auto& [name, text] : options.encoders) {
            if (joinedNames(named, name).empty()) {
                visit(text, PathForm::WithKey);
            }
        }
    };
    return value;
}

} // namespace

std::vector<Option> ofData() {
    std::vector<Option> rows{
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
         .place = Rare,
         .ofLook = inWindow("The column, or array, of the file of features that holds the labels")},
        {.name = "id-column",
         .value = parsed(&O::idColumn, "NAME", readName, writeName),
         .help = "The column, or array, of the files of features that says whose each row is",
         .label = inWindow("Id column"),
         .meaning = inWindow("The column of the tables with features (or the array beside them) that says "
                             "whose each row is. Ids are kept as keyed hashes alone."),
         .otherwise = inWindow("ids have files of their own, or there are none"),
         .place = Rare,
         .ofLook = inWindow("The column, or array, of the file of features that says whose each row is")},
        {.name = "class-names",
         .value = path(&O::classNames, "FILE", PathForm::WithKey),
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
         .place = Rare,
         .ofLook = inWindow("What made the features; refused where the classifier names another")},
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
    for (Option& row : rows) {
        row.ofDataset = true;
    }
    return rows;
}

} // namespace parsimony::session::rows
