// SPDX-License-Identifier: GPL-3.0-or-later
// The public rows that training starts from (--prior), looked at before anything is declared.
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/open_part.h"
#include "core/data/part.h"
#include "core/session/data_request.h"
#include "core/session/private_rows.h"

#include <algorithm>

namespace parsimony::session {

void checkPrior(const DataRequest& request) {
    const RequestedPart* prior = request.find(kPriorPart);
    if (prior == nullptr || !prior->isPrior) {
        return;
    }
    // Before their labels are looked at: what is wrong with private ones is not for the output.
    // One row is enough: of few rows a class, each stands in the classifier nearly as it is.
    refusePrivateRows(prior->files,
                      Sentence("{1} cannot be a prior: its rows are not public", prior->files.features),
                      true);
    const data::LabelRange labels =
        data::labelRange(*data::openLabels(prior->files), request.constants.classes);
    if (labels.valid == 0) {
        fail(Sentence(
            "{1} has no label that is one of the {2} classes: a prior is of the same classes, named or "
            "numbered alike",
            prior->files.labels, request.constants.classes));
    }
    if (labels.largest >= std::int64_t{request.constants.classes}) {
        fail(Sentence("{1} has labels that are none of the {2} classes: a prior is of the same classes, "
                      "numbered alike",
                      prior->files.labels, request.constants.classes));
    }
}

std::optional<Sentence> classesWithoutPrior(const DataRequest& request) {
    const RequestedPart* prior = request.find(kPriorPart);
    if (prior == nullptr || !prior->isPrior) {
        return std::nullopt;
    }
    const auto labels = data::openLabels(prior->files);
    std::vector<bool> seen(request.constants.classes, false);
    std::vector<std::int64_t> block;
    for (std::size_t first = 0; first < labels->info().rows(); first += block.size()) {
        block.resize(std::min<std::size_t>(8192, labels->info().rows() - first));
        labels->readIntegers(first, block.size(), block.data());
        for (const std::int64_t label : block) {
            if (label >= 0 && label < static_cast<std::int64_t>(seen.size())) {
                seen[static_cast<std::size_t>(label)] = true;
            }
        }
    }
    std::string names;
    const std::vector<std::string>& classNames = request.constants.classNames;
    for (std::size_t k = 0; k < seen.size(); ++k) {
        if (!seen[k]) {
            names +=
                (names.empty() ? "" : ", ") + (k < classNames.size() ? classNames[k] : std::to_string(k));
        }
    }
    return names.empty()
               ? std::nullopt
               : std::optional(Sentence("{1} has no row of some classes, which start from zero: {2}",
                                        prior->files.features, names));
}

} // namespace parsimony::session
