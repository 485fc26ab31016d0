# SPDX-License-Identifier: Apache-2.0
# Verilated routers, link TLBs and L2 slices. Verilator runs when the program is built, once for each shape that a target
# uses.

find_program(FLITLOCK_VERILATOR verilator REQUIRED)
if(NOT DEFINED FLITLOCK_VERILATOR_ROOT)
  execute_process(COMMAND "${FLITLOCK_VERILATOR}" --getenv VERILATOR_ROOT
                  OUTPUT_VARIABLE verilator_root OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  set(FLITLOCK_VERILATOR_ROOT "${verilator_root}" CACHE PATH "Folder with Verilator's include/")
endif()
mark_as_advanced(FLITLOCK_VERILATOR FLITLOCK_VERILATOR_ROOT)
if(FLITLOCK_RTL_COVERAGE)
  set(counted --coverage-line)
  if(FLITLOCK_RTL_TOGGLE)
    string(APPEND counted " --coverage-toggle")
  endif()
  file(WRITE "${PROJECT_BINARY_DIR}/verilator-coverage" "#!/bin/sh\nexec '${FLITLOCK_VERILATOR}' ${counted} \"$@\"\n")
  file(CHMOD "${PROJECT_BINARY_DIR}/verilator-coverage" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  set(FLITLOCK_VERILATOR "${PROJECT_BINARY_DIR}/verilator-coverage")
endif()

# flitlock_verilated_options(TARGET): how Verilated code and what includes it is compiled. Without optimization it is
# ten times slower, so a debug build optimizes it, too.
function(flitlock_verilated_options target)
  target_include_directories(${target} SYSTEM PUBLIC
    "${FLITLOCK_VERILATOR_ROOT}/include" "${FLITLOCK_VERILATOR_ROOT}/include/vltstd")
  target_include_directories(${target} PUBLIC "${PROJECT_SOURCE_DIR}/tb" "${PROJECT_SOURCE_DIR}/include")
  target_compile_definitions(${target} PUBLIC VL_USER_STOP VM_COVERAGE=$<BOOL:${FLITLOCK_RTL_COVERAGE}>
    VM_SC=0 VM_TRACE=0)
  target_compile_options(${target} PRIVATE
    -include "${PROJECT_SOURCE_DIR}/tb/verilated/rtl_print.h" $<$<CONFIG:Debug>:-O1>)
endfunction()

# flitlock_add_rtl_models(TARGET file...)
# A library TARGET with flitlock_router_rtl (tb/verilated/rtl_router.h), flitlock_l1_tlb_rtl and flitlock_l2_tlb_rtl
# (tb/verilated/rtl_link_tlb.h), flitlock_l2_slice_rtl (tb/verilated/rtl_l2_slice.h), and a model for every shape in the
# files (format: tb/verilated/shapes/README.md). A shape that several targets use is built once; its name must be unique.
function(flitlock_add_rtl_models target)
  add_library(${target} STATIC $<TARGET_OBJECTS:flitlock_rtl_adapter>)
  target_link_libraries(${target} PUBLIC flitlock_model flitlock_rtl_shapes flitlock_verilated_runtime)
  set(declarations "")
  set(list "")
  foreach(file IN LISTS ARGN)
    get_filename_component(file "${file}" ABSOLUTE)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(STRINGS "${file}" lines REGEX "^shape ")
    if(NOT lines)
      message(FATAL_ERROR "${file} has no shape")
    endif()
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^shape +([A-Za-z0-9_]+).*" "\\1" name "${line}")
      flitlock_add_rtl_model(${name} "${file}")
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:flitlock_rtl_model_${name}>)
      string(APPEND declarations "extern const flitlock_rtl::ModelKind flitlock_rtl_model_${name};\n")
      string(APPEND list "    &flitlock_rtl_model_${name},\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT "${target}_kinds.cpp" CONTENT
"// SPDX-License-Identifier: Apache-2.0
// Made by flitlock_add_rtl_models; do not edit.
#include \"verilated/rtl_model.h\"

${declarations}
const flitlock_rtl::ModelKind *const flitlock_rtl::model_kinds[] = {
${list}    nullptr,
};
")
  target_sources(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${target}_kinds.cpp")
  flitlock_verilated_options(${target})
endfunction()

# flitlock_add_rtl_model(NAME FILE): the object library flitlock_rtl_model_NAME of one shape.
# FLITLOCK_RTL_FOLDER of the caller, if set, is where files of the names of rtl/ are taken from.
function(flitlock_add_rtl_model name file)
  set(target flitlock_rtl_model_${name})
  if(TARGET ${target})
    get_target_property(known ${target} FLITLOCK_SHAPE_FILE)
    if(NOT known STREQUAL file)
      message(FATAL_ERROR "two shapes are named ${name}: in ${known} and in ${file}")
    endif()
    return()
  endif()
  set(top flitlock_shape_${name})
  set(folder "${PROJECT_BINARY_DIR}/rtl_models/${name}")
  file(MAKE_DIRECTORY "${folder}")
  file(GLOB rtl CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/rtl/*.sv" "${PROJECT_SOURCE_DIR}/rtl/*.svh"
       "${PROJECT_SOURCE_DIR}/rtl/*.vlt")
  # A block is not built anew when RTL of others changes.
  file(STRINGS "${file}" link_tlb REGEX "^shape +${name} +[a-z0-9]+_link_tlb")
  file(STRINGS "${file}" slice REGEX "^shape +${name} +l2_slice")
  if(NOT link_tlb)
    list(FILTER rtl EXCLUDE REGEX "/flitlock_([a-z0-9]+_link_tlb|tlb_[a-z]+|l1_store|l2_invalidate|pwc|walkers)\\.sv$")
  endif()
  if(slice)
    list(FILTER rtl EXCLUDE REGEX "/flitlock_(arbiter|dst|grant|level[123]|route|router|width_in)\\.sv$")
  else()
    list(FILTER rtl EXCLUDE REGEX "/flitlock_(l2_slice|slice_[a-z]+)\\.sv$")
  endif()
  set(from "${PROJECT_SOURCE_DIR}/rtl")
  if(DEFINED FLITLOCK_RTL_FOLDER)
    list(TRANSFORM rtl REPLACE "^${from}/" "${FLITLOCK_RTL_FOLDER}/")
    set(from "${FLITLOCK_RTL_FOLDER}")
  endif()
  add_custom_command(
    OUTPUT "${folder}/${top}.sv" "${folder}/glue.cpp"
    COMMAND flitlock_rtl_generate "${file}" ${name} "${folder}/${top}.sv" "${folder}/glue.cpp"
    DEPENDS flitlock_rtl_generate "${file}"
    COMMENT "Shape ${name}")
  add_custom_command(
    OUTPUT "${folder}/V${top}.h" "${folder}/all.cpp"
    COMMAND "${CMAKE_COMMAND}" "-DVERILATOR=${FLITLOCK_VERILATOR}" -DTOP=${top} "-DFOLDER=${folder}"
            "-DRTL=${from}" -P "${PROJECT_SOURCE_DIR}/cmake/verilate.cmake"
    DEPENDS "${folder}/${top}.sv" ${rtl} "${PROJECT_SOURCE_DIR}/cmake/verilate.cmake"
    COMMENT "Verilate ${name}")
  add_library(${target} OBJECT EXCLUDE_FROM_ALL
    "${folder}/all.cpp" "${folder}/glue.cpp" "${folder}/V${top}.h")
  set_target_properties(${target} PROPERTIES FLITLOCK_SHAPE_FILE "${file}")
  target_include_directories(${target} PRIVATE "${folder}")
  flitlock_verilated_options(${target})
  target_compile_options(${target} PRIVATE -g0)  # nobody reads it, and it takes as long as the rest
endfunction()
