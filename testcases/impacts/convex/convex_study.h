#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "generators/convex_cast/convex_cast.h"
#include "testcases/impacts/convex/convex_samples.h"

namespace touchstone {

// A comparison of the methods for convex bodies as in Yuan, Xiang, Yang and Su [2025], Table 1 and
// Figure 5, with what they promise beside what they cost.

/// Shares of the time of the first contact for which the iterations to reach them are counted.
inline constexpr std::array<double, 3> kKeyShares{0.9, 0.95, 0.99};

/// The request to the methods for convex bodies.
struct ConvexStudyOptions {
    std::vector<std::string> methods;  ///< ids of the methods; empty: all of the table
    CastSettings settings;
    /// Number of times that all samples are cast to be timed, of which the least time counts; 0: no
    /// times.
    int timings = 3;
    Watcher watcher;  ///< counts methods, each once to be judged and once for each timing
};

/// The result of one method on all samples.
struct ConvexStudyRow {
    std::string id;
    std::string title;
    int samples = 0;
    double mean_iterations = kUnset;
    double deviation = kUnset;  ///< standard deviation of the iterations
    int worst_iterations = 0;
    /// Mean iterations until the time is at least each of kKeyShares of the first contact's; unset
    /// for methods that do not advance one time.
    std::array<double, 3> key_iterations{kUnset, kUnset, kUnset};
    double microseconds = kUnset;   ///< mean CPU time of a cast, the pair's motion made in it
    double support_calls = kUnset;  ///< mean of a cast, in distance searches
    int contract_kept = 0;  ///< samples with s d(0) ≤ d(time) < α s d(0), where the distances are
                            ///< measured anew
    int too_close = 0;                   ///< samples with less than s d(0)
    int late = 0;                        ///< samples answered later than the first contact
    int unfinished = 0;                  ///< samples that ended Stalled or Capped
    double mean_kept = kUnset;           ///< mean of d(time) / (s d(0))
    double least_kept = kUnset;          ///< least of d(time) / (s d(0))
    double mean_share_of_time = kUnset;  ///< mean of the time divided by that of the first contact
    int restarts = 0;                    ///< distance searches that were begun anew
    int steps_back = 0;                  ///< steps that were halved
    /// The number of samples that have not reached kKeyShares[j] after k iterations, as element k
    /// of entry j.
    std::array<std::vector<int>, 3> curves;
};

/// Runs the methods on the samples. Its results are not kept in cells, as those of other tables
/// are: all samples of a set are judged in seconds, and the times, which take the rest, are
/// measured method by method in turn. Throws UnknownName for an unknown method and UsageError for
/// settings out of range. Told to stop, it returns no rows.
std::vector<ConvexStudyRow> run_convex_study(const std::vector<ConvexSample>& samples,
                                             const ConvexStudyOptions& options);

/// A way in which a set of samples is moved or deformed as a whole.
struct NamedTransform {
    std::string_view id;
    std::string_view title;
    SampleTransform transform;
    bool is_published = false;  ///< whether the paper's own samples are so
};

/// Returns the transforms: as drawn, turned, stretched, sheared, in another unit, and at a million
/// sizes from the origin in three ways: placed there, drawn there in body frame, and passing by at
/// that speed.
std::vector<NamedTransform> sample_transforms();

/// Values that the paper prints in Table 1, and what its public code needs: for reports to show
/// beside.
struct PublishedConvexRow {
    std::string_view id;
    double iterations;
    double deviation;
    std::array<double, 3> key_iterations;  ///< iterations for each of kKeyShares; unset where none
                                           ///< are printed
    double microseconds;                   ///< mean time on the paper's machine
};

/// Returns the rows for the set with hulls of 256 points, or else of 10.
std::vector<PublishedConvexRow> published_convex_rows(bool is_large);

/// One of the paper's two sets of samples.
struct NamedConvexSet {
    std::string_view id;  ///< "small"
    bool is_large;        ///< as published_convex_rows asks
    ConvexSampleOptions (*samples)();
};
std::span<const NamedConvexSet> all_convex_sets();

}  // namespace touchstone
