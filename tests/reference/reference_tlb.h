// SPDX-License-Identifier: Apache-2.0
// Link TLBs read a second time from specification chapter 7: plain containers, every rule where it stands, stepped in
// every cycle. Slow, and without anything in common with model/tlb but the public header.
#ifndef FLITLOCK_TESTS_REFERENCE_REFERENCE_TLB_H
#define FLITLOCK_TESTS_REFERENCE_REFERENCE_TLB_H

#include <flitlock/link_tlb.h>

namespace flitlock_test {

extern const flitlock_block_ops reference_l1_tlb;
extern const flitlock_block_ops reference_l2_tlb;

}  // namespace flitlock_test

#endif
