// SPDX-License-Identifier: Apache-2.0
#include "cli/show.h"

#include <stdlib.h>
#include <string.h>

// Loads within this share of each other are the same: they are sums taken in different orders.
#define SAME 1e-9

static void describe_link(const struct flitlock_pod *pod, uint32_t channel, struct show_link *link) {
  const struct flitlock_engine *engine = flitlock_pod_engine(pod);
  const struct flitlock_channel *from = flitlock_engine_channel(engine, channel);
  struct flitlock_block_info sender, receiver;
  flitlock_engine_block_ops(engine, from->src_block)->describe(flitlock_engine_block(engine, from->src_block), &sender);
  flitlock_engine_block_ops(engine, from->dst_block)
      ->describe(flitlock_engine_block(engine, from->dst_block), &receiver);
  snprintf(link->name, sizeof(link->name), "%s", from->name);
  const int memory = flitlock_node_is_memory(flitlock_pod_node(pod, from->src_block)->kind) ||
                     flitlock_node_is_memory(flitlock_pod_node(pod, from->dst_block)->kind);
  link->width = sender.port[from->src_port].out_width *
                (memory ? (uint32_t)FLITLOCK_L2_HALF_BYTES : flitlock_pod_config(pod)->pod.unit_bytes);
  link->accesses = memory;
  link->latency = from->latency;
  link->credit_latency = from->credit_latency;
  link->vcs = receiver.vcs;
  memcpy(link->input, receiver.port[from->dst_port].in_depth, sizeof(link->input));
  const struct flitlock_router_params *router = flitlock_pod_router_params(pod, from->src_block);
  link->from_router = router != NULL;
  if (router == NULL) return;
  memcpy(link->crossbar, router->port[from->src_port].crossbar_depth, sizeof(link->crossbar));
  memcpy(link->output, router->port[from->src_port].output_depth, sizeof(link->output));
}

static double configured_rate(const struct flitlock_config *config) {
  switch (config->workload.injection) {
    case FLITLOCK_INJECT_BERNOULLI:
    case FLITLOCK_INJECT_BURSTY:
      return config->workload.rate;
    case FLITLOCK_INJECT_INTERVAL:
      return config->workload.interval > 0 ? 1.0 / config->workload.interval : 0;
    default:
      return 0;
  }
}

static int find_load(const struct flitlock_pod *pod, double rate, struct show_pod *show, struct flitlock_error *error) {
  double *flits = calloc(show->count, sizeof(*flits));
  if (flits == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the links' loads");
  struct flitlock_error reason = {0};
  int status = flitlock_pod_link_flits(pod, flits, &reason);
  double largest = 0;
  for (uint32_t n = 0; n < show->count; n++) {
    show->link[n].flits = status == FLITLOCK_OK ? flits[n] : -1;
    if (show->link[n].flits > largest) largest = show->link[n].flits;
  }
  free(flits);
  if (status == FLITLOCK_E_USAGE) {
    snprintf(show->why, sizeof(show->why), "%.500s", reason.text);
    return FLITLOCK_OK;
  }
  if (status != FLITLOCK_OK) return flitlock_fail(error, status, "%s", reason.text);
  show->has_load = 1;
  show->saturation = largest > 0 ? 1 / largest : 0;
  show->rate = rate > 0 ? rate : configured_rate(show->config);
  show->rate_is_limit = show->rate <= 0;
  if (show->rate_is_limit) show->rate = show->saturation;
  return FLITLOCK_OK;
}

int show_pod_make(const struct flitlock_pod *pod, double rate, struct show_pod *show, struct flitlock_error *error) {
  memset(show, 0, sizeof(*show));
  show->config = flitlock_pod_config(pod);
  uint32_t channels = flitlock_engine_channel_count(flitlock_pod_engine(pod));
  show->link = calloc(channels > 0 ? channels : 1, sizeof(*show->link));
  if (show->link == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the links");
  show->count = channels;
  for (uint32_t n = 0; n < channels; n++)
    describe_link(pod, n, &show->link[n]);
  return find_load(pod, rate, show, error);
}

void show_pod_free(struct show_pod *show) {
  free(show->link);
  show->link = NULL;
}

const struct show_link *show_link_find(const struct show_pod *show, const char *name) {
  for (uint32_t n = 0; n < show->count; n++) {
    if (strcmp(show->link[n].name, name) == 0) return &show->link[n];
  }
  return NULL;
}

int show_link_is_first(const struct show_pod *show, const struct show_link *link) {
  return show->has_load && show->saturation > 0 && link->flits * show->saturation > 1 - SAME;
}
