#!/bin/bash
# What a careless or hostile caller must not be able to break, asked of the program itself.
# Usage: hardening_test.sh PROGRAM PART; see docs/develop/reliability.md for the promises.
set -u
program=$(realpath "$1")
part=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export TOUCHSTONE_CACHE_DIR=$folder/cache
faults=0

# is WHAT EXPECTED FOUND
is() {
  if [ "$2" != "$3" ]; then
    echo "FAULT: $1: expected '$2', found '$3'"
    faults=$((faults + 1))
  fi
}

# refuses STATUS WORD COMMAND...: ends so, with the word in one line of message.
refuses() {
  local expected=$1 word=$2
  shift 2
  timeout 300 "$program" "$@" >out 2>err
  is "status of: $*" "$expected" $?
  is "lines of message of: $*" 1 "$(wc -l <err)"
  grep -q "$word" err || is "message of: $*" "…$word…" "$(cat err)"
}

# within SECONDS COMMAND...: processor time, many times what it takes; beyond, a signal ends it.
within() {
  local most=$1
  shift
  (ulimit -t "$most"; exec "$program" "$@" >out 2>err)
}

# Each way to start with closed standard streams leaves the recording whole.
closed_streams() {
  "$program" simulate wedges --generator opposing --steps 6 --record out.h5 >&- 2>err
  is "status without standard output" 1 $?
  is "message without standard output" 1 "$(grep -c 'standard output' err)"
  "$program" simulate wedges --generator opposing --steps 6 --record err.h5 2>&- >out
  is "status without standard error" 0 $?
  "$program" simulate wedges --generator opposing --steps 6 --record none.h5 <&- >&- 2>&-
  is "status without any stream" 1 $?
  # Ctrl-C as well, in the middle of a recording whose name would make a long message.
  local long running
  long=$(printf 'n%.0s' {1..200}).h5
  # Asynchronous commands of a shell without job control ignore SIGINT: perl restores it.
  perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$program" simulate pillar --generator vertex_only --steps 1000000 \
    --record "$long" >out 2>&- &
  running=$!
  for _ in {1..600}; do [ -s "$long" ] && break; sleep 0.1; done
  sleep 1
  kill -INT $running
  wait $running
  is "status after Ctrl-C without standard error" 130 $?
  "$program" export "$long" --to csv --out from_long >log 2>&1
  is "status of exporting what Ctrl-C ended" 0 $?
  for file in out err none; do
    "$program" export $file.h5 --to csv --out from_$file >log 2>&1
    is "status of exporting $file.h5" 0 $?
    is "steps of $file.h5, and a heading" 7 "$(wc -l <from_$file/steps.csv)"
  done
}

