// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/privacy/rule_fixture.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::test {

/// Rows of one set of records, some of them at a time, with or without the ids of their people.
class RowsOfPeople : public RuleTest {
protected:
    static constexpr std::size_t all = 400;

    void SetUp() override {
        RuleTest::SetUp();
        const Blobs blobs{all, dim, classes, 71};
        m_features = blobs.features();
        m_labels = blobs.labels();
    }

    /// Rows [first, last), every value times `scale`: another encoder's.
    void write(const std::string& name, std::size_t first, std::size_t last, float scale = 1.0F) const {
        std::vector<float> features(m_features.begin() + static_cast<std::ptrdiff_t>(first * dim),
                                    m_features.begin() + static_cast<std::ptrdiff_t>(last * dim));
        std::transform(features.begin(), features.end(), features.begin(),
                       [scale](float value) { return value * scale; });
        writeFeatures(m_place.path(name + ".npy"), features, last - first, dim);
        writeLabels(m_place.path(name + "_labels.npy"),
                    {m_labels.begin() + static_cast<std::ptrdiff_t>(first),
                     m_labels.begin() + static_cast<std::ptrdiff_t>(last)});
        writeIds(name + ".ids", people(first, last - first));
    }

    [[nodiscard]] Words part(const std::string& role, const std::string& name, bool ids) const {
        Words words{"--" + role, m_place.text(name + ".npy"), "--" + role + "-labels",
                    m_place.text(name + "_labels.npy")};
        if (ids) {
            const std::string of = role == "train" ? "" : role + "-";
            words.insert(words.end(), {"--" + of + "record-ids", m_place.text(name + ".ids")});
        }
        return words;
    }
    /// A run of two steps that may spend half of ε = 1, unless `more` says otherwise.
    [[nodiscard]] Outcome on(const std::string& project, std::initializer_list<Words> more) const {
        Words words{"run", "-f", "json", "--storage", m_place.text(project)};
        for (const Words& some : more) {
            words.insert(words.end(), some.begin(), some.end());
        }
        const std::vector<std::pair<std::string, std::string>> usual{{"--method", "unit-noise"},
                                                                     {"--steps", "2"},
                                                                     {"--threads", "1"},
                                                                     {"--classes", "3"},
                                                                     {"--delta", "1e-5"},
                                                                     {"--epsilon", "1"},
                                                                     {"--experiment-epsilon", "0.5"}};
        for (const auto& [option, value] : usual) {
            if (std::find(words.begin(), words.end(), option) == words.end()) {
                words.insert(words.end(), {option, value});
            }
        }
        return cli(words);
    }
    /// ε of the first part of that name; nothing where there is none.
    [[nodiscard]] double chargedFirst(const std::string& project, const std::string& part) const {
        const auto report = audit(project).json();
        for (const auto& figure : report["datasets"]) {
            if (figure["part"] == part) {
                return figure["epsilon"].get<double>();
            }
        }
        return 0.0;
    }
    void expectApart(const std::string& project, double train, double test) const {
        EXPECT_NEAR(chargedFirst(project, "train"), train, 1e-9) << project;
        EXPECT_NEAR(chargedFirst(project, "test"), test, 1e-9) << project;
        EXPECT_EQ(audit(project).exitCode, 0) << audit(project).text();
    }

    std::vector<float> m_features;
    std::vector<std::int64_t> m_labels;
};

} // namespace parsimony::test
