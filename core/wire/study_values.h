// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sheet.h"
#include "core/study/study_request.h"
#include "core/study/task_request.h"
#include "core/wire/words.h"

// What studies and tasks are asked and answer with, as it crosses.
namespace parsimony::wire {

template <>
inline constexpr auto fields<study::SweepRequest> = std::tuple{
    field("base", &study::SweepRequest::base),        option("epsilons", &study::SweepRequest::epsilons),
    option("repeats", &study::SweepRequest::repeats), option("learning_rates", &study::SweepRequest::rates),
    option("steps", &study::SweepRequest::counts),    field("any_base", &study::SweepRequest::anyBase)};
template <>
inline constexpr auto fields<study::CompareRequest> = std::tuple{
    field("base", &study::CompareRequest::base), option("methods", &study::CompareRequest::methods),
    option("epsilons", &study::CompareRequest::epsilons), option("repeats", &study::CompareRequest::repeats),
    option("one_by_one", &study::CompareRequest::oneByOne)};
template <>
inline constexpr auto fields<study::AttackRequest> =
    std::tuple{field("options", &study::AttackRequest::asked),
               option("learning_rate", &study::AttackRequest::learningRate),
               option("canary", &study::AttackRequest::canaries),
               option("canaries", &study::AttackRequest::oneRunCanaries),
               option("guesses", &study::AttackRequest::guesses),
               option("runs", &study::AttackRequest::runs),
               option("trial_records", &study::AttackRequest::trialRecords),
               option("trial_columns", &study::AttackRequest::trialColumns),
               option("run_records", &study::AttackRequest::runRecords),
               option("run_columns", &study::AttackRequest::runColumns),
               field("white_box", &study::AttackRequest::whiteBox),
               option("confidence", &study::AttackRequest::confidence),
               field("exposure", &study::AttackRequest::exposure)};
template <>
inline constexpr auto fields<study::StudyVariant> =
    std::tuple{field("name", &study::StudyVariant::name), field("compare", &study::StudyVariant::compare),
               field("sweep", &study::StudyVariant::sweep), field("file", &study::StudyVariant::file),
               field("attack", &study::StudyVariant::attack)};
template <>
inline constexpr auto fields<study::StudyFile> =
    std::tuple{field("path", &study::StudyFile::path), field("quick", &study::StudyFile::quick)};
template <>
inline constexpr auto fields<study::StudyTitle> =
    std::tuple{field("name", &study::StudyTitle::name), field("title", &study::StudyTitle::title),
               field("source", &study::StudyTitle::source)};
template <>
inline constexpr auto fields<study::StudyPrice> =
    std::tuple{field("runs", &study::StudyPrice::runs), field("epsilon", &study::StudyPrice::epsilon),
               field("mu", &study::StudyPrice::mu), field("simulated", &study::StudyPrice::simulated),
               field("title", &study::StudyPrice::title)};

template <>
inline constexpr auto fields<study::BenchRequest> =
    std::tuple{field("shapes", &study::BenchRequest::shapes),
               option("batch", &study::BenchRequest::batch),
               field("precision", &study::BenchRequest::precision),
               option("device", &study::BenchRequest::device),
               option("threads", &study::BenchRequest::threads),
               option("instructions", &study::BenchRequest::instructions)};

template <>
inline constexpr auto fields<Sheet::Column> =
    std::tuple{field("title", &Sheet::Column::title), field("words", &Sheet::Column::isWords)};
template <>
inline constexpr auto fields<Sheet::Table> =
    std::tuple{field("title", &Sheet::Table::title), field("columns", &Sheet::Table::columns),
               field("rows", &Sheet::Table::rows), field("below", &Sheet::Table::below)};
template <>
inline constexpr auto fields<Sheet::Picture> =
    std::tuple{field("name", &Sheet::Picture::name), field("svg", &Sheet::Picture::svg)};
template <>
inline constexpr auto fields<Sheet> =
    std::tuple{field("title", &Sheet::title), field("tables", &Sheet::tables),
               field("pictures", &Sheet::pictures), field("json", &Sheet::json)};

} // namespace parsimony::wire
