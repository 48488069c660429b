// SPDX-License-Identifier: GPL-3.0-or-later
// The public rows that training starts from (--prior), looked at before anything is declared.
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/data/class_names.h"
#include "core/data/open_part.h"
#include "core/data/part.h"
#include "core/session/data_request.h"
#include "core/session/private_rows.h"

#include <algorithm>

namespace parsimony::session {

namespace {

constexpr std::size_t kMostLabels = 100000;

/// Of labels that are text the same as a number that is no class.
void checkNames(const data::PartFiles& prior, std::uint32_t classes) {
    const data::ClassNumbers numbers(prior.classNames);
    for (const std::string& label : data::distinctLabels(*data::openLabelTexts(prior.labels), kMostLabels)) {
        if (numbers.of(label) < 0) {
            fail(Sentence("{1} has labels that are none of the {2} classes, such as '{3}': a prior is of the "
                          "same classes, named alike",
                          prior.labels, classes, label));
        }
    }
}

/// Is one of the numbers below zero? Text that is no class is such a number too: checkNames() tells it.
bool hasNegative(const data::ArrayReader& labels) {
    std::vector<std::int64_t> values(labels.info().rows());
    labels.readIntegers(0, values.size(), values.data());
    return std::any_of(values.begin(), values.end(), [](std::int64_t label) { return label < 0; });
}

/// Rows that are all the same, zeros mostly, lead nowhere.
void checkRowsDiffer(const data::PartFiles& prior) {
    const auto rows = data::openFeatures(prior);
    std::vector<double> first(rows->info().width()), row(first.size());
    for (std::size_t i = 0; i < rows->info().rows(); ++i) {
        rows->readRowsF64(i, 1, row.data());
        if (i == 0) {
            first = row;
        } else if (row != first) {
            return;
        }
    }
    const bool zeros = std::all_of(first.begin(), first.end(), [](double value) { return value == 0.0; });
    if (zeros || rows->info().rows() > 1) {
        fail(Sentence(
            "{1}: the rows of the prior are all the same, and so are the means of its classes: there "
            "is no direction to start along",
            prior.features));
    }
}

} // namespace

void checkPrior(DataRequest& request) {
    const RequestedPart* prior = request.find(kPriorPart);
    if (prior == nullptr || !prior->isPrior) {
        return;
    }
    // Before their labels are looked at: what is wrong with private ones is not for the output.
    // One row is enough: of few rows a class, each stands in the classifier nearly as it is.
    refusePrivateRows(prior->files,
                      Sentence("{1} cannot be a prior: its rows are not public", prior->files.features),
                      true);
    const std::uint32_t classes = request.constants.classes;
    const auto read = data::openLabels(prior->files);
    const data::LabelRange labels = data::labelRange(*read, classes);
    if (std::find(labels.seen.begin(), labels.seen.end(), true) == labels.seen.end()) {
        fail(Sentence(
            "{1} has no label that is one of the {2} classes: a prior is of the same classes, named or "
            "numbered alike",
            prior->files.labels, classes));
    }
    const bool isText =
        !prior->files.classNames.empty() && data::labelKind(prior->files.labels) != data::LabelKind::Integers;
    const bool isOneEach = read->info().width() == 1;
    if (labels.largest >= std::int64_t{classes} || (isOneEach && !isText && hasNegative(*read))) {
        fail(Sentence("{1} has labels that are none of the {2} classes: a prior is of the same classes, "
                      "numbered alike",
                      prior->files.labels, classes));
    }
    if (isOneEach && isText) {
        checkNames(prior->files, classes);
    }
    checkRowsDiffer(prior->files);
    std::vector<std::string> missing;
    const std::vector<std::string>& names = request.constants.classNames;
    for (std::size_t k = 0; k < classes; ++k) {
        if (!labels.seen[k]) {
            missing.push_back(data::classTitle(names, k));
        }
    }
    if (!missing.empty()) {
        request.withoutPrior = Sentence("{1} has no row of some classes, which start from zero: {2}",
                                        prior->files.features, joined(missing, ", "));
    }
}

} // namespace parsimony::session
