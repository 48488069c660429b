// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/rows.h"

#include "core/base/sentence.h"

#include <chrono>

namespace parsimony::mechanism {

Rows::Rows(std::shared_ptr<compute::ComputeBackend> backend, std::map<std::string, data::PartFiles> files,
           RowSettings settings, const std::stop_token& stop, InvalidRows invalid)
    : m_backend(std::move(backend)), m_files(std::move(files)), m_settings(std::move(settings)),
      m_invalid(std::move(invalid)) {
    m_settings.load.stop = stop;
}

data::LoadedPart Rows::load(const std::string& part, const data::LoadOptions& options) const {
    const auto files = m_files.find(part);
    if (files == m_files.end()) {
        failUsage(Sentence("the runs need a {1} part, and none was given", part));
    }
    return data::loadPart(files->second, options);
}

data::LoadedPart Rows::values(const std::string& part) {
    data::LoadedPart loaded = load(part, m_settings.load);
    if (m_invalid) {
        m_invalid(part, loaded.invalidFeatureRows, loaded.invalidLabelRows);
    }
    return loaded;
}

std::unique_ptr<compute::ResidentData> Rows::upload(const data::LoadedPart& part) const {
    return m_backend->upload({part.features, part.labels, m_settings.classes, m_settings.precision, 0});
}

const compute::ResidentData& Rows::all(const std::string& part) {
    auto& resident = m_resident[part];
    if (!resident) {
        const auto start = std::chrono::steady_clock::now();
        resident = upload(values(part));
        m_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    return *resident;
}

std::unique_ptr<compute::ResidentData> Rows::some(const std::string& part,
                                                  const std::vector<std::uint8_t>& keep) {
    data::LoadOptions options = m_settings.load;
    options.keep = keep;
    const data::LoadedPart loaded = load(part, options);
    m_someFeatures += loaded.invalidFeatureRows;
    m_someLabels += loaded.invalidLabelRows;
    return upload(loaded);
}

void Rows::tellSome(const std::string& part) {
    if (m_invalid) {
        m_invalid(part, m_someFeatures, m_someLabels);
    }
    m_someFeatures = 0;
    m_someLabels = 0;
}

std::unique_ptr<compute::ResidentData> Rows::clipped(const std::string& part, double norm) {
    data::LoadOptions options = m_settings.load;
    options.preprocessing = {data::RowNorm::Clip, norm, {}};
    const data::LoadedPart loaded = load(part, options);
    return m_backend->upload(
        {loaded.features, loaded.labels, m_settings.classes, compute::Precision::Float32, 0});
}

} // namespace parsimony::mechanism
