// SPDX-License-Identifier: Apache-2.0
#include "run/totals.h"

static struct flitlock_client_counts counts_of(const struct flitlock_pod *pod, uint32_t block) {
  struct flitlock_client_counts counts = {0};
  flitlock_client_get_counts(flitlock_engine_block(flitlock_pod_engine(pod), block), &counts);
  return counts;
}

void flitlock_totals_get(const struct flitlock_pod *pod, struct flitlock_totals *totals) {
  *totals = (struct flitlock_totals){0};
  uint32_t count = flitlock_pod_req_client_count(pod);
  for (uint32_t client = 0; client < count; client++) {
    struct flitlock_client_counts counts = counts_of(pod, flitlock_pod_req_client(pod, client));
    totals->injected += counts.sent;
    totals->completed += counts.completed;
    if (counts.created > totals->most_created) totals->most_created = counts.created;
  }
  if (!flitlock_pod_config(pod)->workload.posted) return;
  // R-RS-5: complete when delivered, of which the requester is not told.
  totals->completed = 0;
  count = flitlock_pod_rsp_client_count(pod);
  for (uint32_t client = 0; client < count; client++)
    totals->completed += counts_of(pod, flitlock_pod_rsp_client(pod, client)).received;
}

uint64_t flitlock_totals_in_routers(const struct flitlock_pod *pod) {
  const struct flitlock_engine *engine = flitlock_pod_engine(pod);
  uint64_t flits = 0;
  uint32_t blocks = flitlock_engine_block_count(engine);
  for (uint32_t block = 0; block < blocks; block++) {
    const struct flitlock_block_ops *ops = flitlock_engine_block_ops(engine, block);
    if (flitlock_node_is_client(flitlock_pod_node(pod, block)->kind) || ops->occupancy == NULL) continue;
    flits += ops->occupancy(flitlock_engine_block(engine, block));
  }
  return flits;
}

int flitlock_totals_empty(const struct flitlock_pod *pod) {
  if (flitlock_engine_flits_in_channels(flitlock_pod_engine(pod)) > 0) return 0;
  uint32_t count = flitlock_pod_req_client_count(pod);
  for (uint32_t client = 0; client < count; client++) {
    if (counts_of(pod, flitlock_pod_req_client(pod, client)).waiting > 0) return 0;
  }
  count = flitlock_pod_rsp_client_count(pod);
  for (uint32_t client = 0; client < count; client++) {
    if (counts_of(pod, flitlock_pod_rsp_client(pod, client)).waiting > 0) return 0;
  }
  return flitlock_totals_in_routers(pod) == 0;
}

uint64_t flitlock_totals_credit_latency(const struct flitlock_pod *pod) {
  const struct flitlock_engine *engine = flitlock_pod_engine(pod);
  uint64_t longest = 1;
  uint32_t channels = flitlock_engine_channel_count(engine);
  for (uint32_t channel = 0; channel < channels; channel++) {
    uint64_t latency = flitlock_engine_channel(engine, channel)->credit_latency;
    if (latency > longest) longest = latency;
  }
  return longest;
}
