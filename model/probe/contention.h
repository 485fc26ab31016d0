// SPDX-License-Identifier: Apache-2.0
// Do two lines share a slice? Told by time: reads of both at once take twice as long where they do.
#ifndef FLITLOCK_MODEL_PROBE_CONTENTION_H
#define FLITLOCK_MODEL_PROBE_CONTENTION_H

#include "probe/bench.h"

// 1: they do, by the majority of the setting's votes, each of which is wrong with the setting's noise.
int probe_same_slice(struct probe_bench *bench, uint64_t a, uint64_t b);

#endif
