# Fails when an object file of the kernels defines a symbol that another build of the same code could
# share: the linker keeps one of them, and a program on an old processor might get the one with new
# instructions. See methods/lanes/lanes.h.
#   cmake -DNM=nm -DISA=avx2 -DOBJECTS=a.o,b.o -P kernel_symbols.cmake
string(REPLACE "," ";" objects "${OBJECTS}")
set(checked 0)
foreach(object IN LISTS objects)
  execute_process(COMMAND ${NM} --defined-only --demangle ${object}
    OUTPUT_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${NM} cannot read ${object}")
  endif()
  string(REPLACE ";" "," output "${output}")
  string(REPLACE "\n" ";" symbols "${output}")
  foreach(symbol IN LISTS symbols)
    # Upper-case letters are global symbols, w, v and u weak and unique ones; the others are local.
    if(NOT symbol MATCHES "^[0-9a-f]+ ([A-Zwvu]) (.*)$")
      continue()
    endif()
    set(symbol_name "${CMAKE_MATCH_2}")
    math(EXPR checked "${checked} + 1")
    if(NOT symbol_name MATCHES "^((vtable|typeinfo|typeinfo name|guard variable) for )?touchstone::${ISA}::")
      get_filename_component(name ${object} NAME)
      message(SEND_ERROR "${name} defines ${symbol_name}, which is not in touchstone::${ISA}")
    endif()
  endforeach()
endforeach()
if(checked EQUAL 0)
  message(SEND_ERROR "no symbol was found to check")
endif()
message(STATUS "${checked} symbols checked")
