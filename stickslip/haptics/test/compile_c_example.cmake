# Compiles the C example as strict C99, links it with the archive and libm only, and runs it.
execute_process(
  COMMAND ${COMPILER} -std=c99 -Wall -Wextra -Wpedantic -Werror ${FLAGS} -I${INCLUDE} ${SOURCE} ${ARCHIVE} -lm
    -o ${PROGRAM}
  COMMAND_ECHO STDOUT RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the C example does not compile or link: ${result}")
endif()
execute_process(COMMAND ${PROGRAM} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the C example failed: ${result}")
endif()
