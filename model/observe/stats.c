// SPDX-License-Identifier: Apache-2.0
// Statistics of a run: link use with the cause of every idle cycle, accepted rates, latencies by stage.
//
// A block that sleeps costs nothing: the causes of its idle links stand still (block.h), so the cycles it slept are
// added up when it steps next, or at the end of the window.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/link_tlb.h"
#include "observe/l2_stats.h"
#include "observe/latency.h"
#include "observe/target.h"

struct link {
  uint64_t flits, packets;
  uint64_t idle[6];  // by cause; [0]: the block does not tell causes
};

// What is seen at the ports of a block besides link use.
struct block_state {
  const struct flitlock_block_ops *ops;
  struct flitlock_block *block;
  uint32_t first_channel, channels;  // that it sends on
  uint8_t kind;                      // enum flitlock_node_kind
  uint8_t plane;
  uint64_t in_mesh, in_gpu;  // DST: inputs that come from a mesh, from another GPU or a switch
  uint64_t in_tlb;           // from a link TLB
  uint64_t out_mesh;         // DST: outputs that go to a mesh
  uint64_t accounted;        // cycles before this one are counted in its links
  uint32_t client;           // request client: number
  uint32_t address;          // of a client
  uint8_t cause[FLITLOCK_MAX_PORTS];
};

struct client_state {
  uint32_t node;           // of the mesh
  uint64_t window, whole;  // heads injected
};

// Posted requests are complete when the response client takes the tail, which its credit shows: flits are taken in the
// order of arrival, one credit each (R-RS-2). Keys of tails, 0 for other flits.
struct arrivals {
  uint64_t *key;
  uint32_t first, count, capacity;
};

struct flitlock_stats {
  struct flitlock_engine *engine;
  struct block_state *block;
  uint32_t blocks;
  struct link *link;  // [channels]
  uint8_t *port;      // [channels]: of the sender
  uint32_t channels;
  struct client_state *client;  // request clients
  uint32_t clients;
  struct arrivals *arrivals;     // [blocks], posted only; else NULL
  struct flitlock_l2_stats *l2;  // NULL: there is no L2
  struct flitlock_latency latency;
  char (*node_name)[16];
  uint32_t nodes;
  uint64_t injected;  // heads of requests, since reset
  uint64_t from, to;  // of the window; `to` is valid when it is closed
  int open;
  int failed;  // out of memory
};

// ---- Links

static void account_sleep(struct flitlock_stats *stats, struct block_state *block, uint64_t until) {
  uint64_t cycles = until - block->accounted;
  if (cycles == 0) return;
  for (uint32_t c = block->first_channel; c < block->first_channel + block->channels; c++) {
    stats->link[c].idle[block->cause[stats->port[c]]] += cycles;
  }
  block->accounted = until;
}

static void ask_causes(struct block_state *block) {
  if (block->ops->idle_causes) block->ops->idle_causes(block->block, block->cause);
}

static void account_links(struct flitlock_stats *stats, struct block_state *block, uint64_t cycle,
                          const struct flitlock_out *out) {
  account_sleep(stats, block, cycle);
  ask_causes(block);
  for (uint32_t c = block->first_channel; c < block->first_channel + block->channels; c++) {
    unsigned port = stats->port[c];
    struct link *link = &stats->link[c];
    if (out->flit_valid >> port & 1U) {
      link->flits++;
      link->packets += out->flit[port].head;
    } else {
      link->idle[block->cause[port]]++;
    }
  }
  block->accounted = cycle + 1U;
}

// ---- Requests

