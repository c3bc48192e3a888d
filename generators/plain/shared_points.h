#pragma once

#include "generators/plain/pair.h"

namespace touchstone::plain {

/// Where the points that two tets share are reported.
enum class ReportAt {
    MiddlePlane,  ///< projected along the normal onto the plane halfway through them
    Themselves    ///< where they are
};

/// What the SATs, opposing and growth report once they have a normal: all points in which the tets
/// meet, each once. The points that two tets share are the corners of one that lie in the other and
/// the crossings of the edges of one with the faces of the other; their convex hull is the overlap.
/// Every contact has the extent of them all along the normal as its depth.
/// Erleben [2018], §6 (Volume-SAT) and Appendix A (last step).
Contacts report_shared_points(const Pair& pair, const Vec3& normal, ReportAt where);

}  // namespace touchstone::plain
