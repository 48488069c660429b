// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/predict.h"

#include "core/base/collected.h"
#include "core/base/enum_words.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/data/parallel.h"
#include "core/export/atomic_file.h"
#include "core/export/tensor_bytes.h"

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <utility>

namespace parsimony::exporting {

namespace {

using Floats = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
// In float64, as the snippet of a model's card computes them: sums in float32 would differ from it.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::RowVectorXd;

struct DenseLayer {
    Matrix weight; ///< outputs × inputs
    Vector bias;   ///< outputs, zeros where there is none
};

std::vector<DenseLayer> denseLayersOf(const Classifier& model) {
    std::vector<DenseLayer> layers;
    for (const Tensor& tensor : weightsOf(model)) {
        if (tensor.shape.size() == 2) {
            const auto outputs = static_cast<Eigen::Index>(tensor.shape[0]);
            const auto inputs = static_cast<Eigen::Index>(tensor.shape[1]);
            layers.push_back({Eigen::Map<const Floats>(tensor.values.data(), outputs, inputs).cast<double>(),
                              Vector::Zero(outputs)});
        } else { // a bias follows its weights
            layers.back().bias = Eigen::Map<const Eigen::RowVectorXf>(
                                     tensor.values.data(), static_cast<Eigen::Index>(tensor.values.size()))
                                     .cast<double>();
        }
    }
    return layers;
}

/// The mean of each record's vectors that are not all zeros; a linear head on it gives the mean of their
/// scores.
Matrix meanVectors(const Matrix& records, const compute::HeadShape& head) {
    const auto dim = static_cast<Eigen::Index>(head.dim);
    Matrix means = Matrix::Zero(records.rows(), dim);
    for (Eigen::Index row = 0; row < records.rows(); ++row) {
        Eigen::Index used = 0;
        for (Eigen::Index at = 0; at < records.cols(); at += dim) {
            const auto vector = records.row(row).segment(at, dim);
            if ((vector.array() != 0.0).any()) {
                means.row(row) += vector;
                ++used;
            }
        }
        means.row(row) /= static_cast<double>(std::max<Eigen::Index>(used, 1));
    }
    return means;
}

Matrix scoresOf(const Matrix& records, const Classifier& model, const std::vector<DenseLayer>& layers) {
    Matrix values = model.head.ofVectors() ? meanVectors(records, model.head) : records;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        Matrix next = values * layers[i].weight.transpose();
        next.rowwise() += layers[i].bias;
        if (i + 1 < layers.size()) {
            next = next.array().tanh().matrix();
        }
        values.swap(next);
    }
    return values;
}

std::int32_t largest(const float* scores, std::size_t classes) {
    return static_cast<std::int32_t>(std::max_element(scores, scores + classes) - scores);
}

std::string listOf(const Classifier& model, std::span<const float> scores) {
    return joined(collected<std::string>(labelsAbove(model, scores),
                                         [](const std::int32_t label) { return std::to_string(label); }),
                  ";");
}

/// The name of a label, or of several labels with ';' between; empty for a row without one.
std::string nameOf(const Classifier& model, std::int32_t label, std::span<const float> scores) {
    const std::vector<std::int32_t> labels =
        label < 0 || model.card.labelsPerRecord == 1 ? std::vector{label} : labelsAbove(model, scores);
    std::string list;
    for (const std::int32_t one : labels) {
        list += (list.empty() ? "" : ";") +
                (one < 0 ? std::string() : model.card.classNames.at(static_cast<std::size_t>(one)));
    }
    return csvCell(list);
}

std::string csvOf(const Classifier& model, const Predictions& predictions) {
    std::string text = "label";
    for (std::size_t j = 0; j < predictions.classes; ++j) {
        text += ",score_" + std::to_string(j);
    }
    const std::vector<std::string>& names = model.card.classNames;
    text += names.empty() ? "\n" : ",name\n";
    for (std::size_t i = 0; i < predictions.labels.size(); ++i) {
        const std::span<const float> scores =
            std::span(predictions.scores).subspan(i * predictions.classes, predictions.classes);
        text += model.card.labelsPerRecord == 1 || predictions.labels[i] < 0
                    ? std::to_string(predictions.labels[i])
                    : listOf(model, scores);
        for (std::size_t j = 0; j < predictions.classes; ++j) {
            text += ',' + floatText(scores[j]);
        }
        if (!names.empty()) { // last, so that the other columns keep their places
            text += ',' + nameOf(model, predictions.labels[i], scores);
        }
        text += '\n';
    }
    return text;
}

/// One column a class.
std::string matrixOf(const Classifier& model, const Predictions& predictions) {
    const std::size_t classes = predictions.classes;
    std::vector<std::int8_t> matrix(predictions.labels.size() * classes);
    for (std::size_t i = 0; i < predictions.labels.size(); ++i) {
        const auto row = std::span(matrix).subspan(i * classes, classes);
        if (predictions.labels[i] < 0) {
            std::fill(row.begin(), row.end(), std::int8_t{-1});
            continue;
        }
        for (const std::int32_t label :
             labelsAbove(model, std::span(predictions.scores).subspan(i * classes, classes))) {
            row[static_cast<std::size_t>(label)] = 1;
        }
    }
    return npyBytes("|i1", {predictions.labels.size(), classes}, matrix.data(), matrix.size());
}

enum class PredictionFormat { Npy, Csv, Npz };
constexpr std::array<std::string_view, 3> kPredictionEndings{".npy", ".csv", ".npz"};

std::string bytesAs(PredictionFormat format, const Classifier& model, const Predictions& predictions) {
    const std::size_t rows = predictions.labels.size();
    std::string labels = model.card.labelsPerRecord > 1 ? matrixOf(model, predictions)
                                                        : npyBytes("<i4", {rows}, predictions.labels.data(),
                                                                   rows * sizeof(std::int32_t));
    if (format == PredictionFormat::Npy) {
        return labels;
    }
    if (format == PredictionFormat::Csv) {
        return csvOf(model, predictions);
    }
    return zipBytes({{"labels.npy", labels},
                     {"scores.npy", npyBytes("<f4", {rows, predictions.classes}, predictions.scores.data(),
                                             predictions.scores.size() * sizeof(float))}});
}

} // namespace

