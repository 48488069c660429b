// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"
#include "core/export/deployment_entry.h"
#include "core/export/model_file.h"

#include <nlohmann/json.hpp>

#include <string>

namespace parsimony::exporting {

namespace {

using compute::HeadKind;

std::string privacyLines(const ModelCard& card) {
    std::string text = card.guarantee + "\n\n| | |\n|---|---|\n";
    for (const auto& [name, value] : privacyFacts(card)) {
        text.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }
    return text;
}

std::string inputLines(const Classifier& model) {
    std::string text = inputText(model) + "\n";
    if (!model.card.classNames.empty()) {
        text += "\nClasses in order:";
        for (const std::string& name : model.card.classNames) {
            text += " " + name;
        }
        text += "\n";
    }
    return text;
}

/// Of a table what follows the classes: rows of the pre-processing.
std::string tableLines(const Classifier& model) {
    const std::string end = ", 2:" + std::to_string(2 + model.inputDim()) + "]";
    std::string code = "k = t[~np.isnan(t[:, 0])]\nm = {\"bias\": k[:, 1], \"weight\": k[:, 2:]";
    std::string at = "len(k)";
    if (!model.preprocessing.mean.empty()) {
        code += ", \"mean\": t[" + at + end;
        at += " + 1";
    }
    if (const auto& map = model.preprocessing.map) {
        code += ", \"map_mean\": t[" + at + end;
        if (map->quadratic) {
            const std::string rows = std::to_string(map->quadratic->rows);
            code += ",\n     \"quadratic_a\": t[-2 * " + rows + ":-" + rows + end + ", \"quadratic_b\": t[-" +
                    rows + ":" + end;
        }
    }
    return code + "}\n";
}

std::string loadingLines(const Classifier& model, const std::string& file) {
    const auto format = modelFormat(file);
    if (format == ModelFormat::Npz) {
        return "import sys, numpy as np\nm = np.load(\"" + file + "\")\n";
    }
    if (format == ModelFormat::Csv) {
        return "import sys, numpy as np\n"
               "t = np.genfromtxt(\"" +
               file + "\", delimiter=\",\", skip_header=2, ndmin=2)\n" + tableLines(model);
    }
    return "import json, sys, numpy as np\n"
           "b = open(\"" +
           file +
           "\", \"rb\").read(); n = 8 + int.from_bytes(b[:8], \"little\"); h = json.loads(b[8:n])\n"
           "m = {k: np.frombuffer(b[n + v[\"data_offsets\"][0]:n + v[\"data_offsets\"][1]], "
           "\"<f4\").reshape(v[\"shape\"])\n"
           "     for k, v in h.items() if k != \"__metadata__\"}\n";
}

std::string scoringLines(const Classifier& model) {
    const std::string bias = model.head.bias ? " + m[\"bias\"]" : "";
    switch (model.head.kind) {
    case HeadKind::Linear:
        return "s = x @ m[\"weight\"].T" + bias + "\n";
    case HeadKind::Hidden: {
        std::string value = "x";
        for (std::size_t layer = 0; layer < model.head.hiddenLayers(); ++layer) {
            const LayerNames names = layerNames(model.head, layer);
            // NOLINTNEXTLINE(performance-inefficient-string-concatenation): a few short lines
            value = "np.tanh(" + value + " @ m[\"" + names.weight + "\"].T" +
                    (model.head.bias ? " + m[\"" + names.bias + "\"]" : "") + ")";
        }
        return "s = " + value + " @ m[\"weight\"].T" + bias + "\n";
    }
    case HeadKind::Views:
        return "n = np.maximum(v.any(2).sum(1), 1)[:, None]\n"
               "s = v.sum(1) / n @ m[\"weight\"].T" +
               bias + "  # the mean over the views\n";
    case HeadKind::Sequence:
        return "v = x.reshape(len(x), -1, " + std::to_string(model.head.dim) +
               "); n = np.maximum(v.any(2).sum(1), 1)[:, None]\n"
               "s = v.sum(1) / n @ m[\"weight\"].T" +
               bias + "\n";
    }
    return {};
}

/// As data::mapRows.
std::string mapLines(const data::FeatureMap& map, double bound) {
    std::string code = "f = lambda v: v / np.maximum(np.linalg.norm(v, axis=1, keepdims=True), 1e-300)\n"
                       "z = x.any(axis=1, keepdims=True); x = f((x - m[\"map_mean\"]) * z)\n";
    if (map.quadratic) {
        code += "x = np.hstack([np.sqrt(" + numberText(1.0 - map.quadratic->share) + ") * x, np.sqrt(" +
                numberText(map.quadratic->share) +
                ") * f((x @ m[\"quadratic_a\"].T) * (x @ m[\"quadratic_b\"].T))])\n";
    }
    return code + "x = " + numberText(bound) + " * np.hstack([np.sqrt(" + numberText(1.0 - map.biasShare) +
           ") * x, np.sqrt(" + numberText(map.biasShare) + ") * z])\n";
}

/// Prints the labels of a matrix of truth values, a list a record.
std::string listLines(const std::string& matrix) {
    return "print(*[\";\".join(map(str, np.flatnonzero(r))) for r in " + matrix + "])\n";
}

/// The graph holds the pre-processing too.
std::string onnxSnippet(const std::string& file, const std::string& width, bool several) {
    const std::string run = "m.run([\"label\"], {\"features\": x})[0]";
    return "import sys, numpy as np, onnxruntime\nm = onnxruntime.InferenceSession(\"" + file +
           "\")\nx = np.load(sys.argv[1]).astype(np.float32).reshape(-1, " + width +
           ")  # your features, one row a record\n" + (several ? listLines(run) : "print(*" + run + ")\n");
}

/// Brings rows along the last axis to their norm.
std::string normLines(const data::Preprocessing& prep, const std::string& rows, const std::string& axis) {
    const std::string bound = numberText(prep.bound);
    const std::string norm =
        "np.maximum(np.linalg.norm(" + rows + ", axis=" + axis + ", keepdims=True), 1e-300)";
    return prep.norm == data::RowNorm::Unit   ? rows + " *= " + bound + " / " + norm + "\n"
           : prep.norm == data::RowNorm::Clip ? rows + " *= np.minimum(1, " + bound + " / " + norm + ")\n"
                                              : std::string();
}

std::string printingLines(const Classifier& model) {
    return model.card.labelsPerRecord > 1 ? listLines("s > " + numberText(model.card.threshold))
                                          : "print(*s.argmax(axis=1))\n";
}

/// A record may have fewer views than in training.
std::string viewsSnippet(const Classifier& model, const std::string& file) {
    return loadingLines(model, file) + "v = np.load(sys.argv[1]).astype(float); v = v.reshape(len(v), -1, " +
           std::to_string(model.head.dim) + ")  # your features, a record's views side by side\n" +
           normLines(model.preprocessing, "v", "2") + scoringLines(model) + printingLines(model);
}

std::string snippet(const Classifier& model, const std::string& file) {
    if (modelFormat(file) == ModelFormat::Onnx) {
        return onnxSnippet(file, std::to_string(model.inputDim()), model.card.labelsPerRecord > 1);
    }
    const data::Preprocessing& prep = model.preprocessing;
    if (prep.viewDim > 0) {
        return viewsSnippet(model, file);
    }
    std::string code = loadingLines(model, file) + "x = np.load(sys.argv[1]).astype(float).reshape(-1, " +
                       std::to_string(model.inputDim()) + ")  # your features, one row a record\n";
    std::size_t begin = 0;
    for (const std::size_t width : prep.blocks) {
        const std::string block = "x[:, " + std::to_string(begin) + ":" + std::to_string(begin + width) + "]";
        // NOLINTNEXTLINE(performance-inefficient-string-concatenation): a few short lines
        code += block + " /= np.maximum(np.linalg.norm(" + block + ", axis=1, keepdims=True), 1e-300)\n";
        begin += width;
    }
    if (!prep.mean.empty()) {
        code += "x -= m[\"mean\"]\n";
    }
    code += normLines(prep, "x", "1");
    if (prep.map) {
        code += mapLines(*prep.map, prep.bound);
    }
    return code + scoringLines(model) + printingLines(model);
}

} // namespace

std::vector<std::pair<std::string, std::string>> privacyFacts(const ModelCard& card) {
    std::vector<std::pair<std::string, std::string>> facts{
        {"data", card.privateData ? "private" : "public, simulated budget"},
        {"ε", card.epsilon ? numberText(*card.epsilon) : std::string("infinite")}};
    if (card.delta) {
        facts.emplace_back("δ", numberText(*card.delta));
    }
    facts.emplace_back("adjacency", card.adjacency);
    facts.emplace_back("trainer", card.trainer);
    if (!card.arithmetic.empty()) {
        facts.emplace_back("arithmetic of training", card.arithmetic);
    }
    if (!card.mechanism.empty()) {
        facts.emplace_back("mechanism", card.mechanism);
    }
    if (!card.start.empty()) {
        facts.emplace_back("training starts from", card.start);
    }
    return facts;
}

std::string inputText(const Classifier& model) {
    const data::Preprocessing& prep = model.preprocessing;
    std::string text = "Rows of " + std::to_string(model.inputDim()) + " numbers";
    if (model.head.kind == HeadKind::Sequence) {
        text += " (" + std::to_string(model.head.sequenceLength) + " vectors of " +
                std::to_string(model.head.dim) + ")";
    } else if (model.head.kind == HeadKind::Views) {
        text += ", " + std::to_string(model.head.sequenceLength) + " views of " +
                std::to_string(model.head.dim) + " side by side (a record may have fewer)";
    }
    if (!model.card.encoder.empty()) {
        text += " from the encoder " + model.card.encoder;
    }
    std::string widths;
    for (const std::size_t width : prep.blocks) {
        widths += (widths.empty() ? "" : " + ") + std::to_string(width);
    }
    if (!widths.empty()) {
        text += ", the features of several encoders side by side (" + widths +
                "), those of each scaled to norm 1";
    }
    if (!prep.mean.empty()) {
        text += ", the stored mean subtracted";
    }
    const std::string views = model.head.kind == HeadKind::Views ? ", each view" : ",";
    switch (prep.norm) {
    case data::RowNorm::None:
        break;
    case data::RowNorm::Clip:
        text += views + " shortened to norm " + numberText(prep.bound) + " where longer";
        break;
    case data::RowNorm::Unit:
        text += views + " scaled to norm " + numberText(prep.bound);
        break;
    }
    if (prep.map) {
        text +=
            ", the stored mean of such rows subtracted and the rest scaled to norm " + numberText(prep.bound);
        if (prep.map->quadratic) {
            text += ", " + std::to_string(prep.map->quadratic->rows) +
                    " random quadratic features (the stored matrices) beside it";
        }
        text += ", a bias coordinate of " + numberText(100.0 * prep.map->biasShare) +
                " % of the squared norm appended";
    }
    text += "; one score for each of " + std::to_string(model.head.classes) + " classes comes out, ";
    text +=
        model.head.kind == HeadKind::Views ? "the mean over a record's views that are not all zeros; " : "";
    text += model.card.labelsPerRecord == 1
                ? "the largest one is the prediction."
                : "the classes whose score is above " + numberText(model.card.threshold) +
                      " (the class is more likely than not) are the prediction: a record had up to " +
                      std::to_string(model.card.labelsPerRecord) + " labels in training.";
    if (model.card.priorTaken > 0.0) {
        text +=
            " For balanced accuracy the classes' log prior is taken off the scores; the weights hold that.";
    }
    return text;
}

std::string modelCardText(const Classifier& model, const std::string& file) {
    std::string text = cardFrontMatter(model) + "\n# Model card of " + file + "\n\n## Privacy\n\n" +
                       privacyLines(model.card);
    text += "\n## Input and output\n\n" + inputLines(model);
    text += "\n## Use in Python\n\n```python\n" + snippet(model, file) + "```\n";
    const auto provenance = nlohmann::json::parse(model.card.provenance, nullptr, false);
    if (!model.card.provenance.empty() && !provenance.empty()) {
        text += "\n## Provenance\n\n```json\n" + provenance.dump(1) + "\n```\n";
    }
    return text;
}

} // namespace parsimony::exporting
