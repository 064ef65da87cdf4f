# The page of reports: npm fetches what it is made of when the build is configured, node bundles it when it is built, and the
# library holds it as text. Where that cannot be, everything else is built, and the library says that reports are off.
option(STICKSLIP_REPORT "Build the page of reports; needs node 18 or later" ON)

# Sets `result` to the source file that defines page_template().
function(stickslip_page_template result)
  set(source_dir ${PROJECT_SOURCE_DIR}/apps/report)
  set(page ${CMAKE_CURRENT_BINARY_DIR}/report.html)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/page_template.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake)
  set(${result} ${source} PARENT_SCOPE)

  stickslip_fetch_report_packages(${source_dir} why_not)
  if(why_not)
    message(STATUS "Reports are off: ${why_not}")
    execute_process(COMMAND ${CMAKE_COMMAND} -DPAGE= -DSOURCE=${source} -P ${script})
    return()
  endif()
  file(GLOB_RECURSE parts CONFIGURE_DEPENDS ${source_dir}/src/*)
  add_custom_command(OUTPUT ${source}
    COMMAND ${node_program} ${source_dir}/build.mjs ${page}
    COMMAND ${CMAKE_COMMAND} -DPAGE=${page} -DSOURCE=${source} -P ${script}
    DEPENDS ${parts} ${source_dir}/build.mjs ${source_dir}/package-lock.json ${script}
    COMMENT "Bundling the page of reports" VERBATIM)
endfunction()

# Brings node_modules up to the lock file; sets `why_not` to what is missing, or to nothing.
function(stickslip_fetch_report_packages folder why_not)
  if(NOT STICKSLIP_REPORT)
    set(${why_not} "STICKSLIP_REPORT is OFF" PARENT_SCOPE)
    return()
  endif()
  find_program(node_program node)
  if(NOT node_program)
    set(${why_not} "node is not there" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND ${node_program} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT node_version MATCHES "^v([0-9]+)" OR CMAKE_MATCH_1 LESS 18)
    set(${why_not} "node is ${node_version}, it must be v18 or later" PARENT_SCOPE)
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/package-lock.json)
  set(fetched ${folder}/node_modules/.package-lock.json) # npm leaves this file when it has finished
  if(NOT EXISTS ${fetched} OR ${folder}/package-lock.json IS_NEWER_THAN ${fetched})
    message(STATUS "Fetching the packages of the report page")
    execute_process(COMMAND ${node_program} npm.mjs ci --ignore-scripts --no-audit --no-fund --loglevel=error
      WORKING_DIRECTORY ${folder} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE message)
    if(failed)
      set(${why_not} "npm could not fetch its packages: ${message}" PARENT_SCOPE)
      return()
    endif()
  endif()
  set(${why_not} "" PARENT_SCOPE)
endfunction()
