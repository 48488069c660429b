// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/service.h"

#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/base/utc_time.h"
#include "core/export/model_file.h"
#include "core/export/predict.h"
#include "core/ledger/export_copy.h"
#include "core/ledger/project.h"
#include "core/ledger/trial_rows.h"
#include "core/report/report.h"
#include "core/session/data_columns.h"
#include "core/session/output_files.h"
#include "core/study/study_file.h"
#include "core/study/study_sheet.h"
#include "core/wire/passing_folder.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

namespace parsimony::wire {

namespace fs = std::filesystem;
using session::Session;

namespace {

std::vector<FileContent> contentsOf(const std::vector<fs::path>& files) {
    std::vector<FileContent> contents;
    for (const fs::path& file : files) {
        std::ifstream stream(file, std::ios::binary);
        const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
        contents.push_back({file.filename().string(), toHex(bytes)});
    }
    return contents;
}

/// Of an experiment that is over its day, and how its trials stood to each other: exact times of those before
/// and after a private selection would tell how long that took.
void countFromMidnight(std::vector<session::TrialTime>& times) {
    constexpr double kDay = 86400.0;
    double first = std::numeric_limits<double>::infinity();
    for (const session::TrialTime& time : times) {
        first = std::min(first, time.began > 0.0 ? time.began : first);
    }
    const double later = first - kDay * std::floor(first / kDay);
    for (session::TrialTime& time : times) {
        time.began -= time.began > 0.0 ? later : 0.0;
        time.ended -= time.ended > 0.0 ? later : 0.0;
    }
}

} // namespace

const std::map<std::int64_t, session::TrialTime>& Served::timesOf(std::int64_t experiment) {
    for (const auto& row : ledger::Project::open(session.path()).changesSince(m_timesRead)) {
        m_timesRead = std::max(m_timesRead, row.seq);
        if (!trialStateAfter(row.kind) || row.kind == RowKind::TrialReserved) {
            continue;
        }
        session::TrialTime& time = m_times[row.experiment.value()][row.trial.value()];
        const double seconds = secondsOfUtc(row.time);
        time.trial = row.trial.value();
        if (row.kind == RowKind::TrialRunning) {
            time.began = time.began > 0.0 ? time.began : seconds;
            time.ended = 0.0; // it was gone on with
        } else {
            time.ended = seconds;
        }
    }
    return m_times[experiment];
}

std::string Served::partName(PartId part) {
    if (part.valid() && !m_parts.contains(part.value())) {
        const auto project = ledger::Project::open(session.path());
        for (const auto& dataset : project.datasets()) {
            for (const auto& row : project.parts(dataset.id)) {
                m_parts[row.id.value()] = row.name;
            }
        }
    }
    return m_parts[part.value()];
}

Session opened(const Gate& gate, const fs::path& project, bool create) {
    create = create && gate.mayDeclare(); // a new project begins with a budget
    return Session::open(project, create, {}, !gate.mayDeclare());
}

namespace {

session::RunSnapshot answered(Served& in, Gate& gate, const PlanCall& call) {
    return Gate::shownPlan(in.session.plan(gate.options(call.options)), gate.mayDeclare());
}

session::ProjectView answered(Served& in, Gate& gate, const StateCall& call) {
    session::ProjectView view;
    view.projectId = in.session.projectId();
    view.readOnly = in.session.readOnly();
    // The counter first: a change that lands while we read is then seen later.
    view.changeCounter = in.session.changeCounter();
    view.experiments = in.session.experiments();
    for (auto& experiment : view.experiments) {
        experiment.options = gate.shownOptions(experiment.options);
        experiment.started = gate.shownTime(experiment.started);
    }
    view.budgets = in.session.budgets();
    view.trials = in.session.trials(std::nullopt);
    view.shown = in.session.snapshot(call.experiment);
    return view;
}

CounterCall::Answer answered(Served& in, Gate&, const CounterCall&) {
    return {in.session.changeCounter()};
}

Nothing answered(Served& in, Gate& gate, const RaiseCall& call) {
    if (!gate.mayDeclare()) {
        gate.demandCurator("raising a budget");
    }
    in.session.raiseBudget(call.epsilon, call.reason);
    return {};
}

std::vector<fs::path> writtenFiles(Served& in, Gate& gate, const ExportCall& call, const fs::path& output) {
    return in.session.exportModel(call.trial, output, call.key.empty() ? std::string() : gate.path(call.key));
}

std::vector<fs::path> writtenFiles(Served& in, Gate&, const ReportCall& call, const fs::path& output) {
    filter::FilterWords words;
    addProjectNames(words, report::namesOf(in.session));
    return report::writeReport(
        in.session,
        {call.experiment, filter::demandFilter(call.filter, words), report::plotsNamed(call.plots)}, output);
}

std::vector<fs::path> writtenFiles(Served& in, Gate&, const ShareCall&, const fs::path& output) {
    session::checkOutputs({output}, {});
    if (const auto remarks = ledger::exportCopy(in.session.path(), output); !remarks.empty()) {
        std::error_code ignored;
        fs::remove(output, ignored);
        refuse(Sentence("{1}: `parsimony-cli audit --export` makes one all the same", remarks.front()));
    }
    return {output};
}

std::vector<fs::path> writtenFiles(Served& in, Gate& gate, const PredictCall& call, const fs::path& output) {
    gate.demandCurator("the label of every row");
    session::checkOutputs({output}, {gate.spec(call.features)});
    const PassingFolder folder; // the engine labels by exported classifiers
    const fs::path model = in.session.exportModel(call.trial, folder.file("model.safetensors")).front();
    const exporting::Classifier classifier = exporting::loadModel(model.string());
    session::checkEncoder(classifier, call.options);
    data::PartFiles files{gate.spec(call.features), {}};
    session::takeColumns(session::namedColumns(call.options), files);
    files.labels.clear();
    static_cast<void>(exporting::predictFile(classifier, std::move(files), output));
    return {output};
}

/// As bytes, for who is elsewhere.
template <class Call>
requires(FileCalls::has<Call>) std::vector<FileContent> answered(Served& in, Gate& gate, const Call& call) {
    const PassingFolder folder;
    return contentsOf(writtenFiles(in, gate, call, folder.file(call.name)));
}

Nothing answered(Served& in, Gate&, const NoteCall& call) {
    in.session.addNote(call.trial, call.text);
    return {};
}

Nothing answered(Served& in, Gate&, const TagsCall& call) {
    in.session.setTags(call.trial, call.tags);
    return {};
}

Nothing answered(Served& in, Gate& gate, const CuratorShownCall& call) {
    gate.demandCurator("what was computed from private rows without a charge");
    in.session.recordCuratorShown(call.what);
    return {};
}

RemarksCall::Answer answered(Served& in, Gate& gate, const RemarksCall& call) {
    gate.demandCurator("what the curator was told of an experiment");
    return {in.session.remarks(call.experiment)};
}

session::RunOptions answered(Served& in, Gate& gate, const OptionsCall& call) {
    return gate.shown(in.session.optionsOf(call.experiment));
}

std::vector<TrialRow> answered(Served& in, Gate& gate, const TrialCall& call) {
    std::vector<TrialRow> rows;
    for (const auto& row : ledger::rowsOfTrial(in.session.path(), TrialId{call.trial})) {
        rows.push_back({row.seq, gate.shownTime(row.time), row.kind, in.partName(row.part),
                        row.valueClass == ledger::ValueClass::Curator, row.body});
    }
    return rows;
}

std::vector<session::TrialTime> answered(Served& in, Gate& gate, const TimesCall& call) {
    std::vector<session::TrialTime> times;
    const auto run = in.session.snapshot(call.experiment);
    if (run && !run->selection) { // its times would tell of its secret number of runs
        for (const auto& [trial, time] : in.timesOf(call.experiment)) {
            times.push_back(time);
        }
    }
    if (!gate.curator() && run && run->status != ExperimentStatus::Running) {
        countFromMidnight(times);
    }
    return times;
}

LookRecordsCall::Answer answered(Served& in, Gate& gate, const LookRecordsCall& call) {
    return {in.session.declaredRecordsOf(gate.evaluation(call.request))};
}

session::RunSnapshot answered(Served& in, Gate& gate, const RunCall& call, const Running& with) {
    return in.session.run(gate.options(call.options), with.stop, with.observer, with.request);
}

session::RunSnapshot answered(Served& in, Gate& gate, const ResumeCall& call, const Running& with) {
    std::vector<session::MovedFile> moved = call.moved;
    for (session::MovedFile& file : moved) {
        file.to = gate.spec(file.to); // a folder of features as well
    }
    return in.session.resume(call.experiment, with.stop, with.observer, moved);
}

Sheet answered(Served& in, Gate& gate, const StudyCall& call, const Running& with) {
    return study::sheetOf(study::runStudy(in.session, gate.wholeStudy(call.study), with.stop, with.progress));
}

session::EvaluationView answered(Served& in, Gate& gate, const EvaluateCall& call, const Running& with) {
    session::PrivateEvaluationRequest asked = gate.evaluation(call.request);
    if (!call.isPrivate) {
        gate.demandMayDeclarePublic();
        session::checkEncoder(in.session.classifier(call.trial), asked.options);
        return viewOf(in.session.evaluatePublic(call.trial,
                                                {asked.filesWithColumns(), asked.labelMap, asked.groups, 0,
                                                 asked.positive, asked.lossBound, asked.split},
                                                with.stop, with.observer));
    }
    const PassingFolder folder; // the engine tests exported classifiers
    asked.request = with.request;
    asked.model = in.session.exportModel(call.trial, folder.file("model.safetensors")).front();
    return viewOf(in.session.evaluate(asked, with.stop, with.observer));
}

} // namespace

std::vector<fs::path> writeFiles(Served& in, Gate& gate, const FileCalls::Any& call, const fs::path& output) {
    return std::visit([&](const auto& one) { return writtenFiles(in, gate, one, output); }, call);
}

std::any answerTo(Served& in, Gate& gate, const ProjectCalls::Any& call) {
    return std::visit([&](const auto& one) { return std::any(answered(in, gate, one)); }, call);
}

std::any answerTo(Served& in, Gate& gate, const ProjectRunCalls::Any& call, const Running& with) {
    return std::visit([&](const auto& one) { return std::any(answered(in, gate, one, with)); }, call);
}

} // namespace parsimony::wire
