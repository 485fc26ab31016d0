# SPDX-License-Identifier: Apache-2.0
# How tests are made known to ctest. Every test has exactly one of the labels
#   fast     runs in every build, under the sanitizers too; a second or so each
#   slow     runs in scripts/test, not under the sanitizers
#   nightly  runs with scripts/test --nightly only
include(GoogleTest)

# flitlock_add_unit_tests(TARGET LABEL fast|slow|nightly SOURCES file...)
# One GoogleTest program; each of its cases is one test of ctest. Private headers of model/ can be
# included as the model does ("core/queue.h"); "support/paths.h" finds the repository's files.
# Under sanitizers and with gcov the start and the end of a process take longer than most cases:
# there the tests of ctest are TARGET.1 to TARGET.16, with every sixteenth case each.
function(flitlock_add_unit_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "SOURCES")
  flitlock_check_label("${arg_LABEL}" "${target}")
  if(NOT arg_SOURCES)
    return()
  endif()
  add_executable(${target} ${arg_SOURCES})
  flitlock_warnings(${target})
  target_compile_options(${target} PRIVATE ${FLITLOCK_TEST_FLAGS})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/model")
  target_link_libraries(${target} PRIVATE flitlock_model flitlock_test_support GTest::gtest_main)
  if(FLITLOCK_SANITIZE OR FLITLOCK_COVERAGE)
    foreach(number RANGE 1 16)
      math(EXPR index "${number} - 1")
      add_test(NAME ${target}.${number} COMMAND ${target})
      set_tests_properties(${target}.${number} PROPERTIES LABELS ${arg_LABEL} TIMEOUT 600
                           ENVIRONMENT "GTEST_TOTAL_SHARDS=16;GTEST_SHARD_INDEX=${index}")
    endforeach()
  else()
    gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                         PROPERTIES LABELS ${arg_LABEL} TIMEOUT 600)
  endif()
endfunction()

# flitlock_add_cli_test(NAME SCRIPT [LABEL fast|slow|nightly] [TIMEOUT seconds] [SERIAL])
# A bash script (relative to the calling folder) that passes by exit code 0. It starts in an empty
# folder of its own, without standard input, with these in its environment:
#   FLITLOCK             the program flitlock
#   FLITLOCK_LIBRARY     libflitlock_model.a
#   FLITLOCK_SOURCE_DIR  the repository
#   FLITLOCK_BUILD_DIR   build/PRESET
#   FLITLOCK_VERSION     the project's version
# SERIAL: no other test runs beside it (for what measures time).
function(flitlock_add_cli_test name script)
  cmake_parse_arguments(PARSE_ARGV 2 arg "SERIAL" "LABEL;TIMEOUT" "")
  if(NOT arg_LABEL)
    set(arg_LABEL fast)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600) # a busy machine is no fault
  endif()
  flitlock_check_label("${arg_LABEL}" "${name}")
  get_filename_component(path "${script}" ABSOLUTE)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "test ${name}: there is no ${path}")
  endif()
  add_test(NAME cli.${name}
           COMMAND bash "${PROJECT_SOURCE_DIR}/tests/cli/run_in_empty_folder.sh"
                   "${PROJECT_BINARY_DIR}/tests/run/${name}" "${path}")
  set_tests_properties(cli.${name} PROPERTIES
    LABELS ${arg_LABEL}
    TIMEOUT ${arg_TIMEOUT}
    RUN_SERIAL ${arg_SERIAL}
    ENVIRONMENT "FLITLOCK=$<TARGET_FILE:flitlock>;FLITLOCK_LIBRARY=$<TARGET_FILE:flitlock_model>;FLITLOCK_SOURCE_DIR=${PROJECT_SOURCE_DIR};FLITLOCK_BUILD_DIR=${PROJECT_BINARY_DIR};FLITLOCK_VERSION=${PROJECT_VERSION}")
endfunction()

function(flitlock_check_label label test)
  if(NOT label MATCHES "^(fast|slow|nightly)$")
    message(FATAL_ERROR "test ${test}: label '${label}' is none of fast, slow, nightly")
  endif()
endfunction()
