# `cmake --install`: the programs, and the libraries for `find_package(Touchstone)`.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(touchstone_libraries
  touchstone_methods touchstone_generators touchstone_rigid_solver touchstone_testcases
  touchstone_reports)
set(touchstone_headers ${CMAKE_INSTALL_INCLUDEDIR}/touchstone)
set(touchstone_package ${CMAKE_INSTALL_LIBDIR}/cmake/Touchstone)

set(touchstone_documents share/doc/touchstone)
# Works whose templates or static libraries go into the programs.
set(touchstone_compiled_in libboost1.74-dev libcgal-dev libcli11-dev libeigen3-dev libgmp-dev
  libimgui-dev libstb-dev libtet1.5 nlohmann-json3-dev python3-glad)

if(touchstone_hdf5_is_archive)
  list(APPEND touchstone_compiled_in libhdf5-dev)
endif()

install(TARGETS touchstone RUNTIME COMPONENT programs)
# Of a build of everything; a part of it may leave them out.
set(touchstone_texts ${PROJECT_BINARY_DIR}/reports/texts)
install(FILES ${touchstone_texts}/touchstone.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs OPTIONAL)
install(FILES ${touchstone_texts}/touchstone
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT programs OPTIONAL)
install(FILES ${touchstone_texts}/_touchstone
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT programs OPTIONAL)
install(FILES ${touchstone_texts}/touchstone.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT programs OPTIONAL)
if(TARGET touchstone-viewer)
  install(TARGETS touchstone-viewer RUNTIME COMPONENT programs)
endif()
# The worker's place is known to the programs: ../libexec/touchstone from where they are.
install(TARGETS touchstone-tetgen-worker EXPORT TouchstoneTargets
  RUNTIME DESTINATION libexec/touchstone COMPONENT programs)
# A tarball holds the libraries of the programs, and theirs: found by DT_RPATH alone, as the newer
# DT_RUNPATH is not looked at for the libraries of libraries.
foreach(program IN ITEMS touchstone touchstone-viewer touchstone-tetgen-worker)
  if(TARGET ${program})
    list(APPEND touchstone_programs $<TARGET_FILE:${program}>)
    set_target_properties(${program} PROPERTIES
      INSTALL_RPATH "$ORIGIN/../lib/touchstone;$ORIGIN/../../lib/touchstone")
    target_link_options(${program} PRIVATE -Wl,--disable-new-dtags)
  endif()
endforeach()
install(TARGETS ${touchstone_libraries} EXPORT TouchstoneTargets
  ARCHIVE COMPONENT development
  FILE_SET HEADERS DESTINATION ${touchstone_headers} COMPONENT development
  FILE_SET lone DESTINATION ${touchstone_headers} COMPONENT development)
install(EXPORT TouchstoneTargets NAMESPACE Touchstone:: DESTINATION ${touchstone_package}
  COMPONENT development)
install(FILES
  ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  ${CMAKE_CURRENT_LIST_DIR}/packaging/AGPL-3 ${CMAKE_CURRENT_LIST_DIR}/packaging/copyright
  DESTINATION ${touchstone_documents} COMPONENT programs)
install(CODE "
  set(destination \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${touchstone_documents}\")
  set(packages ${touchstone_compiled_in})
  include(\"${CMAKE_CURRENT_LIST_DIR}/packaging/install_notices.cmake\")" COMPONENT programs)
install(CODE "
  set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  set(programs \"${touchstone_programs}\")
  include(\"${CMAKE_CURRENT_LIST_DIR}/packaging/install_libraries.cmake\")"
  COMPONENT libraries EXCLUDE_FROM_ALL)

# For Debian's own interpreter. The worker is that of the programs, which the package depends on.
if(TARGET touchstone_python)
  set(touchstone_module lib/python3/dist-packages/touchstone)
  install(TARGETS touchstone_python LIBRARY DESTINATION ${touchstone_module}
    COMPONENT python EXCLUDE_FROM_ALL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/touchstone/ DESTINATION ${touchstone_module}
    COMPONENT python EXCLUDE_FROM_ALL PATTERN __pycache__ EXCLUDE)
  install(CODE "
    file(CREATE_LINK ../../../../libexec/touchstone/touchstone-tetgen-worker
      \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${touchstone_module}/touchstone-tetgen-worker\" SYMBOLIC)"
    COMPONENT python EXCLUDE_FROM_ALL)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/packaging/copyright
    ${CMAKE_CURRENT_LIST_DIR}/packaging/AGPL-3
    DESTINATION share/doc/python3-touchstone COMPONENT python EXCLUDE_FROM_ALL)
  install(CODE "
    set(destination \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/doc/python3-touchstone\")
    set(packages ${touchstone_compiled_in} pybind11-dev)
    include(\"${CMAKE_CURRENT_LIST_DIR}/packaging/install_notices.cmake\")"
    COMPONENT python EXCLUDE_FROM_ALL)
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/TouchstoneConfig.cmake.in
  ${PROJECT_BINARY_DIR}/TouchstoneConfig.cmake INSTALL_DESTINATION ${touchstone_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TouchstoneConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/TouchstoneConfig.cmake ${PROJECT_BINARY_DIR}/TouchstoneConfigVersion.cmake
  DESTINATION ${touchstone_package} COMPONENT development)

# The example of docs/ is built against the installed tree, as a user would.
if(TOUCHSTONE_TESTS AND NOT TOUCHSTONE_SANITIZE)
  add_test(NAME "install_test: an own method gets its row in a project that finds the package"
    COMMAND ${CMAKE_COMMAND}
      -D BUILD=${PROJECT_BINARY_DIR} -D EXAMPLE=${PROJECT_SOURCE_DIR}/docs/use/own_method
      -D COMPILER=${CMAKE_CXX_COMPILER} -D C_COMPILER=${CMAKE_C_COMPILER}
      -P ${CMAKE_CURRENT_LIST_DIR}/test_install.cmake)
  set_tests_properties("install_test: an own method gets its row in a project that finds the package"
    PROPERTIES LABELS optimised)
endif()
