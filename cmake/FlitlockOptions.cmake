# SPDX-License-Identifier: Apache-2.0
# What a build can be asked for. CMakePresets.json sets these by name.

include(CMakeDependentOption)

set(flitlock_invariants_default OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(flitlock_invariants_default ON)
endif()

option(FLITLOCK_TESTS "Build the tests" ON)
option(FLITLOCK_RTL "Build what needs Verilator: tb/, tests/rtl/, tests/lockstep/" ON)
cmake_dependent_option(FLITLOCK_SYSTEMC "Build what needs SystemC: tb/systemc/, tests/systemc/" ON
                       FLITLOCK_RTL OFF)
option(FLITLOCK_WERROR "Warnings are errors (on in CI and in scripts/test)" OFF)
option(FLITLOCK_INVARIANTS
       "Invariants are on unless a run turns them off; in every build a run can choose"
       ${flitlock_invariants_default})
option(FLITLOCK_COVERAGE "Count executed lines with gcov" OFF)
option(FLITLOCK_RTL_COVERAGE "Count executed lines of rtl/ (scripts/rtl-coverage, flitlock regress --coverage)" OFF)
option(FLITLOCK_RTL_TOGGLE "With FLITLOCK_RTL_COVERAGE: count bits of rtl/ that change, too" OFF)
set(FLITLOCK_TEST_FLAGS "" CACHE STRING
    "Flags of the test programs after those of the build type; the presets save compile time with them")
set(FLITLOCK_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined; empty for none")

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The library ends up in executables and in shared objects for SystemVerilog hosts alike.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# Instrumentation is for everything in the build, generated code included: half a program under
# AddressSanitizer misses what the other half does.
if(FLITLOCK_SANITIZE)
  add_compile_options(-fsanitize=${FLITLOCK_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FLITLOCK_SANITIZE})
endif()
if(FLITLOCK_COVERAGE)
  add_compile_options(--coverage -fprofile-update=prefer-atomic)
  add_compile_definitions(FLITLOCK_COVERAGE)
  add_link_options(--coverage)
else()
  # The same sources give the same objects in every folder. gcov needs the real paths.
  add_compile_options("-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
endif()

# A second build of the same sources, in any folder, comes out of ccache when there is one.
find_program(FLITLOCK_CCACHE ccache)
mark_as_advanced(FLITLOCK_CCACHE)
if(FLITLOCK_CCACHE AND NOT DEFINED CMAKE_C_COMPILER_LAUNCHER)
  set(flitlock_launcher "${FLITLOCK_CCACHE}")
  if(NOT FLITLOCK_COVERAGE)
    set(flitlock_launcher "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}"
                          CCACHE_NOHASHDIR=true "${FLITLOCK_CCACHE}")
  endif()
  set(CMAKE_C_COMPILER_LAUNCHER ${flitlock_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${flitlock_launcher})
endif()
