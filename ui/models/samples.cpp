// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/samples.h"

namespace parsimony::ui {

session::RunOptions sampleOptions(const QString& name, const QString& folder) {
    const std::string file = (folder + QLatin1Char('/') + name + QStringLiteral(".npz")).toStdString();
    session::RunOptions options;
    options.train = {file + ":x_train", file + ":y_train"};
    options.test = {file + ":x_test", file + ":y_test"};
    options.delta = 1e-5;
    options.method =
        session::MethodKind::LinearScaling; // a first look should show phases, trials and their line
    if (name == QLatin1String("digits")) {
        options.epsilon = 3.0;
        options.classes = 10;
    } else {
        options.epsilon = 1.0;
        options.classes = 26;
        options.ood["lemmas"] = {file + ":x_lemmas", file + ":y_lemmas"};
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
