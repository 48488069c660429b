// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/method_name.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace parsimony::search {
namespace {

TEST(MethodName, EveryMethodIsReadAsWhatItIsAndHasItsOwnWord) {
    std::set<std::string> words;
    for (const MethodTraits* method : allMethods()) {
        const MethodName name = method->kind;
        EXPECT_EQ(name.text(), method->name);
        EXPECT_EQ(MethodName::read(method->name), name);
        EXPECT_EQ(name.traits(), method);
        EXPECT_FALSE(name.isLook());
        words.insert(name.text());
    }
    words.insert(MethodName::ofLook().text());
    EXPECT_EQ(words.size(), allMethods().size() + 1);
}

TEST(MethodName, ALookIsNoMethod) {
    const MethodName look = MethodName::read("evaluate"); // as ledgers have it
    EXPECT_TRUE(look.isLook());
    EXPECT_EQ(look, MethodName::ofLook());
    EXPECT_EQ(look.text(), "evaluate");
    EXPECT_EQ(look.traits(), nullptr);
}

TEST(MethodName, AWordOfALaterVersionIsKept) {
    const MethodName later = MethodName::read("quantum-annealing");
    EXPECT_EQ(later.text(), "quantum-annealing");
    EXPECT_EQ(later.traits(), nullptr);
    EXPECT_FALSE(later.isLook());
    EXPECT_NE(later, MethodName::read("telepathy"));
    EXPECT_EQ(MethodName().text(), "");
    EXPECT_EQ(MethodName::read(""), MethodName());
}

} // namespace
} // namespace parsimony::search
