// SPDX-License-Identifier: Apache-2.0
// Link TLBs and page tables as a configuration wants them (section link_tlb), for any pod.
#ifndef FLITLOCK_MODEL_TRANSLATION_CONFIGURED_H
#define FLITLOCK_MODEL_TRANSLATION_CONFIGURED_H

#include "flitlock/config.h"
#include "flitlock/link_tlb.h"

#define LINK_TLB_ALL_DOMAINS 0xFFU

// Of GPU `gpu`: how its NPAs are made.
void link_tlb_npa(const struct flitlock_config *config, uint32_t gpu, struct flitlock_npa *npa);
// Of GPU `gpu`. Links, VCs and depths of an L1 are left as they are by default: the pod fills them in.
void link_tlb_l1_params(const struct flitlock_config *config, uint32_t gpu, struct flitlock_l1_tlb_params *params);
void link_tlb_l2_params(const struct flitlock_config *config, uint32_t gpu, uint32_t stations,
                        struct flitlock_l2_tlb_params *params);
void link_tlb_page_table_params(const struct flitlock_config *config, const struct flitlock_page_tables *tables,
                                struct flitlock_page_table_params *params);
// Tables that map [0, size) of the GPU's offsets to as many bytes of its memory.
int link_tlb_tables(const struct flitlock_config *config, uint32_t gpu, uint64_t size,
                    struct flitlock_page_tables **tables, struct flitlock_error *error);

#endif
