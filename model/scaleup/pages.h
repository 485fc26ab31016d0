// SPDX-License-Identifier: Apache-2.0
// The use list of a GPU, R-SU-15: the pages that requests of other nodes touch in an iteration, in the order in which
// they are expected.
#ifndef FLITLOCK_MODEL_SCALEUP_PAGES_H
#define FLITLOCK_MODEL_SCALEUP_PAGES_H

#include "flitlock/link_tlb.h"
#include "scaleup/traffic.h"

struct scale_up_page {
  uint64_t offset;
  uint32_t src;  // a GPU that uses it
};

struct scale_up_pages {
  struct scale_up_page *page;
  uint32_t count, capacity;
};

// E_NO_MEMORY.
int scale_up_pages_create(const struct scale_up_traffic *traffic, uint32_t gpu, uint32_t gpus_per_node,
                          const struct flitlock_npa *npa, struct scale_up_pages *pages, struct flitlock_error *error);
// Appends; 0: out of memory.
int scale_up_pages_add(struct scale_up_pages *pages, uint64_t offset, uint32_t src);
void scale_up_pages_free(struct scale_up_pages *pages);

#endif
