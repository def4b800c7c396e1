# Helpers that every folder of the project uses to declare its target.

# add_stax_library(Name sources... DEPENDS targets... LINK_LIBS libs...)
# One static, position-independent library a folder. LINK_LIBS are public and
# complete; whatever uses MLIR links the shared target `MLIR`, never archives.
function(add_stax_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS ${name} EXPORT StaxTargets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# add_stax_tool(name sources... LINK_LIBS libs...)
function(add_stax_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  set_property(GLOBAL APPEND PROPERTY STAX_TOOLS ${name})
  install(TARGETS ${name} DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# add_stax_unittest(Name sources... LINK_LIBS libs...)
# A GoogleTest binary in <build>/test/Unit/<Name>Tests, found by lit.
function(add_stax_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name}Tests ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name}Tests)
  set_target_properties(${name}Tests PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/Unit)
  target_link_libraries(${name}Tests PRIVATE ${ARG_LINK_LIBS}
    GTest::gtest GTest::gtest_main)
  set_property(GLOBAL APPEND PROPERTY STAX_UNITTESTS ${name}Tests)
endfunction()
