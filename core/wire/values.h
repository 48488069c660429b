// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/evaluation_view.h"
#include "core/session/option_paths.h"
#include "core/study/waiting_look.h"
#include "core/wire/run_values.h"
#include "core/wire/study_values.h"

// The engine's types as they cross.
namespace parsimony::wire {

template <>
inline constexpr auto fields<session::EvaluationFigure> = std::tuple{
    field("of", &session::EvaluationFigure::of),       field("value", &session::EvaluationFigure::value),
    field("se", &session::EvaluationFigure::se),       field("about", &session::EvaluationFigure::about),
    field("among", &session::EvaluationFigure::among), field("bound", &session::EvaluationFigure::bound)};
template <>
inline constexpr bool mayLackOne<session::EvaluationFigure> = true;
template <>
inline constexpr auto fields<session::EvaluationView::Row> =
    std::tuple{field("name", &session::EvaluationView::Row::name),
               field("records", &session::EvaluationView::Row::records),
               field("accuracy", &session::EvaluationView::Row::accuracy),
               field("se", &session::EvaluationView::Row::se)};
template <>
inline constexpr auto fields<session::EvaluationView> = std::tuple{
    field("private", &session::EvaluationView::isPrivate),
    field("accuracy", &session::EvaluationView::accuracy),
    field("se", &session::EvaluationView::se),
    field("records", &session::EvaluationView::records),
    field("classes", &session::EvaluationView::classes),
    field("groups", &session::EvaluationView::groups),
    field("figures", &session::EvaluationView::figures),
    field("confusion", &session::EvaluationView::confusion),
    field("confusion_se", &session::EvaluationView::confusionSe),
    field("ignored", &session::EvaluationView::ignored),
    field("invalid", &session::EvaluationView::invalid),
    field("epsilon", &session::EvaluationView::epsilon),
    field("remaining_epsilon", &session::EvaluationView::remainingEpsilon),
};
template <>
inline constexpr bool isPart<data::PartFiles> = true; // what follows from the options is not said twice
template <>
inline constexpr auto fields<data::PartFiles> =
    std::tuple{field("features", &data::PartFiles::features), field("labels", &data::PartFiles::labels),
               field("ids", &data::PartFiles::ids)};

} // namespace parsimony::wire
