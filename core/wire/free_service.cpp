// SPDX-License-Identifier: GPL-3.0-or-later
// What calls about no open project are answered by.
#include "core/base/sentence.h"
#include "core/data/array_check.h"
#include "core/study/experiments.h"
#include "core/study/machine_bench.h"
#include "core/study/study_file.h"
#include "core/study/trainer_attack.h"
#include "core/wire/audit_view.h"
#include "core/wire/service.h"

#include <algorithm>

namespace parsimony::wire {

namespace fs = std::filesystem;
using session::Session;

namespace {

Sheet answered(Gate& gate, const AttackCall& call, const Running& with) {
    gate.demandModest(call.attack);
    study::AttackRequest attack = call.attack;
    attack.asked = gate.options(attack.asked);
    study::TrainerAttack found = study::attackTrainer(attack, with.stop, with.progress);
    found.json["data"] = gate.shown(found.json["data"].get<std::string>(), "the bundled sample");
    found.sheet.json = found.json.dump(1) + "\n";
    return found.sheet;
}

Sheet answered(Gate& gate, const BenchCall& call, const Running& with) {
    gate.demandModest(call.bench);
    return study::measureMachine(call.bench, with.stop, with.progress);
}

session::RunSnapshot answered(Gate& gate, const FreshPlanCall& call) {
    return Gate::shownPlan(Session::planWithoutProject(gate.options(call.options)), gate.curator());
}

study::StudyPrice answered(Gate& gate, const PriceCall& call) {
    std::optional<Session> session;
    if (!call.project.empty()) {
        session = Session::open(gate.path(call.project), false);
    }
    const Session* there = session ? &*session : nullptr;
    const study::StudyVariant study = gate.study(call.study);
    return study.file      ? study::priceOf(there, gate.study(*study.file))
           : study.compare ? study::priceOf(there, *study.compare)
                           : study::priceOf(there, *study.sweep);
}

Nothing answered(Gate& gate, const MachineCall& call) {
    if (call.options) {
        study::checkMachine(gate.options(*call.options), call.rows);
    }
    if (call.study) {
        for (const study::StudyVariant& variant : gate.wholeStudy(*call.study).variants) {
            if (!variant.attack) { // it trains by itself, on the CPU
                study::checkMachine(baseOf(variant));
            }
        }
    }
    if (call.bench) {
        gate.demandModest(*call.bench);
        study::checkMachine(*call.bench);
    }
    return {};
}

std::vector<study::StudyTitle> answered(Gate& gate, const StudiesCall&) {
    std::vector<study::StudyTitle> titles = study::builtInStudies();
    std::erase_if(titles, [&](const auto& each) { return !gate.allows(study::studyPath(each.name)); });
    return titles;
}

std::vector<ArrayView> answered(Gate& gate, const ArraysCall& call) {
    std::vector<ArrayView> arrays;
    for (const auto& info : data::listArrays(gate.path(call.file))) {
        ArrayView array{call.file,
                        info.key,
                        info.type.name.empty() ? data::dtypeName(info.type.dtype) : info.type.name,
                        {info.shape.begin(), info.shape.end()},
                        info.bytes};
        if (!gate.curator() && !array.shape.empty()) { // how many rows there are may be private
            array.shape.front() = array.bytes = 0;
        }
        arrays.push_back(std::move(array));
    }
    return arrays;
}

std::vector<session::KnownRows> answered(Gate& gate, const KnownRowsCall& call) {
    gate.demandCurator("what the registry knows of rows");
    return session::knownRows(gate.options(call.options));
}

std::vector<Sentence> answered(Gate& gate, const CheckCall& call) {
    gate.demandCurator("what is wrong with rows");
    std::vector<Sentence> found;
    for (const std::string& named : call.arrays) {
        for (const data::ArrayInfo& info : data::arraysOf(gate.spec(named))) {
            found.push_back(data::checkArray(info, call.classes, call.labelsPerRecord));
        }
    }
    return found;
}

AuditView answered(Gate& gate, const AuditCall& call) {
    return audited(gate, gate.path(call.project));
}

AuditView answered(Gate& gate, const CopiesCall& call) {
    const fs::path project = gate.path(call.project);
    return auditedCopies(gate, project, gate.path(call.copy));
}

std::vector<FolderEntry> answered(Gate& gate, const FolderCall& call) {
    const fs::path folder = gate.path(call.folder.empty() ? "." : call.folder);
    std::error_code error;
    std::vector<FolderEntry> entries;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (gate.allows(entry.path())) {
            std::error_code unknown;
            entries.push_back({entry.path().filename().string(), entry.is_directory(unknown)});
        }
    }
    if (error) {
        fail(Sentence("the folder {1} cannot be listed: {2}", call.folder, error.message()));
    }
    std::sort(entries.begin(), entries.end(),
              [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
    return entries;
}

} // namespace

std::any answerTo(Gate& gate, const FreeRunCalls::Any& call, const Running& with) {
    return std::visit([&](const auto& one) { return std::any(answered(gate, one, with)); }, call);
}

std::any answerTo(Gate& gate, const FreeCalls::Any& call) {
    return std::visit([&](const auto& one) { return std::any(answered(gate, one)); }, call);
}

} // namespace parsimony::wire
