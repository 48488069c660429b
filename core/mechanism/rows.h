// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/data/part.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::mechanism {

/// How rows become what a mechanism reads, from declared constants alone.
struct RowSettings {
    data::LoadOptions load;    ///< the mean is left to Rows::subtract(), the stop token to Rows itself
    std::uint32_t classes = 0; ///< of the classifier
    compute::Precision precision = compute::Precision::Float32;
    bool everywhere = false; ///< as UploadRequest has it: public rows alone
};

/// Behind a part's name: its rows as data::inHalves makes them. No part and no encoder has such a name.
inline constexpr std::string_view kInHalves = "/halves";

/// The rows of an experiment's parts. A file is opened when a mechanism first asks for it, which it does only
/// after its start is durable. All functions throw Error(Interrupted) when stopped.
class Rows {
public:
    /// Told how many records of a part count as empty: curator values.
    using InvalidRows =
        std::function<void(const std::string& part, std::size_t features, std::size_t labels)>;

    Rows(std::shared_ptr<compute::ComputeBackend> backend, std::map<std::string, data::PartFiles> files,
         RowSettings settings, const std::stop_token& stop, InvalidRows invalid = {});

    [[nodiscard]] compute::ComputeBackend& backend() const { return *m_backend; }
    [[nodiscard]] std::uint32_t classes() const { return m_settings.classes; }

    /// Where rows are read from now on, this mean is subtracted: a released one.
    void subtract(std::vector<float> mean) { m_settings.load.preprocessing.mean = std::move(mean); }
    /// Where rows (of that encoder, where there are several) are read from now on, they are mapped: its mean
    /// is a released one.
    void map(data::FeatureMap map, const std::string& encoder = {}) { m_maps[encoder] = std::move(map); }

    /// A whole part where the backend works on it; stays there until it is dropped.
    [[nodiscard]] const compute::ResidentData& all(const std::string& part);
    /// Rows of all its encoders, and those in halves.
    void drop(const std::string& part);

    /// Rows flagged in `keep`, one flag a row (empty: all of them), for the caller alone. What is not valid
    /// among them is told by tellSome(), of all such calls together: how rows were drawn stays secret.
    [[nodiscard]] std::unique_ptr<compute::ResidentData> some(const std::string& part,
                                                              const std::vector<std::uint8_t>& keep);
    void tellSome(const std::string& part);

    /// A part with rows clipped to `norm` and nothing subtracted, for the mean itself.
    [[nodiscard]] std::unique_ptr<compute::ResidentData> clipped(const std::string& part, double norm);

    /// A part as the row norm leaves it, before any feature map: what the map's own statistics are of. Read
    /// once, and kept until the part is mapped.
    [[nodiscard]] const data::LoadedPart& prepared(const std::string& part);
    /// The same where the backend works on it, in float32, for the caller alone.
    [[nodiscard]] std::unique_ptr<compute::ResidentData> uploadPrepared(const std::string& part);

    /// A part's rows and labels as they are read.
    [[nodiscard]] data::LoadedPart values(const std::string& part);
    [[nodiscard]] std::unique_ptr<compute::ResidentData> upload(const data::LoadedPart& part) const;

    /// Spent on whole parts so far.
    [[nodiscard]] double secondsLoading() const { return m_seconds; }

private:
    [[nodiscard]] data::LoadedPart load(const std::string& part, const data::LoadOptions& options) const;
    /// With the map of its rows.
    [[nodiscard]] data::LoadOptions optionsOf(const std::string& part) const;
    [[nodiscard]] std::unique_ptr<compute::ResidentData> uploadAs(const data::LoadedPart& part,
                                                                  compute::Precision precision) const;

    std::shared_ptr<compute::ComputeBackend> m_backend;
    std::map<std::string, data::PartFiles> m_files;
    RowSettings m_settings;
    std::map<std::string, data::FeatureMap> m_maps; ///< by encoder
    InvalidRows m_invalid;
    std::map<std::string, std::unique_ptr<compute::ResidentData>> m_resident;
    std::map<std::string, data::LoadedPart> m_prepared;
    std::size_t m_someFeatures = 0, m_someLabels = 0;
    double m_seconds = 0.0;
};

} // namespace parsimony::mechanism