static void see_req_client(struct flitlock_stats *stats, const struct block_state *block, uint64_t cycle,
                           const struct flitlock_in *in, const struct flitlock_out *out) {
  for (uint64_t ports = out->flit_valid; ports;) {
    const struct flitlock_flit *flit = &out->flit[flitlock_next_port(&ports)];
    if (!flit->head) continue;
    struct client_state *client = &stats->client[block->client];
    client->whole++;
    stats->injected++;
    if (!stats->open) continue;
    client->window++;
    // Births are modulo 2^32; this one is not later than now.
    uint64_t birth = cycle - (uint32_t)((uint32_t)cycle - flit->birth);
    if (birth >= stats->from && birth <= cycle) {
      flitlock_latency_begin(&stats->latency, flitlock_latency_key(flit), flit->birth, cycle);
    }
  }
  for (uint64_t ports = in->flit_valid; ports;) {
    const struct flitlock_flit *flit = &in->flit[flitlock_next_port(&ports)];
    uint64_t key = flitlock_latency_key(flit);
    if (flit->head && stats->open) {
      flitlock_latency_arrive(&stats->latency, key, FLITLOCK_STAGE_RSP_MESH_OUT, FLITLOCK_STAGE_RSP_MESH_IN, cycle);
    }
    if (flit->tail && stats->open) flitlock_latency_end(&stats->latency, key, cycle);
  }
}

static void arrivals_push(struct flitlock_stats *stats, struct arrivals *arrivals, uint64_t key) {
  if (arrivals->count == arrivals->capacity) {
    uint32_t capacity = 2U * arrivals->capacity + 16U;
    uint64_t *moved = malloc(capacity * sizeof *moved);
    if (!moved) {
      stats->failed = 1;
      return;
    }
    for (uint32_t a = 0; a < arrivals->count; a++) {
      moved[a] = arrivals->key[(arrivals->first + a) % arrivals->capacity];
    }
    free(arrivals->key);
    *arrivals = (struct arrivals){.key = moved, .first = 0, .count = arrivals->count, .capacity = capacity};
  }
  arrivals->key[(arrivals->first + arrivals->count++) % arrivals->capacity] = key;
}

static void posted_taken(struct flitlock_stats *stats, struct arrivals *arrivals, uint64_t cycle, uint32_t word) {
  uint32_t taken = 0;
  for (; word; word >>= 2U)
    taken += word & 3U;
  for (; taken > 0 && arrivals->count > 0; taken--) {
    uint64_t key = arrivals->key[arrivals->first];
    arrivals->first = (arrivals->first + 1U) % arrivals->capacity;
    arrivals->count--;
    if (key && stats->open) flitlock_latency_end(&stats->latency, key, cycle);
  }
}

// A response client's ports, as masks; its others lead to the L2.
#define REQ_PORT 1U
#define RSP_PORT 2U

static void see_rsp_client(struct flitlock_stats *stats, uint32_t number, uint64_t cycle, const struct flitlock_in *in,
                           const struct flitlock_out *out) {
  struct arrivals *arrivals = stats->arrivals ? &stats->arrivals[number] : NULL;
  for (uint64_t ports = in->flit_valid & REQ_PORT; ports;) {
    const struct flitlock_flit *flit = &in->flit[flitlock_next_port(&ports)];
    uint64_t key = flitlock_latency_key(flit);
    if (flit->head && stats->open) {
      flitlock_latency_arrive(&stats->latency, key, FLITLOCK_STAGE_REQ_MESH_OUT, FLITLOCK_STAGE_REQ_MESH_IN, cycle);
    }
    if (arrivals) arrivals_push(stats, arrivals, flit->tail ? key : 0U);
  }
  for (uint64_t ports = arrivals ? out->credit_valid & REQ_PORT : 0U; ports;) {
    posted_taken(stats, arrivals, cycle, out->credit[flitlock_next_port(&ports)]);
  }
  for (uint64_t ports = stats->open ? out->flit_valid & RSP_PORT : 0U; ports;) {
    const struct flitlock_flit *flit = &out->flit[flitlock_next_port(&ports)];
    if (flit->head) {
      flitlock_latency_stage(&stats->latency, flitlock_latency_key(flit), FLITLOCK_STAGE_SERVICE, cycle);
    }
  }
}

static void stage_of_heads(struct flitlock_stats *stats, uint64_t ports, const struct flitlock_flit *flits,
                           enum flitlock_stage stage, uint64_t cycle) {
  while (ports) {
    const struct flitlock_flit *flit = &flits[flitlock_next_port(&ports)];
    if (flit->head) flitlock_latency_stage(&stats->latency, flitlock_latency_key(flit), stage, cycle);
  }
}

