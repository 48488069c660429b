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
    model.head.sequenceLength = model.head.ofVectors() ? 2 : 1;
    std::mt19937 random(11);
    std::normal_distribution<float> normal;
    for (std::size_t i = 0; i < model.head.parameters(); ++i) {
        model.parameters.push_back(static_cast<double>(normal(random)));
    }
    const bool views = kind == compute::HeadKind::Views; // each is prepared by itself, as it is
    model.preprocessing.viewDim = views ? model.head.dim : 0;
    for (std::size_t i = 0; mean && !views && i < model.head.recordDim(); ++i) {
        model.preprocessing.mean.push_back(normal(random) * 0.1F);
    }
    model.preprocessing.norm = data::RowNorm::Unit;
    model.preprocessing.bound = 1.5;
    model.card.guarantee = "(ε = 1, δ = 1e-5)-DP under add_or_remove_one.";
    model.card.epsilon = 1.0;
    model.card.delta = 1e-5;
    model.card.trainer = "dp-gd";
    model.card.encoder = "clip-vit-b32@1 <a|b>";
    model.card.mechanism = "100 Gaussian releases, μ = 0.27";
    model.card.classNames = {"cat", "dog \"x\"", "b\xc3\xa4r"};
    model.card.provenance = R"({"experiment":3,"version":"0.1.0"})";
    return model;
}

/// The same for rows of two encoders side by side.
inline parsimony::exporting::Classifier joined(parsimony::exporting::Classifier model) {
    model.preprocessing.blocks = {2, model.inputDim() - 2};
    return model;
}

/// A hidden head's classifier with two layers more.
inline parsimony::exporting::Classifier deepened(parsimony::exporting::Classifier model) {
    model.head.deeper = {6, 3};
    std::mt19937 random(23);
    std::normal_distribution<float> normal;
    model.parameters.resize(model.head.parameters());
    for (double& value : model.parameters) {
        value = static_cast<double>(normal(random));
    }
    return model;
}

/// The same behind a feature map of records of 5 numbers.
inline parsimony::exporting::Classifier mappedModel(parsimony::compute::HeadKind kind, bool bias,
                                                    bool quadratic) {
    using namespace parsimony;
    std::mt19937 random(17);
    std::normal_distribution<float> normal;
    const auto draw = [&](std::size_t count, float scale) {
        std::vector<float> values(count);
        for (float& value : values) {
            value = normal(random) * scale;
        }
        return values;
    };
    exporting::Classifier model = exampleModel(kind, bias, false);
    data::FeatureMap map{.mean = draw(5, 0.3F), .biasShare = 0.03};
    if (quadratic) {
        map.quadratic = data::QuadraticBlock{4, 0.25, draw(20, 1.0F), draw(20, 1.0F)};
    }
    model.head.dim = static_cast<std::uint32_t>(5 + map.added());
    model.preprocessing.map = std::move(map);
    model.parameters.clear();
    for (const float value : draw(model.head.parameters(), 1.0F)) {
        model.parameters.push_back(static_cast<double>(value));
    }
    return model;
}
