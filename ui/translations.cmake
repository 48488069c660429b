# SPDX-License-Identifier: GPL-3.0-or-later
# resources/translations/*.ts become :/parsimony/translations/*.qm. To collect new strings:
#   /usr/lib/qt6/bin/lupdate ui app/gui core/session core/search core/train -tr-function-alias QT_TR_NOOP+=inWindow -I . -locations none -no-obsolete -ts resources/translations/parsimony_de.ts
# engine_*.ts hold the engine's sentences (core/base/sentence.h), one message for each pattern in the sources; lupdate
# does not see them, tests/ui/test_errors names the ones that are missing or left over.
find_package(Qt6 6.4 REQUIRED COMPONENTS LinguistTools)
qt_add_translation(translations
    "${PROJECT_SOURCE_DIR}/resources/translations/engine_de.ts"
    "${PROJECT_SOURCE_DIR}/resources/translations/parsimony_de.ts" OPTIONS -silent)
foreach(file IN LISTS translations)
    get_filename_component(name "${file}" NAME)
    set_source_files_properties("${file}" PROPERTIES QT_RESOURCE_ALIAS "${name}")
endforeach()
qt_add_resources(parsimony_ui parsimony_ui_translations PREFIX /parsimony/translations FILES ${translations})
