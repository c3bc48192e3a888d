#include "methods/quality/log_histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "methods/base/error.h"
#include "methods/base/types.h"

namespace touchstone {
namespace {

constexpr int kBinsPerOctave = 64;
constexpr int kLowestExponent = -120;
constexpr int kHighestExponent = 80;
constexpr int kBinCount = (kHighestExponent - kLowestExponent + 1) * kBinsPerOctave;

constexpr std::int64_t kMostValues = std::int64_t{1}
                                     << 48;  // most values in a file; sums of many fit

/// Returns the bin of a value; bin 0 holds 0 and all that is too small.
int bin_of(double value) {
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);  // in [1/2, 1)
    if (value == 0.0 || exponent < kLowestExponent) {
        return 0;
    }
    if (exponent > kHighestExponent) {
        return kBinCount - 1;
    }
    const int within = static_cast<int>((2.0 * mantissa - 1.0) * kBinsPerOctave);
    return (exponent - kLowestExponent) * kBinsPerOctave + within;
}

/// Returns the upper end of a bin; the last has none.
double upper_end(int bin) {
    const int exponent = bin / kBinsPerOctave + kLowestExponent;
    const double within = (bin % kBinsPerOctave + 1.0) / kBinsPerOctave;
    if (bin == kBinCount - 1) {
        return std::numeric_limits<double>::max();
    }
    return bin == 0 ? 0.0 : std::ldexp(0.5 * (1.0 + within), exponent);
}

}  // namespace

void LogHistogram::add(double value) {
    if (count_ == 0) {
        bins_.assign(kBinCount, 0);
        smallest_ = value;
        largest_ = value;
    }
    ++bins_[static_cast<std::size_t>(bin_of(value))];
    ++count_;
    sum_.add(value);
    smallest_ = std::min(smallest_, value);
    largest_ = std::max(largest_, value);
}

void LogHistogram::add(const LogHistogram& other) {
    if (other.count_ == 0) {
        return;
    }
    if (count_ == 0) {
        *this = other;
        return;
    }
    for (int bin = 0; bin < kBinCount; ++bin) {
        bins_[static_cast<std::size_t>(bin)] += other.bins_[static_cast<std::size_t>(bin)];
    }
    count_ += other.count_;
    sum_.add(other.sum_);
    smallest_ = std::min(smallest_, other.smallest_);
    largest_ = std::max(largest_, other.largest_);
}

double LogHistogram::mean() const {
    return count_ == 0 ? kUnset : sum() / static_cast<double>(count_);
}

double LogHistogram::smallest() const { return count_ == 0 ? kUnset : smallest_; }

double LogHistogram::largest() const { return count_ == 0 ? kUnset : largest_; }

double LogHistogram::quantile(double share) const {
    if (count_ == 0) {
        return kUnset;
    }
    const double rank = std::max(std::ceil(share * static_cast<double>(count_)), 1.0);
    std::int64_t seen = 0;
    for (int bin = 0; bin < kBinCount; ++bin) {
        seen += bins_[static_cast<std::size_t>(bin)];
        if (static_cast<double>(seen) >= rank) {
            return std::clamp(upper_end(bin), smallest_, largest_);
        }
    }
    return largest_;
}

LogHistogramContent LogHistogram::content() const {
    LogHistogramContent content{{}, sum_.digits(), smallest_, largest_};
    for (int bin = 0; bin < std::ssize(bins_); ++bin) {
        if (bins_[bin] > 0) {
            content.bins.push_back({bin, bins_[bin]});
        }
    }
    return content;
}

LogHistogram LogHistogram::restored(const LogHistogramContent& content) {
    LogHistogram histogram;
    for (const auto& [bin, count] : content.bins) {
        if (bin < 0 || bin >= kBinCount || count <= 0 || count > kMostValues) {
            throw Error("damaged: a histogram has no bin " + std::to_string(bin) + " with " +
                        std::to_string(count) + " values");
        }
        histogram.bins_.resize(kBinCount);
        histogram.bins_[static_cast<std::size_t>(bin)] = count;
        histogram.count_ += count;
    }
    histogram.sum_ = ExactSum::restored(content.sum);
    histogram.smallest_ = content.smallest;
    histogram.largest_ = content.largest;
    return histogram;
}

}  // namespace touchstone
