// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/ledger/project_file.h"
#include "core/ledger/registry.h"
#include "tests/core/ledger/ledger_fixture.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace parsimony::ledger {

// Sorted tags of the records first … first+count−1.
inline std::vector<RowTag> records(std::uint32_t first, std::uint32_t count) {
    std::vector<RowTag> tags;
    for (std::uint32_t record = first; record < first + count; ++record) {
        const Digest digest = sha256(std::to_string(record));
        RowTag tag{};
        std::copy_n(digest.begin(), tag.size(), tag.begin());
        tags.push_back(tag);
    }
    std::sort(tags.begin(), tags.end());
    return tags;
}

inline DatasetDeclaration datasetOf(std::vector<RowTag> tags, const std::string& name = "a",
                                    double epsilon = 1.0) {
    DatasetDeclaration declaration;
    declaration.name = name;
    declaration.epsilon = epsilon;
    declaration.delta = 1e-5;
    PartDeclaration train;
    train.name = "train";
    train.contentDigest = "digest of " + name;
    train.rowTags = std::move(tags);
    declaration.parts = {train};
    return declaration;
}

inline PartDeclaration partOf(std::vector<RowTag> tags, const std::string& name, const std::string& digest) {
    PartDeclaration part;
    part.name = name;
    part.contentDigest = digest;
    part.rowTags = std::move(tags);
    return part;
}

inline DatasetDeclaration publicly(DatasetDeclaration declaration) {
    declaration.visibility = Visibility::Public;
    for (PartDeclaration& part : declaration.parts) {
        part.isPublic = true;
    }
    return declaration;
}

/// What a registry's key makes of them.
inline DatasetDeclaration under(const std::string& registry, DatasetDeclaration declaration) {
    for (PartDeclaration& part : declaration.parts) {
        part.contentDigest += ", keyed by " + registry;
    }
    return declaration;
}

/// The words of the refusal, and what the curator alone is told of it; empty when `act` was not refused.
template <class Act>
std::string refusalOf(Act&& act) {
    try {
        act();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
        std::string words = error.what();
        if (const auto* refused = dynamic_cast<const CuratorRefusal*>(&error)) {
            for (const Sentence& reason : refused->reasons()) {
                words += " " + reason.english();
            }
        }
        return words;
    }
    return "";
}

class RegistryTest : public LedgerTest {
protected:
    void SetUp() override {
        LedgerTest::SetUp();
        registry = Registry::open(folder / "home" / "registry.db");
    }

    Project project(const std::string& name) { return Project::openOrCreate(file(name), with(registry)); }
    void moveTo(const std::string& name) { registry = Registry::open(folder / name); }
    /// A part as the project has it now.
    static PartRow rowOf(const Project& project, const DeclaredDataset& declared,
                         const std::string& part = "train") {
        const auto rows = project.parts(declared.id);
        return *std::find_if(rows.begin(), rows.end(),
                             [&](const PartRow& row) { return row.id == declared.part(part); });
    }
    /// The same rows as those of the part of the same name in each of these projects.
    [[nodiscard]] DatasetDeclaration linked(DatasetDeclaration declaration,
                                            const std::vector<std::string>& projects) const {
        for (const auto& name : projects) {
            declaration.links.push_back({projectIdOf(file(name)), ""});
        }
        return declaration;
    }
    static OpenOptions with(std::shared_ptr<Registry> used) {
        OpenOptions options;
        options.registry = std::move(used);
        return options;
    }
    static void spend(Project& project, const DeclaredDataset& dataset, double mu,
                      const std::string& part = "train") {
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.charges = {gaussianCharge(dataset.part(part), mu)};
        (void)project.beginExperiment(spec);
    }
    static void spendSlice(Project& project, const DeclaredDataset& dataset, double epsilon) {
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.kind = AccountKind::Slices;
        spec.charges = {{dataset.part("train"), {}, {}, epsilon, 1e-7}};
        (void)project.beginExperiment(spec);
    }
    static double charged(const Project& project, const DeclaredDataset& dataset,
                          const std::string& part = "train") {
        const auto account = project.account(dataset.part(part));
        return std::sqrt((account.spentMuSquared + account.reservedMuSquared).upper());
    }

    std::shared_ptr<Registry> registry;
};

} // namespace parsimony::ledger
