#!/bin/sh
# The scene that a generator's next query sees: finds the contacts of SCENE, lets the one free body
# take them for one step, and writes the scene half a step later, to be judged with its own half-step pose.
#   next_query.sh TOUCHSTONE SCENE GENERATOR [options of `touchstone contacts`] > NEXT_SCENE
set -eu
here=$(dirname "$0"); touchstone=$1; scene=$2; generator=$3; shift 3
state=$("$touchstone" contacts "$scene" --generator "$generator" --profile published --format json "$@" |
  jq -r --slurpfile s "$scene" '
    $s[0] as $s | ($s.bodies[] | select(.fixed | not)) as $free | .contacts[]
    | ["contact", (if .body_b == $free.name then 1 else -1 end), .position[], .normal[]] | map(tostring) | join(" ")' |
  { jq -r '
      (.bodies[] | select(.fixed | not)) as $b | ($b.linear_velocity // [0, 0, 0]) as $v | ($b.angular_velocity // [0, 0, 0]) as $w
      | (["step", .query.time_step, .friction, 2000, .gravity[]] | map(tostring) | join(" ")),
        (["body", ($b.position // [0, 0, 0])[], ($b.orientation // [1, 0, 0, 0])[], $v[], $w[]] | map(tostring) | join(" ")),
        ($b.shape.triangles | (.vertices[] | "vertex \(.[0]) \(.[1]) \(.[2])"), (.faces[] | "face \(.[0]) \(.[1]) \(.[2])"))' "$scene"
    cat; } | awk -f "$here/next_query.awk")
jq --argjson n "$state" '.bodies |= map(if .fixed then . else
  .position = $n[0] | .orientation = $n[1] | .linear_velocity = $n[2] | .angular_velocity = $n[3] end)' "$scene"
