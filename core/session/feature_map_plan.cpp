// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/feature_map_plan.h"

#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"
#include "core/compute/noise.h"
#include "core/ledger/records.h"
#include "core/session/map_shares.h"
#include "core/train/sensitivity.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace parsimony::session {

namespace {

/// Of classes whose counts, known to so much of their mean, spread no more than that (squared, of their
/// mean): a bias coordinate of 2 % takes half a point there and has nothing to learn, and rows may be
/// isotropic, which gain where the signal is doubted for longer (methods.md).
constexpr double kMostCountNoise = 0.65, kEqualSpread = 0.1, kEqualBiasShare = 0.002, kEqualCaution = 6.0;
/// Of the squared norm of a row: a shorter mean is not worth more than a first look at it (methods.md).
constexpr double kRestAbove = 0.12;
/// A flatness that would be known no better than this is not released: it is known to 0.8 without.
constexpr double kMostFlatnessSe = 1.0;
/// Of A and B; any number does, and everybody knows it.
constexpr std::uint64_t kQuadraticSeed = 0x7175616472617469ULL;

/// Rows × dim standard normals over √dim from a stream that everybody knows.
std::vector<float> publicGaussians(std::uint64_t seed, std::uint64_t matrix, std::size_t rows,
                                   std::size_t dim) {
    std::vector<double> wide(rows * dim);
    compute::NoiseSource::seeded(compute::PublicDataSeed{seed}, matrix, 0).fillGaussian(wide, {});
    std::vector<float> values(wide.size());
    std::transform(wide.begin(), wide.end(), values.begin(),
                   [](double value) { return static_cast<float>(value); });
    return values;
}

/// Standard deviation of the noise in each number of a released mean.
double noiseOf(const train::MeanPlan& plan) {
    return plan.release().noiseSd / plan.publicRecords();
}

double squaredNorm(std::span<const double> values) {
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

std::vector<float> shrunk(std::span<const double> released, double sd) {
    const double squared = squaredNorm(released);
    const double kept =
        squared > 0.0 ? std::max(0.0, 1.0 - static_cast<double>(released.size()) * sd * sd / squared) : 0.0;
    return collected<float>(released, [&](const double value) { return static_cast<float>(kept * value); });
}

bool hasQuadratic(const RunOptions& options) {
    return options.featureMap == FeatureMapKind::CentredQuadratic;
}

/// Training that starts from zero can start from a bias; of DP-LS there is no start.
bool startsFromZero(const RunOptions& options) {
    const train::TrainerTraits& trainer = train::traitsOf(options.trainer);
    return trainer.stepSize && options.head.kind == compute::HeadKind::Linear &&
           options.init.kind == train::InitKind::Zero && !options.initBias && !trainer.initBias;
}

void checkGoesWith(const RunOptions& options, const Constants& constants) {
    if (options.mean != MeanKind::None) {
        failUsage(Sentence("--feature-map subtracts a private mean itself: leave out --mean private"));
    }
    if (constants.rowBound <= 0.0) {
        failUsage(Sentence("a feature map needs rows of bounded norm: use --row-norm unit or clip"));
    }
    if (options.head.kind == compute::HeadKind::Sequence) {
        failUsage(Sentence("--feature-map is for records of one vector, not for --head {1}",
                           train::headText(options.head)));
    }
    if (options.init.kind == train::InitKind::File) {
        failUsage(Sentence("--init {1} is a matrix for the features as they are: leave out --feature-map",
                           options.init.file));
    }
}

} // namespace

std::vector<PlannedStatistic> FeatureMapPlan::statistics() const {
    std::vector<PlannedStatistic> all{{ReleasedValue::Mean, mean.event(), mean.mu()}};
    for (const OtherMean& other : otherMeans) {
        all.push_back({other.release, other.mean.event(), other.mean.mu()});
    }
    if (classCounts) {
        all.push_back({ReleasedValue::ClassCounts, classCounts->event(), classCounts->mu()});
    }
    if (countsRest) {
        all.push_back({ReleasedValue::ClassCountsRest, countsRest->event(), countsRest->mu()});
    }
    if (meanRest) {
        all.push_back({ReleasedValue::MeanRest, meanRest->mean.event(), meanRest->mean.mu()});
    }
    if (flatness) {
        all.push_back({ReleasedValue::Flatness, flatness->event(), flatness->mu()});
    }
    return all;
}

double FeatureMapPlan::expectedPairs() const {
    // Records fall into buckets like rain: of λ on average two or more are in a bucket with probability
    // 1 − e^−λ(1 + λ).
    const double load = mean.publicRecords() / flatnessBuckets;
    return flatnessBuckets * (1.0 - std::exp(-load) * (1.0 + load));
}

bool FeatureMapPlan::asksForRest(std::span<const double> releasedMean) const {
    const double sd = noiseOf(mean);
    const double bound = mean.release().clip;
    const double likely = squaredNorm(releasedMean) - static_cast<double>(releasedMean.size()) * sd * sd;
    return meanRest && likely > meanRest->above * bound * bound;
}

KnownCounts FeatureMapPlan::known(std::span<const double> releasedCounts,
                                  std::span<const double> releasedRest) const {
    KnownCounts both{
        {releasedCounts.begin(), releasedCounts.end()}, classCounts.value().release().noiseSd, priorLaw};
    if (!releasedRest.empty()) {
        const double first = std::pow(both.sd, -2.0);
        const double rest = std::pow(countsRest.value().release().noiseSd, -2.0);
        for (std::size_t i = 0; i < both.counts.size(); ++i) {
            both.counts[i] = (first * both.counts[i] + rest * releasedRest[i]) / (first + rest);
        }
        both.sd = 1.0 / std::sqrt(first + rest);
    }
    return both;
}

bool FeatureMapPlan::areEqual(const KnownCounts& counts) const {
    const auto classes = static_cast<double>(counts.counts.size());
    const double equal = std::accumulate(counts.counts.begin(), counts.counts.end(), 0.0) / classes;
    double spread = -(classes - 1.0) * counts.sd * counts.sd;
    for (const double count : counts.counts) {
        spread += (count - equal) * (count - equal);
    }
    return equalClasses && equal > 0.0 && spread / classes < equalClasses->spread * equal * equal;
}

FeatureMapPlan FeatureMapPlan::of(const std::string& encoder) const {
    FeatureMapPlan own = *this;
    for (const OtherMean& other : otherMeans) {
        if (other.encoder == encoder) {
            own.mean = other.mean;
        }
    }
    return own;
}

ReleaseName FeatureMapPlan::meanReleaseOf(const std::string& encoder) const {
    const auto found = std::find_if(otherMeans.begin(), otherMeans.end(),
                                    [&](const OtherMean& other) { return other.encoder == encoder; });
    return found == otherMeans.end() ? ReleaseName(ReleasedValue::Mean) : found->release;
}

nlohmann::json FeatureMapPlan::toJson() const {
    nlohmann::json json{{"flatness", flatness ? flatness->toJson() : nlohmann::json()},
                        {"flatness_buckets", flatnessBuckets},
                        {"bias_share", biasShare},
                        {"quadratic_rows", quadraticRows},
                        {"quadratic_share", quadraticShare},
                        {"quadratic_seed", quadraticSeed},
                        {"mean", mean.toJson()},
                        {"class_counts", classCounts ? classCounts->toJson() : nlohmann::json()}};
    if (classCounts) {
        json["class_prior"] = {{"least_sd", priorLaw.leastSd}, {"most_share", priorLaw.mostShare}};
    }
    if (meanRest) {
        json["mean_rest"] = {{"mean", meanRest->mean.toJson()}, {"above", meanRest->above}};
    }
    if (countsRest) {
        json["class_counts_rest"] = countsRest->toJson();
    }
    if (equalClasses) {
        json["equal_classes"] = {{"bias_share", equalClasses->biasShare}, {"spread", equalClasses->spread}};
        if (equalClasses->caution) {
            json["equal_classes"]["caution"] = *equalClasses->caution;
        }
    }
    if (flatnessBelieved) {
        json["flatness_believed"] = true;
    }
    for (const OtherMean& other : otherMeans) {
        json["other_means"].push_back(
            {{"encoder", other.encoder}, {"mean", other.mean.toJson()}, {"release", other.release.text()}});
    }
    return json;
}

FeatureMapPlan FeatureMapPlan::fromJson(const nlohmann::json& json) {
    FeatureMapPlan plan{.mean = train::MeanPlan::fromJson(json.at("mean"))};
    json.at("bias_share").get_to(plan.biasShare);
    readNumber(json.at("quadratic_rows"), plan.quadraticRows);
    json.at("quadratic_share").get_to(plan.quadraticShare);
    readNumber(json.at("quadratic_seed"), plan.quadraticSeed);
    if (const auto rest = json.find("mean_rest"); rest != json.end()) {
        plan.meanRest =
            MeanRest{train::MeanPlan::fromJson(rest->at("mean")), rest->at("above").get<double>()};
    }
    if (const auto equal = json.find("equal_classes"); equal != json.end()) {
        plan.equalClasses =
            EqualClasses{equal->at("bias_share").get<double>(), equal->at("spread").get<double>()};
        if (const auto caution = equal->find("caution"); caution != equal->end()) {
            plan.equalClasses->caution = caution->get<double>();
        }
    }
    plan.flatnessBelieved = json.value("flatness_believed", false);
    for (const nlohmann::json& other : json.value("other_means", nlohmann::json::array())) {
        plan.otherMeans.push_back({other.at("encoder").get<std::string>(),
                                   train::MeanPlan::fromJson(other.at("mean")),
                                   ReleaseName::read(other.at("release").get<std::string>())});
    }
    if (const nlohmann::json& counts = json.at("class_counts"); !counts.is_null()) {
        plan.classCounts = train::SumPlan::fromJson(train::ReleaseKind::ClassCounts, counts);
        const nlohmann::json& law = json.at("class_prior");
        plan.priorLaw = {law.at("least_sd").get<double>(), law.at("most_share").get<double>()};
    }
    if (const auto rest = json.find("class_counts_rest"); rest != json.end()) {
        plan.countsRest = train::SumPlan::fromJson(train::ReleaseKind::ClassCounts, *rest);
    }
    if (const auto flatness = json.find("flatness"); flatness != json.end() && !flatness->is_null()) {
        plan.flatness = train::SumPlan::fromJson(train::ReleaseKind::Flatness, *flatness);
        readNumber(json.at("flatness_buckets"), plan.flatnessBuckets);
    }
    return plan;
}

std::uint32_t addedByMap(const RunOptions& options) {
    const bool maps = options.featureMap.value_or(FeatureMapKind::None) != FeatureMapKind::None;
    return maps ? 1 + (hasQuadratic(options) ? kQuadraticRows : 0) : 0;
}

namespace {

/// Makes the releases of a map, each of a share of the whole μ².
class MapShares {
public:
    MapShares(const Constants& constants, Mu totalMu, const MapNeeds& needs)
        : m_constants(constants), m_totalMu(totalMu),
          m_means(needs.ofEncoders ? static_cast<double>(constants.encoders.size()) : 1.0),
          m_least(needs.ofPilots ? kLeastPilotMeanShare : kLeastMeanShare) {}

