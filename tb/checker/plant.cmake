# SPDX-License-Identifier: Apache-2.0
# cmake -DFROM=rtl -DTO=folder -P plant.cmake: a copy of the RTL with bugs that plusargs turn on.
#   +bug_credit   L1 returns one credit where it has merged two entries (R-W-4)
#   +bug_field    bit 4 of id is flipped in flits of VC 1 (R-FL-7)
#   +bug_payload  the top bit of the lower unit is flipped in flits of VC 1 (R-FL-7)
#   +bug_reset    a flit that is presented as reset falls stays (R-RST-2)
# and in L2 slices:
#   +bug_touch    the tree is not touched (R-L2S-VIC-6)
#   +bug_lfsr     the LFSR moves at every edge (R-L2S-VIC-5)
#   +bug_mshr     the last MSHR is taken if it is free, not the lowest that is (R-L2S-NEW-6)
#   +bug_dirty    a write leaves the highest sector clean (R-L2S-NEW-8)
#   +bug_fill     a fill displaces bytes that were written (R-L2S-FILL-1)
#   +bug_forward  a read of a line that is being written gets what was there before (R-L2S-ST-8)
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

plant(flitlock_slice_victim.sv "else if (touch_i) trees_q" "else if (touch_i && !$test$plusargs(\"bug_touch\")) trees_q")
plant(flitlock_slice_lfsr.sv "else if (step_i)" "else if (step_i || $test$plusargs(\"bug_lfsr\"))")
plant(flitlock_slice_mshr.sv "assign free_number_o   = lowest(~live_q);"
      "localparam [31:0] LastMshr = Mshrs - 1;
  assign free_number_o   = $test$plusargs(\"bug_mshr\") && !live_q[Mshrs-1] ? LastMshr[NumberBits-1:0] : lowest(~live_q);")
plant(flitlock_l2_slice.sv "dirty_before | (modifies ? sectors : 4'd0);"
      "dirty_before | (modifies ? sectors & ($test$plusargs(\"bug_dirty\") ? 4'd7 : 4'd15) : 4'd0);")
plant(flitlock_l2_slice.sv "bytes_of(fill_sectors) & ~old_bytes;"
      "bytes_of(fill_sectors) & ($test$plusargs(\"bug_fill\") ? {128{1'b1}} : ~old_bytes);")
plant(flitlock_slice_data.sv "forward_q   <= forward;" "forward_q   <= forward && !$test$plusargs(\"bug_forward\");")
