// SPDX-License-Identifier: GPL-3.0-or-later
// One program of several Qt tests: reading Qt's headers and instantiating what they ask for takes longer than
// any of them.
#pragma once

#include <QTest>

namespace parsimony::ui::test {

/// Runs one class of tests with the words that Qt Test takes; 0 where all pass.
using TestRun = int (*)(int argc, char** argv);

/// Tells the program of a test when it starts. The class TestFirstUse is called test_first_use.
class RegisteredTest {
public:
    RegisteredTest(const char* className, TestRun run);
};

} // namespace parsimony::ui::test

/// In place of QTEST_MAIN: the class is run by `PROGRAM test_first_use [WORDS of Qt Test]`.
#define PARSIMONY_UI_TEST(Class)                                                                             \
    namespace {                                                                                              \
    const parsimony::ui::test::RegisteredTest registered##Class(#Class, [](int argc, char** argv) {          \
        Class test;                                                                                          \
        return QTest::qExec(&test, argc, argv);                                                              \
    });                                                                                                      \
    }
