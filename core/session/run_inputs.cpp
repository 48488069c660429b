// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_inputs.h"

namespace parsimony::session {

data::LoadedPart loadRows(const ExperimentPlan& plan, const RequestedPart& part, const std::stop_token& stop,
                          const std::vector<float>& mean, std::vector<std::uint8_t> keep) {
    data::LoadOptions options;
    options.preprocessing = preprocessingOf(plan.constants);
    options.preprocessing.mean = mean;
    options.classes = static_cast<int>(plan.constants.classes);
    options.threads = static_cast<int>(plan.options.threads);
    options.keep = std::move(keep);
    options.stop = stop;
    return data::loadPart(part.files, options);
}

std::unique_ptr<compute::ResidentData> uploadRows(compute::ComputeBackend& backend,
                                                  const ExperimentPlan& plan, const data::LoadedPart& part) {
    return backend.upload({part.features, part.labels, plan.constants.classes,
                           compute::parsePrecision(plan.options.precision, "--precision"), 0});
}

std::optional<train::TrainerState> startState(const search::Proposal& proposal,
                                              const compute::HeadShape& head,
                                              const std::function<train::Model(int index)>& modelOf) {
    if (proposal.start.empty()) {
        return std::nullopt;
    }
    std::vector<double> weights(head.parameters(), 0.0);
    for (const search::StartShare& share : proposal.start) {
        const train::Model from = modelOf(share.index);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            weights[i] += share.factor * from.parameters.at(i);
        }
    }
    return train::TrainerState{0, {{"w", std::move(weights)}}};
}

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace parsimony::session
