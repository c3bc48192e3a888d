#pragma once

#include "viewer/scene/camera.h"
#include "viewer/scene/query_scene.h"

namespace touchstone::viewer {

/// The state of the view of a query.
struct QueryState {
    QueryScene scene;
    Camera camera;
    double time = 0.0;  ///< time on display, in [0, 1]
    int answer = 0;     ///< index of the answer on display
    int level = -1;     ///< level of the search whose boxes are shown; -1: none
    bool playing = false;
};

/// Describes the query, the answers, the time and, if wanted, the boxes of the search, in the whole
/// window. The pointer turns, moves and zooms the elements.
void draw_query(QueryState& state, const ViewSize& window);

}  // namespace touchstone::viewer
