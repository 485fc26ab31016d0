// SPDX-License-Identifier: Apache-2.0
// Included before the mutated golden router, so that it can stand beside the true one in a program.
#ifndef FLITLOCK_TESTS_MUTANTS_RENAME_GOLDEN_H
#define FLITLOCK_TESTS_MUTANTS_RENAME_GOLDEN_H

#define flitlock_router_golden          flitlock_mutated_golden
#define flitlock_route_port             flitlock_mutated_route_port
#define flitlock_router_check           flitlock_mutated_router_check
#define flitlock_router_check_credit    flitlock_mutated_router_check_credit
#define flitlock_router_check_flit      flitlock_mutated_router_check_flit
#define flitlock_router_check_masks     flitlock_mutated_router_check_masks
#define flitlock_router_check_route     flitlock_mutated_router_check_route
#define flitlock_router_create          flitlock_mutated_router_create
#define flitlock_router_describe        flitlock_mutated_router_describe
#define flitlock_router_destroy         flitlock_mutated_router_destroy
#define flitlock_router_idle_causes     flitlock_mutated_router_idle_causes
#define flitlock_router_lost_flit       flitlock_mutated_router_lost_flit
#define flitlock_router_occupancy       flitlock_mutated_router_occupancy
#define flitlock_router_params_default  flitlock_mutated_router_params_default
#define flitlock_router_params_validate flitlock_mutated_router_params_validate
#define flitlock_router_reset           flitlock_mutated_router_reset
#define flitlock_router_signals         flitlock_mutated_router_signals
#define flitlock_router_step            flitlock_mutated_router_step
#define flitlock_router_waits           flitlock_mutated_router_waits

#endif