# No output takes the place of an input or of another output, whatever the name.
outputs_over_inputs() {
  "$program" scene export wedges >s.json
  cp s.json kept.json
  ln -s s.json link.json
  ln s.json hard.json
  for output in s.json ./s.json link.json hard.json "$folder/s.json"; do
    refuses 2 overwritten contacts s.json --generator opposing --out $output
    refuses 2 overwritten report s.json --generators opposing --json $output
    refuses 2 overwritten report s.json --generators opposing --csv $output
    refuses 2 overwritten simulate s.json --generator opposing --steps 2 --csv $output
    refuses 2 overwritten simulate s.json --generator opposing --steps 2 --record $output --force
    refuses 2 overwritten audit s.json --generators opposing --json $output
    refuses 2 overwritten scene export s.json --out $output
  done
  is "the scene" "$(cksum <kept.json)" "$(cksum <s.json)"
  printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n' >m.obj
  echo '{"schema":"touchstone-scene-1","name":"m","bodies":[{"name":"a","shape":{"mesh":{"file":"m.obj"}}}]}' >mesh.json
  refuses 2 overwritten report mesh.json --generators opposing --json m.obj
  refuses 2 overwritten inspect m.obj --json ./m.obj
  "$program" simulate wedges --generator opposing --steps 3 --record r.h5 >out
  cp r.h5 kept.h5
  refuses 2 overwritten simulate --resume r.h5 --steps 5 --csv r.h5
  mkdir e && cp r.h5 e/steps.csv
  refuses 2 overwritten export e/steps.csv --to csv --out e
  is "the recording" "$(cksum <kept.h5)" "$(cksum <r.h5)"
  "$program" check --baseline b.json --update wedges --generators opposing >out 2>&1
  cp b.json kept.json
  refuses 2 overwritten check --baseline b.json --junit b.json
  is "the baseline" "$(cksum <kept.json)" "$(cksum <b.json)"
  refuses 2 'two outputs' check --baseline new.json --update wedges --generators opposing --junit new.json
  refuses 2 'two outputs' report wedges --generators opposing --json x --csv ./X
  refuses 2 'two outputs' simulate wedges --generator opposing --steps 2 --csv x --record x
  "$program" study time-step --generators opposing --profile corrected --out study >out
  run=$(ls study/cells/*.json | head -1)
  cp "$run" kept.json
  ln -sf "$PWD/$run" study/time-step.md
  refuses 2 overwritten study time-step --generators opposing --profile corrected --out study
  is "the finished run" "$(cksum <kept.json)" "$(cksum <"$run")"
  is "files made by refused commands" "" "$(ls -A | grep -x -e x -e X -e new.json)"
  "$program" report wedges --generators opposing --json /dev/null --csv /dev/null >out 2>err
  is "status of two outputs to a device" 0 $?
}

# scene SIZE X SIZE_OF_UPPER: two boxes, one on the other.
scene() {
  cat <<SCENE
{"schema": "touchstone-scene-1", "name": "two", "bodies": [
  {"name": "lower", "shape": {"box": {"size": [$1, $1, $1]}}, "position": [$2, 0, 0], "fixed": true},
  {"name": "upper", "shape": {"box": {"size": [$3, $3, $3]}}, "position": [$2, $1, 0]}]}
SCENE
}

# Far from the origin, where coordinates hold few digits or none: words or an answer, no loop.
far_away() {
  scene 2 -8.9e15 2 >far.json
  scene 1 -1e10 1e-6 >speck.json
  scene 1e-9 -6 1e-9 >small.json
  for generator in vertex_only growth semi_local opposing; do
    refuses 2 'too few digits' contacts far.json --generator $generator
    refuses 2 'too few digits' contacts speck.json --generator $generator
    refuses 2 'too few digits' contacts small.json --generator $generator
  done
  for command in report audit; do
    refuses 2 'too few digits' $command far.json
    refuses 2 'too few digits' $command small.json
  done
  refuses 2 'too few digits' simulate small.json --generator opposing --steps 2
  echo '{"schema": "touchstone-scene-1", "name": "fast", "bodies": [
    {"name": "a", "shape": {"box": {"size": [1, 1, 1]}}, "fixed": true},
    {"name": "b", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0, 1, 0], "linear_velocity": [1e300, 0, 0]}]}' >fast.json
  refuses 2 'linear_velocity' simulate fast.json --generator opposing --steps 2
  refuses 2 'linear_velocity' simulate fast.json --solver barrier --steps 2
  refuses 2 'linear_velocity' simulate fast.json --solver events --steps 2
  refuses 2 'too few digits' simulate small.json --solver events --steps 2
  # As far as is allowed, with the filter as fine as it can be set: an answer.
  scene 1e-9 -4 1e-9 >near.json
  timeout 300 "$program" contacts near.json --generator growth --set growth.precision=1e-12 >out 2>err
  is "status of boxes of 1 nm at 4 m" 0 $?
}

# Programs behind --generator-command, and what these started, end with this one.
orphans() {
  cat >hang.sh <<'HANG'
#!/bin/bash
sleep 1000 &
echo $$ $! >pids.new; mv pids.new pids
while read -r line; do
  case $line in
    *'"hello"'*) echo '{"type":"hello","name":"m","version":"1","shapes":["triangles"]}' ;;
    *'"load"'*) echo "{\"type\":\"loaded\",\"id\":$(echo "$line" | sed 's/.*"id": *\([0-9]*\).*/\1/')}" ;;
    *) while :; do sleep 1000; done ;;
  esac
done
HANG
  chmod +x hang.sh
  for signal in TERM HUP QUIT KILL INT; do
    rm -f pids
    # Asynchronous commands of a shell without job control ignore SIGINT: perl restores it.
    perl -e '$SIG{INT} = $SIG{QUIT} = "DEFAULT"; exec @ARGV' "$program" report wedges --generators opposing \
      --generator-command ./hang.sh --generator-time-limit 600 >out 2>err &
    local running=$!
    for _ in $(seq 600); do [ -s pids ] && break; sleep 0.1; done
    sleep 1
    kill -$signal $running
    if [ $signal = INT ]; then sleep 1; kill -INT $running; fi
    wait $running 2>wait.err
    read -r leader child <pids
    [ $signal = KILL ] && child=$leader  # what it started in turn is told by its closed pipes
    for _ in $(seq 300); do
      kill -0 $leader 2>wait.err || kill -0 $child 2>wait.err || break
      # Not reaped yet, where nobody reaps orphans.
      case "$(ps -o stat= -p $leader) $(ps -o stat= -p $child)" in *[SRD]*) ;; *) break ;; esac
      sleep 0.1
    done
    is "what runs after SIG$signal" "" "$(ps -o stat=,args= -p $leader -p $child | grep -v ^Z)"
    kill -9 $(cat pids) 2>wait.err
  done
}

