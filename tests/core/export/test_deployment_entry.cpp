// SPDX-License-Identifier: GPL-3.0-or-later
// What registries and hubs ask of a private model, read by their own tools.
#include "core/export/deployment_entry.h"
#include "core/export/model_file.h"

#include "example_models.h"
#include "other_programs.h"
#include <nlohmann/json.hpp>

using namespace parsimony;
using namespace parsimony::exporting;
using namespace parsimony::data::testing;

namespace {

Deployment exampleDeployment() {
    Deployment deployment;
    deployment.dataset = "Ward 7: \"x\"";
    deployment.dataDomain = "Lists of 1000 records";
    deployment.unprotected = "N = 1000";
    deployment.privacyUnit = "Record-level";
    deployment.privacyUnitDetails = "zero-out";
    deployment.units = 1000;
    deployment.tuning = "3 trials at ε = 0.1 each, and a final run.\nAll of it is charged: yes";
    deployment.mechanisms = {"Gaussian noise", "- floating point # not a comment"};
    deployment.composition = "exact Gaussian accounting";
    deployment.postProcessing = "float32";
    deployment.justification = "true";
    deployment.programVersion = "1.2.3";
    deployment.date = "2026-03-01";
    return deployment;
}

class DeploymentEntry : public OtherPrograms {};
class ModelBillOfMaterials : public OtherPrograms {};
class CardFrontMatter : public OtherPrograms {};

} // namespace

TEST_F(DeploymentEntry, HasTheFieldsOfTheRegistrysTemplate) {
    writeText(m_folder.file("entry.yaml"),
              deploymentEntry(exampleModel(compute::HeadKind::Linear, true, false), exampleDeployment()));
    const std::string printed = python(R"(
import yaml
entry = yaml.safe_load(open("entry.yaml"))
known = {
 "": {"url_slug", "deployment"},
 "deployment": {"basic", "dp_variant", "privacy_loss", "deployment_model", "implementation", "administrative"},
 "basic": {"name", "data_curators", "description", "intended_use", "data_product_type", "data_product_region",
           "data_product_sector", "publication_date"},
 "dp_variant": {"variant_name", "data_domain", "unprotected_quantities"},
 "privacy_loss": {"privacy_unit", "privacy_unit_details", "number_of_privacy_units", "privacy_parameters",
                  "privacy_parameters_details"},
 "privacy_parameters": {"epsilon", "delta", "rho"},
 "deployment_model": {"model_name", "model_name_details", "trust_assumptions", "actors", "release_type",
                      "release_type_details", "data_source_type", "data_source_type_details", "access_type",
                      "access_type_details"},
 "implementation": {"preprocessing_and_hyperparameter_tuning", "mechanisms", "composition", "post_processing",
                    "justification", "utility", "additional_information"},
 "administrative": {"evidence_sources", "status", "registry_authors", "tier"}}
def check(name, node):
    assert set(node) <= known[name], (name, set(node) - known[name])
    for key, value in node.items():
        if isinstance(value, dict):
            check(key, value)
        elif key in ("epsilon", "delta"):
            assert isinstance(value, (int, float)), (key, value)
        elif key not in ("tier", "number_of_privacy_units", "data_curators", "registry_authors"):
            assert isinstance(value, str), (key, value)
check("", entry)
d = entry["deployment"]
assert set(d) == known["deployment"]
assert d["basic"]["publication_date"] == "2026-03-01" and d["basic"]["data_product_type"] == "Machine learning model"
assert d["privacy_loss"]["privacy_parameters"] == {"epsilon": 1.0, "delta": 1e-5}
assert d["privacy_loss"]["number_of_privacy_units"] == 1000
assert d["dp_variant"]["variant_name"] == "Approximate DP" and d["deployment_model"]["model_name"] == "Central"
i = d["implementation"]
assert i["preprocessing_and_hyperparameter_tuning"].split("\n")[1] == "All of it is charged: yes", i
assert i["mechanisms"] == "- Gaussian noise\n- - floating point # not a comment\n", i
assert i["justification"] == "true"
assert d["administrative"] == {"status": "Draft", "registry_authors": [""], "tier": 3}
print(entry["url_slug"], end="")
)");
    EXPECT_EQ(printed, "ward-7-x-classifier-2026");
}

TEST_F(ModelBillOfMaterials, IsValidCycloneDx) {
    Classifier model = exampleModel(compute::HeadKind::Hidden, true, true);
    for (const bool isPrivate : {true, false}) {
        model.card.privateData = isPrivate;
        const auto files = writeModel(model, m_folder.file("model.npz"));
        const nlohmann::json bill = billOfMaterials(model, files.front(), "1.2.3");
        EXPECT_EQ(bill, billOfMaterials(model, files.front(), "1.2.3"));
        writeText(m_folder.file("bill.json"), bill.dump(1));
        const std::string printed = python(R"(
import hashlib, json
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
text = open("bill.json").read()
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
assert error is None, error
assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text.replace('"SHA-256"', '"SHA-0"')) is not None
model = json.loads(text)["components"][0]
assert model["hashes"][0]["content"] == hashlib.sha256(open("model.npz", "rb").read()).hexdigest()
print({p["name"]: p["value"] for p in model["properties"]}["parsimony:data"], end="")
)");
        EXPECT_EQ(printed, isPrivate ? "private" : "public, simulated budget");
    }
}

TEST_F(CardFrontMatter, IsReadByTheHubsLibrary) {
    const Classifier model = exampleModel(compute::HeadKind::Linear, true, false);
    writeText(m_folder.file("README.md"), modelCardText(model, "model.npz"));
    const std::string printed = python(R"(
from huggingface_hub import ModelCard
card = ModelCard(open("README.md").read())
data = card.data.to_dict()
assert "differential-privacy" in data["tags"] and data["pipeline_tag"] == "tabular-classification", data
assert data["differential_privacy"]["delta"] == 1e-5 and data["differential_privacy"]["tuning_included"] is True, data
assert card.text.lstrip().startswith("# Model card of model.npz"), card.text
print(data["differential_privacy"]["epsilon"], end="")
)");
    EXPECT_EQ(std::stod(printed), 1.0);
}