static void see_l1_tlb(struct flitlock_stats *stats, uint64_t cycle, const struct flitlock_in *in) {
  stage_of_heads(stats, in->flit_valid & 1U << FLITLOCK_L1_TLB_LINK, in->flit, FLITLOCK_STAGE_REQ_DST_OUT, cycle);
}

static void see_dst(struct flitlock_stats *stats, const struct block_state *block, uint64_t cycle,
                    const struct flitlock_in *in, const struct flitlock_out *out) {
  int rsp = block->plane == FLITLOCK_PLANE_RSP;
  stage_of_heads(stats, in->flit_valid & block->in_mesh, in->flit,
                 rsp ? FLITLOCK_STAGE_RSP_MESH_OUT : FLITLOCK_STAGE_REQ_MESH_OUT, cycle);
  stage_of_heads(stats, in->flit_valid & block->in_gpu, in->flit,
                 rsp ? FLITLOCK_STAGE_RSP_DST_OUT : FLITLOCK_STAGE_REQ_DST_OUT, cycle);
  stage_of_heads(stats, in->flit_valid & block->in_tlb, in->flit, FLITLOCK_STAGE_REQ_TRANSLATION, cycle);
  stage_of_heads(stats, out->flit_valid & block->out_mesh, out->flit,
                 rsp ? FLITLOCK_STAGE_RSP_DST_IN : FLITLOCK_STAGE_REQ_DST_IN, cycle);
}

static void on_step(void *self, const struct flitlock_engine *engine, uint32_t number, uint64_t cycle,
                    const struct flitlock_in *in, const struct flitlock_out *out) {
  (void)engine;
  struct flitlock_stats *stats = self;
  struct block_state *block = &stats->block[number];
  if (stats->open) account_links(stats, block, cycle, out);
  switch (block->kind) {
    case FLITLOCK_NODE_REQ_CLIENT:
      see_req_client(stats, block, cycle, in, out);
      break;
    case FLITLOCK_NODE_RSP_CLIENT:
      see_rsp_client(stats, number, cycle, in, out);
      if (stats->l2) flitlock_l2_stats_client(stats->l2, block->address, cycle, in, out);
      break;
    case FLITLOCK_NODE_L2_SLICE:
      flitlock_l2_stats_slice(stats->l2, number, out);
      break;
    case FLITLOCK_NODE_DST:
      if (stats->open) see_dst(stats, block, cycle, in, out);
      break;
    case FLITLOCK_NODE_L1_TLB:
      if (stats->open) see_l1_tlb(stats, cycle, in);
      break;
    default:
      break;
  }
}

// ---- Window

void flitlock_stats_window_open(struct flitlock_stats *stats) {
  uint64_t now = flitlock_engine_cycle(stats->engine);
  memset(stats->link, 0, stats->channels * sizeof *stats->link);
  flitlock_latency_clear(&stats->latency);
  for (uint32_t b = 0; b < stats->blocks; b++) {
    stats->block[b].accounted = now;
    ask_causes(&stats->block[b]);
  }
  for (uint32_t c = 0; c < stats->clients; c++) {
    stats->client[c].window = 0;
  }
  stats->from = stats->to = now;
  stats->open = 1;
}

void flitlock_stats_window_close(struct flitlock_stats *stats) {
  if (!stats->open) return;
  stats->to = flitlock_engine_cycle(stats->engine);
  for (uint32_t b = 0; b < stats->blocks; b++) {
    account_sleep(stats, &stats->block[b], stats->to);
  }
  stats->open = 0;
}

uint64_t flitlock_stats_injected(const struct flitlock_stats *stats) { return stats->injected; }

// ---- Results

