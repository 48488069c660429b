// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/session_port.h"

#include "core/base/collected.h"
#include "ui/models/error_text.h"

#include <exception>
#include <new>

namespace parsimony::ui {

namespace {
std::vector<ArrayInfo> arraysOf(const std::vector<wire::ArrayView>& found) {
    return collected(found, [](const wire::ArrayView& array) {
        return ArrayInfo{QString::fromStdString(array.file), QString::fromStdString(array.key),
                         QString::fromStdString(array.dtype), array.shape, array.bytes};
    });
}
} // namespace

Problem currentProblem() {
    try {
        throw;
    } catch (const SaidError& error) {
        return {error.code(), sentenceText(error.sentence()), QString::fromUtf8(error.what()),
                error.refusedSpend()};
    } catch (const Error& error) {
        return {error.code(), sentenceText(error.what()), QString::fromUtf8(error.what()),
                error.refusedSpend()};
    } catch (const std::bad_alloc&) {
        const Sentence sentence("not enough memory for this: close other programs or use a smaller file");
        return {ErrorCode::Failed, sentenceText(sentence), QString::fromStdString(sentence.english()), {}};
    } catch (const std::exception& error) {
        return {ErrorCode::Failed, sentenceText(error.what()), QString::fromUtf8(error.what()), {}};
    }
}

FileListing listFiles(EnginePort& engine, const QStringList& files) {
    FileListing listing;
    for (const QString& file : files) {
        try {
            auto arrays = arraysOf(engine.ask(wire::ArraysCall{file.toStdString()}));
            listing.arrays.insert(listing.arrays.end(), arrays.begin(), arrays.end());
        } catch (...) {
            listing.problems << currentProblem().message;
            listing.unread << file;
        }
    }
    return listing;
}

} // namespace parsimony::ui
