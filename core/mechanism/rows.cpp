// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/rows.h"

#include "core/base/part_name.h"
#include "core/base/seconds_since.h"
#include "core/base/sentence.h"
#include "core/data/halves.h"

#include <chrono>

namespace parsimony::mechanism {

Rows::Rows(std::shared_ptr<compute::ComputeBackend> backend, std::map<std::string, data::PartFiles> files,
           RowSettings settings, const std::stop_token& stop, InvalidRows invalid)
    : m_backend(std::move(backend)), m_files(std::move(files)), m_settings(std::move(settings)),
      m_invalid(std::move(invalid)) {
    m_settings.load.stop = stop;
}

data::LoadedPart Rows::load(const std::string& part, const data::LoadOptions& options) const {
    const bool halves = part.ends_with(kInHalves);
    const auto files = m_files.find(halves ? part.substr(0, part.size() - kInHalves.size()) : part);
    if (files == m_files.end()) {
        failUsage(Sentence("the runs need a {1} part, and none was given", partName(part)));
    }
    data::LoadedPart loaded = data::loadPart(files->second, options);
    return halves ? data::inHalves(std::move(loaded), files->second, options) : std::move(loaded);
}

data::LoadOptions Rows::optionsOf(const std::string& part) const {
    data::LoadOptions options = m_settings.load;
    const auto at = part.find('@'); // PartRows::rows
    const auto map = m_maps.find(at == std::string::npos ? std::string() : part.substr(at + 1));
    if (map != m_maps.end()) {
        options.preprocessing.map = map->second;
    }
    return options;
}

const data::LoadedPart& Rows::prepared(const std::string& part) {
    const auto known = m_prepared.find(part);
    if (known != m_prepared.end()) {
        return known->second;
    }
    data::LoadOptions options = m_settings.load;
    options.preprocessing.map.reset();
    data::LoadedPart loaded = load(part, options);
    if (m_invalid) {
        m_invalid(part.substr(0, part.find('/')), loaded.invalidFeatureRows, loaded.invalidLabelRows);
    }
    return m_prepared.emplace(part, std::move(loaded)).first->second;
}

std::unique_ptr<compute::ResidentData> Rows::uploadPrepared(const std::string& part) {
    return uploadAs(prepared(part), compute::Precision::Float32);
}

data::LoadedPart Rows::values(const std::string& part) {
    (void)prepared(part);
    data::LoadedPart loaded = std::move(m_prepared.extract(part).mapped());
    const data::LoadOptions options = optionsOf(part);
    return options.preprocessing.map ? data::mapped(std::move(loaded), options) : std::move(loaded);
}

std::unique_ptr<compute::ResidentData> Rows::upload(const data::LoadedPart& part) const {
    return uploadAs(part, m_settings.precision);
}

std::unique_ptr<compute::ResidentData> Rows::uploadAs(const data::LoadedPart& part,
                                                      compute::Precision precision) const {
    return m_backend->upload({part.features, part.labels, m_settings.classes, precision, 0,
                              m_settings.everywhere, part.labelSets.present() ? &part.labelSets : nullptr});
}

const compute::ResidentData& Rows::all(const std::string& part) {
    auto& resident = m_resident[part];
    if (!resident) {
        const auto start = std::chrono::steady_clock::now();
        resident = upload(values(part));
        m_seconds += secondsSince(start);
    }
    return *resident;
}

void Rows::drop(const std::string& part) {
    std::erase_if(m_resident, [&part](const auto& rows) {
        return rows.first == part || rows.first == part + std::string(kInHalves) ||
               rows.first.starts_with(part + "@");
    });
}

std::unique_ptr<compute::ResidentData> Rows::some(const std::string& part,
                                                  const std::vector<std::uint8_t>& keep) {
    data::LoadOptions options = optionsOf(part);
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
    return uploadAs(load(part, options), compute::Precision::Float32);
}

} // namespace parsimony::mechanism
