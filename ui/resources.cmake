# SPDX-License-Identifier: GPL-3.0-or-later
# Icons and the style sheet travel inside the library, under :/parsimony.
set(icons
    check check-dark check-light chevron-down chevron-down-dark chevron-down-light chevron-right chevron-up chevron-up-dark chevron-up-light close columns copy
    export file filter folder globe help lock more parsimony pause play refit search stop warning)
set(files "")
foreach(name IN LISTS icons)
    list(APPEND files "${PROJECT_SOURCE_DIR}/resources/icons/${name}.svg")
endforeach()
qt_add_resources(parsimony_ui parsimony_ui_resources
    PREFIX /parsimony
    BASE "${PROJECT_SOURCE_DIR}/resources"
    FILES ${files} "${PROJECT_SOURCE_DIR}/resources/themes/window.qss")
