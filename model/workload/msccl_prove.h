// SPDX-License-Identifier: Apache-2.0
// Executes a schedule before it is simulated: does it end, and with the right data, in every order tried?
#ifndef FLITLOCK_WORKLOAD_MSCCL_PROVE_H
#define FLITLOCK_WORKLOAD_MSCCL_PROVE_H

#include "workload/msccl_data.h"

// Finds out whether the schedule does what its collective promises, out of place or in place (`*in_place`), and fills
// in the bytes of its transfers. E_INPUT: it deadlocks, leaves wrong data, or its result depends on the order of its
// thread blocks.
int msccl_prove(struct msccl_schedule *schedule, struct msccl_data *data, int *in_place, struct flitlock_error *error);

#endif
