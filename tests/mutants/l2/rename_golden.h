// SPDX-License-Identifier: Apache-2.0
// Included before the mutated golden slice, so that it can stand beside the true one in a program.
#ifndef FLITLOCK_TESTS_MUTANTS_L2_RENAME_GOLDEN_H
#define FLITLOCK_TESTS_MUTANTS_L2_RENAME_GOLDEN_H

#define flitlock_l2_create          flitlock_mutated_l2_create
#define flitlock_l2_destroy         flitlock_mutated_l2_destroy
#define flitlock_l2_drain           flitlock_mutated_l2_drain
#define flitlock_l2_filled          flitlock_mutated_l2_filled
#define flitlock_l2_flush           flitlock_mutated_l2_flush
#define flitlock_l2_new             flitlock_mutated_l2_new
#define flitlock_l2_quiet_fill      flitlock_mutated_l2_quiet_fill
#define flitlock_l2_quiet_new       flitlock_mutated_l2_quiet_new
#define flitlock_l2_quiet_serve     flitlock_mutated_l2_quiet_serve
#define flitlock_l2_ready           flitlock_mutated_l2_ready
#define flitlock_l2_receive_fill    flitlock_mutated_l2_receive_fill
#define flitlock_l2_receive_request flitlock_mutated_l2_receive_request
#define flitlock_l2_report          flitlock_mutated_l2_report
#define flitlock_l2_request_reach   flitlock_mutated_l2_request_reach
#define flitlock_l2_reset           flitlock_mutated_l2_reset
#define flitlock_l2_slice_golden    flitlock_mutated_l2_slice_golden
#define flitlock_l2_way_of          flitlock_mutated_l2_way_of

#endif
