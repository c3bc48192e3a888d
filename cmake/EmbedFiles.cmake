# touchstone_embed(OUTPUT FUNCTION FOLDER FILE...): a source file that defines
#   std::span<const touchstone::EmbeddedFile> touchstone::FUNCTION()
# with the bytes of the files, their names relative to FOLDER. Text only: no file may hold )bytes".
function(touchstone_embed output function folder)
  set(entries)
  foreach(name IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${name})
    file(READ ${folder}/${name} bytes)
    string(APPEND entries "    {\"${name}\", R\"bytes(${bytes})bytes\"},\n")
  endforeach()
  list(LENGTH ARGN count)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
#include <array>

#include "methods/base/embedded_file.h"

namespace touchstone {
namespace {

constexpr std::array<EmbeddedFile, @count@> kFiles{{
@entries@}};

}  // namespace

std::span<const EmbeddedFile> @function@() { return kFiles; }

}  // namespace touchstone
]])
  # Each of them has a kFiles of its own.
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
