# SPDX-License-Identifier: Apache-2.0
# cmake -DFROM=.. -DTO=.. -DFILE=.. -DROUTER=.. -P dst_as_router.cmake
# Copies FILE. What is called flitlock_router gets another name, and ROUTER takes its place.
file(READ "${FROM}/${FILE}" text)
if(FILE STREQUAL "flitlock_router.sv")
  string(REPLACE "module flitlock_router #" "module flitlock_router_inside #" text "${text}")
  file(WRITE "${TO}/flitlock_router_inside.sv" "${text}")
  file(READ "${ROUTER}" text)
elseif(FILE STREQUAL "flitlock_dst.sv")
  string(REPLACE "flitlock_router #" "flitlock_router_inside #" text "${text}")
endif()
file(WRITE "${TO}/${FILE}" "${text}")
