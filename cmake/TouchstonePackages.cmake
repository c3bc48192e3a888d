# `cpack`: Debian packages of the programs and of the Python module, and a tarball of the programs
# with their libraries. cmake/packaging/build.sh makes them all; docs/use/packages.md tells how they
# are used.

set(CPACK_PACKAGE_NAME touchstone)
set(CPACK_PACKAGE_VENDOR "The Touchstone developers")
set(CPACK_PACKAGE_CONTACT "The Touchstone developers <touchstone@project.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "assesses the quality of contact points for physics simulation")
# Without the version, so that a release has its file under the same name each time.
set(CPACK_PACKAGE_FILE_NAME touchstone-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/packaging/generators.cmake)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL programs)
if(TARGET touchstone_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME touchstone)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS "gnuplot-nox, fonts-dejavu-core, libgl1-mesa-dri")
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION
  "Runs contact point generators on scenes whose right answer is known, and
counts what they get right: reports, a check for continuous integration, an
audit that needs no right answer, recordings, and a viewer.
.
The programs are built with TetGen and CGAL: as a whole they are under the
GNU AGPL, version 3 or later.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-touchstone)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "touchstone (= ${PROJECT_VERSION}), python3-numpy, python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}~), python3 (<< ${Python_VERSION_MAJOR}.${Python_NEXT_MINOR})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS gnuplot-nox)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
  ${CMAKE_CURRENT_LIST_DIR}/packaging/python/postinst
  ${CMAKE_CURRENT_LIST_DIR}/packaging/python/prerm)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
  "Cases, scenes, contact point generators, metrics and the solver from Python,
with NumPy arrays in and out, and Python functions as generators.
.
The module is built with CGAL and uses the package touchstone: as a whole it
is under the GNU AGPL, version 3 or later.")

include(CPack)
