# Copies the shared libraries of the programs to ${root}/lib/touchstone, with their notices, so that
# the tree runs where they are not installed. Left to the system: what belongs to its C and C++
# libraries, and to its graphics drivers.
# Variables: root, programs.

set(of_system
  "ld-linux" "libc\\.so" "libm\\.so" "libdl\\.so" "libpthread\\.so" "librt\\.so" "libresolv\\.so"
  "libgcc_s" "libstdc\\+\\+" "libGL" "libEGL" "libX" "libxcb" "libbsd" "libmd\\.so" "linux-vdso")
list(TRANSFORM of_system PREPEND "^")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs}
  RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing
  CONFLICTING_DEPENDENCIES_PREFIX conflict PRE_EXCLUDE_REGEXES ${of_system})
if(missing)
  message(FATAL_ERROR "libraries that cannot be found: ${missing}")
endif()
file(MAKE_DIRECTORY ${root}/lib/touchstone)
set(owners)
foreach(library IN LISTS libraries)
  get_filename_component(name ${library} NAME)
  get_filename_component(file ${library} REALPATH)
  configure_file(${file} ${root}/lib/touchstone/${name} COPYONLY)
  # Debian's files lie in /usr/lib, and its database may know them by the old path /lib.
  string(REGEX REPLACE "^/usr/lib/" "/lib/" old_path ${file})
  execute_process(COMMAND dpkg-query --search ${file} ${old_path}
    OUTPUT_VARIABLE owner ERROR_QUIET)
  if(owner MATCHES "^([a-z0-9.+-]+)")
    list(APPEND owners ${CMAKE_MATCH_1})
  endif()
endforeach()
list(REMOVE_DUPLICATES owners)
set(packages ${owners})
set(destination ${root}/share/doc/touchstone)
include(${CMAKE_CURRENT_LIST_DIR}/install_notices.cmake)
