# SPDX-License-Identifier: Apache-2.0
# cmake -DVERILATOR=.. -DTOP=.. -DFOLDER=.. -DRTL=.. -P verilate.cmake
# Verilates TOP.sv of FOLDER into C++, and includes all of that in one file, all.cpp: Verilator names its files by itself,
# and a build needs to know them beforehand. Wide vectors stay loops (--expand-limit): written out word by word, a router
# takes minutes to compile.
file(GLOB old "${FOLDER}/V${TOP}*")
if(old)
  file(REMOVE ${old})
endif()
execute_process(
  COMMAND "${VERILATOR}" --cc --assert -O3 --x-assign fast --x-initial fast --expand-limit 1
          -Wno-fatal -Werror-USERFATAL -Wno-DECLFILENAME --prefix V${TOP} --Mdir "${FOLDER}" --top-module ${TOP}
          +libext+.sv -y "${RTL}" "-I${RTL}" "${RTL}/lint.vlt" "${RTL}/flitlock_pkg.sv" "${FOLDER}/${TOP}.sv"
  COMMAND_ERROR_IS_FATAL ANY)
file(GLOB sources RELATIVE "${FOLDER}" "${FOLDER}/V${TOP}*.cpp")
list(SORT sources)
if(NOT sources)
  message(FATAL_ERROR "Verilator made no C++ of ${TOP}")
endif()
set(text "// SPDX-License-Identifier: Apache-2.0\n// Made by verilate.cmake; do not edit.\n")
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE "${FOLDER}/all.cpp" "${text}")
