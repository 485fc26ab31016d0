// SPDX-License-Identifier: Apache-2.0
// The lanes of the golden twin in a checker: the inputs of the RTL, outputs for flitlock_checker.svh.
    .in_valid_i       (in_valid_i),
    .in_header_i      (in_header_i),
    .in_payload_i     (in_payload_i),
    .in_credit_o      (golden_credit),
    .out_valid_o      (golden_valid),
    .out_header_o     (golden_header),
    .out_payload_o    (golden_payload),
    .out_credit_i     (out_credit_i)
