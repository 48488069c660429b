// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/privacy/recording_backend.h"

#include <algorithm>

namespace parsimony::test {

using compute::ResidentData;
using train::ReleaseKind;

namespace {

std::vector<double> copied(std::span<const double> values) {
    return {values.begin(), values.end()};
}

void copyTo(const std::vector<double>& from, std::span<double> to) {
    std::copy_n(from.begin(), std::min(from.size(), to.size()), to.begin());
}

} // namespace

const RecordedPass::Sums& RecordingBackend::record(RecordedPass pass, const ResidentData& data) {
    pass.sums = script != nullptr ? script->at(passes.size()).sums : pass.replay(data);
    return passes.emplace_back(std::move(pass)).sums;
}

bool RecordingBackend::doClippedGradientSums(const ResidentData& data, const compute::PassOptions& options,
                                             std::span<const compute::GradientTask> tasks) {
    if (options.stop.stop_requested()) {
        return false;
    }
    for (const compute::GradientTask& task : tasks) {
        RecordedPass pass;
        pass.clip = task.clip;
        if (options.subset != nullptr) {
            pass.subset = *options.subset;
        }
        pass.replay = [this, options, clip = task.clip, subset = pass.subset,
                       parameters = copied(task.parameters)](const ResidentData& rows) {
            std::vector<double> sum(parameters.size());
            compute::PassOptions same = options;
            same.subset = subset ? &*subset : nullptr;
            const compute::GradientTask again{parameters, clip, sum};
            (void)m_inner.clippedGradientSums(rows, same, std::span(&again, 1));
            return RecordedPass::Sums{{ReleaseKind::Gradient, sum}};
        };
        copyTo(record(std::move(pass), data).at(ReleaseKind::Gradient), task.sum);
    }
    return true;
}

bool RecordingBackend::doClippedLossDifference(const ResidentData& data, const compute::PassOptions& options,
                                               std::span<const double> plus, std::span<const double> minus,
                                               double clip, double& sum) {
    if (options.stop.stop_requested()) {
        return false;
    }
    RecordedPass pass;
    pass.clip = clip;
    if (options.subset != nullptr) {
        pass.subset = *options.subset;
    }
    pass.replay = [this, options, clip, subset = pass.subset, up = copied(plus),
                   down = copied(minus)](const ResidentData& rows) {
        compute::PassOptions same = options;
        same.subset = subset ? &*subset : nullptr;
        double difference = 0.0;
        (void)m_inner.clippedLossDifference(rows, same, up, down, clip, difference);
        return RecordedPass::Sums{{ReleaseKind::LossDifference, {difference}}};
    };
    sum = record(std::move(pass), data).at(ReleaseKind::LossDifference).front();
    return true;
}

bool RecordingBackend::doMoments(const ResidentData& data, const compute::MomentTask& task,
                                 std::stop_token stop) {
    if (stop.stop_requested()) {
        return false;
    }
    RecordedPass pass;
    pass.clip = task.rowClip;
    pass.replay = [this, clip = task.rowClip, bias = task.bias, gram = task.gram.size(),
                   classes = task.classSums.size(), row = task.rowSum.size(),
                   ofClasses = task.classGrams.size()](const ResidentData& rows) {
        std::vector<double> grams(gram);
        std::vector<double> classSums(classes);
        std::vector<double> rowSum(row);
        std::vector<double> classGrams(ofClasses);
        compute::MomentTask again;
        again.rowClip = clip;
        again.bias = bias;
        again.gram = grams;
        again.classSums = classSums;
        again.rowSum = rowSum;
        again.classGrams = classGrams;
        (void)m_inner.moments(rows, again, {});
        return RecordedPass::Sums{{ReleaseKind::Gram, grams},
                                  {ReleaseKind::ClassSums, classSums},
                                  {ReleaseKind::Mean, rowSum},
                                  {ReleaseKind::ClassGrams, classGrams}};
    };
    const auto& sums = record(std::move(pass), data);
    copyTo(sums.at(ReleaseKind::Gram), task.gram);
    copyTo(sums.at(ReleaseKind::ClassSums), task.classSums);
    copyTo(sums.at(ReleaseKind::Mean), task.rowSum);
    copyTo(sums.at(ReleaseKind::ClassGrams), task.classGrams);
    return true;
}

bool RecordingBackend::doNewtonSums(const ResidentData& data, const compute::NewtonTask& task,
                                    std::stop_token stop) {
    if (stop.stop_requested()) {
        return false;
    }
    RecordedPass pass;
    pass.clip = task.rowClip;
    pass.replay = [this, clip = task.rowClip, parameters = copied(task.parameters),
                   offsets = copied(task.offsets), gradient = task.gradients.size(),
                   hessian = task.hessians.size()](const ResidentData& rows) {
        std::vector<double> gradients(gradient);
        std::vector<double> hessians(hessian);
        compute::NewtonTask again;
        again.parameters = parameters;
        again.offsets = offsets;
        again.rowClip = clip;
        again.gradients = gradients;
        again.hessians = hessians;
        (void)m_inner.newtonSums(rows, again, {});
        return RecordedPass::Sums{{ReleaseKind::Gradient, gradients}, {ReleaseKind::Hessian, hessians}};
    };
    const auto& sums = record(std::move(pass), data);
    copyTo(sums.at(ReleaseKind::Gradient), task.gradients);
    copyTo(sums.at(ReleaseKind::Hessian), task.hessians);
    return true;
}

} // namespace parsimony::test
