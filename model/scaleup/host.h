// SPDX-License-Identifier: Apache-2.0
// What drives the link TLBs of a GPU besides requests: prefetches, pre-translation, flushes. Source: specification
// R-SU-15 to R-SU-18.
#ifndef FLITLOCK_MODEL_SCALEUP_HOST_H
#define FLITLOCK_MODEL_SCALEUP_HOST_H

#include "flitlock/link_tlb.h"
#include "flitlock/rng.h"
#include "scaleup/pages.h"

// Pages of a source that count as known, R-SU-15.
#define SCALE_UP_RECENT 4U

// What was seen of a source.
struct scale_up_source {
  uint64_t recent[SCALE_UP_RECENT];
  uint32_t known;  // of `recent`
  uint32_t at;     // the next to be replaced
  uint64_t last;   // page at the last event
  uint64_t stride;
  uint32_t events;
};

struct scale_up_sighting {
  uint64_t cycle;
  struct scale_up_page page;
};

// Of a GPU, beside its block; owned by the pod.
struct scale_up_host {
  uint32_t gpu, gpus;
  int policy;      // enum flitlock_prefetch
  uint32_t ahead;  // pages
  int pre_translate, flush;
  double misprediction;
  uint64_t wrong;  // what is added to the offset of a page that is predicted wrongly
  uint32_t most;   // pages that are translated in a compute phase
  uint64_t compute;
  struct flitlock_npa npa;
  uint32_t prefetch_credits, ctl_credits;  // at reset
  uint64_t seed;
  struct scale_up_source *source;  // [gpus]
  struct scale_up_pages use;       // the use list, or what was recorded
  struct scale_up_pages record;    // of this iteration
  uint8_t *used;                   // [use.count]
  uint32_t used_count;
  // Told during a cycle, looked at in later ones.
  struct scale_up_sighting *sighting;
  uint32_t sightings, sighting_capacity;
  uint64_t told;  // cycle in which the next iteration was announced; FLITLOCK_SLEEP: none was
  uint64_t begin;
  uint32_t iteration;
  int failed;  // out of memory
  void (*wake)(void *pod, uint32_t gpu, uint64_t cycle);
  void *pod;
};

// Port 0 `prefetch` (out), 1 `ctl` (out, in). `params` is the struct scale_up_host.
extern const struct flitlock_block_ops scale_up_host_block;

// The record function of an L1; `self` is the struct scale_up_host.
void scale_up_host_record(void *self, const struct flitlock_l1_tlb_record *record);
// Iteration `iteration` begins at `begin`; told in cycle `cycle`.
void scale_up_host_announce(struct scale_up_host *host, uint32_t iteration, uint64_t cycle, uint64_t begin);
void scale_up_host_reset(struct scale_up_host *host);
void scale_up_host_free(struct scale_up_host *host);

#endif
