# touchstone_embed(OUTPUT FUNCTION FOLDER FILE...): a source file that defines
#   std::span<const touchstone::EmbeddedFile> FUNCTION()
# with the bytes of the files, their names relative to FOLDER. FUNCTION with its namespace,
# `touchstone::reports::page_files`; one without stands in `touchstone`. Text only: no file may hold
# )bytes".
function(touchstone_embed output function folder)
  set(entries)
  foreach(name IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${name})
    file(READ ${folder}/${name} bytes)
    string(APPEND entries "        {\"${name}\", R\"bytes(${bytes})bytes\"},\n")
  endforeach()
  list(LENGTH ARGN count)
  set(namespace touchstone)
  if(function MATCHES "^(.+)::([^:]+)$")
    set(namespace ${CMAKE_MATCH_1})
    set(function ${CMAKE_MATCH_2})
  endif()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
#include <array>

#include "methods/base/files/embedded_file.h"

namespace @namespace@ {

std::span<const touchstone::EmbeddedFile> @function@() {
    static constexpr std::array<touchstone::EmbeddedFile, @count@> files{{
@entries@    }};
    return files;
}

}  // namespace @namespace@
]])
  # It shares no header with other sources.
  # Clang warns of texts of more than 65536 characters, which a compiler need not take; these do.
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
