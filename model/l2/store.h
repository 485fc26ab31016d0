// SPDX-License-Identifier: Apache-2.0
// Bytes by address: pages that were written, in a hash table; the rest is computed, R-L2S-MEM-3.
#ifndef FLITLOCK_MODEL_L2_STORE_H
#define FLITLOCK_MODEL_L2_STORE_H

#include "flitlock/l2_slice.h"

// As flitlock_l2_store_read, but only the sectors of the half in `sectors` (bits 0 and 1); other bytes stay.
void flitlock_l2_store_read_sectors(const struct flitlock_l2_store *store, uint64_t address, unsigned sectors,
                                    uint8_t *half);

#endif