static int fill_rate(const struct flitlock_stats *stats, struct flitlock_rate *rate, uint64_t cycles, int whole) {
  uint64_t *heads = calloc(stats->nodes + 1U, sizeof *heads);
  uint32_t *clients = calloc(stats->nodes + 1U, sizeof *clients);
  struct flitlock_node_rate *by_node = calloc(stats->nodes + 1U, sizeof *by_node);
  if (!heads || !clients || !by_node) {
    free(heads);
    free(clients);
    free(by_node);
    return 0;
  }
  uint64_t all = 0;
  for (uint32_t c = 0; c < stats->clients; c++) {
    const struct client_state *client = &stats->client[c];
    uint64_t count = whole ? client->whole : client->window;
    heads[client->node] += count;
    clients[client->node]++;
    all += count;
  }
  double time = cycles ? (double)cycles : 1.0;
  rate->mean = stats->clients ? (double)all / time / stats->clients : 0.0;
  rate->by_node_count = 0;
  for (uint32_t n = 0; n < stats->nodes; n++) {
    if (clients[n] == 0) continue;
    struct flitlock_node_rate *entry = &by_node[rate->by_node_count++];
    memcpy(entry->name, stats->node_name[n], sizeof entry->name);
    entry->rate = (double)heads[n] / time / clients[n];
  }
  free(heads);
  free(clients);
  free(rate->by_node);
  rate->by_node = by_node;
  return 1;
}

static int fill_links(const struct flitlock_stats *stats, struct flitlock_results *results, uint64_t to) {
  struct flitlock_link_result *links = calloc(stats->channels + 1U, sizeof *links);
  if (!links) return 0;
  for (uint32_t c = 0; c < stats->channels; c++) {
    const struct flitlock_channel *channel = flitlock_engine_channel(stats->engine, c);
    const struct block_state *block = &stats->block[channel->src_block];
    struct link link = stats->link[c];
    // The window may still be open; the block has slept since it stepped last.
    if (stats->open) link.idle[block->cause[stats->port[c]]] += to - block->accounted;
    struct flitlock_block_info info;
    block->ops->describe(block->block, &info);
    struct flitlock_link_result *result = &links[c];
    memcpy(result->name, channel->name, sizeof result->name);
    result->width = info.port[channel->src_port].out_width;
    result->flits = link.flits;
    result->packets = link.packets;
    result->cycles = to - stats->from;
    result->unknown = link.idle[0];
    for (unsigned cause = 1; cause <= 5; cause++) {
      result->idle[cause - 1U] = link.idle[cause];
    }
    result->offered = -1.0;  // what was wanted is not seen here
  }
  free(results->links);
  results->links = links;
  results->links_count = stats->channels;
  return 1;
}

int flitlock_stats_results(const struct flitlock_stats *stats, struct flitlock_results *results) {
  uint64_t now = flitlock_engine_cycle(stats->engine);
  uint64_t to = stats->open ? now : stats->to;
  results->cycles = now;
  results->window_from = stats->from;
  results->window_to = to;
  results->flits_carried = flitlock_engine_flits_carried(stats->engine);
  flitlock_latency_results(&stats->latency, results);
  int good = fill_rate(stats, &results->accepted, to - stats->from, 0);
  good = fill_rate(stats, &results->accepted_whole, now, 1) && good;
  good = fill_links(stats, results, to) && good;
  if (stats->l2) good = flitlock_l2_stats_results(stats->l2, results) && good;
  return good && !stats->failed && !stats->latency.lost ? FLITLOCK_OK : FLITLOCK_E_NO_MEMORY;
}

// ---- Lifecycle

// Which ports of a DST lead to meshes, by what is at their other ends.
static void find_dst_ports(const struct flitlock_target *target, struct block_state *block, uint32_t number) {
  uint32_t channels = flitlock_engine_channel_count(target->engine);
  for (uint32_t c = 0; c < channels; c++) {
    const struct flitlock_channel *channel = flitlock_engine_channel(target->engine, c);
    if (channel->src_block == number && target->node[channel->dst_block].kind == FLITLOCK_NODE_ROUTER) {
      block->out_mesh |= UINT64_C(1) << channel->src_port;
    }
    if (channel->dst_block == number) {
      unsigned kind = target->node[channel->src_block].kind;
      *(kind == FLITLOCK_NODE_ROUTER   ? &block->in_mesh
        : kind == FLITLOCK_NODE_L1_TLB ? &block->in_tlb
                                       : &block->in_gpu) |= UINT64_C(1) << channel->dst_port;
    }
  }
}

