#pragma once

#include "testcases/scenes/test_case.h"

// Contact where a surface curves both ways: Erleben [2018], §4.6, which describes two such scenes
// without numbers. Both are at rest, the lower body fixed, and touch in one point, the origin.

namespace touchstone {

/// Puts a spike's apex onto the middle of a saddle whose ridges rise and whose valleys fall by 2
/// : 5. Whichever way the apex moves, one of the four planes around the middle stops it: all four
/// normals are right, (±2, 5, ±2)/√33.
TestCase make_spike_on_saddle(BodyOrder order);

/// Puts a saddle upside down onto another, valleys along ridges, so that they touch in their
/// middles alone: the lower one's ridges rise by 2 : 5, the upper one's, along the lower valleys,
/// fall by 3 : 10, and both have room in the other's valley. Moved by (a, c, b), the upper saddle
/// stays clear of the lower one as long as c ≥ 0.3 |a| + 0.4 |b|, which is where its ridge along x
/// crosses the other's along z. So the four pairs of ridges give the right normals, (±3, 10,
/// ±4)/√125, and no face does.
TestCase make_saddles(BodyOrder order);

}  // namespace touchstone
