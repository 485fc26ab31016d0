// SPDX-License-Identifier: Apache-2.0
// A scale-up pod in memory, shared by the files that build it (pod.c) and run it (run.c).
#ifndef FLITLOCK_MODEL_SCALEUP_SCALE_UP_H
#define FLITLOCK_MODEL_SCALEUP_SCALE_UP_H

#include "flitlock/scale_up.h"
#include "pod/choose.h"
#include "scaleup/blocks.h"
#include "scaleup/host.h"

struct flitlock_scale_up {
  const struct flitlock_config *config;
  struct pod_chooser *chooser;  // while it is built; NULL: golden C for all
  struct flitlock_engine *engine;
  struct scale_up_shared shared;
  // Numbers of blocks.
  uint32_t requester;  // of GPU 0; the others follow
  uint32_t rail;       // of station 0, plane req; then rsp, then station 1 ..
  uint32_t memory;     // of GPU 0
  uint32_t l1;         // of station 0 of GPU 0; those of a GPU, then its L2, page table and host, then the next GPU
  int translates;      // 1: there are link TLBs
  struct scale_up_host *host;            // [gpus]
  struct flitlock_page_tables **tables;  // [gpus]
};

// Link TLBs, tlbs.c: blocks in the order of R-SU-2, channels, and what they did.
int scale_up_tlbs_create(struct flitlock_scale_up *pod, struct flitlock_error *error);
int scale_up_tlbs_connect(struct flitlock_scale_up *pod, uint32_t gpu, struct flitlock_error *error);
void scale_up_tlbs_reset(struct flitlock_scale_up *pod);
void scale_up_tlbs_results(const struct flitlock_scale_up *pod, struct flitlock_translation_results *results);
void scale_up_tlbs_destroy(struct flitlock_scale_up *pod);
static inline uint32_t scale_up_tlbs_of(const struct flitlock_scale_up *pod, uint32_t gpu) {
  return pod->l1 + gpu * (pod->config->scale_up.stations + 3U);
}

// A channel of one pod.
int scale_up_connect(struct flitlock_scale_up *pod, const char *name, uint32_t src_block, uint32_t src_port,
                     uint32_t dst_block, uint32_t dst_port, uint32_t latency, uint32_t credit_latency,
                     struct flitlock_error *error);

#endif
