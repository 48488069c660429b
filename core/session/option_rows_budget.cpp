// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the table of options about the budget, and what is declared of the data that it protects.
// Labels and meanings are translated by the window (resources/translations).
#include "core/base/number_text.h"
#include "core/search/budget_split.h"
#include "core/session/option_rows_data.h"

#include <cmath>

namespace parsimony::session::rows {

namespace {

using namespace values;
using enum OptionPlace;

const std::string kNoTest = "none";

std::optional<TestEpsilon> readTestEpsilon(const std::string& text, const std::string& option) {
    return text == kNoTest ? TestEpsilon{} : TestEpsilon{numberWithin(text, option, kEpsilons)};
}

std::string writeTestEpsilon(const std::optional<TestEpsilon>& test) {
    return !test ? "" : test->epsilon ? numberText(*test->epsilon) : kNoTest;
}

/// Without noise and with so much of it cannot both be meant, whichever was said first.
void takeExperimentEpsilon(O& options, double epsilon) {
    const std::optional<double>& said = options.experimentEpsilon;
    if (said && *said != epsilon && (std::isinf(*said) || std::isinf(epsilon))) {
        failUsage(Sentence("--epsilon inf, which trains without noise, stands alone: leave it or "
                           "--experiment-epsilon out"));
    }
    options.experimentEpsilon = epsilon;
}

/// A cap is finite: an infinite one asks for an experiment without noise, on whatever cap there is.
OptionValue capValue() {
    OptionValue value = number(&O::epsilon, kBudgets);
    value.take = [](O& options, const std::string& text, const std::string& option) {
        const double epsilon = numberWithin(text, option, kBudgets);
        if (std::isinf(epsilon)) {
            takeExperimentEpsilon(options, epsilon);
        } else {
            options.epsilon = epsilon;
        }
    };
    return value;
}

OptionValue experimentValue() {
    OptionValue value = number(&O::experimentEpsilon, kBudgets);
    value.take = [](O& options, const std::string& text, const std::string& option) {
        takeExperimentEpsilon(options, numberWithin(text, option, kBudgets));
    };
    return value;
}

OptionValue testEpsilon() {
    OptionValue value = parsed(&O::testEpsilon, "X|none", readTestEpsilon, writeTestEpsilon);
    value.takesNumber = true;
    return value;
}

} // namespace

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
         .place = Rare,
         .ofDataset = true},
        {.name = "linked-to",
         .value = links(&O::linkedTo),
         .help = "Declares that these rows are also those of a part of that project (default: of the same "
                 "name), whose charges count; may be given several times",
         .label = inWindow("Also rows of"),
         .meaning = inWindow("The project, or PROJECT:PART, whose rows these are too: what was charged there "
                             "counts here. What you declare decides, not the rows; rows of another project "
                             "that are not declared are refused."),
         .otherwise = inWindow("no other project"),
         .when = // of public rows it is checked: they may not be private there
         [](const O& o) { return isPrivate(o) || !o.linkedTo.empty(); },
         .place = Rare,
         .ofLook = inWindow("Declares that these rows are also those of a part of that project (default: of "
                            "the same name), whose charges count; may be given several times"),
         .ofDataset = true},
        {.name = "leave-out",
         .value = links(&O::leaveOut),
         .help = "Declares that whoever is in that project's part (default: any) counts nowhere here: by "
                 "their ids, their rows become empty; may be given several times",
         .label = inWindow("Leave out"),
         .meaning =
             inWindow("The project, or PROJECT:PART, whose people are left out: rows with an id that is "
                      "there count as empty. Otherwise people of another project are refused unless "
                      "you declare the link."),
         .otherwise = inWindow("nobody"),
         .when = [](const O& o) { return isPrivate(o) && namesPeople(o); },
         .place = Rare,
         .ofLook = inWindow("Rows of people in that project's part (default: any) count as empty; may be "
                            "given several times"),
         .ofDataset = true},
        {.name = "epsilon",
         .value = capValue(),
         .help = "The dataset's cap, set once; inf: train without noise (public data)",
         .label = inWindow("Total &ε"),
         .meaning = inWindow(
             "The dataset's cap, set once: ε bounds how much anyone can learn about one person from "
             "everything that is released. 1 is a common choice; smaller is more private. With inf, public "
             "data is trained on without noise."),
         .example = "1",
         .place = Cap,
         .ofDataset = true},
        {.name = "delta",
         .value = number(&O::delta, kShares),
         .help = "The dataset's delta, set once",
         .label = inWindow("&δ"),
         .meaning = inWindow("The dataset's δ, set once: the chance that the bound of ε fails. Choose it "
                             "well below one over the number of people."),
         .example = "1e-5",
         .place = Cap,
         .ofDataset = true},
        {.name = "experiment-epsilon",
         .value = experimentValue(),
         .help = "What this experiment may take; inf: no noise (public data)",
         .label = inWindow("This experiment"),
         .meaning = inWindow("What this experiment may take of the total, as ε; with inf, public data is "
                             "trained on without noise."),
         .otherwise = inWindow("all that remains"),
         .place = Cap},
        {.name = "test-epsilon",
         .value = testEpsilon(),
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
         .place = Data,
         .ofDataset = true},
        {.name = "records",
         .value = count(&O::records, {1.0}),
         .help = "Public record count",
         .label = inWindow("&Records"),
         .meaning =
             inWindow("A public figure for the number of training records. Without it the number in the "
                      "file counts as public, and the guarantee says so."),
         .otherwise = inWindow("as in the file, public"),
         .place = Data,
         .ofDataset = true},
        {.name = "test-records",
         .value = count(&O::testRecords, {1.0}),
         .help = "Public record count of the test part",
         .label = inWindow("Test records"),
         .meaning =
             inWindow("A public figure for the number of test records, which their accuracy is divided by. "
                      "Without it the number in the file counts as public."),
         .otherwise = inWindow("as in the file, public"),
         .when = isPrivate,
         .place = Rare,
         .ofLook = inWindow("Public record count of the test rows"),
         .ofDataset = true},
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
         .place = Rare,
         .ofDataset = true},
        {.name = "adjacency",
         .value =
             choice(&O::adjacency,
                    Words<Adjacency>{{Adjacency::AddOrRemoveOne, "add_or_remove_one", inWindow("zero-out")},
                                     {Adjacency::ReplaceOne, "replace_one", inWindow("replace-one")}}),
         .help = "What two neighbouring datasets differ in",
         .label = inWindow("Neighbours"),
         .meaning = inWindow("What one person's presence changes. Zero-out: a row, or zeros in its place. "
                             "Replace-one: a row, or another in its place (twice the sensitivity)."),
         .place = Data,
         .ofDataset = true},
        {.name = "rows-per-person",
         .value = count(&O::rowsPerPerson, {1.0, 1e6}),
         .help = "Rows that one person may own",
         .label = inWindow("Rows/person"),
         .meaning = inWindow("The most rows that one person can have: it multiplies every sensitivity."),
         .place = Data,
         .ofDataset = true},
    };
}

} // namespace parsimony::session::rows
