// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/public_evaluation.h"

#include "core/base/sentence.h"
#include "core/data/part.h"
#include "core/session/data_request.h"
#include "core/session/private_rows.h"

#include <utility>

namespace parsimony::session {

PublicEvaluation evaluatePublicly(const exporting::Classifier& model, const PublicEvaluationRequest& request,
                                  std::stop_token stop, const RunObserver& observer) {
    data::PartFiles files = exporting::labelledFor(model, request.files);
    files.guessColumns = true;
    const bool several = files.labelsPerRecord > 1;
    if (several && (!request.labelMap.empty() || request.positive || request.lossBound)) {
        failUsage(
            Sentence("a label map, --positive-class and --loss-bound are for classifiers of one label a "
                     "record; leave them out"));
    }
    if (request.split) {
        RequestedPart part{kTestPart, files, data::describePart(files), true};
        takeTestSide(part, *request.split);
        files = std::move(part.files);
    }
    // As of the parts of a run: of a side of a file any one row is the same record.
    tell(refusePrivateRows(files, request.split && files.ids.empty()), observer);
    PublicEvaluation result;
    exporting::MetricSettings metrics =
        exporting::metricSettings(model, request.positive, request.lossBound, false);
    metrics.keepOdds = true;
    result.positive = metrics.positive;
    result.classes = model.head.classes;
    result.classNames = model.card.classNames;
    std::optional<exporting::LabelMap> map;
    if (!request.labelMap.empty()) {
        map = exporting::readLabelMap(request.labelMap, model.head.classes);
    }
    exporting::checkWidth(model, files);
    data::LoadOptions options;
    options.preprocessing = model.preprocessing;
    options.classes = static_cast<int>(map ? map->classOf.size() : model.head.classes);
    options.threads = request.threads;
    options.stop = stop;
    const data::LoadedPart part = data::loadPart(files, options);
    result.invalidFeatures = part.invalidFeatureRows;
    result.invalidLabels = part.invalidLabelRows;
    std::optional<exporting::Groups> groups;
    if (!request.groups.empty()) {
        groups = exporting::readGroups(request.groups, part.info.rows);
        result.groups = groups->names;
    }
    if (several) {
        result.counts =
            exporting::evaluateSets(model, *part.features, part.labelSets, groups ? &*groups : nullptr,
                                    request.threads, std::move(stop));
        return result;
    }
    result.counts =
        exporting::evaluate(model, *part.features, part.labels, map ? &*map : nullptr,
                            groups ? &*groups : nullptr, request.threads, std::move(stop), metrics);
    return result;
}

} // namespace parsimony::session