    [[nodiscard]] double shareOf(std::uint32_t dim) const {
        return std::min(meanShare(m_constants, dim, m_totalMu, m_least), kMostMeansShare / m_means);
    }
    [[nodiscard]] train::MeanPlan meanOf(std::uint32_t dim, double share) const {
        return train::MeanPlan::forMu(part(share), m_constants.rowBound, dim,
                                      static_cast<double>(m_constants.publicRecords), m_constants.adjacency,
                                      m_constants.rowsPerPerson);
    }
    /// A record counts once for each of its labels: a vector of norm √K.
    [[nodiscard]] train::SumPlan countsOf(double share) const {
        return train::SumPlan::forMu(train::ReleaseKind::ClassCounts, part(share),
                                     train::labelFactor(m_constants.labelsPerRecord), m_constants.adjacency,
                                     m_constants.rowsPerPerson);
    }
    [[nodiscard]] train::SumPlan flatnessOf(const search::AutoCentred& flatness) const {
        return train::SumPlan::forMu(train::ReleaseKind::Flatness, part(flatness.flatnessShare),
                                     flatness.flatnessCap, m_constants.adjacency, m_constants.rowsPerPerson);
    }

private:
    [[nodiscard]] Mu part(double share) const { return Mu{std::sqrt(share) * m_totalMu.value()}; }

