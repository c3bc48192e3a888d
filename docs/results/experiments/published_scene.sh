#!/bin/sh
# A built-in case as a scene file that is judged as the profile `published` judges the case.
#   published_scene.sh TOUCHSTONE CASE > SCENE
set -eu
"$1" scene export "$2" --profile published | jq -f "$(dirname "$0")/as_triangles.jq"
