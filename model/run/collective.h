// SPDX-License-Identifier: Apache-2.0
#ifndef FLITLOCK_RUN_COLLECTIVE_H
#define FLITLOCK_RUN_COLLECTIVE_H

#include "flitlock/results.h"
#include "flitlock/workload.h"

// Fills `results->collective` when the workload is a collective; otherwise leaves it as it is.
int flitlock_run_fill_collective(struct flitlock_workload *workload, struct flitlock_results *results,
                                 struct flitlock_error *error);

#endif