std::vector<std::int32_t> labelsAbove(const Classifier& model, std::span<const float> scores,
                                      std::size_t most) {
    const auto threshold = static_cast<float>(model.card.threshold);
    std::vector<std::int32_t> labels;
    for (std::size_t j = 0; j < scores.size(); ++j) {
        if (scores[j] > threshold) {
            labels.push_back(static_cast<std::int32_t>(j));
        }
    }
    if (most > 0 && labels.size() > most) {
        std::stable_sort(labels.begin(), labels.end(), [&](std::int32_t a, std::int32_t b) {
            return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
        });
        labels.resize(most);
        std::sort(labels.begin(), labels.end());
    }
    return labels;
}

void predict(const Classifier& model, const data::FeatureSource& features, const PredictionSink& sink,
             int threads, std::stop_token stop) {
    checkClassifier(model);
    const std::size_t dim = features.dim();
    const std::size_t classes = model.head.classes;
    if (model.head.onRecordsOf(dim).recordDim() != dim) {
        fail(Sentence("the features have rows of {1} values, the classifier takes {2}; use the encoder that "
                      "it was trained with",
                      dim, model.head.recordDim()));
    }
    const std::vector<DenseLayer> layers = denseLayersOf(model);
    // Blocks of fixed bounds, so that the order of additions is the same for every number of threads.
    const std::size_t block = std::clamp<std::size_t>((std::size_t{1} << 18U) / dim, 1, 1024);
    const std::size_t group = block * static_cast<std::size_t>(data::threadCount(threads)) * 4;
    std::vector<float> scores;
    std::vector<std::int32_t> labels;
    for (std::size_t first = 0; first < features.rows(); first += group) {
        const std::size_t count = std::min(group, features.rows() - first);
        scores.resize(count * classes);
        labels.resize(count);
        features.prefetch(first + count, group);
        data::forBlocks(count, block, threads, [&](std::size_t at, std::size_t rows) {
            if (stop.stop_requested()) {
                interrupted(Sentence("scoring was stopped"));
            }
            Floats records(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(dim));
            features.readRows(first + at, rows, records.data());
            const Floats result = scoresOf(records.cast<double>(), model, layers).cast<float>();
            std::copy_n(result.data(), rows * classes, scores.data() + at * classes);
            for (std::size_t i = 0; i < rows; ++i) {
                labels[at + i] = largest(scores.data() + (at + i) * classes, classes);
            }
        });
        sink(first, labels, scores);
    }
}

Predictions predict(const Classifier& model, const data::FeatureSource& features, int threads,
                    std::stop_token stop) {
    Predictions all;
    all.classes = model.head.classes;
    predict(
        model, features,
        [&](std::size_t, std::span<const std::int32_t> labels, std::span<const float> scores) {
            all.labels.insert(all.labels.end(), labels.begin(), labels.end());
            all.scores.insert(all.scores.end(), scores.begin(), scores.end());
        },
        threads, std::move(stop));
    return all;
}

std::size_t predictFile(const Classifier& model, data::PartFiles files, const std::filesystem::path& output,
                        int threads, std::stop_token stop) {
    const auto format = valueNamed<PredictionFormat>(kPredictionEndings, output.extension().string());
    if (!format) {
        failUsage(
            Sentence("{1} does not end in .csv, .npz or .npy, the formats of predictions", output.string()));
    }
    data::LoadOptions options;
    options.preprocessing = model.preprocessing;
    options.threads = threads;
    options.stop = stop;
    files.guessColumns = true;
    checkWidth(model, files);
    const data::LoadedPart part = data::loadPart(files, options);
    Predictions predictions = predict(model, *part.features, threads, std::move(stop));
    for (const std::size_t row : part.invalidRows) {
        predictions.labels[row] = -1;
    }
    writeFileAtomically(output, bytesAs(*format, model, predictions));
    return part.invalidRows.size();
}

} // namespace parsimony::exporting