# Meshing does not depend on what the caller does with SIGCHLD.
ignored_sigchld() {
  (trap '' CHLD; exec "$program" contacts wedges --generator opposing >out 2>err)
  is "status with SIGCHLD ignored" 0 $?
}

# The largest cylinder that scenes allow a test's patience for, and half of it: no deep recursion of
# TetGen ends the worker.
many_sides() {
  echo '{"schema": "touchstone-scene-1", "name": "cy", "bodies": [
    {"name": "a", "shape": {"cylinder": {"radius": 1, "height": 1, "sides": 512}}},
    {"name": "b", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0.1, 1, 0]}]}' >cylinder.json
  "$program" contacts cylinder.json --generator opposing >out 2>err
  is "status of 512 sides" 0 $?
}

# Devices are written in place, by anybody who may.
devices() {
  local user=()
  if [ "$(id -u)" = 0 ]; then
    user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    "${user[@]}" test -x "$program" || exit 77  # the program is where only root may go
    chmod 777 . && mkdir -m 777 cache
  fi
  # The pipe belongs to the one who makes it: nobody else may open it by its name.
  "${user[@]}" bash -c '"$1" report wedges --generators opposing --json /dev/stdout 2>err | cat >piped
    exit "${PIPESTATUS[0]}"' - "$program"
  is "status of --json /dev/stdout" 0 $?
  is "what came through it" 1 "$(grep -c '"schema"' piped)"
  "${user[@]}" "$program" report wedges --generators opposing --json /dev/null >out 2>err
  is "status of --json /dev/null" 0 $?
}

# What another than this program has written into a recording is neither obeyed nor trusted.
recordings() {
  local name escape
  name=./$(printf 'A%.0s' {1..36}).json
  "$program" scene export wedges >"$name"
  "$program" simulate "$name" --generator opposing --steps 3 --record a.h5 >out
  python3 - "$name" <<'EVIL'
import sys
name = sys.argv[1].encode()
data = open("a.h5", "rb").read()
assert data.count(name) == 1
evil = b"\x1b]0;TITLE\x07\x1b[31m\nx,1,2".ljust(len(name), b"B")
open("a.h5", "wb").write(data.replace(name, evil))
EVIL
  timeout 300 "$program" simulate --resume a.h5 --steps 5 --csv a.csv >out 2>err
  is "status of going on from a recording with such a name" 0 $?
  escape=$(printf '[\033\007]')
  is "lines with control characters" "0 0 0" "$(echo $(cat out err a.csv | grep -c "$escape") \
    $(grep -c '^x,1,2' out) $(grep -c '^x,1,2' a.csv))"
  "$program" simulate wedges --generator opposing --steps 6 --record s.h5 >out
  python3 -c 'file = open("s.h5", "r+b"); file.seek(59); file.write(b"\0")'
  refuses 1 'damaged' simulate --resume s.h5 --steps 8
}

