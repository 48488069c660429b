// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/damaged_row.h"

#include "core/base/sentence.h"
#include "core/base/told.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/newer_word.h"

namespace parsimony::ledger {

void failDamagedRow(std::int64_t row, const std::string& file) {
    try {
        throw;
    } catch (const NewerWord& error) {
        fail(error.in(row, file));
    } catch (const FieldError& error) {
        fail(Sentence(
            "row {1} of '{2}' is damaged: its entry '{3}' is missing or of another type; audit tells "
            "more, and restore the file from a copy",
            told(row), file, told(error.key())));
    } catch (const Error& error) {
        fail(Sentence("row {1} of '{2}' is damaged: {3}; audit tells more, and restore the file from a copy",
                      told(row), file, sentenceOf(error)));
    } catch (const nlohmann::json::exception&) {
        fail(Sentence("row {1} of '{2}' is damaged: it holds something of another form than it has to have; "
                      "audit tells more, and restore the file from a copy",
                      told(row), file));
    }
}

} // namespace parsimony::ledger
