#pragma once

#include "generators/plain/pair.h"

namespace touchstone::plain {

/// The places at which shared points are reported.
enum class ReportAt {
    MiddlePlane,  ///< projected along the normal onto the plane halfway through them
    Themselves    ///< unchanged
};

/// Reports what the SATs, opposing and growth do once they have a normal: all points in which the
/// tets meet, each once. They are the corners of one tet that lie in the other, and the crossings
/// of the edges of one with the faces of the other; their convex hull is the overlap. The depth of
/// every contact is their common extent along the normal. Erleben [2018], §6 (Volume-SAT) and
/// Appendix A (last step).
Contacts report_shared_points(const Pair& pair, const Vec3& normal, ReportAt where);

}  // namespace touchstone::plain
