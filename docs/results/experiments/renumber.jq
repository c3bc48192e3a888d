# The same scene with the vertices and triangles of every body listed in another order, drawn from
# $seed, and all bodies moved by one vector of at most $shift metres per axis. TetGen breaks ties
# between cospherical points by the order it meets them in, so the tetrahedra, their order and the
# order of their corners change; the solids do not.
def draw($i; $stream):  # 0 ... 1, the same for the same arguments
  (($i * 12.9898 + $seed * 78.233 + $stream * 37.719) | sin) * 43758.5453 | . - floor;
def shuffled($stream): [range(length) as $i | [draw($i; $stream), $i]] | sort | map(.[1]);
[range(3) as $axis | (2 * draw($axis; 99) - 1) * $shift] as $move
| .bodies |= [to_entries[] | .key as $b | .value
  | .position = [range(3) as $i | (.position // [0, 0, 0])[$i] + $move[$i]]
  | .shape.triangles |= (
      .vertices as $v | .faces as $f
      | ($v | shuffled(2 * $b)) as $order
      | (reduce range($order | length) as $i ([]; .[$order[$i]] = $i)) as $place
      | {vertices: [$order[] | $v[.]],
         faces: [($f | shuffled(2 * $b + 1))[] | $f[.] | map($place[.])]})]
