// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/classifier.h"

#include <random>

/// A classifier with parameters that float32 holds exactly, drawn from a fixed seed.
inline parsimony::exporting::Classifier exampleModel(parsimony::compute::HeadKind kind, bool bias,
                                                     bool mean) {
    using namespace parsimony;
    exporting::Classifier model;
    model.head.kind = kind;
    model.head.dim = 5;
    model.head.classes = 3;
    model.head.bias = bias;
    model.head.hidden = kind == compute::HeadKind::Hidden ? 4 : 0;
    model.head.sequenceLength = kind == compute::HeadKind::Sequence ? 2 : 1;
    std::mt19937 random(11);
    std::normal_distribution<float> normal;
    for (std::size_t i = 0; i < model.head.parameters(); ++i) {
        model.parameters.push_back(static_cast<double>(normal(random)));
    }
    for (std::size_t i = 0; mean && i < model.head.recordDim(); ++i) {
        model.preprocessing.mean.push_back(normal(random) * 0.1F);
    }
    model.preprocessing.norm = data::RowNorm::Unit;
    model.preprocessing.bound = 1.5;
    model.card.guarantee = "(ε = 1, δ = 1e-5)-DP under add_or_remove_one.";
    model.card.epsilon = 1.0;
    model.card.delta = 1e-5;
    model.card.trainer = "dp-gd";
    model.card.mechanism = "100 Gaussian releases, μ = 0.27";
    model.card.classNames = {"cat", "dog \"x\"", "b\xc3\xa4r"};
    model.card.provenance = R"({"experiment":3,"version":"0.1.0"})";
    return model;
}
