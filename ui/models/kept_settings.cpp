// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/kept_settings.h"

#include <QCoreApplication>
#include <QSettings>
#include <QThreadPool>
#include <QTimer>
#include <memory>
#include <utility>

namespace parsimony::ui {

namespace {

/// What changes together is written once; a window that is killed sooner has forgotten it.
constexpr int kPauseMilliseconds = 100;

class Writer {
public:
    Writer() {
        m_thread.setMaxThreadCount(1); // in the order in which they were kept
        m_pause.setSingleShot(true);
        m_pause.setInterval(kPauseMilliseconds);
        QObject::connect(&m_pause, &QTimer::timeout, [this] { write(); });
    }
    ~Writer() {
        write();
        m_thread.waitForDone();
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void keep(const QString& key, const QVariant& value) {
        if (!m_waiting) {
            m_waiting = std::make_unique<QSettings>();
            m_waiting->moveToThread(nullptr); // else it would write itself, on this one
        }
        m_waiting->setValue(key, value);
        if (!m_pause.isActive()) {
            m_pause.start();
        }
    }

private:
    void write() {
        if (m_waiting) {
            m_thread.start([settings = m_waiting.release()] { delete settings; }); // writes what it has
        }
    }

    std::unique_ptr<QSettings> m_waiting;
    QThreadPool m_thread;
    QTimer m_pause;
};

Writer* writer = nullptr;

} // namespace

void keepSetting(const QString& key, const QVariant& value) {
    if (writer == nullptr) {
        writer = new Writer;
        qAddPostRoutine([] { delete std::exchange(writer, nullptr); });
    }
    writer->keep(key, value);
}

} // namespace parsimony::ui
