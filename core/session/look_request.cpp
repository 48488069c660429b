// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/look_request.h"

#include "core/base/sentence.h"
#include "core/session/data_columns.h"

#include <set>

namespace parsimony::session {

namespace {

/// Of records of several labels a count is released, of those whose largest score is of a class they have (a
/// record moves it by 1 at most), and, where it is asked for, what F1 is made of. What else is counted of one
/// label is counted of each record once.
void checkSeveralLabels(const PrivateEvaluationRequest& request, const exporting::Classifier& model) {
    const bool several = model.card.labelsPerRecord > 1;
    for (const mechanism::MetricOf metric : request.metrics) {
        if (several != (metric == mechanism::MetricOf::F1)) {
            failUsage(several ? Sentence("of private rows with several labels a record --metrics is f1 alone")
                              : Sentence("F1 is of classifiers of several labels a record; --per-class tells "
                                         "how one label fares in each class"));
        }
    }
    if (several && (request.perClass || !request.groups.empty() || !request.labelMap.empty())) {
        failUsage(Sentence("of private rows with several labels a record the precision of the first "
                           "prediction is counted, and F1 with --metrics f1; leave out --per-class, --groups "
                           "and --label-map"));
    }
}

void checkDeclared(const PrivateEvaluationRequest& request) {
    if (const auto records = request.declaredRecords(); records && *records == 0) {
        failUsage(Sentence("{1} must be a whole number of at least {2}, not {3}", "--test-records",
                           Sentence::number("1"), Sentence::number("0")));
    }
    std::set<std::string> names;
    for (const std::string& name : request.groupNames) {
        if (!names.insert(name).second) {
            failUsage(Sentence("--group-names names '{1}' twice; give each group once", name));
        }
    }
}

} // namespace

data::PartFiles PrivateEvaluationRequest::filesWithColumns() const {
    data::PartFiles whole = files;
    takeColumns(namedColumns(options), whole);
    return whole;
}

void checkEncoder(const exporting::Classifier& model, const RunOptions& options) {
    exporting::checkEncoder(model, {}, options.encoderId);
}

void checkLook(const PrivateEvaluationRequest& request, const exporting::Classifier& model) {
    checkDeclared(request);
    checkEncoder(model, request.options);
    checkSeveralLabels(request, model);
}

} // namespace parsimony::session
