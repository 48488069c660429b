// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays that a classifier's file holds.
#include "core/base/sentence.h"
#include "core/export/classifier.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace parsimony::exporting {

namespace {

/// One layer of the flat parameters: `outputs` rows of `inputs` weights, each followed by its bias where
/// there is one.
struct Layer {
    LayerNames names;
    std::size_t outputs;
    std::size_t inputs;
};

std::vector<Layer> layersOf(const compute::HeadShape& head) {
    std::vector<Layer> layers;
    for (std::size_t layer = 0; layer <= head.hiddenLayers(); ++layer) {
        layers.push_back({layerNames(head, layer), head.layerOutputs(layer), head.layerInputs(layer)});
    }
    return layers;
}

const Tensor& findTensor(const std::vector<Tensor>& tensors, const std::string& name,
                         const std::vector<std::size_t>& shape, const std::string& path) {
    for (const Tensor& tensor : tensors) {
        if (tensor.name == name) {
            if (tensor.shape != shape) {
                fail(
                    Sentence("{1} is damaged: '{2}' has another shape than its model card says", path, name));
            }
            if (!std::all_of(tensor.values.begin(), tensor.values.end(),
                             [](float v) { return std::isfinite(v); })) {
                fail(Sentence("{1} is damaged: '{2}' has a value that is not finite", path, name));
            }
            return tensor;
        }
    }
    fail(Sentence("{1} is damaged: it has no array '{2}'", path, name));
}

} // namespace

LayerNames layerNames(const compute::HeadShape& head, std::size_t layer) {
    if (layer == head.hiddenLayers()) {
        return {"weight", "bias"};
    }
    const std::string name = layer == 0 ? "hidden" : "hidden" + std::to_string(layer + 1);
    return {name + "_weight", name + "_bias"};
}

std::vector<Tensor> weightsOf(const Classifier& model) {
    std::vector<Tensor> tensors;
    const double* at = model.parameters.data();
    for (const Layer& layer : layersOf(model.head)) {
        Tensor weight{layer.names.weight, {layer.outputs, layer.inputs}, {}};
        Tensor bias{layer.names.bias, {layer.outputs}, {}};
        for (std::size_t row = 0; row < layer.outputs; ++row) {
            for (std::size_t i = 0; i < layer.inputs; ++i) {
                weight.values.push_back(static_cast<float>(*at++));
            }
            if (model.head.bias) {
                bias.values.push_back(static_cast<float>(*at++));
            }
        }
        tensors.push_back(std::move(weight));
        if (model.head.bias) {
            tensors.push_back(std::move(bias));
        }
    }
    return tensors;
}

std::vector<Tensor> preprocessingTensors(const Classifier& model, bool hasMean) {
    std::vector<Tensor> tensors;
    if (hasMean) {
        tensors.push_back({"mean", {model.inputDim()}, model.preprocessing.mean});
    }
    if (const auto& map = model.preprocessing.map) {
        tensors.push_back({"map_mean", {model.inputDim()}, map->mean});
        if (map->quadratic) {
            const std::vector<std::size_t> shape{map->quadratic->rows, model.inputDim()};
            tensors.push_back({"quadratic_a", shape, map->quadratic->first});
            tensors.push_back({"quadratic_b", shape, map->quadratic->second});
        }
    }
    return tensors;
}

std::vector<Tensor> tensorsOf(const Classifier& model) {
    std::vector<Tensor> tensors = weightsOf(model);
    std::vector<Tensor> more = preprocessingTensors(model, !model.preprocessing.mean.empty());
    std::move(more.begin(), more.end(), std::back_inserter(tensors));
    return tensors;
}

void applyTensors(const std::vector<Tensor>& tensors, bool hasMean, const std::string& path,
                  Classifier& model) {
    model.parameters.clear();
    for (const Layer& layer : layersOf(model.head)) {
        const Tensor& weight = findTensor(tensors, layer.names.weight, {layer.outputs, layer.inputs}, path);
        const Tensor* bias =
            model.head.bias ? &findTensor(tensors, layer.names.bias, {layer.outputs}, path) : nullptr;
        for (std::size_t row = 0; row < layer.outputs; ++row) {
            const float* from = weight.values.data() + row * layer.inputs;
            model.parameters.insert(model.parameters.end(), from, from + layer.inputs);
            if (bias != nullptr) {
                model.parameters.push_back(bias->values[row]);
            }
        }
    }
    if (hasMean) {
        model.preprocessing.mean = findTensor(tensors, "mean", {model.inputDim()}, path).values;
    }
    if (auto& map = model.preprocessing.map) {
        map->mean = findTensor(tensors, "map_mean", {model.inputDim()}, path).values;
        if (auto& block = map->quadratic) {
            const std::vector<std::size_t> shape{block->rows, model.inputDim()};
            block->first = findTensor(tensors, "quadratic_a", shape, path).values;
            block->second = findTensor(tensors, "quadratic_b", shape, path).values;
        }
    }
}

} // namespace parsimony::exporting
