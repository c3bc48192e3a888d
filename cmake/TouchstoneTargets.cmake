# How every target of the project is compiled, and the short forms used in the folders' lists.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Target `all_verify_interface_header_sets`: the headers without a source file compile alone. Every
# other is the first that its source includes, so a build without precompiled headers shows the same.
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
# One place for all programs: the mesh worker is found beside the program that needs it.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

add_library(touchstone_flags INTERFACE)
target_compile_options(touchstone_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # Precompiled, Eigen is no system header any more, and this one is false there.
  -Wno-ignored-attributes
  # The same input gives the same bits on every machine: no fused multiply-add.
  -ffp-contract=off
  # The libraries go into programs and into Python's module alike, and are called directly in both.
  -fPIC -fno-semantic-interposition
  # A root of a negative number gives NaN and sets no errno: the instruction, not a call.
  -fno-math-errno)
if(TOUCHSTONE_WERROR)
  target_compile_options(touchstone_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC looks for garbage whenever its memory has doubled, which takes it a tenth of its time. Looking
  # later takes a quarter more memory.
  target_compile_options(touchstone_flags INTERFACE --param=ggc-min-expand=200 --param=ggc-min-heapsize=1000000)
endif()
if(TOUCHSTONE_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # With sanitizers it is false more often than true; the optimised build keeps it.
    target_compile_options(touchstone_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  if(NOT TOUCHSTONE_SANITIZE_POINTERS)
    # Checks of each pointer by itself take two fifths of the time to compile, and what goes wrong
    # through such a pointer is seen by the address sanitizer, too.
    add_compile_options(-fno-sanitize=null,alignment,object-size,vptr,pointer-overflow)
  endif()
  # An index out of range inside a vector's capacity is nothing that the sanitizers see.
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()
if(TOUCHSTONE_SANITIZE_THREADS)
  if(TOUCHSTONE_SANITIZE)
    message(FATAL_ERROR "TOUCHSTONE_SANITIZE and TOUCHSTONE_SANITIZE_THREADS exclude each other")
  endif()
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  # TBB's library is not built with the sanitizer, which cannot see how its loops begin and end.
  add_compile_definitions(TOUCHSTONE_OWN_THREADS)
  add_link_options(-fsanitize=thread)
endif()

# touchstone_fuzzed(TARGET SOURCE...): what reads files tells the fuzzer where it has been. Only that,
# so that all else is compiled as it is without fuzzing.
function(touchstone_fuzzed target)
  if(TOUCHSTONE_FUZZ)
    set_property(SOURCE ${ARGN} TARGET_DIRECTORY ${target}
      APPEND PROPERTY COMPILE_OPTIONS -fsanitize=fuzzer-no-link)
    # Clang takes headers for such a file only from one that was precompiled likewise.
    set_property(SOURCE ${ARGN} TARGET_DIRECTORY ${target} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# Reading Eigen's and Catch2's headers is most of what a file costs to compile, so each configuration
# does it once. Only that: every file still includes what it uses, as a build without them shows.
function(touchstone_precompile name)
  add_library(${name} OBJECT ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/precompiled.cpp)
  target_precompile_headers(${name} PRIVATE
    <Eigen/Core> <Eigen/Geometry> <algorithm> <functional> <string> <vector>)
  target_compile_options(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PRIVATE touchstone_flags Eigen3::Eigen)
endfunction()
touchstone_precompile(touchstone_headers)
# What computes little takes longer to optimise than to run: with sanitizers in any way, else in full.
set(TOUCHSTONE_GLUE_FLAGS)
if(TOUCHSTONE_SANITIZE)
  set(TOUCHSTONE_GLUE_FLAGS -O0)
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(TOUCHSTONE_GLUE_FLAGS -O1)
endif()
touchstone_precompile(touchstone_glue_headers ${TOUCHSTONE_GLUE_FLAGS})
if(TOUCHSTONE_TESTS)
  add_library(touchstone_test_headers OBJECT ${CMAKE_CURRENT_LIST_DIR}/precompiled.cpp)
  target_precompile_headers(touchstone_test_headers PRIVATE
    <catch2/catch.hpp> <Eigen/Core> <Eigen/Geometry> <algorithm> <functional> <string> <vector>)
  target_compile_options(touchstone_test_headers PRIVATE ${TOUCHSTONE_TEST_FLAGS})
  target_link_libraries(touchstone_test_headers
    PRIVATE touchstone_flags Eigen3::Eigen Catch2::Catch2)
endif()

# touchstone_glue(TARGET): its code computes little. More of its files are compiled together, where
# files are: headers, and what templates make of them, are most of what they cost. As many as a compiler
# holds in the memory that the scripts reckon with.
function(touchstone_glue name)
  target_compile_options(${name} PRIVATE ${TOUCHSTONE_GLUE_FLAGS})
  set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 36)
endfunction()

# touchstone_library(NAME [GLUE]): an empty static library of one folder; its subfolders add their
# sources. GLUE: see touchstone_glue.
function(touchstone_library name)
  cmake_parse_arguments(ARG "GLUE" "" "" ${ARGN})
  add_library(${name} STATIC)
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:touchstone_flags>)
  target_compile_features(${name} PUBLIC cxx_std_20)
  if(ARG_GLUE)
    touchstone_glue(${name})
    target_precompile_headers(${name} REUSE_FROM touchstone_glue_headers)
  else()
    set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
    target_precompile_headers(${name} REUSE_FROM touchstone_headers)
  endif()
  # Sources are listed by hand; headers need no list but for the check that each compiles alone.
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
  list(FILTER headers EXCLUDE REGEX "/(tests|bench)/")
  set(lone)
  foreach(header IN LISTS headers)
    string(REGEX REPLACE "h$" "cpp" source ${header})
    if(NOT EXISTS ${source})
      list(APPEND lone ${header})
    endif()
  endforeach()
  list(REMOVE_ITEM headers ${lone})
  target_sources(${name} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers}
    FILE_SET lone TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${lone})
  set_target_properties(${name} PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY lone)
endfunction()

# The instruction sets that kernels are compiled for, the first for every processor.
set(TOUCHSTONE_INSTRUCTION_SETS baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND TOUCHSTONE_INSTRUCTION_SETS avx2)
endif()
set(TOUCHSTONE_FLAGS_avx2 -mavx2)

# The level for kernels of short loops, which GCC unrolls only there; builds of another level than -O2 keep theirs.
set(TOUCHSTONE_UNROLLED)
string(TOUPPER "${CMAKE_BUILD_TYPE}" configuration)
if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${configuration}}" MATCHES "-O2")
  set(TOUCHSTONE_UNROLLED -O3)