# Numbers chosen so that the hash tables of a common library would hold them in one bucket.
chosen_numbers() {
  python3 - <<'MESHES'
import struct
COUNT, BUCKETS = 160000, 172933
with open("h.msh", "w") as out:
    out.write("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n%d\n" % COUNT)
    for i in range(COUNT):
        out.write("%d %d %d 0\n" % ((i + 1) * BUCKETS * 351061 * 3, i % 1000, i // 1000))
    out.write("$EndNodes\n$Elements\n0\n$EndElements\n")
# Undoes a hash of the three coordinates that multiplies by an odd number and folds.
MASK, FACTOR = (1 << 64) - 1, 0x9E3779B97F4A7C15
INVERSE = pow(FACTOR, -1, 1 << 64)
def bits(value): return struct.unpack("<Q", struct.pack("<d", value))[0]
def fold(hashed, part):
    hashed = ((hashed ^ part) * FACTOR) & MASK
    return hashed ^ (hashed >> 32)
first = fold(fold(0, bits(1.0)), bits(2.0))
heights, step = [], 1
while len(heights) < COUNT:
    target = step * BUCKETS * 351061 & MASK
    step += 1
    height = struct.unpack("<d", struct.pack("<Q", ((target ^ (target >> 32)) * INVERSE & MASK) ^ first))[0]
    if height == height and 1e-300 < abs(height) < 1e300:
        heights.append(height)
with open("h.stl", "w") as out:
    out.write("solid a\n")
    for i in range(0, COUNT - 2, 3):
        corners = "".join("vertex 1 2 %r\n" % height for height in heights[i : i + 3])
        out.write("facet normal 0 0 0\nouter loop\n" + corners + "endloop\nendfacet\n")
    out.write("endsolid\n")
MESHES
  for mesh in h.msh h.stl; do
    (ulimit -t 60; "$program" inspect $mesh >out 2>err)  # it takes less than a second; some minutes before
    is "status of $mesh" 1 $?
  done
}

# What killed runs left is gone when the next one writes to the folder.
left_behind() {
  mkdir folder
  touch folder/.touchstone-4194304-x.tmp
  "$program" report wedges --generators opposing --json folder/r.json >out 2>err
  is "what is in the folder" "r.json" "$(ls -A folder)"
}

# Sound but unlucky meshes, and those made to be slow.
slow_meshes() {
  awk 'BEGIN { n = 16384; pi = atan2(0, -1); print "OFF"; print n + 2, 2 * n, 0; print "0 0 0"
    for (i = 0; i < n; i++) printf "1 %.17g %.17g\n", cos(2 * pi * i / n), sin(2 * pi * i / n)
    print "1 0 0"
    for (i = 0; i < n; i++) print 3, 0, 1 + (i + 1) % n, 1 + i
    for (i = 0; i < n; i++) print 3, n + 1, 1 + i, 1 + (i + 1) % n }' >cone.off
  timeout 1000 "$program" inspect cone.off >out 2>err
  is "status of a cone of 16384 sides" 0 $?
  awk 'BEGIN { n = 50000; print "OFF"; print 3, n, 0; print "0 0 0"; print "1 0 0"; print "0 1 0"
    for (i = 0; i < n; i++) print "3 0 1 2" }' >copies.off
  timeout 1000 "$program" inspect copies.off >out 2>err
  is "status of one face 50000 times" 1 $?
  # Inward shells in the corners of the boxes of others, inside none of them.
  awk 'function shell(x, y, z, s, inward,  v) {
      v = count; count += 4
      points = points sprintf("%.9f %.9f %.9f\n%.9f %.9f %.9f\n%.9f %.9f %.9f\n%.9f %.9f %.9f\n",
        x, y, z, x + s, y, z, x, y + s, z, x, y, z + s)
      side = "3 %d %d %d\n3 %d %d %d\n3 %d %d %d\n3 %d %d %d\n"
      if (inward) faces = faces sprintf(side, v, v + 1, v + 2, v, v + 3, v + 1, v, v + 2, v + 3, v + 1, v + 3, v + 2)
      else faces = faces sprintf(side, v, v + 2, v + 1, v, v + 1, v + 3, v, v + 3, v + 2, v + 1, v + 2, v + 3) }
    BEGIN { n = 4000
      for (i = 0; i < n; i++) {
        shell(0, 0, 0, 100 + i * 1e-3, 0)
        shell(90 + i * 1e-3, 90 + i * 7 % 1000 * 1e-3, 90 + i * 13 % 1000 * 1e-3, 1e-3, 1) }
      printf "OFF\n%d %d 0\n%s%s", 8 * n, 8 * n, points, faces }' >shells.off
  timeout 1000 "$program" inspect shells.off >out 2>err
  is "status of 4000 shells beside others" 1 $?
  is "faces that are read of these" 1 "$(grep -c '32000 faces' out)"
}

