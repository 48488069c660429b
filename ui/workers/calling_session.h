// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/service.h"
#include "ui/workers/call_values.h"
#include "ui/workers/session_port.h"

namespace parsimony::ui {

/// A project behind a channel, which carries out calls here or passes them on to where the data is:
/// `channel.ask(call)`, `channel.run(call, with)` for what may spend, and what differs by its nature.
template <class Channel>
class CallingSession : public SessionPort {
public:
    explicit CallingSession(Channel channel) : m_channel(std::move(channel)) {}

    bool readOnly() const override { return m_channel.readOnly(); }
    session::RunSnapshot plan(const session::RunOptions& options) override {
        return m_channel.ask(wire::PlanCall{options});
    }
    session::RunSnapshot run(const session::RunOptions& options, std::stop_token stop,
                             const session::RunObserver& observer) override {
        return m_channel.run(wire::RunCall{options}, {std::move(stop), observer, {}});
    }
    session::RunSnapshot resume(std::optional<std::int64_t> experiment, std::stop_token stop,
                                const session::RunObserver& observer) override {
        return m_channel.run(wire::ResumeCall{experiment}, {std::move(stop), observer, {}});
    }
    Sheet study(const study::StudyVariant& study, std::stop_token stop,
                const study::Progress& progress) override {
        return m_channel.run(wire::StudyCall{study}, {std::move(stop), {}, progress});
    }
    session::ProjectView state(std::optional<std::int64_t> experiment) override {
        return m_channel.ask(wire::StateCall{experiment});
    }
    void raiseBudget(double epsilon, const std::string& reason) override {
        m_channel.ask(wire::RaiseCall{epsilon, reason});
    }
    std::vector<std::filesystem::path> exportModel(std::optional<std::int64_t> trial,
                                                   const std::filesystem::path& output,
                                                   const std::filesystem::path& key) override {
        return m_channel.files(wire::ExportCall{trial, output.filename().string(), key.string()}, output);
    }
    std::vector<std::filesystem::path> writeReport(const std::filesystem::path& output) override {
        return m_channel.files(wire::ReportCall{output.filename().string()}, output);
    }
    void writeCopy(const std::filesystem::path& output) override {
        m_channel.files(wire::ShareCall{output.filename().string()}, output);
    }
    void predict(std::optional<std::int64_t> trial, const std::string& features,
                 const std::filesystem::path& output) override {
        m_channel.files(wire::PredictCall{trial, features, output.filename().string()}, output);
    }
    Evaluation evaluate(const EvaluationRequest& request, std::stop_token stop,
                        const session::RunObserver& observer) override {
        return m_channel.run(callOf(request), {std::move(stop), observer, {}});
    }
    void addNote(std::int64_t trial, const std::string& text) override {
        m_channel.ask(wire::NoteCall{trial, text});
    }
    void setTags(std::int64_t trial, const std::vector<std::string>& tags) override {
        m_channel.ask(wire::TagsCall{trial, tags});
    }
    void recordCuratorShown(const std::string& what) override { m_channel.ask(wire::CuratorShownCall{what}); }
    std::optional<std::string> remarks(std::int64_t experiment) override {
        return m_channel.ask(wire::RemarksCall{experiment}).remarks;
    }
    session::RunOptions optionsOf(std::int64_t experiment) override {
        return m_channel.ask(wire::OptionsCall{experiment});
    }
    TrialRecord trialRecord(std::int64_t trial) override {
        return recordOf(trial, m_channel.ask(wire::TrialCall{trial}));
    }
    std::vector<TrialTime> trialTimes(std::int64_t experiment) override {
        return m_channel.ask(wire::TimesCall{experiment});
    }
    std::int64_t changeCounter() override { return m_channel.changeCounter(); }

private:
    Channel m_channel;
};

/// What is asked of no project, by `ask(call)` of a class that derives from this.
template <class Asking>
class CallingEngine : public EnginePort {
public:
    session::RunSnapshot planWithoutProject(const session::RunOptions& options) override {
        return asking().ask(wire::FreshPlanCall{options});
    }
    study::StudyPrice priceOf(const std::filesystem::path& project,
                              const study::StudyVariant& study) override {
        return asking().ask(wire::PriceCall{project.string(), study});
    }
    std::vector<study::StudyTitle> studies() override { return asking().ask(wire::StudiesCall{}); }
    Sheet carryOut(const EngineTask& task, std::stop_token stop, const study::Progress& progress) override {
        const wire::Running with{std::move(stop), {}, progress};
        if (const auto* attack = std::get_if<study::AttackRequest>(&task)) {
            return asking().run(wire::AttackCall{*attack}, with);
        }
        return asking().run(wire::BenchCall{std::get<study::BenchRequest>(task)}, with);
    }
    std::vector<ArrayInfo> listArrays(const std::filesystem::path& file) override {
        return arraysOf(asking().ask(wire::ArraysCall{file.string()}));
    }
    KnownParts knownRows(const session::RunOptions& options) override {
        return partsOf(asking().ask(wire::KnownRowsCall{options}));
    }
    std::vector<Sentence> check(const std::vector<std::string>& arrays,
                                std::optional<std::uint32_t> classes) override {
        return asking().ask(wire::CheckCall{arrays, classes});
    }
    AuditFindings audit(const std::filesystem::path& project) override {
        return findingsOf(asking().ask(wire::AuditCall{project.string()}));
    }
    std::vector<FolderEntry> listFolder(const std::filesystem::path& folder) override {
        std::vector<FolderEntry> entries;
        for (const wire::FolderEntry& entry : asking().ask(wire::FolderCall{folder.string()})) {
            entries.push_back({QString::fromStdString(entry.name), entry.folder});
        }
        return entries;
    }

private:
    Asking& asking() { return static_cast<Asking&>(*this); }
};

} // namespace parsimony::ui
