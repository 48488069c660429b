// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/array_files.h"

#include <QFile>
#include <QStringList>

namespace parsimony::ui::test {

void writeZeros(const QString& path, const char* type, const std::vector<quint64>& shape) {
    constexpr int kBlock = 64;    // the header's length is a multiple of it
    constexpr int kPreamble = 10; // magic, version, length
    qint64 bytes = type[2] - '0';
    QString extents;
    for (const quint64 extent : shape) {
        bytes *= static_cast<qint64>(extent);
        extents += QString::number(extent) + QLatin1Char(',');
    }
    QByteArray header = QStringLiteral("{'descr': '%1', 'fortran_order': False, 'shape': (%2), }")
                            .arg(QLatin1String(type), extents)
                            .toLatin1();
    const auto padding = kBlock - (kPreamble + header.size() + 1) % kBlock;
    header += QByteArray(padding, ' ') + '\n';
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("%s cannot be written", qPrintable(path));
    }
    file.write(QByteArray("\x93NUMPY\x01\x00", 8));
    file.write(QByteArray(1, static_cast<char>(header.size() & 0xff)));
    file.write(QByteArray(1, static_cast<char>(header.size() >> 8)));
    file.write(header);
    file.resize(file.pos() + bytes);
}

} // namespace parsimony::ui::test
