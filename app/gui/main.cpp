// SPDX-License-Identifier: GPL-3.0-or-later
// The window: parses its command line and wires the engine to the main window.
#include "app/common/cuda_module.h"
#include "app/gui/start_options.h"
#include "ui/style/system_theme.h"
#include "ui/style/theme.h"
#include "ui/window/engine_files.h"
#include "ui/window/main_window.h"
#include "ui/window/project_flow.h"
#include "ui/window/report_pdf.h"
#include "ui/window/screenshots.h"
#include "ui/window/window_layout.h"
#include "ui/workers/engine_session.h"
#include "ui/workers/remote_engine.h"
#include "ui/workers/server_address.h"

#include "parsimony_version.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QLocale>
#include <QSettings>
#include <QTimer>
#include <QTranslator>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <map>
#include <optional>
#include <string_view>

namespace {

using namespace parsimony;

struct Arguments {
    QStringList files;
    std::optional<ui::ThemeMode> theme; ///< absent: as it was chosen before
    QString screenshots, start;
    QString print, printed; ///< what the command line wants drawn
    ui::PlotOrder plot;
};

/// Absent for a text that names none.
std::optional<ui::ThemeMode> themeNamed(const QString& text) {
    static const std::map<QString, ui::ThemeMode> themes{{QStringLiteral("light"), ui::ThemeMode::Light},
                                                         {QStringLiteral("dark"), ui::ThemeMode::Dark}};
    const auto found = themes.find(text);
    return found == themes.end() ? std::nullopt : std::optional(found->second);
}

Arguments parse(const QApplication& app) {
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QApplication::translate("main", "Private hyperparameter search with a budget that is kept."));
    const QCommandLineOption theme(
        QStringLiteral("theme"), QApplication::translate("main", "Light or dark, whatever the system says."),
        QStringLiteral("light|dark"));
    const QCommandLineOption screenshots(
        QStringLiteral("screenshots"),
        QApplication::translate("main", "Write a picture of every view into DIR and quit."),
        QStringLiteral("DIR"));
    const QCommandLineOption start(
        QStringLiteral("start"),
        QApplication::translate("main",
                                "Start the search that FILE.toml asks for, or go on with the project's."),
        QStringLiteral("FILE.toml"));
    const auto forCommandLine = [](const char* name, const char* value, const QString& standard = {}) {
        QCommandLineOption option(QLatin1String(name), {}, QLatin1String(value), standard);
        option.setFlags(QCommandLineOption::HiddenFromHelp);
        return option;
    };
    const QCommandLineOption plot = forCommandLine("plot", "NAME");
    const QCommandLineOption print = forCommandLine("print", "FILE.md");
    const QCommandLineOption size = forCommandLine("size", "SIZE", QStringLiteral("column"));
    const QCommandLineOption output = forCommandLine("output", "FILE");
    const QCommandLineOption filter = forCommandLine("filter", "EXPR");
    const QCommandLineOption experiment = forCommandLine("experiment", "N");
    const QCommandLineOption x = forCommandLine("x", "COLUMN");
    const QCommandLineOption y = forCommandLine("y", "COLUMN");
    const QCommandLineOption color = forCommandLine("color", "COLUMN");
    const QCommandLineOption releases = forCommandLine("releases", "Z,T,D");
    parser.addOptions(
        {theme, screenshots, start, plot, print, size, output, filter, experiment, x, y, color, releases});
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("files"),
        QApplication::translate(
            "main", "A project (.parsimony), here or on a server (ssh://user@host/path), or feature files."),
        QStringLiteral("[FILE.parsimony | ssh://HOST/FILE.parsimony | DATA…]"));
    parser.process(app);
    const auto wanted = themeNamed(parser.value(theme));
    if (parser.isSet(theme) && !wanted) {
        std::fprintf(stderr, "parsimony: --theme takes light or dark\n");
        std::exit(2);
    }
    return {parser.positionalArguments(),
            wanted,
            parser.value(screenshots),
            parser.value(start),
            parser.value(print),
            parser.value(output),
            {parser.value(plot), parser.value(size), parser.value(output), parser.value(filter),
             parser.value(experiment), parser.value(x), parser.value(y), parser.value(color),
             parser.value(releases)}};
}

void chooseTheme(std::optional<ui::ThemeMode> asked) {
    auto& theme = ui::Theme::instance();
    const auto stored =
        static_cast<ui::ThemeMode>(QSettings().value(QStringLiteral("view/theme"), 0).toInt());
    theme.setMode(asked.value_or(stored));
    theme.apply();
}

