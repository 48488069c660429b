// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"

#include <gtest/gtest.h>

#include <string>

/// `statement` must throw parsimony::Error with this code and a sentence, or reasons for the
/// curator, that hold every given piece.
template <class Statement>
void expectError(Statement&& statement, parsimony::ErrorCode code,
                 std::initializer_list<std::string> pieces) {
    try {
        statement();
    } catch (const parsimony::Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        const std::string sentence = error.what();
        std::string told = sentence;
        if (const auto* refused = dynamic_cast<const parsimony::CuratorRefusal*>(&error)) {
            for (const parsimony::Sentence& reason : refused->reasons()) {
                told += " | " + reason.english();
            }
        }
        for (const std::string& piece : pieces) {
            EXPECT_NE(told.find(piece), std::string::npos) << "'" << piece << "' is not in: " << told;
        }
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
        return;
    }
    ADD_FAILURE() << "no error was thrown";
}

template <class Statement>
void expectFailed(Statement&& statement, std::initializer_list<std::string> pieces) {
    expectError(std::forward<Statement>(statement), parsimony::ErrorCode::Failed, pieces);
}

inline void expectUnreadable(const std::string& spec, std::initializer_list<std::string> pieces) {
    expectFailed([&] { static_cast<void>(parsimony::data::openArray(spec)); }, pieces);
}
