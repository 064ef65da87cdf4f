# The installed package: find_package(stickslip) with targets stickslip::…, and pkg-config's stickslip.pc.
include(CMakePackageConfigHelpers)

set(stickslip_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/stickslip)
install(EXPORT stickslip-targets NAMESPACE stickslip:: DESTINATION ${stickslip_cmake_dir} COMPONENT library)
configure_package_config_file(cmake/stickslip-config.cmake.in ${PROJECT_BINARY_DIR}/stickslip-config.cmake
  INSTALL_DESTINATION ${stickslip_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/stickslip-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/stickslip-config.cmake ${PROJECT_BINARY_DIR}/stickslip-config-version.cmake
  DESTINATION ${stickslip_cmake_dir} COMPONENT library)

# Relative, so that the package may be installed or moved anywhere.
file(RELATIVE_PATH prefix_from_pkgconfig /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
find_package(PkgConfig QUIET)
pkg_check_modules(HDF5_SERIAL QUIET hdf5-serial) # Debian's name for the one without MPI
if(HDF5_SERIAL_FOUND)
  set(hdf5_pkgconfig hdf5-serial)
else()
  set(hdf5_pkgconfig hdf5)
endif()
get_property(archives GLOBAL PROPERTY stickslip_archives)
list(REVERSE archives)
list(TRANSFORM archives PREPEND -l)
list(JOIN archives " " pkgconfig_libs)
configure_file(cmake/stickslip.pc.in ${PROJECT_BINARY_DIR}/stickslip.pc @ONLY)
configure_file(cmake/stickslip-haptics-c.pc.in ${PROJECT_BINARY_DIR}/stickslip-haptics-c.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/stickslip.pc ${PROJECT_BINARY_DIR}/stickslip-haptics-c.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT library)
