// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/samples.h"

#include <algorithm>
#include <iterator>

namespace parsimony::ui {

namespace {

struct Sample {
    QLatin1String name;
    double epsilon;
    std::uint32_t classes;
    std::string shifted; ///< its out-of-distribution set, if it has one
};

const Sample& sampleOf(const QString& name) {
    static const Sample samples[] = {{QLatin1String("wordnet-nouns"), 1.0, 26, "lemmas"},
                                     {QLatin1String("digits"), 3.0, 10, {}}};
    const auto found = std::find_if(std::begin(samples), std::end(samples),
                                    [&](const Sample& sample) { return name == sample.name; });
    return found == std::end(samples) ? samples[0] : *found;
}

} // namespace

session::RunOptions sampleOptions(const QString& name, const QString& folder) {
    const std::string file = (folder + QLatin1Char('/') + name + QStringLiteral(".npz")).toStdString();
    session::RunOptions options;
    options.train = {file + ":x_train", file + ":y_train"};
    options.test = {file + ":x_test", file + ":y_test"};
    options.delta = 1e-5;
    options.method =
        session::MethodKind::LinearScaling; // a first look should show phases, trials and their line
    const Sample& sample = sampleOf(name);
    options.epsilon = sample.epsilon;
    options.classes = sample.classes;
    if (!sample.shifted.empty()) {
        options.ood[sample.shifted] = {file + ":x_" + sample.shifted, file + ":y_" + sample.shifted};
    }
    return options;
}

session::RunOptions digitsOptions(const QString& folder, double epsilon) {
    session::RunOptions options = sampleOptions(QStringLiteral("digits"), folder);
    options.epsilon = epsilon;
    options.records = 1400;
    return options;
}

} // namespace parsimony::ui
