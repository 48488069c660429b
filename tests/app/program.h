// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <sys/types.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::test {

/// What a program left behind. `exitCode` is 128 + number when a signal ended it.
struct Outcome {
    int exitCode = -1;
    std::string out, err;
    std::int64_t maxResidentKilobytes = 0;

    /// Standard output as the one JSON object that it must be.
    [[nodiscard]] nlohmann::json json() const;
    /// For failure messages.
    [[nodiscard]] std::string text() const;
};

struct ProgramOptions {
    std::map<std::string, std::string> environment; ///< beside the test's own
    std::filesystem::path folder;                   ///< working directory
    std::vector<std::string> launcher;              ///< the path and words of what starts it, as mpirun
    std::optional<std::uint64_t> fileSizeLimit;     ///< bytes; writes beyond fail as on a full disk
    bool closedOutput = false;                      ///< start with standard output closed
    bool withoutPrivileges = false;                 ///< as user nobody, when the test runs as root
};

/// parsimony-cli as a process of its own, writing to files in its folder so that a full pipe cannot stop it.
class Program {
public:
    Program(const std::vector<std::string>& words, const ProgramOptions& options);
    ~Program(); ///< kills what still runs
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void sendSignal(int number) const;
    [[nodiscard]] bool running();
    Outcome wait();

private:
    pid_t m_pid = -1;
    std::filesystem::path m_out, m_err;
    std::optional<Outcome> m_outcome;
    void collect(int status, std::int64_t residentKilobytes);
};

/// A folder of its own with a registry of its own, gone at the end of the test.
class Workplace {
public:
    Workplace();
    ~Workplace();
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;

    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return m_folder / name; }
    [[nodiscard]] std::string text(const std::string& name) const { return path(name).string(); }
    [[nodiscard]] ProgramOptions options() const;

    /// A command on a project here and the dataset in "data", with JSON for an answer: where requests begin.
    [[nodiscard]] std::vector<std::string> onData(const std::string& command,
                                                  const std::string& project = "p.parsimony") const {
        return {command, "-f", "json", "--storage", text(project), "--data", text("data"), "--delta", "1e-5"};
    }

    /// Runs parsimony-cli to its end.
    [[nodiscard]] Outcome cli(const std::vector<std::string>& words) const;
    [[nodiscard]] Outcome cli(const std::vector<std::string>& words, const ProgramOptions& options) const;

private:
    std::filesystem::path m_folder;
};

/// Rows of small classes that can be told apart: class k has its weight on feature k, beside some noise.
struct Blobs {
    std::size_t rows = 600, dim = 8, classes = 3;
    unsigned seed = 1;
    std::vector<float> features() const;
    std::vector<std::int64_t> labels() const;
};

void writeBytes(const std::filesystem::path& path, const std::string& bytes);
[[nodiscard]] std::string readBytes(const std::filesystem::path& path);
/// A version 1 .npy file: `descr` such as "<f4", any shape text such as "(3, 4)".
[[nodiscard]] std::string npyBytes(const std::string& descr, const std::string& shape,
                                   const std::string& payload);
void writeFeatures(const std::filesystem::path& path, const std::vector<float>& values, std::size_t rows,
                   std::size_t dim);
void writeLabels(const std::filesystem::path& path, const std::vector<std::int64_t>& labels);
/// The bytes of an array's values, as files hold them.
template <class T>
std::string payload(const std::vector<T>& values) {
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}
/// train, train_labels, test and test_labels as `--data DIR` wants them.
void writeDataset(const std::filesystem::path& folder, const Blobs& train, const Blobs& test);

} // namespace parsimony::test
