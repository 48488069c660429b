// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/types.h"
#include "core/data/data_files.h"
#include "core/data/preprocess.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::exporting {

/// What an exported classifier says of itself. Released and public values only: the card travels with the
/// weights.
struct ModelCard {
    std::string guarantee; ///< the sentence that `run` prints
    bool privateData = true;
    std::optional<double> epsilon; ///< of the whole experiment; none is shown as infinite
    std::optional<double> delta;
    std::string adjacency = "zero_out";
    bool tuningIncluded = true; ///< false: a fit that chose the step size was charged elsewhere
    std::string trainer;        ///< "dp-gd"
    std::string arithmetic;     ///< of training's products, "bf16"; empty: float32
    std::string mechanism;      ///< how the budget was spent, in words
    std::string start;          ///< what training starts from, in words; empty: from nothing of its own
    std::string encoder;        ///< what made the features, "model@revision"; empty: not said
    std::vector<std::string> classNames; ///< empty, or one a class
    double priorTaken = 0.0;             ///< share of the classes' log prior that is taken off the scores
    std::uint32_t labelsPerRecord = 1;   ///< the most labels of a record; above 1 a prediction is a set:
    double threshold = 0.0;              ///< … the classes whose score is above this
    std::string provenance;              ///< a JSON object with whatever else is to be kept, or empty
};

/// A trained head with the pre-processing that its inputs need.
struct Classifier {
    compute::HeadShape head;
    std::vector<double> parameters; ///< in the layout of HeadShape; files hold them rounded to float32
    data::Preprocessing preprocessing;
    ModelCard card;

    /// Numbers of a record as it comes in: what the feature map adds belongs to the head alone.
    [[nodiscard]] std::size_t inputDim() const {
        return head.recordDim() - (preprocessing.map ? preprocessing.map->added() : 0);
    }
    /// Does it take records of so many numbers? Of views a record may have fewer than in training.
    [[nodiscard]] bool takes(std::size_t dim) const {
        return dim == inputDim() || head.onRecordsOf(dim).recordDim() == dim;
    }
};

/// Throws Error(Failed) unless sizes agree, every parameter is a finite float32 and the provenance is a JSON
/// object.
void checkClassifier(const Classifier& model);

/// Do they read scores alike: which class each is of, and from where on it is a prediction?
[[nodiscard]] bool readScoresAlike(const Classifier& one, const Classifier& other);
/// Are both cards' promises of privacy the same?
[[nodiscard]] bool promiseTheSame(const ModelCard& one, const ModelCard& other);

/// Throws Error(Usage) where features are said to come from the encoder `id` and the classifier of the file
/// `path` takes those of another; an empty text says nothing. A classifier of a project has no path.
void checkEncoder(const Classifier& model, const std::string& path, const std::string& id);

/// Throws Error(Failed) where features have another width than those the classifier was trained on.
void checkWidth(const Classifier& model, const data::PartFiles& files);

/// `files` whose labels are read as those that the classifier learned: its names, as many a record.
[[nodiscard]] data::PartFiles labelledFor(const Classifier& model, data::PartFiles files);

/// The card with shapes and pre-processing, as it lies in the file: schema "parsimony/model/1", 2 with a
/// feature map, 3 with several hidden layers, 4 for records of several labels, 5 for rows of joined encoders,
/// 6 for records of several views, which programs that know the ones before only would leave out.
[[nodiscard]] nlohmann::json cardJson(const Classifier& model);
/// Inverse of cardJson but for parameters and the values of mean and feature map; throws Error(Failed) naming
/// `path`. `hasMean` tells whether a mean belongs to it.
[[nodiscard]] Classifier classifierFromCard(const std::string& text, const std::string& path, bool& hasMean);

/// Named float32 values, row-major.
struct Tensor {
    std::string name;
    std::vector<std::size_t> shape;
    std::vector<float> values;
};
/// What the arrays of a layer, counted from the features, are called: `weight` and `bias` of the classes',
/// `hidden_weight` and `hidden_bias`, `hidden2_weight` and `hidden2_bias`, … below.
struct LayerNames {
    std::string weight, bias;
};
[[nodiscard]] LayerNames layerNames(const compute::HeadShape& head, std::size_t layer);
/// The parameters: of each layer a matrix, outputs × inputs, and its bias.
[[nodiscard]] std::vector<Tensor> weightsOf(const Classifier& model);
/// These, `mean` where one is subtracted before rows are brought to their norm, and of a feature map
/// `map_mean`, `quadratic_a` and `quadratic_b`.
[[nodiscard]] std::vector<Tensor> tensorsOf(const Classifier& model);
/// Those of them that are no weights, in the order in which files have them; of a model that was read from
/// its card they have no values yet. `hasMean`: it subtracts one.
[[nodiscard]] std::vector<Tensor> preprocessingTensors(const Classifier& model, bool hasMean);
/// Fills parameters, mean and feature map of `model`, whose head is known; throws Error(Failed) naming `path`
/// when a tensor is missing, of another shape or not finite.
void applyTensors(const std::vector<Tensor>& tensors, bool hasMean, const std::string& path,
                  Classifier& model);

/// Parses JSON from a file that nobody vouches for: at most 16 levels deep. Throws Error(Failed) naming
/// `path`.
[[nodiscard]] nlohmann::json parseUntrusted(const std::string& text, const std::string& path);

/// The class of that name, else of that number. Throws Error(Usage) where there is none.
[[nodiscard]] std::uint32_t classOf(const Classifier& model, const std::string& text);

} // namespace parsimony::exporting