endif()

# touchstone_kernels(TARGET NAME SOURCES...): sources of TARGET that are compiled once per instruction set: the same
# bytes out, each build in a namespace of its own. The objects are those of NAME_<instruction set>.
function(touchstone_kernels target name)
  foreach(isa IN LISTS TOUCHSTONE_INSTRUCTION_SETS)
    add_library(${name}_${isa} OBJECT ${ARGN})
    target_include_directories(${name}_${isa} PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name}_${isa} PRIVATE touchstone_flags Eigen3::Eigen)
    target_compile_definitions(${name}_${isa} PRIVATE TOUCHSTONE_ISA=${isa})
    # 32-byte vectors never cross the boundary of a kernel, so their calling convention is no concern.
    target_compile_options(${name}_${isa} PRIVATE -Wno-psabi ${TOUCHSTONE_FLAGS_${isa}})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${name}_${isa}>)
  endforeach()
  if("avx2" IN_LIST TOUCHSTONE_INSTRUCTION_SETS)
    target_compile_definitions(${target} PRIVATE TOUCHSTONE_HAS_AVX2)
  endif()
endfunction()

# touchstone_kernel_symbols(NAME): tests that the objects of these kernels share no symbol. Sanitizers add
# symbols of their own to every object file, and without optimisation there are constructors of Eigen's
# constants: harmless there, since such builds are for finding errors.
function(touchstone_kernel_symbols name)
  if(NOT TOUCHSTONE_TESTS OR TOUCHSTONE_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    return()
  endif()
  foreach(isa IN LISTS TOUCHSTONE_INSTRUCTION_SETS)
    add_test(NAME ${name}_symbols_${isa}
      COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DISA=${isa}
        "-DOBJECTS=$<JOIN:$<TARGET_OBJECTS:${name}_${isa}>,$<COMMA>>"
        -P ${PROJECT_SOURCE_DIR}/methods/lanes/tests/kernel_symbols.cmake)
    set_tests_properties(${name}_symbols_${isa} PROPERTIES LABELS optimised)
  endforeach()
endfunction()

# The test programs of each label, to be built together.
if(TOUCHSTONE_TESTS)
  add_custom_target(optimised_tests)
  add_custom_target(sanitized_tests)
  add_custom_target(threaded_tests)
endif()

# touchstone_test(NAME OPTIMISED|SANITIZED [COMPUTES] [THREADED] LIBRARIES... SOURCES...): one Catch2 program, one
# CTest entry per test case. The label says which of the two configurations of ./runtests.sh runs it:
# the optimised one where optimised code, the instruction set or a window matters, or where it computes
# much; the sanitized one where files are read and memory is handled. THREADED: it starts threads, and
# `./runtests.sh --all` runs it with the thread sanitizer too. COMPUTES: its own sources do much
# work, so TOUCHSTONE_TEST_FLAGS leaves them alone.
function(touchstone_test name)
  cmake_parse_arguments(ARG "OPTIMISED;SANITIZED;COMPUTES;THREADED" "" "LIBRARIES;SOURCES" ${ARGN})
  if(NOT TOUCHSTONE_TESTS)
    return()
  endif()
  if(ARG_OPTIMISED AND NOT ARG_SANITIZED)
    set(label optimised)
  elseif(ARG_SANITIZED AND NOT ARG_OPTIMISED)
    set(label sanitized)
  else()
    message(FATAL_ERROR "touchstone_test(${name}): say OPTIMISED or SANITIZED, or it is never run")
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} touchstone_flags Catch2::Catch2WithMain)
  if(NOT ARG_COMPUTES)
    target_compile_options(${name} PRIVATE ${TOUCHSTONE_TEST_FLAGS})
    target_precompile_headers(${name} REUSE_FROM touchstone_test_headers)
  endif()
  add_dependencies(${label}_tests ${name})
  if(ARG_THREADED AND TOUCHSTONE_SANITIZE_THREADS)
    # Catch2's discovery loses all labels but the first, so here it is the only one.
    add_dependencies(threaded_tests ${name})
    set(label threaded)
  endif()
  # A test tagged [unsanitized] is of size alone: the same code is sanitized in smaller ones, and the
  # test itself runs optimised.
  touchstone_has_unsanitized(unsanitized ${ARG_SOURCES})
  if(label STREQUAL threaded)
    # [unstarted]: a child process that the thread sanitizer started cannot say why it did not start.
    catch_discover_tests(${name} TEST_PREFIX "${name}: " TEST_SPEC "~[unstarted]~[.]"
      PROPERTIES LABELS threaded)
  elseif(label STREQUAL sanitized AND unsanitized)
    catch_discover_tests(${name} TEST_PREFIX "${name}: " TEST_SPEC "~[unsanitized]~[.]"
      PROPERTIES LABELS ${label})
    if(NOT TOUCHSTONE_SANITIZE)
      add_dependencies(optimised_tests ${name})
      catch_discover_tests(${name} TEST_PREFIX "${name}: " TEST_SPEC "[unsanitized]~[.]"
        TEST_LIST ${name}_unsanitized PROPERTIES LABELS optimised)
    endif()
  elseif(TOUCHSTONE_SANITIZE)
    catch_discover_tests(${name} TEST_PREFIX "${name}: " TEST_SPEC "~[unsanitized]~[.]"
      PROPERTIES LABELS ${label})
  else()
    catch_discover_tests(${name} TEST_PREFIX "${name}: " PROPERTIES LABELS ${label})
  endif()
endfunction()

# touchstone_has_unsanitized(RESULT SOURCE...): whether one of the sources has a test with that tag.
function(touchstone_has_unsanitized result)
  set(${result} FALSE PARENT_SCOPE)
  foreach(source IN LISTS ARGN)
    get_filename_component(path ${source} ABSOLUTE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(STRINGS ${path} tagged REGEX "\\[unsanitized\\]" LIMIT_COUNT 1)
    if(tagged)
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()
