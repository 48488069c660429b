// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/deployment.h"

#include "core/base/collected.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/utc_time.h"
#include "core/base/whole_number.h"
#include "core/export/atomic_file.h"
#include "core/session/experiment_plan.h"
#include "core/session/guarantee.h"
#include "core/session/method_choice.h"
#include "core/session/stored_plan.h"

#include "parsimony_version.h"
#include <nlohmann/json.hpp>

#include <chrono>

namespace parsimony::session {

namespace {

std::string countOf(std::uint64_t number, const std::string& thing) {
    return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

/// `width`: numbers a record by the encoder that the classifier takes.
std::string domainOf(const Constants& constants, std::size_t width) {
    const std::string rows =
        "Lists of " + std::to_string(constants.publicRecords) + " records, each a row of " +
        countOf(width, "number") +
        (constants.views > 1 ? ", " + countOf(constants.views, "view") + " of one thing," : "") + " with " +
        (constants.labelsPerRecord == 1 ? "one of "
                                        : "up to " + std::to_string(constants.labelsPerRecord) + " of ") +
        countOf(constants.classes, "class label") + "; ";
    return rows + (constants.rowBound > 0.0
                       ? std::string(constants.views > 1 ? "views" : "rows") +
                             " are brought to an L2 norm of at most " + numberText(constants.rowBound) + "."
                       : "rows have no bound; every contribution is clipped.");
}

std::string unprotectedOf(const ExperimentPlan& plan, const Guarantee& guarantee) {
    std::string text = "The number of training records (" + std::to_string(guarantee.publicRecords) +
                       (guarantee.recordsDeclared ? ", declared"
                        : plan.options.split      ? ", a share of that of the file"
                                                  : ", that of the file");
    for (const Guarantee::PublicCount& count : guarantee.alsoPublic) {
        text += "; " + roundedText(count.records, 12) + " of the " + count.part + " part";
    }
    text += "), the numbers of features and classes, every option of the plan, and the pre-trained encoder.";
    if (plan.priorFactor > 0.0) {
        text += " Training starts from class means of public rows, the part prior.";
    }
    if (!plan.constants.initDigest.empty()) {
        text +=
            " The weights that training starts from, of a file (SHA-256 " + plan.constants.initDigest +
            "), were declared to be public or paid for elsewhere; what they tell is not inside this entry.";
    }
    if (guarantee.distinctRecords) {
        text += " Rows equal to those of earlier projects were declared to be other people's.";
    }
    if (guarantee.exposedUncharged) {
        text += " Rows of the part were used as public data before, and what was shown of them then is not "
                "covered.";
    }
    return text;
}

std::string unitDetailsOf(const Guarantee& guarantee) {
    const std::string unit =
        guarantee.rowsPerPerson == 1
            ? std::string("one record")
            : "all of at most " + std::to_string(guarantee.rowsPerPerson) + " records of one person";
    const std::string ids = guarantee.peopleByIds
                                ? " People are told apart by ids; further records of one person do not count."
                                : " No ids say whose records are: the guarantee covers these numbers only.";
    return "Data sets are adjacent when one comes from the other by putting " +
           std::string(guarantee.adjacency == Adjacency::ReplaceOne
                           ? "any other records in the place of " + unit
                           : "rows of zeros, which change no sum, in the place of " + unit) +
           "; the number of records is public." + ids;
}

std::string runsWords(const RunBudget& share, const std::string& what) {
    return countOf(static_cast<std::uint64_t>(share.runs), what) +
           " at ε = " + roundedText(share.epsilon, 6) + (share.runs == 1 ? "" : " each");
}

/// Of several encoders: which there were, and how one of them was taken.
std::string encoderChoice(const ExperimentPlan& plan) {
    std::string names = joined(collected<std::string>(plan.constants.encoders, &EncoderFacts::told), ", ");
    if (names.empty()) {
        return {};
    }
    const bool chosen = plan.selection || !plan.phases.empty();
    return chosen ? " The encoder was chosen like them, by the same runs, of " + names + "."
                  : " The encoder is the one that was named first of " + names + ".";
}

std::string tuningOf(const ExperimentPlan& plan) {
    std::string text = "Rows were brought to their norm bound each by itself, without a look at others. ";
    if (plan.mean) {
        text += "A private mean was subtracted; it is charged. ";
    }
    if (plan.featureMap) {
        text += "They were then centred by a private mean, brought back to that norm and given a bias "
                "coordinate";
        text += plan.featureMap->quadraticRows > 0
                    ? ", with random quadratic features from a public seed beside them"
                    : "";
        text += plan.featureMap->classCounts ? "; private class counts set the bias that training started "
                                               "with. Mean and counts are charged. "
                                             : "; the mean is charged. ";
        text += plan.priorTaken > 0.0 ? "Predictions leave that bias out, for balanced accuracy. " : "";
    }
    text += "Hyperparameters were chosen by the method " + plan.method().text() + ": ";
    if (plan.selection) {
        return text +
               "a random number of runs of which the best one alone is released, charged as one mechanism." +
               encoderChoice(plan);
    }
    for (std::size_t i = 0; i < plan.phases.size(); ++i) {
        text += (i == 0 ? "" : ", then ") + runsWords(plan.phases[i], "trial");
    }
    if (plan.options.reuseFit) {
        return text + "the step size follows from the fit of experiment " +
               std::to_string(*plan.options.reuseFit) +
               " of the same project, whose trials are charged there and are not inside the ε and δ of this "
               "entry.";
    }
    if (plan.phases.empty()) {
        const bool flatness = plan.featureMap && plan.featureMap->flatness;
        text += flatness
                    ? "no trial looked at the data; they follow from declared constants and from a charged "
                      "statistic of how alike centred rows are."
                    : "no trial looked at the data; they follow from declared constants.";
    } else {
        text += ", and a final run.";
    }
    return text + encoderChoice(plan) + " All of it, scores included, is inside the ε and δ of this entry.";
}

std::string justificationOf(const ExperimentPlan& plan) {
    return "The whole plan was fixed and its cost reserved before any private row was read; every spend is a "
           "row of a hash-chained ledger, whose accounts a separate program recomputes. The trainer " +
           plan.trainer() + " and the method " + plan.method().text() +
           " were chosen by the publisher in advance; state here why ε is appropriate.";
}

std::vector<std::string> mechanismsOf(const ExperimentPlan& plan) {
    std::vector<std::string> mechanisms{
        "Gaussian noise on sums of per-record contributions of bounded L2 norm (" + plan.trainer() + ")" +
        (samples(plan.options, plan.numbers.rates) ? ", over Poisson samples of the records." : ".")};
    if (plan.mean || plan.featureMap) {
        mechanisms.emplace_back("Gaussian noise on the mean of the rows.");
    }
    if (plan.featureMap && plan.featureMap->classCounts) {
        mechanisms.emplace_back("Gaussian noise on the counts of the classes.");
    }
    if (plan.featureMap && plan.featureMap->flatness) {
        mechanisms.emplace_back(
            "Gaussian noise on a bounded sum over pairs of rows that a keyed hash puts together.");
    }
    if (plan.priorLook) {
        mechanisms.emplace_back(
            "Gaussian noise on the count of records that a classifier made of public rows labels rightly.");
    }
    if (plan.scorePlan(plan.phases.empty() ? -1 : 0)) {
        mechanisms.emplace_back("Gaussian noise on the counts that score trials.");
    }
    mechanisms.push_back("Program: Parsimony " + std::string(PARSIMONY_VERSION) + ".");
    mechanisms.emplace_back(
        "Floating point: rounding errors of float32 sums are bounded and charged for; noise "
        "is drawn in float64 from the generator of the operating system and added last.");
    mechanisms.emplace_back("Platform: no times, counts or progress of a private selection are released.");
    mechanisms.emplace_back("Access: the project file is readable by its curator alone.");
    return mechanisms;
}

} // namespace

exporting::Deployment deploymentOf(const ledger::Project& project, const exporting::Classifier& classifier) {
    const nlohmann::json origin = nlohmann::json::parse(classifier.card.provenance);
    const ledger::ExperimentRow row =
        project.experiment(ExperimentId{wholeNumber<std::int64_t>(origin.at("experiment"))});
    const ExperimentPlan plan = storedPlan(project, row);
    Guarantee guarantee = guaranteeOf(plan, project);
    // Of a card from before that came out, what was told then.
    guarantee.exposedUncharged &= classifier.card.guarantee == sentenceOf(guarantee);
    exporting::Deployment deployment;
    deployment.dataset = project.dataset(row.dataset).name;
    deployment.dataDomain = domainOf(plan.constants, classifier.inputDim());
    deployment.unprotected = unprotectedOf(plan, guarantee);
    const bool ofRecords = guarantee.rowsPerPerson == 1 && !guarantee.peopleByIds;
    deployment.privacyUnit = ofRecords ? "Record-level" : "User-level";
    deployment.privacyUnitDetails = unitDetailsOf(guarantee);
    if (ofRecords) {
        deployment.units = guarantee.publicRecords;
    }
    deployment.tuning = tuningOf(plan);
    deployment.mechanisms = mechanismsOf(plan);
    deployment.composition = "Adaptive sequential composition of all releases of the experiment, by " +
                             accountingWords(guarantee.accounting).english() + ".";
    deployment.postProcessing =
        std::string(trainsHalves(plan.options) ? "Two models, each trained on a half of the records, were "
                                                 "averaged. "
                                               : "") +
        "Weights are rounded to float32.";
    deployment.justification = justificationOf(plan);
    deployment.programVersion = PARSIMONY_VERSION;
    deployment.date = utcDay(std::chrono::system_clock::now());
    return deployment;
}

std::vector<std::filesystem::path> writeRegistryFiles(const ledger::Project& project,
                                                      const exporting::Classifier& classifier,
                                                      const std::filesystem::path& model) {
    const exporting::Deployment deployment = deploymentOf(project, classifier);
    std::vector<std::filesystem::path> files{model.string() + ".cdx.json"};
    exporting::writeFileAtomically(
        files.back(),
        exporting::billOfMaterials(classifier, model, deployment.programVersion).dump(1) + "\n");
    if (classifier.card.privateData) {
        files.emplace_back(model.string() + ".opendp.yaml");
        exporting::writeFileAtomically(files.back(), exporting::deploymentEntry(classifier, deployment));
    }
    return files;
}

} // namespace parsimony::session
