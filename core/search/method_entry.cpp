// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/method_entry.h"

#include "core/base/collected.h"
#include "core/base/nearest_name.h"
#include "core/base/sentence.h"

#include <algorithm>

namespace parsimony::search {

const Method& methodOf(MethodKind kind) {
    return **std::find_if(kMethods.begin(), kMethods.end(),
                          [&](const Method* method) { return method->traits.kind == kind; });
}

const MethodTraits& traitsOf(MethodKind kind) {
    return methodOf(kind).traits;
}

std::vector<const MethodTraits*> allMethods() {
    std::vector<const MethodTraits*> traits;
    traits.reserve(kMethods.size());
    for (const Method* method : kMethods) {
        traits.push_back(&method->traits);
    }
    return traits;
}

std::vector<std::string> methodNames() {
    return collected<std::string>(kMethods, [](const Method* method) { return method->traits.name; });
}

std::string_view methodName(MethodKind kind) {
    return traitsOf(kind).name;
}

const MethodTraits* findMethod(std::string_view name) {
    const auto found = std::find_if(kMethods.begin(), kMethods.end(),
                                    [&](const Method* method) { return method->traits.name == name; });
    return found == kMethods.end() ? nullptr : &(*found)->traits;
}

MethodKind parseMethod(std::string_view text, const std::string& what) {
    if (const MethodTraits* traits = findMethod(text)) {
        return traits->kind;
    }
    refuseWord(what, std::string(text), methodNames());
}

std::uint32_t SearchRequest::onlySteps() const {
    if (space.grid.steps.size() != 1) {
        failUsage(Sentence("--method {1} takes one value of --steps", methodName(method)));
    }
    return space.grid.steps.front();
}

void SearchRequest::refuseRates() const {
    if (!space.grid.learningRates.empty()) {
        failUsage(Sentence("--method {1} takes its learning rate from declared constants; to set one, use "
                           "--method single with --learning-rates",
                           methodName(method)));
    }
}

Shares sharesOf(const SearchRequest& request, const Budget& budget) {
    const Method& method = methodOf(request.method);
    if (method.traits.needsStepSize && !request.trainerTraits().stepSize) {
        failUsage(Sentence("--method {1} chooses a step size, and --trainer {2} has none: use --method "
                           "single, random, grid or papernot-steinke",
                           method.traits.name, request.trainerTraits().name));
    }
    return method.share(request, budget);
}

std::uint32_t stepsOf(const SearchRequest& request, const Shares& shares, int phase) {
    const auto own = methodOf(request.method).steps;
    return own != nullptr ? own(request, shares, phase) : request.onlySteps();
}

} // namespace parsimony::search
