# `cmake --install`: the programs, and the libraries for `find_package(Touchstone)`.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(touchstone_libraries
  touchstone_methods touchstone_generators touchstone_rigid_solver touchstone_testcases
  touchstone_reports)
set(touchstone_headers ${CMAKE_INSTALL_INCLUDEDIR}/touchstone)
set(touchstone_package ${CMAKE_INSTALL_LIBDIR}/cmake/Touchstone)

install(TARGETS touchstone RUNTIME)
# Of a build of everything; a part of it may leave them out.
set(touchstone_texts ${PROJECT_BINARY_DIR}/reports/texts)
install(FILES ${touchstone_texts}/touchstone.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
install(FILES ${touchstone_texts}/touchstone
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
install(FILES ${touchstone_texts}/_touchstone
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions OPTIONAL)
install(FILES ${touchstone_texts}/touchstone.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)
if(TARGET touchstone-viewer)
  install(TARGETS touchstone-viewer RUNTIME)
endif()
# The worker's place is known to the programs: ../libexec/touchstone from where they are.
install(TARGETS touchstone-tetgen-worker EXPORT TouchstoneTargets
  RUNTIME DESTINATION libexec/touchstone)
install(TARGETS ${touchstone_libraries} EXPORT TouchstoneTargets
  ARCHIVE
  FILE_SET HEADERS DESTINATION ${touchstone_headers}
  FILE_SET lone DESTINATION ${touchstone_headers})
install(EXPORT TouchstoneTargets NAMESPACE Touchstone:: DESTINATION ${touchstone_package})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/TouchstoneConfig.cmake.in
  ${PROJECT_BINARY_DIR}/TouchstoneConfig.cmake INSTALL_DESTINATION ${touchstone_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TouchstoneConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/TouchstoneConfig.cmake ${PROJECT_BINARY_DIR}/TouchstoneConfigVersion.cmake
  DESTINATION ${touchstone_package})

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
