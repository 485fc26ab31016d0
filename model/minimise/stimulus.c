// SPDX-License-Identifier: Apache-2.0
// The traffic of a run as it leaves the request clients: a request that a client got and could not send before the run
// ended has influenced nothing. Replayed, each client asks for its next request when it did, and finds the same.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/minimise.h"
#include "flitlock/results.h"
#include "flitlock/run.h"
#include "flitlock/translation.h"
#include "pod/names.h"
#include "results/output.h"

struct recorder {
  const struct flitlock_pod *pod;
  const struct flitlock_translation *translation;  // NULL: none
  struct flitlock_stimulus *stimulus;
  int failed;
};

static struct flitlock_packet *new_packet(struct recorder *recorder) {
  struct flitlock_stimulus *stimulus = recorder->stimulus;
  if (stimulus->count == stimulus->capacity) {
    const size_t capacity = 2 * stimulus->capacity + 256;
    struct flitlock_packet *grown = realloc(stimulus->packet, capacity * sizeof(*grown));
    if (grown == NULL) {
      recorder->failed = 1;
      return NULL;
    }
    stimulus->packet = grown;
    stimulus->capacity = capacity;
  }
  return &stimulus->packet[stimulus->count++];
}

static void look(void *self, const struct flitlock_engine *engine, uint32_t block, uint64_t cycle,
                 const struct flitlock_in *in, const struct flitlock_out *out) {
  struct recorder *recorder = self;
  (void)engine;
  (void)in;
  if ((out->flit_valid & 1U) == 0 || !out->flit[0].head) return;
  if (flitlock_pod_node(recorder->pod, block)->kind != FLITLOCK_NODE_REQ_CLIENT) return;
  struct flitlock_packet *packet = new_packet(recorder);
  if (packet == NULL) return;
  // The field has 32 bits of the cycle; a birth is not later than the head.
  const uint64_t age = (uint32_t)((uint32_t)cycle - out->flit[0].birth);
  const uint32_t from = flitlock_address_gpu(out->flit[0].src), to = flitlock_address_gpu(out->flit[0].dst);
  uint64_t addr = out->flit[0].addr;
  // R-RQ-7: a workload names offsets.
  if (recorder->translation != NULL) addr = flitlock_translation_offset(recorder->translation, from, to, addr);
  *packet = (struct flitlock_packet){.cycle = cycle - age,
                                     .src = out->flit[0].src,
                                     .dst = out->flit[0].dst,
                                     .addr = addr,
                                     .bytes = out->flit[0].bytes,
                                     .op = out->flit[0].op};
}

static int compare_births(const void *a, const void *b) {
  const struct flitlock_packet *x = a, *y = b;
  if (x->cycle != y->cycle) return x->cycle < y->cycle ? -1 : 1;
  return x->src < y->src ? -1 : x->src > y->src;
}

int flitlock_stimulus_record(const struct flitlock_config *config, uint64_t cycles, struct flitlock_stimulus *stimulus,
                             struct flitlock_error *error) {
  struct flitlock_pod *pod = NULL;
  memset(stimulus, 0, sizeof(*stimulus));
  int status = flitlock_pod_create(config, NULL, NULL, NULL, &pod, error);
  if (status != FLITLOCK_OK) return status;
  struct flitlock_translation *translation = NULL;
  if (config->link_tlb.mode != FLITLOCK_LINK_TLB_OFF) status = flitlock_translation_create(config, &translation, error);
  struct recorder recorder = {.pod = pod, .translation = translation, .stimulus = stimulus};
  const struct flitlock_observer observer = {.self = &recorder, .step = look};
  if (status == FLITLOCK_OK) status = flitlock_engine_add_observer(flitlock_pod_engine(pod), &observer, error);
  if (status == FLITLOCK_OK) {
    flitlock_engine_reset(flitlock_pod_engine(pod));
    flitlock_engine_run(flitlock_pod_engine(pod), cycles);
    if (recorder.failed) status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the traffic");
  }
  flitlock_translation_destroy(translation);
  flitlock_pod_destroy(pod);
  // A client sends in the order of births, which a sort by birth and client keeps.
  if (stimulus->count > 1) qsort(stimulus->packet, stimulus->count, sizeof(*stimulus->packet), compare_births);
  return status;
}

int flitlock_stimulus_write(const struct flitlock_stimulus *stimulus, const struct flitlock_config *config,
                            const char *path, struct flitlock_error *error) {
  struct flitlock_output output;
  int status = flitlock_output_open(&output, path, error);
  if (status != FLITLOCK_OK) return status;
  fputs("cycle,source,destination,op,bytes,address\n", output.file);
  for (size_t n = 0; n < stimulus->count; n++) {
    const struct flitlock_packet *packet = &stimulus->packet[n];
    char source[POD_NAME_SIZE], destination[POD_NAME_SIZE];
    fprintf(output.file, "%llu,%s,%s,%s,%u,0x%llx\n", (unsigned long long)packet->cycle,
            flitlock_pod_client_name(config, packet->src, source, sizeof(source)),
            flitlock_pod_client_name(config, packet->dst, destination, sizeof(destination)),
            packet->op == FLITLOCK_OP_READ_REQ ? "read" : "write", (unsigned)packet->bytes,
            (unsigned long long)packet->addr);
  }
  return flitlock_output_commit(&output, error);
}

void flitlock_stimulus_free(struct flitlock_stimulus *stimulus) {
  free(stimulus->packet);
  memset(stimulus, 0, sizeof(*stimulus));
}
