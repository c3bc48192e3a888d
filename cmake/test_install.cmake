# Installs the build into a folder of its own, builds the example against it, and runs that.
# Variables: BUILD, EXAMPLE, COMPILER, C_COMPILER.

set(stage ${BUILD}/install_test)
file(REMOVE_RECURSE ${stage})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN} ended with ${status}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${stage}/prefix)
run(${CMAKE_COMMAND} -S ${EXAMPLE} -B ${stage}/example -G Ninja -D CMAKE_BUILD_TYPE=Release
  -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_C_COMPILER=${C_COMPILER}
  -D CMAKE_CXX_FLAGS_RELEASE=-O0 -D CMAKE_PREFIX_PATH=${stage}/prefix)
run(${CMAKE_COMMAND} --build ${stage}/example)

run(${stage}/example/own_method)
if(NOT output MATCHES "Middle of the bodies" OR NOT output MATCHES "Opposing")
  message(FATAL_ERROR "the example's table lacks a row:\n${output}")
endif()
run(${stage}/prefix/bin/touchstone report wedges --generators opposing)
if(NOT output MATCHES "Opposing")
  message(FATAL_ERROR "the installed program prints no table:\n${output}")
endif()