# Crowds of faces that earlier took the square of their number, and those that are bounded.
crowded_meshes() {
  awk 'BEGIN { n = 160000; print "OFF"; print n + 2, n, 0; print "0 0 0"; print "1 0 0"
    for (i = 0; i < n; i++) printf "0.5 %.17g %.17g\n", cos(i), sin(i)
    for (i = 0; i < n; i++) print 3, 0, 1, i + 2 }' >edge.off
  within 40 inspect edge.off  # took 70 s
  is "status of 160000 faces on one edge" 1 $?
  is "faces that are read of these" 1 "$(grep -c '160000 faces' out)"
  is "crossings of 160000 faces on one edge" 0 "$(grep -c self_intersection out)"
  # Every second one inward, as cavities are.
  awk 'BEGIN { n = 4000; print "OFF"; print 4 * n, 4 * n, 0
    for (i = 0; i < n; i++) { a = -0.2 * (i + 1); b = 0.8 * (i + 1)
      print a, a, a; print b, a, a; print a, b, a; print a, a, b }
    for (i = 0; i < n; i++) { v = 4 * i; if (i % 2) {
        print 3, v, v + 2, v + 1; print 3, v, v + 1, v + 3
        print 3, v, v + 3, v + 2; print 3, v + 1, v + 2, v + 3
      } else {
        print 3, v, v + 1, v + 2; print 3, v, v + 3, v + 1
        print 3, v, v + 2, v + 3; print 3, v + 1, v + 3, v + 2 } } }' >nest.off
  within 40 inspect nest.off
  is "faces that are read of 4000 nested shells" 1 "$(grep -c '16000 faces' out)"
  is "crossings of 4000 nested shells" 0 "$(grep -c self_intersection out)"
  # Blades along one diagonal, turned about it: every pair is near.
  awk 'BEGIN { n = 20000; print "OFF"; print 3 * n, n, 0
    for (i = 0; i < n; i++) { c = cos(i); s = sin(i); x = 1e-3 * s; y = 1e-3 * c
      print -1 + x, -1 + y, -1; print 1 + x, 1 + y, 1; print c - s, -c - s, 2 * s }
    for (i = 0; i < n; i++) print 3, 3 * i, 3 * i + 1, 3 * i + 2 }' >blades.off
  within 100 inspect blades.off
  is "status of 20000 faces along one line" 1 $?
  is "words about 20000 faces along one line" 1 "$(grep -c '^ *self_intersection' out)"
  echo '{"schema": "touchstone-scene-1", "name": "same", "bodies": [
    {"name": "a", "shape": {"sphere": {"radius": 1, "subdivisions": 2}}},
    {"name": "b", "shape": {"sphere": {"radius": 1, "subdivisions": 2}}}]}' >same.json
  within 40 contacts same.json --generator growth
  is "status of two spheres in the same place" 0 $?
  sed 's/"subdivisions": 2/"subdivisions": 3/g' same.json >finer.json
  within 10 report finer.json --generators surface_sat --json finer_out.json  # took 14 s
  is "status of a report of two spheres in the same place" 0 $?
  # A flat grid at x = 0, welded within far less than its spacing.
  awk 'BEGIN { n = 300; print "OFF"; print n * n, 2 * (n - 1) * (n - 1), 0
    for (i = 0; i < n; i++) for (j = 0; j < n; j++) print 0, i, j
    for (i = 0; i < n - 1; i++) for (j = 0; j < n - 1; j++) { v = i * n + j
      print 3, v, v + n, v + 1; print 3, v + 1, v + n, v + n + 1 } }' >grid.off
  within 20 inspect grid.off --repair welded.off --weld 1e-7  # took 35 s
  is "status of welding a flat grid" 1 $?
}

# Bodies in one place: words from the method that finds a contact at each pair of elements, an answer
# from one that does not.
crowded_bodies() {
  python3 -c 'import json; print(json.dumps({"schema": "touchstone-scene-1", "name": "crowd", "bodies": [
    {"name": f"b{i}", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0, 0, 0]} for i in range(300)]}))' >crowd.json
  for method in surface_sat growth; do
    (ulimit -t 100 -v 4000000; exec "$program" contacts crowd.json --generator $method >out 2>err)
    is "status of $method on 300 boxes in one place" 1 $?
    is "words of $method about these" 1 "$(grep -c "$method: there are more than .* contacts" err)"
    refuses 1 'more than' simulate crowd.json --generator $method --steps 1
  done
  within 100 report crowd.json --generators opposing,surface_sat --json crowd_out.json
  is "status of a report of 300 boxes in one place" 0 $?
  is "rows of that report" 2 "$(grep -c '"refusal":' crowd_out.json)"
}

# No mesh with a coordinate that is no number comes out of a repair.
repair_of_nan() {
  printf 'OFF\n4 4 0\n0 0 nan\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n' >nan.off
  "$program" inspect nan.off --repair repaired.off >out 2>err
  is "status of a repair of nan" 1 $?
  is "what a repair of nan writes" "" "$(ls -A | grep repaired)"
}

case $part in
  closed_streams | outputs_over_inputs | far_away | orphans | ignored_sigchld | many_sides | devices | \
    recordings | chosen_numbers | left_behind | slow_meshes | crowded_meshes | crowded_bodies | repair_of_nan) $part ;;
  *) echo "no such part: $part"; exit 1 ;;
esac
exit $((faults > 0))
