// SPDX-License-Identifier: Apache-2.0
// The clients and the log of a pod whose routers are in another simulator.
#include "flitlock/hosted.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "client/pool.h"
#include "flitlock/observe.h"
#include "pod/pod.h"
#include "run/totals.h"

// Of a client: payloads live in the pod's pool, the wires are the host's.
struct client {
  uint64_t next;            // edge
  uint8_t *arriving;        // memory of the packet that arrives
  const uint8_t *departed;  // of the one whose tail was presented last: free at the next edge
};

struct flitlock_hosted {
  struct flitlock_pod *pod;
  struct flitlock_events *events;  // NULL: no log
  struct client *client;           // [blocks]
  uint32_t owner;                  // in the pool, of packets that arrive
  uint64_t empty_since;            // the edge at which all packets had arrived; UINT64_MAX: not yet
};

static int has_end(const struct flitlock_config *config) {
  return config->workload.kind != FLITLOCK_WORKLOAD_SYNTHETIC || config->workload.count > 0;
}

int flitlock_hosted_create(const struct flitlock_config *config, const char *events_path,
                           struct flitlock_hosted **hosted, struct flitlock_error *error) {
  *hosted = NULL;
  if (config->link_tlb.mode != FLITLOCK_LINK_TLB_OFF)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: link_tlb.mode is not off: a pod under the clock of another simulator has no link TLBs; "
                         "'flitlock run' and 'flitlock check' have them",
                         config->path ? config->path : "configuration");
  if (config->l2.mode != FLITLOCK_L2_OFF)
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: l2.mode is not off: a pod under the clock of another simulator has no L2; 'flitlock run' "
                         "and 'flitlock check' have it",
                         config->path ? config->path : "configuration");
  struct flitlock_hosted *made = calloc(1, sizeof *made);
  if (!made) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for a hosted pod");
  made->empty_since = UINT64_MAX;
  int status = flitlock_pod_create(config, NULL, NULL, NULL, &made->pod, error);
  if (status == FLITLOCK_OK) {
    // Every client is asked in every cycle, so nobody is woken.
    made->pod->workload->wake = NULL;
    made->owner = flitlock_payload_pool_join(made->pod->pool);
    made->client = calloc(made->pod->plan->block_count, sizeof *made->client);
    if (!made->client) status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for a hosted pod");
  }
  if (status == FLITLOCK_OK && events_path) {
    status = flitlock_events_open(made->pod, events_path, &made->events, error);
  }
  if (status != FLITLOCK_OK) {
    flitlock_hosted_close(made, NULL);
    return status;
  }
  *hosted = made;
  return FLITLOCK_OK;
}

const struct flitlock_pod *flitlock_hosted_pod(const struct flitlock_hosted *hosted) { return hosted->pod; }

// Moves an arriving flit's bytes from the wires to memory that stays until the client has taken the packet.
static void take_payload(struct flitlock_hosted *hosted, struct client *client, struct flitlock_flit *flit) {
  const struct pod_plan *plan = hosted->pod->plan;
  const uint8_t *wires = flit->payload;
  if (flit->head || !client->arriving) client->arriving = flitlock_payload_pool_take(hosted->pod->pool, hosted->owner);
  flit->payload = NULL;
  // What does not fit is a protocol error, which the client reports.
  if (!wires || !client->arriving || (uint32_t)flit->seq + flit->units > plan->max_len) return;
  size_t unit = plan->config->pod.unit_bytes;
  flit->payload = client->arriving + flit->seq * unit;
  memcpy(flit->payload, wires, flit->units * unit);
  if (flit->tail) client->arriving = NULL;
}

