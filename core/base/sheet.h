// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <string>
#include <vector>

namespace parsimony {

/// What an operation found, as tables and pictures to be shown: the same for the command line, the window and
/// whoever asks a server. Cells have points as decimal marks.
struct Sheet {
    struct Column {
        Sentence title;
        bool isWords = false; ///< names, to be aligned on the left; numbers otherwise
    };
    struct Table {
        std::string title; ///< may be empty
        std::vector<Column> columns;
        std::vector<std::vector<std::string>> rows; ///< as many cells as columns
        std::vector<Sentence> below;                ///< what is to be said of it
    };
    struct Picture {
        std::string name, svg;
    };

    std::string title;
    std::vector<Table> tables;
    std::vector<Picture> pictures;
    std::string json; ///< all of it as a document; empty: none
};

} // namespace parsimony
