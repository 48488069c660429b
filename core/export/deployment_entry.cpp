// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/deployment_entry.h"

#include "core/base/number_text.h"
#include "core/export/model_file.h"

#include <yaml-cpp/yaml.h>

#include <cctype>

namespace parsimony::exporting {

namespace {

/// YAML 1.1, which the registry's tools read, takes "1e-05" for a text: a mantissa needs its point.
std::string yamlNumber(double value) {
    std::string text = numberText(value);
    const std::size_t exponent = text.find('e');
    if (exponent != std::string::npos && text.find('.') == std::string::npos) {
        text.insert(exponent, ".0");
    }
    return text;
}

std::string slugOf(const std::string& name) {
    std::string slug;
    for (const char c : name) {
        const auto letter = static_cast<unsigned char>(c);
        if (letter < 0x80 && std::isalnum(letter) != 0) {
            slug += static_cast<char>(std::tolower(letter));
        } else if (!slug.empty() && slug.back() != '-') {
            slug += '-';
        }
    }
    while (!slug.empty() && slug.back() == '-') {
        slug.pop_back();
    }
    return slug.empty() ? "classifier" : slug;
}

/// Writes keys with texts of one line quoted, so that no text reads as a number or a date, and longer ones as
/// blocks.
class Writer {
public:
    explicit Writer(YAML::Emitter& out) : m_out(out) {}

    void text(const char* key, const std::string& value) {
        m_out << YAML::Key << key << YAML::Value;
        if (value.find('\n') == std::string::npos) {
            m_out << YAML::DoubleQuoted << value;
        } else {
            m_out << YAML::Literal << value;
        }
    }
    void toFillIn(const char* key, const char* what) {
        m_out << YAML::Key << key << YAML::Value << YAML::DoubleQuoted << "" << YAML::Comment(what);
    }
    void number(const char* key, const std::string& value) {
        m_out << YAML::Key << key << YAML::Value << value;
    }
    void open(const char* key) { m_out << YAML::Key << key << YAML::Value << YAML::BeginMap; }
    void close() { m_out << YAML::EndMap; }

private:
    YAML::Emitter& m_out;
};

std::string listOf(const std::vector<std::string>& points) {
    std::string text;
    for (const std::string& point : points) {
        text += "- " + point + "\n";
    }
    return text;
}

void writeBasics(Writer& writer, YAML::Emitter& out, const Classifier& model, const Deployment& deployment) {
    writer.open("basic");
    writer.text("name", "Classifier of " + deployment.dataset);
    out << YAML::Key << "data_curators" << YAML::Value << YAML::BeginSeq << YAML::BeginMap;
    writer.toFillIn("data_curator_name", "who publishes the model");
    out << YAML::EndMap << YAML::EndSeq;
    writer.text("description", "A classifier trained with differential privacy (" + model.card.trainer +
                                   "). " + inputText(model));
    writer.toFillIn("intended_use", "what the model is for");
    writer.text("data_product_type", "Machine learning model");
    writer.toFillIn("data_product_region", "whom the data describes");
    writer.text("publication_date", deployment.date);
    writer.close();
}

void writeLoss(Writer& writer, const Classifier& model, const Deployment& deployment) {
    writer.open("dp_variant");
    writer.text("variant_name", "Approximate DP");
    writer.text("data_domain", deployment.dataDomain);
    writer.text("unprotected_quantities", deployment.unprotected);
    writer.close();
    writer.open("privacy_loss");
    writer.text("privacy_unit", deployment.privacyUnit);
    writer.text("privacy_unit_details", deployment.privacyUnitDetails);
    if (deployment.units) {
        writer.number("number_of_privacy_units", std::to_string(*deployment.units));
    }
    writer.open("privacy_parameters");
    writer.number("epsilon", yamlNumber(model.card.epsilon.value_or(0.0)));
    writer.number("delta", yamlNumber(model.card.delta.value_or(0.0)));
    writer.close();
    writer.text("privacy_parameters_details", model.card.guarantee);
    writer.close();
}

void writeModelOfTrust(Writer& writer) {
    writer.open("deployment_model");
    writer.text("model_name", "Central");
    writer.text("trust_assumptions",
                "The curator holds the records, runs the program on a machine of their own and shows nobody "
                "what no noise covers. Whoever sees the released values needs no trust.");
    writer.text("actors", listOf({"the curator, who reads the records",
                                  "readers of the released model, scores and this entry, who may be "
                                  "adversaries and may know all records but one unit's"}));
    writer.text("release_type", "One release");
    writer.text("data_source_type", "Static");
    writer.text("access_type", "Non-interactive");
    writer.close();
}

void writeImplementation(Writer& writer, const Deployment& deployment) {
    writer.open("implementation");
    writer.text("preprocessing_and_hyperparameter_tuning", deployment.tuning);
    writer.text("mechanisms", listOf(deployment.mechanisms));
    writer.text("composition", deployment.composition);
    writer.text("post_processing", deployment.postProcessing);
    writer.text("justification", deployment.justification);
    writer.close();
}

} // namespace

std::string deploymentEntry(const Classifier& model, const Deployment& deployment) {
    YAML::Emitter out;
    Writer writer(out);
    out << YAML::Comment("An entry for the OpenDP registry of deployments; fill in what is empty.");
    out << YAML::BeginMap;
    writer.text("url_slug", slugOf(deployment.dataset + "-classifier-" + deployment.date.substr(0, 4)));
    writer.open("deployment");
    writeBasics(writer, out, model, deployment);
    writeLoss(writer, model, deployment);
    writeModelOfTrust(writer);
    writeImplementation(writer, deployment);
    writer.open("administrative");
    writer.text("status", "Draft");
    out << YAML::Key << "registry_authors" << YAML::Value << YAML::BeginSeq << YAML::DoubleQuoted << ""
        << YAML::Comment("who fills in this entry") << YAML::EndSeq;
    writer.number("tier", "3");
    writer.close();
    writer.close();
    out << YAML::EndMap;
    return std::string(out.c_str()) + "\n";
}

std::string cardFrontMatter(const Classifier& model) {
    YAML::Emitter out;
    out << YAML::BeginMap << YAML::Key << "pipeline_tag" << YAML::Value << "tabular-classification"
        << YAML::Key << "tags" << YAML::Value << YAML::BeginSeq;
    if (model.card.privateData) {
        out << "differential-privacy";
    }
    out << "linear-probing"
        << "parsimony" << YAML::EndSeq;
    if (model.card.privateData && model.card.epsilon && model.card.delta) {
        out << YAML::Key << "differential_privacy" << YAML::Value << YAML::BeginMap << YAML::Key << "epsilon"
            << YAML::Value << yamlNumber(*model.card.epsilon) << YAML::Key << "delta" << YAML::Value
            << yamlNumber(*model.card.delta) << YAML::Key << "adjacency" << YAML::Value
            << model.card.adjacency << YAML::Key << "tuning_included" << YAML::Value
            << model.card.tuningIncluded << YAML::EndMap;
    }
    out << YAML::EndMap;
    return "---\n" + std::string(out.c_str()) + "\n---\n";
}

} // namespace parsimony::exporting
