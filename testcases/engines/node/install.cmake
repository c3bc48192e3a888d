# Puts the engines made for JavaScript beside the other programs; run at build time:
#   cmake -DSOURCE=... -DBIN=... -DNPM=... -DNAMES=a,b -DSTAMP=... -P install.cmake
# Without network they are left out, and a line says so; the next build tries again.
set(folder ${BIN}/node-engines)
string(REPLACE "," ";" names ${NAMES})
foreach(name IN LISTS names)
  file(REMOVE ${BIN}/touchstone-engine-${name})
endforeach()

file(GLOB sources ${SOURCE}/*.mjs)
file(COPY ${sources} ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${folder})
execute_process(
  COMMAND ${NPM} ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
  WORKING_DIRECTORY ${folder}
  RESULT_VARIABLE failed
  OUTPUT_QUIET
  ERROR_VARIABLE reason)
if(failed)
  string(REGEX REPLACE "[\r\n]+" "; " reason "${reason}")
  string(SUBSTRING "${reason}" 0 200 reason)
  message("The engines for Node are left out: 'npm ci' failed in ${folder}: ${reason}")
  return()
endif()

foreach(name IN LISTS names)
  file(CONFIGURE OUTPUT ${BIN}/touchstone-engine-${name} @ONLY
    CONTENT [[#!/bin/sh
exec node "$(dirname "$(readlink -f "$0")")/node-engines/@name@.mjs" "$@"
]])
  file(CHMOD ${BIN}/touchstone-engine-${name} PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endforeach()
file(TOUCH ${STAMP})
