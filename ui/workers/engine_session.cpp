// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/engine_session.h"

#include "core/base/hex.h"
#include "core/data/array_reader.h"
#include "core/ledger/audit.h"
#include "core/ledger/registry.h"

namespace parsimony::ui {

namespace {

using session::Session;

class EngineSession : public SessionPort {
public:
    explicit EngineSession(Session session) : m_session(std::move(session)) {}

    bool readOnly() const override { return m_session.readOnly(); }
    session::RunSnapshot plan(const session::RunOptions& options) override { return m_session.plan(options); }
    session::RunSnapshot run(const session::RunOptions& options, std::stop_token stop,
                             const session::RunObserver& observer) override {
        return m_session.run(options, std::move(stop), observer);
    }
    session::RunSnapshot resume(std::optional<std::int64_t> experiment, std::stop_token stop,
                                const session::RunObserver& observer) override {
        return m_session.resume(experiment, std::move(stop), observer);
    }
    std::vector<session::ExperimentSummary> experiments() override { return m_session.experiments(); }
    std::optional<session::RunSnapshot> snapshot(std::optional<std::int64_t> experiment) override {
        return m_session.snapshot(experiment);
    }
    std::vector<session::TrialSnapshot> trials() override { return m_session.trials(std::nullopt); }
    std::vector<std::pair<session::DatasetSnapshot, session::BudgetSnapshot>> budgets() override {
        return m_session.budgets();
    }
    void raiseBudget(double epsilon, const std::string& reason) override {
        m_session.raiseBudget(epsilon, reason);
    }
    std::vector<std::filesystem::path> exportModel(std::optional<std::int64_t> trial,
                                                   const std::filesystem::path& output) override {
        return m_session.exportModel(trial, output);
    }
    session::RunOptions optionsOf(std::int64_t experiment) override {
        return m_session.optionsOf(experiment);
    }
    std::int64_t changeCounter() override { return m_session.changeCounter(); }

private:
    Session m_session;
};

class Engine : public EnginePort {
public:
    std::unique_ptr<SessionPort> open(const std::filesystem::path& project, bool createIfMissing) override {
        return std::make_unique<EngineSession>(Session::open(project, createIfMissing));
    }
    session::RunSnapshot planWithoutProject(const session::RunOptions& options) override {
        return Session::planWithoutProject(options);
    }
    std::vector<ArrayInfo> listArrays(const std::filesystem::path& file) override {
        std::vector<ArrayInfo> arrays;
        for (const auto& info : data::listArrays(file.string())) {
            ArrayInfo array;
            array.file = QString::fromStdString(info.path);
            array.key = QString::fromStdString(info.key);
            array.dtype = QString::fromStdString(info.type.name.empty() ? data::dtypeName(info.type.dtype)
                                                                        : info.type.name);
            array.shape.assign(info.shape.begin(), info.shape.end());
            array.bytes = info.bytes;
            arrays.push_back(std::move(array));
        }
        return arrays;
    }
    AuditFindings audit(const std::filesystem::path& project) override {
        ledger::AuditOptions options;
        try {
            options.registry = ledger::Registry::open();
        } catch (const Error&) {
            // Without a registry the audit says itself what it could not compare.
        }
        const auto report = ledger::audit(project, options);
        AuditFindings findings;
        findings.rows = report.rows;
        findings.head = QString::fromStdString(toHex(report.head));
        for (const auto& f : report.figures) {
            findings.accounts.push_back({QString::fromStdString(f.name), QString::fromStdString(f.part),
                                         f.epsilon, f.delta, f.targetEpsilon, f.mu.value_or(0.0),
                                         f.simulated});
        }
        for (const auto& problem : report.problems) {
            findings.problems.push_back({problem.row, QString::fromStdString(problem.what)});
        }
        for (const auto& note : report.notes) {
            findings.notes << QString::fromStdString(note);
        }
        return findings;
    }
};

} // namespace

EnginePtr makeEngine() {
    return std::make_shared<Engine>();
}

} // namespace parsimony::ui
