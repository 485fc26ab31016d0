// SPDX-License-Identifier: Apache-2.0
// Included before the mutated golden link TLBs, so that they can stand beside the true ones in a program.
#ifndef FLITLOCK_TESTS_MUTANTS_TLB_RENAME_GOLDEN_H
#define FLITLOCK_TESTS_MUTANTS_TLB_RENAME_GOLDEN_H

#define flitlock_l1_tlb_get_counts flitlock_mutated_l1_tlb_get_counts
#define flitlock_l1_tlb_golden     flitlock_mutated_l1_tlb_golden
#define flitlock_l2_tlb_get_counts flitlock_mutated_l2_tlb_get_counts
#define flitlock_l2_tlb_golden     flitlock_mutated_l2_tlb_golden
#define l1_check                   mutated_l1_check
#define l1_check_credit            mutated_l1_check_credit
#define l1_check_flit              mutated_l1_check_flit
#define l1_check_message           mutated_l1_check_message
#define l1_create                  mutated_l1_create
#define l1_describe                mutated_l1_describe
#define l1_destroy                 mutated_l1_destroy
#define l1_idle_causes             mutated_l1_idle_causes
#define l1_occupancy               mutated_l1_occupancy
#define l1_reset                   mutated_l1_reset
#define l1_signals                 mutated_l1_signals
#define l1_step                    mutated_l1_step
#define l1_waits                   mutated_l1_waits
#define l2_answer                  mutated_l2_answer
#define l2_check                   mutated_l2_check
#define l2_create                  mutated_l2_create
#define l2_describe                mutated_l2_describe
#define l2_destroy                 mutated_l2_destroy
#define l2_forget_mshr             mutated_l2_forget_mshr
#define l2_invalidate_walks        mutated_l2_invalidate_walks
#define l2_occupancy               mutated_l2_occupancy
#define l2_report                  mutated_l2_report
#define l2_reset                   mutated_l2_reset
#define l2_set_of                  mutated_l2_set_of
#define l2_signals                 mutated_l2_signals
#define l2_start_walk              mutated_l2_start_walk
#define l2_step                    mutated_l2_step
#define l2_take_pte                mutated_l2_take_pte
#define l2_waits                   mutated_l2_waits
#define tlb_array_create           mutated_tlb_array_create
#define tlb_array_free             mutated_tlb_array_free
#define tlb_array_hit              mutated_tlb_array_hit
#define tlb_array_install          mutated_tlb_array_install
#define tlb_array_reset            mutated_tlb_array_reset

#endif
