# Headers, and the package that find_package(Stax) finds, in an installation and
# in the build folder alike.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/ ${CMAKE_BINARY_DIR}/include/
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc")

set(STAX_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/stax)
configure_package_config_file(
  ${CMAKE_SOURCE_DIR}/cmake/StaxConfig.cmake.in
  ${CMAKE_BINARY_DIR}/lib/cmake/stax/StaxConfig.cmake
  INSTALL_DESTINATION ${STAX_CMAKE_DIR})
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/lib/cmake/stax/StaxConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/lib/cmake/stax/StaxConfig.cmake
              ${CMAKE_BINARY_DIR}/lib/cmake/stax/StaxConfigVersion.cmake
        DESTINATION ${STAX_CMAKE_DIR})
install(EXPORT StaxTargets DESTINATION ${STAX_CMAKE_DIR})
export(EXPORT StaxTargets
       FILE ${CMAKE_BINARY_DIR}/lib/cmake/stax/StaxTargets.cmake)
