// SPDX-License-Identifier: Apache-2.0
#include "observe/l2_stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/l2_slice.h"
#include "observe/table.h"

#define FIRST_L2_PORT 2U  // of a response client

// An access that is not answered yet.
struct open_access {
  uint64_t key;  // client and id
  uint64_t presented;
};

struct flitlock_l2_stats {
  struct flitlock_l2_slice_result *slice;  // [slices]
  uint32_t *number;                        // [blocks]: of a slice
  uint32_t slices;
  struct flitlock_table open;
  uint64_t answered[2], cycles[2], least[2], most[2];
  int lost;  // out of memory
};

// ---- Slices

static unsigned bits(uint64_t value) { return (unsigned)__builtin_popcountll(value); }

static void see_new(struct flitlock_l2_slice_result *slice, const struct flitlock_l2_event *event) {
  const int write = event->operation == FLITLOCK_L2_WRITE;
  *(write ? &slice->writes : &slice->reads) += 1;
  switch (event->outcome) {
    case FLITLOCK_L2_HIT:
      *(write ? &slice->write_hits : &slice->read_hits) += 1;
      break;
    case FLITLOCK_L2_SECTOR_MISS:
      slice->sector_misses++;
      break;
    case FLITLOCK_L2_MISS:
      *(write ? &slice->write_misses : &slice->read_misses) += 1;
      break;
    default:
      slice->merged++;
      break;
  }
}

void flitlock_l2_stats_slice(struct flitlock_l2_stats *stats, uint32_t block, const struct flitlock_out *out) {
  if ((out->flit_valid >> FLITLOCK_L2_PORT_EVENT & 1U) == 0) return;
  struct flitlock_l2_slice_result *slice = &stats->slice[stats->number[block]];
  struct flitlock_l2_event event;
  flitlock_l2_event_unpack(&event, out->flit[FLITLOCK_L2_PORT_EVENT].payload);
  if (event.kind == FLITLOCK_L2_NEW) see_new(slice, &event);
  slice->evictions += event.victim;
  slice->fetched += (uint64_t)bits(event.fetch) * FLITLOCK_L2_SECTOR_BYTES;
  slice->written_back += bits(event.victim_b_low) + bits(event.victim_b_high);
}

// ---- Clients

static void see_answer(struct flitlock_l2_stats *stats, uint32_t address, uint64_t cycle,
                       const struct flitlock_flit *flit) {
  struct open_access *access = flitlock_table_find(&stats->open, flitlock_request_key(address, flit->id));
  if (!access) return;
  const unsigned write = flit->op == FLITLOCK_OP_WRITE_RSP;
  const uint64_t took = cycle - access->presented;
  if (stats->answered[write]++ == 0 || took < stats->least[write]) stats->least[write] = took;
  if (took > stats->most[write]) stats->most[write] = took;
  stats->cycles[write] += took;
  flitlock_table_erase(&stats->open, access);
}

void flitlock_l2_stats_client(struct flitlock_l2_stats *stats, uint32_t address, uint64_t cycle,
                              const struct flitlock_in *in, const struct flitlock_out *out) {
  for (uint64_t ports = in->flit_valid >> FIRST_L2_PORT << FIRST_L2_PORT; ports;)
    see_answer(stats, address, cycle, &in->flit[flitlock_next_port(&ports)]);
  for (uint64_t ports = out->flit_valid >> FIRST_L2_PORT << FIRST_L2_PORT; ports;) {
    const uint32_t id = out->flit[flitlock_next_port(&ports)].id;
    struct open_access *access = flitlock_table_insert(&stats->open, flitlock_request_key(address, id));
    if (access)
      access->presented = cycle;
    else
      stats->lost = 1;
  }
}

// ---- Results

static void add(struct flitlock_l2_slice_result *sum, const struct flitlock_l2_slice_result *slice) {
  sum->reads += slice->reads;
  sum->writes += slice->writes;
  sum->read_hits += slice->read_hits;
  sum->write_hits += slice->write_hits;
  sum->sector_misses += slice->sector_misses;
  sum->read_misses += slice->read_misses;
  sum->write_misses += slice->write_misses;
  sum->merged += slice->merged;
  sum->evictions += slice->evictions;
  sum->fetched += slice->fetched;
  sum->written_back += slice->written_back;
}

int flitlock_l2_stats_results(const struct flitlock_l2_stats *stats, struct flitlock_results *results) {
  struct flitlock_l2_results *l2 = &results->l2;
  free(l2->slices);
  memset(l2, 0, sizeof *l2);
  l2->slices = calloc(stats->slices, sizeof *l2->slices);
  if (!l2->slices) return 0;
  memcpy(l2->slices, stats->slice, stats->slices * sizeof *l2->slices);
  l2->slices_count = stats->slices;
  results->caches = 1;
  snprintf(l2->all.name, sizeof l2->all.name, "all");
  for (uint32_t n = 0; n < stats->slices; n++) {
    const uint64_t accesses = stats->slice[n].reads + stats->slice[n].writes;
    add(&l2->all, &stats->slice[n]);
    if (n == 0 || accesses < l2->least) l2->least = accesses;
    if (accesses > l2->most) l2->most = accesses;
  }
  for (unsigned write = 0; write < 2; write++) {
    l2->answered[write] = stats->answered[write];
    l2->answered_least[write] = stats->least[write];
    l2->answered_most[write] = stats->most[write];
    if (stats->answered[write] > 0) l2->mean[write] = (double)stats->cycles[write] / (double)stats->answered[write];
  }
  return !stats->lost;
}

// ---- Lifecycle

int flitlock_l2_stats_create(const struct flitlock_target *target, struct flitlock_l2_stats **stats) {
  *stats = NULL;
  const uint32_t blocks = flitlock_engine_block_count(target->engine);
  uint32_t slices = 0;
  for (uint32_t b = 0; b < blocks; b++)
    slices += target->node[b].kind == FLITLOCK_NODE_L2_SLICE;
  if (slices == 0) return 1;
  struct flitlock_l2_stats *made = calloc(1, sizeof *made);
  *stats = made;
  if (!made) return 0;
  made->slice = calloc(slices, sizeof *made->slice);
  made->number = calloc(blocks, sizeof *made->number);
  if (!made->slice || !made->number || !flitlock_table_init(&made->open, sizeof(struct open_access))) return 0;
  for (uint32_t b = 0; b < blocks; b++) {
    if (target->node[b].kind != FLITLOCK_NODE_L2_SLICE) continue;
    made->number[b] = made->slices;
    snprintf(made->slice[made->slices++].name, sizeof made->slice->name, "%s",
             flitlock_engine_block_name(target->engine, b));
  }
  return 1;
}

void flitlock_l2_stats_destroy(struct flitlock_l2_stats *stats) {
  if (!stats) return;
  free(stats->slice);
  free(stats->number);
  flitlock_table_free(&stats->open);
  free(stats);
}
