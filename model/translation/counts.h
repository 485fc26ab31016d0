// SPDX-License-Identifier: Apache-2.0
// What the link TLBs of an engine did, added up, whoever implements them.
#ifndef FLITLOCK_MODEL_TRANSLATION_COUNTS_H
#define FLITLOCK_MODEL_TRANSLATION_COUNTS_H

#include "flitlock/engine.h"
#include "flitlock/translation.h"

// Begins; then every L1 and L2 (block numbers of the engine); then the end.
void link_tlb_counts_begin(struct flitlock_translation_results *results);
void link_tlb_counts_l1(struct flitlock_translation_results *results, const struct flitlock_engine *engine,
                        uint32_t block);
void link_tlb_counts_l2(struct flitlock_translation_results *results, const struct flitlock_engine *engine,
                        uint32_t block);
void link_tlb_counts_end(struct flitlock_translation_results *results);

#endif