    const Constants& m_constants;
    const Mu m_totalMu;
    const double m_means, m_least;
};

/// A plan with its means. `auto` first asks whether there is a mean at all: half as much again is worth no
/// release of its own, nor is what so little as the least share would save.
FeatureMapPlan plannedMeans(const Constants& constants, Mu totalMu, const MapShares& shares, bool mayAsk,
                            bool ofEncoders) {
    const double whole = shares.shareOf(constants.dim);
    const double first = askingShare(constants, totalMu);
    const bool asks = mayAsk && whole > 1.5 * std::max(first, kLeastMeanShare);
    FeatureMapPlan plan{.mean = shares.meanOf(constants.dim, asks ? first : whole)};
    if (asks) {
        plan.meanRest = FeatureMapPlan::MeanRest{shares.meanOf(constants.dim, whole - first), kRestAbove};
    }
    for (std::size_t i = 1; ofEncoders && i < constants.encoders.size(); ++i) {
        const EncoderFacts& encoder = constants.encoders[i];
        plan.otherMeans.push_back({encoder.name, shares.meanOf(encoder.dim, shares.shareOf(encoder.dim)),
                                   ReleaseName::meanOf(encoder.name)});
    }
    return plan;
}

void planCounts(FeatureMapPlan& plan, const Constants& constants, const MapShares& shares, bool mayAsk,
                bool wantsCounts) {
    plan.classCounts = shares.countsOf(kCountShare);
    const double noise = plan.classCounts->release().noiseSd * constants.classes /
                         static_cast<double>(constants.publicRecords);
    if (!mayAsk || constants.labelsPerRecord != 1 || noise > kMostCountNoise) {
        return;
    }
    plan.equalClasses = FeatureMapPlan::EqualClasses{kEqualBiasShare, kEqualSpread, kEqualCaution};
    const double asked = askingCountShare(constants, noise);
    if (kCountShare > 1.5 * asked && !wantsCounts) {
        plan.classCounts = shares.countsOf(asked);
        plan.countsRest = shares.countsOf(kCountShare - asked);
    }
}

/// Where the noise would drown a flatness it is believed unseen.
void planFlatness(FeatureMapPlan& plan, const Constants& constants, const train::SumPlan& flatness) {
    // 1.8 records in a bucket give the most pairs.
    const double wanted = std::max(1.0, static_cast<double>(constants.publicRecords) / 1.8);
    plan.flatnessBuckets = std::uint32_t{1} << static_cast<unsigned>(std::lround(std::log2(wanted)));
    if (flatness.release().noiseSd > kMostFlatnessSe * plan.expectedPairs()) {
        plan.flatnessBuckets = 0;
        plan.flatnessBelieved = true;
        return;
    }
    plan.flatness = flatness;
}

} // namespace

std::optional<FeatureMapPlan> planFeatureMap(const RunOptions& options, const Constants& constants,
                                             Mu totalMu, const std::optional<search::AutoCentred>& flatness,
                                             const MapNeeds& needs) {
    if (addedByMap(options) == 0) {
        if (options.biasShare) {
            failUsage(Sentence("--bias-share is of the coordinate that a feature map appends, and this plan "
                               "has none: take --feature-map center"));
        }
        return std::nullopt;
    }
    checkGoesWith(options, constants);
    const MapShares shares(constants, totalMu, needs);
    const bool fromZero = startsFromZero(options);
    const bool mayAsk = needs.mayAsk && flatness && !needs.ofEncoders && fromZero;
    FeatureMapPlan plan = plannedMeans(constants, totalMu, shares, mayAsk, needs.ofEncoders);
    plan.biasShare = options.biasShare.value_or(plan.biasShare);
    if (hasQuadratic(options)) {
        plan.quadraticRows = kQuadraticRows;
        plan.quadraticSeed = kQuadraticSeed;
    }
    if (fromZero) {
        planCounts(plan, constants, shares, mayAsk && !options.biasShare, needs.wantsCounts);
    }
    if (flatness) {
        planFlatness(plan, constants, shares.flatnessOf(*flatness));
    }
    return plan;
}

std::vector<float> shrunkMean(std::span<const double> released, const train::MeanPlan& plan) {
    return shrunk(released, noiseOf(plan));
}

std::vector<float> shrunkMean(const FeatureMapPlan& plan, std::span<const double> releasedMean,
                              std::span<const double> releasedRest) {
    if (releasedRest.empty()) {
        return shrunkMean(releasedMean, plan.mean);
    }
    const double first = std::pow(noiseOf(plan.mean), -2.0);
    const double rest = std::pow(noiseOf(plan.meanRest.value().mean), -2.0);
    std::vector<double> both(releasedMean.begin(), releasedMean.end());
    for (std::size_t i = 0; i < both.size(); ++i) {
        both[i] = (first * both[i] + rest * releasedRest[i]) / (first + rest);
    }
    return shrunk(both, 1.0 / std::sqrt(first + rest));
}

data::FeatureMap featureMapOf(const FeatureMapPlan& plan, std::span<const double> releasedMean,
                              std::span<const double> releasedRest) {
    data::FeatureMap map{.mean = shrunkMean(plan, releasedMean, releasedRest), .biasShare = plan.biasShare};
    if (plan.quadraticRows > 0) {
        const std::size_t dim = map.mean.size();
        map.quadratic = data::QuadraticBlock{plan.quadraticRows, plan.quadraticShare,
                                             publicGaussians(plan.quadraticSeed, 0, plan.quadraticRows, dim),
                                             publicGaussians(plan.quadraticSeed, 1, plan.quadraticRows, dim)};
    }
    return map;
}

std::vector<double> startingBias(const KnownCounts& known, const FeatureMapPlan& plan,
                                 const Constants& constants) {
    return constants.labelsPerRecord == 1 ? logPrior(known) : logOdds(known, plan.mean.publicRecords());
}

} // namespace parsimony::session
