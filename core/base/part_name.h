// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <string>
#include <utility>

namespace parsimony {

// Names of parts, in plans and in ledgers. A set that is out of distribution has a name of its own.
inline constexpr const char* kTrainPart = "train";
inline constexpr const char* kValidationPart = "validation";
inline constexpr const char* kTestPart = "test";
inline constexpr const char* kPriorPart = "prior";

/// The name of a part, read as what the program calls its own parts by.
class PartName {
public:
    PartName() = default;
    PartName(std::string text) : m_text(std::move(text)) {} // NOLINT: passes as its text and back
    PartName(const char* text) : m_text(text) {}            // NOLINT
    operator const std::string&() const { return m_text; }  // NOLINT
    [[nodiscard]] const std::string& text() const { return m_text; }

    [[nodiscard]] bool isTrain() const { return m_text == kTrainPart; }
    [[nodiscard]] bool isValidation() const { return m_text == kValidationPart; }
    [[nodiscard]] bool isTest() const { return m_text == kTestPart; }
    [[nodiscard]] bool isPrior() const { return m_text == kPriorPart; }

    friend bool operator==(const PartName&, const PartName&) = default;

private:
    std::string m_text;
};

/// What the file of a part is called in a folder of them, without its ending, and its array in a file of all.
[[nodiscard]] inline std::string partFileStem(const std::string& name, bool labels) {
    return name + (labels ? "_labels" : "");
}
[[nodiscard]] inline std::string partArrayKey(const std::string& name, bool labels) {
    return (labels ? "y_" : "x_") + name;
}

/// A part's name as a sentence holds it: train, validation, test and prior are words that another language
/// has its own for, a set's name is what its owner called it.
[[nodiscard]] inline Sentence::Value partName(const std::string& name) {
    const PartName known = name;
    const Sentence word = known.isTrain()        ? Sentence("train")
                          : known.isValidation() ? Sentence("validation")
                          : known.isTest()       ? Sentence("test")
                          : name == kPriorPart   ? Sentence("prior")
                                                 : Sentence();
    return word.pattern().empty() ? Sentence::Value{name} : Sentence::value(word);
}

} // namespace parsimony
