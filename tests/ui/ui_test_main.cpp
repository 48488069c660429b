// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/ui_test_main.h"

#ifdef PARSIMONY_TESTS_HAVE_WINDOWS
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace parsimony::ui::test {

namespace {

std::map<std::string, TestRun>& registeredTests() {
    static std::map<std::string, TestRun> tests;
    return tests;
}

/// TestFirstUse as test_first_use.
std::string nameOfTest(const char* className) {
    std::string name;
    for (const char* c = className; *c != '\0'; ++c) {
        const bool capital = *c >= 'A' && *c <= 'Z';
        if (capital && !name.empty()) {
            name += '_';
        }
        name += capital ? static_cast<char>(*c - 'A' + 'a') : *c;
    }
    return name;
}

} // namespace

RegisteredTest::RegisteredTest(const char* className, TestRun run) {
    registeredTests().emplace(nameOfTest(className), run);
}

namespace {

int runTest(int argc, char** argv) {
    const auto found = argc > 1 ? registeredTests().find(argv[1]) : registeredTests().end();
    if (found == registeredTests().end()) {
        std::fprintf(stderr, "say which of these tests is to run:\n");
        for (const auto& [name, run] : registeredTests()) {
            std::fprintf(stderr, "  %s\n", name.c_str());
        }
        return 2;
    }
    // Each has settings of its own, which go by the name of the program.
    std::string program = "ui_" + found->first;
    std::vector<char*> words{program.data()};
    words.insert(words.end(), argv + 2, argv + argc);
    int count = static_cast<int>(words.size());
    words.push_back(nullptr);
    Application application(count, words.data());
    application.setAttribute(Qt::AA_Use96Dpi, true); // as QTEST_MAIN
    return found->second(count, words.data());
}

} // namespace

} // namespace parsimony::ui::test

int main(int argc, char** argv) {
    return parsimony::ui::test::runTest(argc, argv);
}
