// SPDX-License-Identifier: Apache-2.0
// Two implementations of a slice under the same traffic, held against each other at two levels: every output of every
// port in every cycle, and the order of what is accepted and presented, whatever its cycles.
#ifndef FLITLOCK_TESTS_SUPPORT_L2_PAIR_H
#define FLITLOCK_TESTS_SUPPORT_L2_PAIR_H

#include "flitlock/lockstep.h"
#include "support/l2_rig.h"

namespace flitlock_test {

// In lockstep, golden with `device` (its parameters are `params`, unless it is said what it gets). Empty, or what the
// rig or the comparison found first.
std::string l2_lockstep(const L2Traffic &traffic, const flitlock_l2_slice_params &params, const L2Block &device,
                        L2Seen &seen, flitlock_lockstep_counts &counts, int mode = FLITLOCK_LOCKSTEP_FULL);

// One after the other, `traffic` made patient; `late` of the traffic is the device's. Empty, or the first entry of the
// logs that differs. `entries`: those compared.
std::string l2_compare_logs(const L2Traffic &traffic, const flitlock_l2_slice_params &params,
                            const flitlock_l2_slice_params &device_params, const L2Block &device, L2Seen &seen,
                            uint64_t &entries);

}  // namespace flitlock_test

#endif
