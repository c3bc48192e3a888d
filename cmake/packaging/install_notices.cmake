# The notices of works that are compiled in, as Debian states them, into ${destination}/notices. Run
# at installation; other systems keep them elsewhere, and get none.
# Variables: destination, packages.
foreach(package IN LISTS packages)
  set(notice /usr/share/doc/${package}/copyright)
  if(EXISTS ${notice})
    get_filename_component(notice ${notice} REALPATH)
    file(MAKE_DIRECTORY ${destination}/notices)
    configure_file(${notice} ${destination}/notices/${package} COPYONLY)
  endif()
endforeach()
