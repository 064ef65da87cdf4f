# How modules, tests and vectorised loops are declared. One place for flags, so that no target has its own.

# Warnings and sanitizers are flags of this build only; consumers do not inherit them.
add_library(stickslip_build_flags INTERFACE)
target_compile_options(stickslip_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual>
  -Wno-maybe-uninitialized # g++ 12 takes the value of an empty std::optional for a variable
  $<$<BOOL:${STICKSLIP_WERROR}>:-Werror>
  # Where files are compiled together, g++ takes each but the first for a header, which should show no unnamed namespace.
  $<$<AND:$<BOOL:${CMAKE_UNITY_BUILD}>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:-Wno-subobject-linkage>
  # g++ looks for memory to give back from 1 GB on, not from 256 MB on: up to a seventh less time for a heavy file.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)
if(STICKSLIP_SANITIZE)
  target_compile_options(stickslip_build_flags INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(stickslip_build_flags INTERFACE -fsanitize=address,undefined)
endif()
if(STICKSLIP_FUZZ)
  target_compile_options(stickslip_build_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Tests are compiled often and run once: half the time at -O1. The library that they call keeps its own flags.
# -fPIE is what programs are compiled with anyway: the headers that they take precompiled must be, too.
add_library(stickslip_test_flags INTERFACE)
target_compile_options(stickslip_test_flags INTERFACE $<$<CONFIG:Release>:-O1> -fPIE)

# Experiments leave most of the long loops to the library: -O2, where Release means -O3, takes less time to compile. Headers
# precompiled at -O3 are valid at -O2, too.
add_library(stickslip_experiment_flags INTERFACE)
target_compile_options(stickslip_experiment_flags INTERFACE $<$<CONFIG:Release>:-O2>)

# stickslip_precompile(name LINK … HEADERS <a> …): headers from outside that most files of a kind include, compiled
# once into library <name>; the targets of that kind name it to stickslip_use_precompiled. Parsing Eigen and the standard
# library is about half of what compiling costs. Our own headers are not among them: a change would compile everything anew.
function(stickslip_precompile name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;HEADERS")
  if(NOT STICKSLIP_PRECOMPILE)
    return()
  endif()
  set(empty ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${empty})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_libraries(${name} PRIVATE ${arg_LINK} stickslip_build_flags)
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

function(stickslip_use_precompiled target name)
  if(STICKSLIP_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# stickslip_compile_kernels(a.cpp …): loops that become vector code only where a call may neither set errno nor trap.
function(stickslip_compile_kernels)
  set_source_files_properties(${ARGN}
    PROPERTIES COMPILE_OPTIONS "-O3;-fno-math-errno;-fno-trapping-math;-fopenmp-simd;-ffp-contract=fast"
    SKIP_PRECOMPILE_HEADERS ON) # these were compiled with other flags
endfunction()

# stickslip_add_module([DEPENDS core …] [LINK …] [KERNELS a.cpp …] [GENERATED …] [EXCLUDE …] [TEST_LINK …])
# The folder is the module. Its name, its sources (all but EXCLUDE and those in test/), its headers and its tests are found
# there: library stickslip_<name>, alias stickslip::<name>, installed without what is in detail/ and test/; test program
# <name>_test. DEPENDS are the modules it may include; LINK are libraries behind its sources.
function(stickslip_add_module)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "DEPENDS;LINK;KERNELS;GENERATED;EXCLUDE;TEST_LINK")
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  get_filename_component(name ${folder} NAME)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "^test/")
  if(arg_EXCLUDE)
    list(REMOVE_ITEM sources ${arg_EXCLUDE})
  endif()
  list(APPEND sources ${arg_GENERATED})
  list(TRANSFORM arg_DEPENDS PREPEND stickslip::)

  set(target stickslip_${name})
  set(headers $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  if(sources)
    add_library(${target} ${sources})
    target_compile_features(${target} PUBLIC cxx_std_20)
    target_include_directories(${target} PUBLIC ${headers})
    target_link_libraries(${target} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_LINK} $<BUILD_INTERFACE:stickslip_build_flags>)
    stickslip_use_precompiled(${target} stickslip_precompiled)
    # What a static linker needs in order: a library before those it depends on.
    set_property(GLOBAL APPEND PROPERTY stickslip_archives ${target})
  else()
    add_library(${target} INTERFACE)
    target_compile_features(${target} INTERFACE cxx_std_20)
    target_include_directories(${target} INTERFACE ${headers})
    target_link_libraries(${target} INTERFACE ${arg_DEPENDS})
  endif()
  add_library(stickslip::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  if(arg_KERNELS)
    stickslip_compile_kernels(${arg_KERNELS})
  endif()
  install(TARGETS ${target} EXPORT stickslip-targets COMPONENT library)
  install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/stickslip/${name} COMPONENT library
    FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h" PATTERN detail EXCLUDE PATTERN test EXCLUDE)

  file(GLOB tests CONFIGURE_DEPENDS ${folder}/test/*.cpp)
  stickslip_add_test(${name}_test SOURCES ${tests} LINK stickslip::${name} ${arg_TEST_LINK})
endfunction()

# stickslip_add_test(name SOURCES … LINK …): one GoogleTest program, run by CTest in four parts, so that cores share it,
# rather than in a process per case, of which there are more than a thousand. What fails is printed whole, with the name
# of the case: bin/<name> --gtest_filter=<case> runs it alone.
function(stickslip_add_test name)
  if(NOT STICKSLIP_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
  add_executable(${name} ${arg_SOURCES})
  # rapidcheck before gtest: its extension refers to gtest's symbols.
  target_link_libraries(${name} PRIVATE ${arg_LINK} stickslip_build_flags stickslip_test_flags stickslip_malloc_guard
    rapidcheck rapidcheck_gtest GTest::gtest_main)
  stickslip_use_precompiled(${name} stickslip_precompiled_tests)
  # Tests are large to compile, up to 1.1 GB for one alone; and cores share what is left at the end.
  set_target_properties(${name} PROPERTIES UNITY_BUILD_BATCH_SIZE 4)
  foreach(part RANGE 3)
    add_test(NAME ${name}_${part} COMMAND ${name} --gtest_brief=1)
    set_tests_properties(${name}_${part} PROPERTIES ENVIRONMENT "GTEST_TOTAL_SHARDS=4;GTEST_SHARD_INDEX=${part}")
  endforeach()
endfunction()
