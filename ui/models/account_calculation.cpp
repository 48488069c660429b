// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/account_calculation.h"

#include "core/base/sentence.h"
#include "core/privacy/accountant.h"
#include "core/privacy/calibration.h"
#include "ui/models/error_text.h"

#include <cmath>

namespace parsimony::ui {

namespace {

using Find = AccountQuestion::Find;

Releases releasesOf(const AccountQuestion& q) {
    Releases releases;
    releases.steps = q.steps >= 1.0 && q.steps < 9e15 ? static_cast<std::uint64_t>(std::llround(q.steps)) : 0;
    releases.sampleRate = SampleRate{q.sampleRate};
    releases.noiseMultiplier = NoiseMultiplier{q.noiseMultiplier};
    releases.adjacency = q.replaceOne ? Adjacency::ReplaceOne : Adjacency::AddOrRemoveOne;
    return releases;
}

AccountAnswer::Figure figureOf(const AccountantFigure& figure) {
    AccountAnswer::Figure shown;
    shown.accountant = QString::fromStdString(std::string(figure.accountant->name()));
    shown.value = figure.value;
    shown.lower = figure.lower;
    shown.upper = figure.upper;
    shown.hasLower = figure.hasLower;
    shown.hasUpper = figure.hasUpper;
    shown.charged = figure.charged;
    shown.approximate = !figure.hasUpper;
    return shown;
}

void answer(const AccountQuestion& q, AccountAnswer& result) {
    const Delta delta = checkedDelta(q.delta, "δ");
    std::vector<PrivacyEvent> events;
    if (q.find == Find::Composition) {
        events = parseEvents(q.events.toStdString(), "the list of events",
                             q.replaceOne ? Adjacency::ReplaceOne : Adjacency::AddOrRemoveOne);
    } else if (q.find == Find::Epsilon) {
        events = {releasesOf(q).event()};
    } else {
        const Epsilon target = checkedEpsilon(q.epsilon, "ε");
        const Calibrated found = q.find == Find::Noise   ? calibrateNoise(target, delta, releasesOf(q))
                                 : q.find == Find::Steps ? calibrateSteps(target, delta, releasesOf(q))
                                                         : calibrateRate(target, delta, releasesOf(q));
        result.found = q.find == Find::Noise   ? found.releases.noiseMultiplier.value()
                       : q.find == Find::Steps ? static_cast<double>(found.releases.steps)
                                               : found.releases.sampleRate.value();
        events = {found.releases.event()};
    }
    for (const AccountantFigure& figure : allFigures(events, delta)) {
        result.figures.push_back(figureOf(figure));
        if (figure.charged && (q.find == Find::Epsilon || q.find == Find::Composition)) {
            result.found = figure.value;
        }
    }
}

} // namespace

AccountAnswer answerOf(const AccountQuestion& question) {
    AccountAnswer result;
    result.find = question.find;
    try {
        answer(question, result);
    } catch (const SaidError& error) {
        result.figures.clear();
        result.problem = sentenceText(error.sentence());
    } catch (const std::exception& error) {
        result.figures.clear();
        result.problem = sentenceText(error.what());
    }
    return result;
}

} // namespace parsimony::ui
