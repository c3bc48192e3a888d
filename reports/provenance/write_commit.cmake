# Writes OUTPUT, the source of program_commit() for the commit of SOURCE, when it differs from what
# stands there: run by every build, so it must leave the file alone when nothing changed.
set(commit unknown)
find_program(GIT git)
if(GIT)
  # The clone may be of another user than the one who builds.
  execute_process(COMMAND ${GIT} -c safe.directory=* rev-parse --show-toplevel WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  # A copy of the sources inside another repository has no commit of its own.
  file(REAL_PATH "${SOURCE}" source)
  if(NOT failed AND top)
    file(REAL_PATH "${top}" top)
  endif()
  if(NOT failed AND top STREQUAL source)
    execute_process(COMMAND ${GIT} -c safe.directory=* rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
      OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    execute_process(COMMAND ${GIT} -c safe.directory=* --no-optional-locks status --porcelain --untracked-files=no
      WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE changes ERROR_QUIET)
    if(NOT failed)
      set(commit ${hash})
      if(changes)
        string(APPEND commit -dirty)
      endif()
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT [[#include "reports/provenance/version.h"

namespace touchstone::reports {

std::string program_commit() { return "@commit@"; }

}  // namespace touchstone::reports
]] @ONLY)