/// Opens what the command line names; 0, or the exit code when it cannot be read.
int open(ui::MainWindow& window, const Arguments& arguments) {
    if (!arguments.start.isEmpty()) {
        try {
            window.parts().projects->startOrGoOn(
                app::readStartOptions(arguments.start.toStdString()),
                arguments.files.isEmpty() ? QStringLiteral("parsimony.parsimony") : arguments.files.first());
        } catch (const Error& error) {
            std::fprintf(stderr, "parsimony: %s\n", error.what());
            return error.exitCode();
        }
    } else if (!arguments.files.isEmpty()) {
        window.parts().projects->openFiles(arguments.files);
    }
    return 0;
}

/// ssh would ask for a passphrase on the terminal that the window was started from, where nobody looks.
void letAskpassAsk() {
    const QString program = qEnvironmentVariable("SSH_ASKPASS", QStringLiteral("/usr/bin/ssh-askpass"));
    if (!qEnvironmentVariableIsSet("SSH_ASKPASS_REQUIRE") && QFileInfo(program).isExecutable()) {
        qputenv("SSH_ASKPASS_REQUIRE", "prefer");
    }
}

/// Pictures verify a project and ask for its plots: all of it would be fetched for each.
int refuseServer() {
    std::fprintf(stderr, "parsimony: --screenshots draws a project of this machine; one on a server is "
                         "saved here by Save a copy for others of its window\n");
    return 2;
}

/// `--print`; returns an exit code.
int print(const QString& markdown, const QString& pdf) {
    try {
        ui::printReport(markdown, pdf);
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "parsimony: %s\n", error.what());
        return error.exitCode();
    }
}

} // namespace

int main(int argc, char** argv) {
    parsimony::app::registerCudaModule();
    std::signal(SIGXFSZ, SIG_IGN); // a file that may grow no further fails its write, as on a full disk
    const auto isScreenshots = [](const char* word) {
        return std::string_view(word).starts_with("--screenshots");
    };
    if (std::any_of(argv, argv + argc, isScreenshots)) {
        qputenv("QT_SCALE_FACTOR", "2"); // half of the pictures are at 2x: icons have to be drawn for that
    }
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("parsimony"));
    QApplication::setApplicationName(QStringLiteral("parsimony"));
    QApplication::setApplicationDisplayName({});
    QApplication::setApplicationVersion(QStringLiteral(PARSIMONY_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.parsimony.Parsimony"));
    QTranslator ofQt; // words of its own dialogs, where they are installed
    if (ofQt.load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QApplication::installTranslator(&ofQt);
    }
    QTranslator translator;
    if (translator.load(QLocale(), QStringLiteral("parsimony"), QStringLiteral("_"),
                        QStringLiteral(":/parsimony/translations"))) {
        QApplication::installTranslator(&translator);
    }
    QTranslator ofEngine; // its sentences
    if (ofEngine.load(QLocale(), QStringLiteral("engine"), QStringLiteral("_"),
                      QStringLiteral(":/parsimony/translations"))) {
        QApplication::installTranslator(&ofEngine);
    }
    Arguments arguments = parse(app);
    const ui::SystemTheme system;
    chooseTheme(arguments.theme);
    if (!arguments.screenshots.isEmpty()) {
        if (!arguments.files.isEmpty() && ui::ServerAddress::of(arguments.files.first())) {
            return refuseServer();
        }
        return ui::screenshotsOf(ui::makeEngine(), arguments.files, arguments.screenshots);
    }
    if (!arguments.print.isEmpty()) {
        return print(arguments.print, arguments.printed);
    }
    const bool projectOrNone = arguments.files.size() == (arguments.plot.releases.isEmpty() ? 1 : 0);
    if (!arguments.plot.name.isEmpty() && projectOrNone) {
        return ui::writePlot(ui::makeEngine(), arguments.files.value(0), arguments.plot);
    }
    if (arguments.files.isEmpty() && arguments.start.isEmpty()) {
        if (const QString last = ui::ProjectFlow::last(); ui::ServerAddress::of(last)) {
            arguments.files = QStringList{last};
        }
    }
    const auto server =
        arguments.files.size() == 1 ? ui::ServerAddress::of(arguments.files.first()) : std::nullopt;
    ui::MainWindow window(server ? ui::makeRemoteEngine(server->command) : ui::makeEngine());
    window.parts().layout->fitScreen();
    if (server) {
        letAskpassAsk(); // before anything is asked of the engine
        window.parts().files->setServer(*server);
        arguments.files = QStringList{server->project};
    }
    if (const int code = open(window, arguments); code != 0) {
        return code;
    }
    window.show();
    if (arguments.files.isEmpty() && arguments.start.isEmpty()) {
        window.parts().projects->restore();
    }
    return QApplication::exec();
}
