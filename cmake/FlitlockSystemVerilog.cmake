# SPDX-License-Identifier: Apache-2.0
# Programs whose top is SystemVerilog: Verilator builds them whole, main() included, and they are linked with the golden
# router in C (tb/dpi).

include(FlitlockVerilate)

# The modules that a top may use. Packages first, as Verilator wants them.
file(GLOB flitlock_rtl_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/rtl/*.sv" "${PROJECT_SOURCE_DIR}/rtl/*.svh"
     "${PROJECT_SOURCE_DIR}/rtl/*.vlt")
file(GLOB flitlock_golden_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tb/golden/*.sv"
     "${PROJECT_SOURCE_DIR}/tb/golden/*.svh" "${PROJECT_SOURCE_DIR}/tb/golden/*.vlt")

# flitlock_add_sv_program(TARGET TOP module SOURCES file... [RTL folder [RTL_FILES file...]] [OPTIONS option...])
# The program build/PRESET/sv/TARGET. The runs are short, so compiling it is what costs: without optimization. RTL: another folder with the modules of rtl/ (of a broken router, say);
# RTL_FILES: what has to be made there before.
function(flitlock_add_sv_program target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TOP;RTL" "SOURCES;RTL_FILES;OPTIONS")
  if(NOT arg_RTL)
    set(arg_RTL "${PROJECT_SOURCE_DIR}/rtl")
  endif()
  list(TRANSFORM arg_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")  # a file that is made has its folder
  set(folder "${PROJECT_BINARY_DIR}/sv/${target}.dir")
  set(program "${PROJECT_BINARY_DIR}/sv/${target}")
  set(flags "")
  if(FLITLOCK_SANITIZE)
    list(APPEND flags -CFLAGS "-fsanitize=${FLITLOCK_SANITIZE}" -LDFLAGS "-fsanitize=${FLITLOCK_SANITIZE}")
  endif()
  if(FLITLOCK_COVERAGE)
    list(APPEND flags -LDFLAGS --coverage)
  endif()
  # What the model needs; a program that takes nothing of it is not linked with it.
  set(libraries -LDFLAGS "-Wl,--as-needed")
  foreach(package IN ITEMS CYAML YAML JANSSON XML2 ZSTD XXHASH SQLITE3)
    list(JOIN ${package}_LDFLAGS " " words)
    list(APPEND libraries -LDFLAGS "${words}")
  endforeach()
  list(APPEND libraries -LDFLAGS -lm)
  set(cache "")
  if(FLITLOCK_CCACHE)
    set(cache OBJCACHE=${FLITLOCK_CCACHE} CCACHE_BASEDIR=${PROJECT_BINARY_DIR} CCACHE_NOHASHDIR=true)
  endif()
  add_custom_command(
    OUTPUT "${program}"
    # Its makefile does not look whether the libraries are newer, nor survives a source that has moved.
    COMMAND "${CMAKE_COMMAND}" -E rm -rf "${folder}" "${program}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND "${CMAKE_COMMAND}" -E env ${cache}
            "${FLITLOCK_VERILATOR}" --binary -j 1 -O3 --expand-limit 1 --x-assign fast --x-initial 0
            -MAKEFLAGS -s -MAKEFLAGS VM_PARALLEL_BUILDS=0 -MAKEFLAGS OPT_FAST=-O0 -MAKEFLAGS OPT_SLOW=-O0 -MAKEFLAGS OPT_GLOBAL=-O1
            --top-module ${arg_TOP} --prefix V${arg_TOP} --Mdir "${folder}" -o "${program}" ${flags}
            ${arg_OPTIONS} "-I${arg_RTL}" -y "${arg_RTL}" -y "${PROJECT_SOURCE_DIR}/tb/golden"
            "${PROJECT_SOURCE_DIR}/rtl/lint.vlt" "${PROJECT_SOURCE_DIR}/tb/golden/lint.vlt"
            "${arg_RTL}/flitlock_pkg.sv" "${PROJECT_SOURCE_DIR}/tb/golden/flitlock_dpi_pkg.sv"
            ${arg_SOURCES} $<TARGET_FILE:flitlock_dpi> $<TARGET_FILE:flitlock_model> ${libraries}
    DEPENDS ${arg_SOURCES} "${arg_RTL}/flitlock_pkg.sv" ${arg_RTL_FILES} ${flitlock_rtl_files} ${flitlock_golden_files} flitlock_dpi flitlock_model
    COMMENT "Verilate ${target}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${program}")
endfunction()
