# SPDX-License-Identifier: Apache-2.0
# cmake -DFROM=rtl -DTO=folder -P plant.cmake: a copy of the RTL with bugs that plusargs turn on.
#   +bug_credit   L1 returns one credit where it has merged two entries (R-W-4)
#   +bug_field    bit 4 of id is flipped in flits of VC 1 (R-FL-7)
#   +bug_payload  the top bit of the lower unit is flipped in flits of VC 1 (R-FL-7)
#   +bug_reset    a flit that is presented as reset falls stays (R-RST-2)
file(REMOVE_RECURSE "${TO}")
file(COPY "${FROM}/" DESTINATION "${TO}")

function(plant file before after)
  file(READ "${TO}/${file}" text)
  string(REPLACE "${before}" "${after}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "${file} has no '${before}'")
  endif()
  file(WRITE "${TO}/${file}" "${changed}")
endfunction()

plant(flitlock_level1.sv "credit_q <= credit_d;"
      "credit_q <= $test$plusargs(\"bug_credit\") && pop_o == 2'd2 ? credit_d >> 1 : credit_d;")
plant(flitlock_level3.sv "if (pop_o) flit_q <= front_i;"
      "if (pop_o) flit_q <= front_i
        ^ ($test$plusargs(\"bug_field\") && front_i[0] ? FlitBits'(1) << 100 : FlitBits'(0))
        ^ ($test$plusargs(\"bug_payload\") && front_i[0] ? FlitBits'(1) << 287 : FlitBits'(0));")
plant(flitlock_level3.sv "      valid_q <= 1'b0;"
      "      if (!$test$plusargs(\"bug_reset\")) valid_q <= 1'b0;")
