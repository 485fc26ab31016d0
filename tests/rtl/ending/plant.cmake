# SPDX-License-Identifier: Apache-2.0
# cmake -DFROM=rtl -DTO=folder -P plant.cmake: a copy of the RTL whose outputs are right, and that ends itself when request
# 20 of the client at port 2 comes in: a write by an assertion, a read by $finish.
file(REMOVE_RECURSE "${TO}")
file(COPY "${FROM}/" DESTINATION "${TO}")
file(READ "${TO}/flitlock_router.sv" text)
string(REPLACE "\nendmodule" "
  // verilator lint_off WIDTH
  wire [223:0] planted_header = in_header_i[2*224+:224];
  wire planted = rst_ni && in_valid_i[2] && planted_header[4] && planted_header[127:96] == 32'd20;
  always @(posedge clk_i) begin
    a_planted: assert (!(planted && planted_header[17:16] == 2'd0)) else $error(\"the planted assertion\");
    if (planted && planted_header[17:16] == 2'd1) $finish;
  end
endmodule" changed "${text}")
if(changed STREQUAL text)
  message(FATAL_ERROR "flitlock_router.sv has no endmodule")
endif()
file(WRITE "${TO}/flitlock_router.sv" "${changed}")
