# Looks at what the archive leaves undefined: nothing of the C++ runtime, nothing of the heap.
execute_process(COMMAND ${NM} -u --format=posix ${ARCHIVE} OUTPUT_VARIABLE listing RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${NM} failed on ${ARCHIVE}: ${result}")
endif()
string(REGEX MATCHALL "(^|\n)[A-Za-z_][A-Za-z_0-9.]* [Uvw]" symbols "${listing}")
# Without exp the listing was not understood, and the test would pass for nothing.
if(NOT symbols MATCHES "exp")
  message(FATAL_ERROR "no undefined symbol found in:\n${listing}")
endif()
message(STATUS "undefined:${symbols}")
foreach(symbol IN LISTS symbols)
  string(REGEX REPLACE "[\n]| .*" "" symbol "${symbol}")
  if(symbol MATCHES "^(_Z|__cxa_|__gxx_|_Unwind_|__dynamic_cast)" OR
     symbol MATCHES "^(malloc|calloc|realloc|free|aligned_alloc|posix_memalign)$" OR
     symbol MATCHES "^(__assert_fail|abort|exit|printf|puts)$")
    message(SEND_ERROR "the archive needs ${symbol}")
  endif()
endforeach()