static void fill_blocks(struct flitlock_stats *stats, const struct flitlock_target *target) {
  for (uint32_t c = 0; c < stats->channels; c++) {
    const struct flitlock_channel *channel = flitlock_engine_channel(target->engine, c);
    struct block_state *block = &stats->block[channel->src_block];
    if (block->channels++ == 0) block->first_channel = c;
    stats->port[c] = (uint8_t)channel->src_port;
  }
  for (uint32_t b = 0; b < stats->blocks; b++) {
    struct block_state *block = &stats->block[b];
    block->ops = flitlock_engine_block_ops(target->engine, b);
    block->block = flitlock_engine_block(target->engine, b);
    block->kind = target->node[b].kind;
    block->plane = target->node[b].plane;
    block->address = target->node[b].address;
    if (block->kind == FLITLOCK_NODE_DST) find_dst_ports(target, block, b);
    if (block->kind == FLITLOCK_NODE_REQ_CLIENT) {
      block->client = stats->clients;
      stats->client[stats->clients++].node = flitlock_address_node(target->node[b].address);
    }
  }
}

// Names of the nodes that have request clients; numbers where the target does not name them.
static void fill_names(struct flitlock_stats *stats, const struct flitlock_target *target) {
  for (uint32_t n = 0; n < stats->nodes; n++) {
    if (n < target->nodes) {
      memcpy(stats->node_name[n], target->node_name[n], sizeof stats->node_name[n]);
    } else {
      snprintf(stats->node_name[n], sizeof stats->node_name[n], "%u", (unsigned)n);
    }
  }
}

int flitlock_stats_create_for(const struct flitlock_target *target, struct flitlock_stats **stats,
                              struct flitlock_error *error) {
  *stats = NULL;
  struct flitlock_stats *made = calloc(1, sizeof *made);
  if (!made) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for statistics");
  made->engine = target->engine;
  made->blocks = flitlock_engine_block_count(target->engine);
  made->channels = flitlock_engine_channel_count(target->engine);
  made->nodes = 256;
  made->block = calloc(made->blocks + 1U, sizeof *made->block);
  made->client = calloc(made->blocks + 1U, sizeof *made->client);
  made->link = calloc(made->channels + 1U, sizeof *made->link);
  made->port = calloc(made->channels + 1U, sizeof *made->port);
  made->node_name = calloc(made->nodes, sizeof *made->node_name);
  int good = flitlock_latency_init(&made->latency) && made->block && made->client && made->link && made->port &&
             made->node_name;
  if (good) good = flitlock_l2_stats_create(target, &made->l2);
  if (good && target->posted) good = (made->arrivals = calloc(made->blocks + 1U, sizeof *made->arrivals)) != NULL;
  int status = good ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for statistics");
  if (good) {
    fill_blocks(made, target);
    fill_names(made, target);
    struct flitlock_observer observer = {.self = made, .step = on_step, .cycle = NULL};
    status = flitlock_engine_add_observer(target->engine, &observer, error);
  }
  if (status != FLITLOCK_OK) {
    flitlock_stats_destroy(made);
    return status;
  }
  *stats = made;
  return FLITLOCK_OK;
}

void flitlock_stats_destroy(struct flitlock_stats *stats) {
  if (!stats) return;
  for (uint32_t b = 0; stats->arrivals && b < stats->blocks; b++) {
    free(stats->arrivals[b].key);
  }
  flitlock_latency_free(&stats->latency);
  flitlock_l2_stats_destroy(stats->l2);
  free(stats->arrivals);
  free(stats->block);
  free(stats->client);
  free(stats->link);
  free(stats->port);
  free(stats->node_name);
  free(stats);
}
