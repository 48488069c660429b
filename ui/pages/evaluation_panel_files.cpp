// SPDX-License-Identifier: GPL-3.0-or-later
// How the test of a classifier comes to its files: dropped, chosen or typed.
#include "core/session/option_table.h"
#include "ui/models/array_files.h"
#include "ui/models/data_catalog.h"
#include "ui/models/part_guess.h"
#include "ui/pages/evaluation_panel.h"
#include "ui/style/file_dialogs.h"
#include "ui/style/problem_label.h"
#include "ui/style/widgets.h"
#include "ui/workers/workbench.h"

#include <QAbstractItemView>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <algorithm>

namespace parsimony::ui {

namespace {
constexpr int kWidestList = 640;
} // namespace

void EvaluationPanel::offerArrays() {
    const auto offer = [this](QComboBox* box, bool labels) {
        const QString typed = box->currentText();
        const QSignalBlocker quiet(box);
        box->clear();
        box->addItems(m_context.catalog.candidates(labels));
        box->setEditText(typed);
        box->view()->setMinimumWidth(std::min(kWidestList, box->view()->sizeHintForColumn(0) + 16));
    };
    offer(m_features, false);
    offer(m_labels, true);
    offer(m_ids, true);
}

void EvaluationPanel::chooseFiles() {
    const QStringList files = askOpenFiles(this, FolderOf::data, tr("Rows to test on"), arrayFileFilter());
    if (!files.isEmpty()) {
        takeFiles(files);
    }
}

void EvaluationPanel::predict() {
    const QString file = askSaveFile(this, tr("Predicted classes"), QStringLiteral("classes.csv"),
                                     tr("Text (*.csv);;Classes and scores (*.npz);;Classes (*.npy)"));
    if (!file.isEmpty()) {
        predictTo(file);
    }
}

void EvaluationPanel::predictTo(const QString& file) {
    m_problem->hide();
    m_said = tr("Writing…");
    m_context.bench.ask(
        m_prediction,
        [project = m_context.bench.projectPath().toStdString(), trial = m_trial,
         features = m_features->currentText().trimmed().toStdString(), output = file.toStdString(),
         options = session::optionsOfLook(m_rows.options())](const EngineAccess& access) {
            const wire::PredictCall call{trial, features, {}, options};
            (void)access.engine.open(project, false)->files(call, output);
        },
        [this, file] {
            m_said.clear();
            refresh();
            emit written({file});
        },
        [this](const Problem& problem) {
            m_said.clear();
            showProblem(*m_problem, problem);
            m_problem->show();
            refresh();
        });
    refresh();
}

void EvaluationPanel::takeFiles(const QStringList& files) {
    m_asked = files;
    m_problem->hide();
    m_context.catalog.setAside(files);
    m_context.bench.ask(
        m_listing, [files](const EngineAccess& access) { return listFiles(access.engine, files); },
        [this](const FileListing& listing) {
            m_context.catalog.add(listing, nullptr);
            filesListed(listing);
        },
        [this](const Problem& problem) {
            m_asked.clear();
            showProblem(*m_problem, problem);
            m_problem->show();
        });
}

void EvaluationPanel::filesListed(const FileListing& listing) {
    m_asked.clear();
    const PartGuess guess = guessParts(listing.arrays);
    // Whatever the one set is called; of several the test rows are meant.
    session::PartFiles part = guess.test;
    part = part.features.empty() ? guess.train : part;
    part = part.features.empty() ? guess.validation : part;
    part = part.features.empty() && !guess.ood.empty() ? guess.ood.begin()->second : part;
    if (!part.features.empty()) {
        m_features->setEditText(QString::fromStdString(part.features));
        m_labels->setEditText(QString::fromStdString(part.labels));
        QStringList sets;
        for (const auto& [name, files] : guess.ood) {
            if (!(files == part)) {
                sets << QString::fromStdString(name + "=" + files.features + "," + files.labels);
            }
        }
        m_sets->setText(sets.join(QStringLiteral("; ")));
    }
    const QStringList words = listing.problems + (part.features.empty() ? guess.remarks : QStringList());
    m_problem->setText(words.join(QLatin1Char('\n')));
    m_problem->setVisible(!words.isEmpty());
}

void EvaluationPanel::pathTyped(const QComboBox* box) {
    const QString path = box->currentText().trimmed();
    if (isArrayFile(path) && QFileInfo(path).isFile() &&
        findArray(m_context.catalog.arrays(), path.toStdString()) == nullptr &&
        m_asked != QStringList{path}) {
        takeFiles({path}); // its arrays are offered, and named where there is no choice
    }
}

void EvaluationPanel::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void EvaluationPanel::dropEvent(QDropEvent* event) {
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (isArrayFile(url.toLocalFile())) {
            files << url.toLocalFile();
        }
    }
    event->acceptProposedAction();
    if (!files.isEmpty()) {
        takeFiles(files);
    } else {
        m_problem->setText(tr("Parsimony reads %1.").arg(arrayFileEndings()));
        m_problem->show();
    }
}

} // namespace parsimony::ui
