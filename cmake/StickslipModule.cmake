# How a module, a test and a program are declared. One place for flags, so that no target has its own.

# Warnings and sanitizers are wishes of this build, not of whoever links the library: private.
add_library(stickslip_build_flags INTERFACE)
target_compile_options(stickslip_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual>
  -Wno-maybe-uninitialized # g++ 12 takes the value of an empty std::optional for a variable
  $<$<BOOL:${STICKSLIP_WERROR}>:-Werror>)
if(STICKSLIP_SANITIZE)
  target_compile_options(stickslip_build_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(stickslip_build_flags INTERFACE -fsanitize=address,undefined)
endif()

# stickslip_add_module(friction SOURCES a.cpp … DEPENDS core …)
# Makes the library stickslip_friction, its alias stickslip::friction, and installs both with the folder's headers.
function(stickslip_add_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  set(target stickslip_${name})
  add_library(${target} ${arg_SOURCES})
  add_library(stickslip::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM arg_DEPENDS PREPEND stickslip::)
  target_link_libraries(${target} PUBLIC ${arg_DEPENDS} PRIVATE $<BUILD_INTERFACE:stickslip_build_flags>)
  install(TARGETS ${target} EXPORT stickslip-targets)
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stickslip/${name}
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN test EXCLUDE)
endfunction()

# stickslip_add_test(name SOURCES … LINK …): one GoogleTest program, its cases registered with CTest.
function(stickslip_add_test name)
  if(NOT STICKSLIP_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  # rapidcheck before gtest: its extension refers to gtest's symbols.
  target_link_libraries(${name} PRIVATE ${arg_LINK} stickslip_build_flags stickslip_malloc_guard
    rapidcheck rapidcheck_gtest GTest::gtest_main)
  # Tests are compiled often and run once: half the time at -O1. The library that they call keeps its own flags.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()
