// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

namespace parsimony::test {

namespace {

constexpr unsigned nobody = 65534;

/// Between fork and exec only what is safe there.
[[noreturn]] void becomeProgram(const ProgramOptions& options, char* const* argv, char* const* environment,
                                int out, int err) {
    const int in = open("/dev/null", O_RDONLY);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    if (options.closedOutput) {
        close(STDOUT_FILENO);
    }
    dup2(err, STDERR_FILENO);
    if (chdir(options.folder.c_str()) != 0) {
        _exit(126);
    }
    if (options.fileSizeLimit) {
        const rlimit limit{*options.fileSizeLimit, *options.fileSizeLimit};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    // Opened before, since user nobody may not look into the folder that the program was built in.
    const int program = open(argv[0], O_PATH | O_CLOEXEC);
    if (options.withoutPrivileges && geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) {
        _exit(126);
    }
    fexecve(program, argv, environment);
    _exit(127);
}

std::vector<std::string> environmentTexts(const ProgramOptions& options) {
    std::vector<std::string> texts;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (options.environment.count(text.substr(0, text.find('='))) == 0) {
            texts.push_back(text);
        }
    }
    for (const auto& [name, value] : options.environment) {
        texts.push_back(name + "=" + value);
    }
    return texts;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) {
        result.push_back(text.data());
    }
    result.push_back(nullptr);
    return result;
}

} // namespace

nlohmann::json Outcome::json() const {
    if (out.empty() || out.find('\n') != out.size() - 1) {
        throw std::runtime_error("standard output is not one line: " + text());
    }
    return nlohmann::json::parse(out);
}

std::string Outcome::text() const {
    return "exit " + std::to_string(exitCode) + "\n--- out\n" + out + "\n--- err\n" + err;
}

Program::Program(const std::vector<std::string>& words, const ProgramOptions& options) {
    static std::atomic<int> count{0};
    const std::string number = std::to_string(++count);
    m_out = options.folder / (".out" + number);
    m_err = options.folder / (".err" + number);
    std::vector<std::string> argvTexts = options.launcher;
    argvTexts.emplace_back(PARSIMONY_CLI);
    argvTexts.insert(argvTexts.end(), words.begin(), words.end());
    std::vector<std::string> environmentList = environmentTexts(options);
    const std::vector<char*> argv = pointers(argvTexts);
    const std::vector<char*> environment = pointers(environmentList);
    const int out = open(m_out.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const int err = open(m_err.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    m_pid = fork();
    if (m_pid == 0) {
        becomeProgram(options, argv.data(), environment.data(), out, err);
    }
    close(out);
    close(err);
    if (m_pid < 0) {
        throw std::runtime_error("fork failed");
    }
}

Program::~Program() {
    if (running()) {
        sendSignal(SIGKILL);
        wait();
    }
}

void Program::sendSignal(int number) const {
    kill(m_pid, number);
}

bool Program::running() {
    if (m_outcome) {
        return false;
    }
    int status = 0;
    rusage usage{};
    if (wait4(m_pid, &status, WNOHANG, &usage) == m_pid) {
        collect(status, usage.ru_maxrss);
        return false;
    }
    return true;
}

Outcome Program::wait() {
    if (!m_outcome) {
        int status = 0;
        rusage usage{};
        while (wait4(m_pid, &status, 0, &usage) < 0 && errno == EINTR) {
        }
        collect(status, usage.ru_maxrss);
    }
    return *m_outcome;
}

void Program::collect(int status, std::int64_t residentKilobytes) {
    Outcome outcome;
    outcome.exitCode = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    outcome.out = readBytes(m_out);
    outcome.err = readBytes(m_err);
    outcome.maxResidentKilobytes = residentKilobytes;
    m_outcome = std::move(outcome);
}

Workplace::Workplace() {
    std::string pattern = (std::filesystem::temp_directory_path() / "parsimony-app-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw std::runtime_error("no temporary folder");
    }
    m_folder = pattern;
}

Workplace::~Workplace() {
    std::error_code ignored;
    std::filesystem::permissions(m_folder, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(m_folder, ignored);
}

ProgramOptions Workplace::options() const {
    ProgramOptions options;
    options.folder = m_folder;
    options.environment["PARSIMONY_REGISTRY"] = text("registry.db");
    return options;
}

Outcome Workplace::cli(const std::vector<std::string>& words) const {
    return cli(words, options());
}

Outcome Workplace::cli(const std::vector<std::string>& words, const ProgramOptions& options) const {
    return Program(words, options).wait();
}

std::vector<float> Blobs::features() const {
    std::mt19937 engine(seed);
    std::normal_distribution<float> noise(0.0F, 0.3F);
    std::vector<float> values(rows * dim);
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < dim; ++column) {
            values[row * dim + column] = noise(engine) + (column == row % classes ? 1.0F : 0.0F);
        }
    }
    return values;
}

std::vector<std::int64_t> Blobs::labels() const {
    std::vector<std::int64_t> values(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        values[row] = static_cast<std::int64_t>(row % classes);
    }
    return values;
}

void writeBytes(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

std::string readBytes(const std::filesystem::path& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}

std::string npyBytes(const std::string& descr, const std::string& shape, const std::string& payload) {
    std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
    header += std::string(63 - (10 + header.size()) % 64, ' ') + '\n';
    std::string bytes = "\x93NUMPY";
    bytes += '\x01';
    bytes += '\x00';
    bytes += static_cast<char>(header.size() & 0xffU);
    bytes += static_cast<char>(header.size() >> 8U);
    return bytes + header + payload;
}

void writeFeatures(const std::filesystem::path& path, const std::vector<float>& values, std::size_t rows,
                   std::size_t dim) {
    writeBytes(path, npyBytes("<f4", "(" + std::to_string(rows) + ", " + std::to_string(dim) + ")",
                              payload(values)));
}

void writeLabels(const std::filesystem::path& path, const std::vector<std::int64_t>& labels) {
    writeBytes(path, npyBytes("<i8", "(" + std::to_string(labels.size()) + ",)", payload(labels)));
}

void writeDataset(const std::filesystem::path& folder, const Blobs& train, const Blobs& test) {
    std::filesystem::create_directories(folder);
    writeFeatures(folder / "train.npy", train.features(), train.rows, train.dim);
    writeLabels(folder / "train_labels.npy", train.labels());
    writeFeatures(folder / "test.npy", test.features(), test.rows, test.dim);
    writeLabels(folder / "test_labels.npy", test.labels());
}

} // namespace parsimony::test