int flitlock_hosted_client(struct flitlock_hosted *hosted, uint32_t block, uint64_t cycle, const struct flitlock_in *in,
                           struct flitlock_out *out) {
  const struct pod_plan *plan = hosted->pod->plan;
  if (block >= plan->block_count || !plan->block[block].client) return FLITLOCK_E_USAGE;
  struct client *client = &hosted->client[block];
  if (client->next != cycle) return FLITLOCK_E_USAGE;
  client->next++;
  if (client->departed) flitlock_payload_pool_give(hosted->pod->pool, client->departed);
  client->departed = NULL;

  struct flitlock_flit flit[2];
  const uint32_t ports = plan->block[block].port_count;
  struct flitlock_in taken = *in;
  taken.flit = flit;
  for (uint32_t port = 0; port < ports; port++) {
    if (!(in->flit_valid >> port & 1U)) continue;
    flit[port] = in->flit[port];
    take_payload(hosted, client, &flit[port]);
  }
  out->flit_valid = 0;
  out->credit_valid = 0;
  const struct flitlock_engine *engine = hosted->pod->engine;
  flitlock_engine_block_ops(engine, block)->step(flitlock_engine_block(engine, block), cycle, &taken, out);
  for (uint32_t port = 0; port < ports; port++)
    if (out->flit_valid >> port & 1U && out->flit[port].tail) client->departed = out->flit[port].payload;
  return hosted->events ? flitlock_events_presented(hosted->events, block, cycle, out) : FLITLOCK_OK;
}

int flitlock_hosted_presented(struct flitlock_hosted *hosted, uint32_t block, uint64_t cycle,
                              const struct flitlock_out *out) {
  return hosted->events ? flitlock_events_presented(hosted->events, block, cycle, out) : FLITLOCK_OK;
}

// Sum over all clients of `sent` and `received`; `waiting` of any client.
static struct flitlock_client_counts all_counts(const struct flitlock_hosted *hosted) {
  const struct pod_plan *plan = hosted->pod->plan;
  struct flitlock_client_counts all = {0};
  for (uint32_t block = 0; block < plan->block_count; block++) {
    if (!plan->block[block].client) continue;
    struct flitlock_client_counts one;
    flitlock_client_get_counts(flitlock_engine_block(hosted->pod->engine, block), &one);
    all.sent += one.sent;
    all.received += one.received;
    all.waiting += one.waiting;
  }
  return all;
}

int flitlock_hosted_over(struct flitlock_hosted *hosted, uint64_t cycle) {
  const struct flitlock_config *config = hosted->pod->config;
  struct flitlock_workload *workload = hosted->pod->workload;
  int exhausted = has_end(config) && workload->ops->exhausted(workload);
  if (!exhausted && cycle < config->run.cycles) return 0;
  if (!exhausted && !config->run.drain) return 1;
  workload->stopped = 1;
  uint64_t limit = config->run.cycles;
  if (config->run.drain) limit += config->run.drain_limit < UINT64_MAX - limit ? config->run.drain_limit : 0U;
  const struct flitlock_client_counts all = all_counts(hosted);
  if (all.waiting > 0 || all.sent != all.received) {
    hosted->empty_since = UINT64_MAX;
  } else if (hosted->empty_since == UINT64_MAX) {
    hosted->empty_since = cycle;
  }
  if (cycle >= limit) return 1;
  return hosted->empty_since != UINT64_MAX &&
         cycle - hosted->empty_since >= flitlock_totals_credit_latency(hosted->pod);
}

uint64_t flitlock_hosted_packets(const struct flitlock_hosted *hosted) { return all_counts(hosted).received; }

static int check_clients(const struct flitlock_hosted *hosted, struct flitlock_error *error) {
  const struct pod_plan *plan = hosted->pod->plan;
  for (uint32_t block = 0; block < plan->block_count; block++) {
    const struct flitlock_block_ops *ops = flitlock_engine_block_ops(hosted->pod->engine, block);
    if (!plan->block[block].client || !ops->check) continue;
    int status = ops->check(flitlock_engine_block(hosted->pod->engine, block), error);
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

int flitlock_hosted_close(struct flitlock_hosted *hosted, struct flitlock_error *error) {
  if (!hosted) return FLITLOCK_OK;
  int status = hosted->client ? check_clients(hosted, error) : FLITLOCK_OK;
  int log = flitlock_events_close(hosted->events, status == FLITLOCK_OK ? error : NULL);
  flitlock_pod_destroy(hosted->pod);
  free(hosted->client);
  free(hosted);
  return status != FLITLOCK_OK ? status : log;
}
