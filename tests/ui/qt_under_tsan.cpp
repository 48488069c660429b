// SPDX-License-Identifier: GPL-3.0-or-later
// What ThreadSanitizer has to be told of Debian's Qt, which is not built with it: that a call handed to
// another thread's queue happens before it is carried out there. Linked into the window's tests under that
// sanitizer alone. Without it every value that such a call carries is reported; suppressing these reports by
// their frames would hide what really races in the same lambda.
#include <dlfcn.h>

#include <QCoreApplication>
#include <QMetaObject>
#include <QThread>
#include <mutex>

extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);

namespace {

/// Held while a worker emits: Qt copies the arguments of its queued signals meanwhile. The window's own
/// signals call slots directly, which may take long, and carry nothing to other threads.
std::mutex s_emitting;

template <class Call>
Call* next(const char* name) {
    return reinterpret_cast<Call*>(dlsym(RTLD_NEXT, name));
}

bool acquireQueue(void** receiverAndEvent) {
    __tsan_acquire(receiverAndEvent[0]);
    const std::lock_guard emitted(s_emitting);
    return false; // Qt goes on with the event
}

const bool s_registered = QInternal::registerCallback(QInternal::EventNotifyCallback, acquireQueue);

} // namespace

bool QMetaObject::invokeMethodImpl(QObject* receiver, QtPrivate::QSlotObjectBase* slot,
                                   Qt::ConnectionType type, void* result) {
    static auto* const real = next<bool(QObject*, QtPrivate::QSlotObjectBase*, Qt::ConnectionType, void*)>(
        "_ZN11QMetaObject16invokeMethodImplEP7QObjectPN9QtPrivate15QSlotObjectBaseEN2Qt14ConnectionTypeEPv");
    __tsan_release(receiver);
    return real(receiver, slot, type, result);
}

void QMetaObject::activate(QObject* sender, const QMetaObject* type, int signal, void** arguments) {
    static auto* const real =
        next<void(QObject*, const QMetaObject*, int, void**)>("_ZN11QMetaObject8activateEP7QObjectPKS_iPPv");
    if (QCoreApplication::instance() == nullptr ||
        QThread::currentThread() == QCoreApplication::instance()->thread()) {
        real(sender, type, signal, arguments);
        return;
    }
    const std::lock_guard emitting(s_emitting);
    real(sender, type, signal, arguments);
}

// Named one by one; all are Qt's own objects, none is the program's.
extern "C" const char* __tsan_default_suppressions() {
    return "race:libglib-2.0.so\n"                            // the descriptor that wakes an event loop
           "race:QWaitCondition\n"                            // a QThread's, destroyed after the thread's end
           "race:QArrayData::allocate\n"                      // the thread's copy of its name
           "race:QCoreApplicationPrivate::sendPostedEvents\n" // deletes an event that was carried out
           "race:QMetaObject::invokeMethodImpl\n" // and whoever posted it the call in it, if it is last
           "race:libQt6Test.so\n";                // the watchdog of Qt Test
}
