# Debian's shared HDF5 can read from the cloud, and brings 25 libraries for that: two thirds of the time
# that a command takes to start. Its archive does without, and goes into the programs where there is
# one; what links to the libraries alone, like the Python module, has the shared one.
get_target_property(hdf5_includes hdf5::hdf5 INTERFACE_INCLUDE_DIRECTORIES)
find_library(TOUCHSTONE_HDF5_ARCHIVE NAMES libhdf5_serial.a libhdf5.a)
find_library(TOUCHSTONE_SZIP_LIBRARY sz)
find_package(ZLIB)
mark_as_advanced(TOUCHSTONE_HDF5_ARCHIVE TOUCHSTONE_SZIP_LIBRARY)

set(touchstone_hdf5 hdf5::hdf5)
set(touchstone_hdf5_is_archive FALSE)
if(TOUCHSTONE_HDF5_ARCHIVE AND TOUCHSTONE_SZIP_LIBRARY AND TARGET ZLIB::ZLIB)
  set(touchstone_hdf5_is_archive TRUE)
  add_library(touchstone_hdf5_archive INTERFACE)
  target_include_directories(touchstone_hdf5_archive SYSTEM INTERFACE ${hdf5_includes})
  target_link_libraries(touchstone_hdf5_archive INTERFACE
    ${TOUCHSTONE_HDF5_ARCHIVE} ${TOUCHSTONE_SZIP_LIBRARY} ZLIB::ZLIB ${CMAKE_DL_LIBS} m)
  set(asks_archive $<BOOL:$<TARGET_PROPERTY:TOUCHSTONE_HDF5_ARCHIVE>>)
  set(touchstone_hdf5
    $<$<NOT:${asks_archive}>:hdf5::hdf5>
    $<BUILD_INTERFACE:$<${asks_archive}:touchstone_hdf5_archive>>)
endif()
