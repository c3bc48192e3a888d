# A box as the triangles that the program makes of it, so that next_query.sh and renumber.jq find vertices.
def as_triangles:
  if .box then
    (.box.size | map(. / 2)) as [$p, $q, $r]
    | {triangles: {
        vertices: [[-$p, -$q, $r], [$p, -$q, $r], [$p, $q, $r], [-$p, $q, $r],
                   [-$p, -$q, -$r], [$p, -$q, -$r], [$p, $q, -$r], [-$p, $q, -$r]],
        faces: [[0, 1, 2], [0, 2, 3], [4, 7, 6], [4, 6, 5], [4, 0, 3], [4, 3, 7],
                [1, 5, 6], [1, 6, 2], [7, 3, 2], [7, 2, 6], [5, 1, 0], [5, 0, 4]]}}
  else . end;
# `study.expected_x=mirrored` is for the built-in cases only: here the file itself is mirrored.
def mirrored:
  if .name == "spikes" or .name == "spike_and_wedge" or .name == "wedges"
  then .expected[].answers[].normals |= map([-.[0], .[1], .[2]]) else . end;
.bodies |= map(.shape |= as_triangles) | mirrored
