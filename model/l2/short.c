// SPDX-License-Identifier: Apache-2.0
// The short way of an access to a cache in which nothing moves. The operations of the slice are those of the step, in
// the order in which it would accept them; the edges at which it would do so are known. Edges are counted from the one
// at which the slice samples the request.
#include <string.h>

#include "l2/cache.h"
#include "l2/map.h"
#include "l2/store.h"

// A fetch on its way through the memory.
struct under_way {
  uint64_t filled;  // edge at which its fill is accepted
  struct flitlock_l2_fill fill;
};

static void tell(const struct flitlock_l2_cache *cache, const struct flitlock_block *slice, uint64_t address,
                 uint32_t id) {
  if (!slice->params.events || cache->listener == NULL) return;
  cache->listener(cache->listener_self, slice->params.slice, &slice->event, address, id);
}

// The memory as the parts of an order reach it, R-L2S-ST-4, R-L2S-MEM: one an edge, one taken in `interval` edges.
struct memory_edges {
  uint64_t arrives, free, interval;
};

static uint64_t taken_by(struct memory_edges *memory) {
  uint64_t taken = memory->arrives > memory->free ? memory->arrives : memory->free;
  memory->free = taken + memory->interval;
  memory->arrives++;
  return taken;
}

static inline struct memory_edges first_edge(const struct flitlock_l2_cache *cache) {
  return (struct memory_edges){.arrives = FLITLOCK_L2_PIPELINE + 1U, .interval = cache->profile.memory_interval};
}

static void write_back(struct flitlock_l2_cache *cache, struct memory_edges *memory) {
  const struct flitlock_l2_order *order = &cache->order;
  for (unsigned half = 0; half < 2; half++) {
    if (order->mask[half] == 0) continue;
    (void)taken_by(memory);
    flitlock_l2_store_write(cache->store, order->victim + half * FLITLOCK_L2_HALF_BYTES, order->mask[half],
                            order->data + half * FLITLOCK_L2_HALF_BYTES);
  }
}

// Sends the parts of the order through the memory. Number of fetches.
static unsigned through_memory(struct flitlock_l2_cache *cache, struct under_way *fetches) {
  const struct flitlock_l2_order *order = &cache->order;
  struct memory_edges memory = first_edge(cache);
  write_back(cache, &memory);
  unsigned count = 0;
  for (unsigned half = 0; half < 2; half++) {
    unsigned sectors = order->fetch >> 2 * half & 3U;
    if (sectors == 0) continue;
    struct under_way *fetch = &fetches[count++];
    fetch->filled = taken_by(&memory) + cache->profile.memory_latency + 1U;
    fetch->fill.addr = order->line + half * FLITLOCK_L2_HALF_BYTES;
    fetch->fill.id = order->mshr;
    fetch->fill.birth = order->birth;
    fetch->fill.sectors = (uint8_t)(sectors << 2 * half);
    flitlock_l2_store_read_sectors(cache->store, fetch->fill.addr, sectors, fetch->fill.data);
    if (sectors == 2U) fetch->fill.addr += FLITLOCK_L2_SECTOR_BYTES;  // R-L2S-PORT-7
  }
  return count;
}

// A read or atomic whose operations nobody is told of one by one. The edge at which the one that answers is accepted: a
// hit at once; else the drain, in the first edge in which the half is there and no fill comes.
static uint64_t quiet_access(struct flitlock_l2_cache *cache, struct flitlock_block *slice,
                             const struct flitlock_l2_request *request, uint8_t *data) {
  struct flitlock_l2_effects effects = {.order = &cache->order};
  struct flitlock_l2_line line;
  uint64_t edge = 0;
  const uint8_t fetch = flitlock_l2_quiet_new(slice, request, &effects, &line);
  if (fetch != 0) {
    const unsigned wanted = (unsigned)(request->addr / FLITLOCK_L2_HALF_BYTES % 2);
    const uint64_t address = request->addr & ~(uint64_t)(FLITLOCK_L2_LINE_BYTES - 1);
    struct memory_edges memory = first_edge(cache);
    if (effects.orders) write_back(cache, &memory);
    bool drained = false;
    for (unsigned half = 0; half < 2; half++) {
      const unsigned sectors = fetch >> 2 * half & 3U;
      uint8_t fill[FLITLOCK_L2_HALF_BYTES];
      if (sectors == 0) continue;
      const uint64_t filled = taken_by(&memory) + cache->profile.memory_latency + 1U;
      drained = drained || (half > wanted && filled > edge);
      if (!drained) edge = (filled > edge ? filled : edge) + 1U;
      flitlock_l2_store_read_sectors(cache->store, address + half * FLITLOCK_L2_HALF_BYTES, sectors, fill);
      flitlock_l2_quiet_fill(&line, (uint8_t)(sectors << 2 * half), half, fill);
    }
  }
  flitlock_l2_quiet_serve(&line, request, data);
  return edge;
}

// Fills and the drain, in the order of R-L2S-ST-6. The edge at which the drain is accepted.
static uint64_t fill_and_drain(struct flitlock_l2_cache *cache, struct flitlock_block *slice,
                               const struct under_way *fetches, unsigned count, struct flitlock_l2_effects *effects) {
  unsigned next = 0;
  uint64_t edge = 0, drained = 0;
  while (next < count || drained == 0) {
    if (next < count &&
        (fetches[next].filled <= edge || drained != 0 || flitlock_l2_ready(slice) == FLITLOCK_L2_NO_MSHR)) {
      if (fetches[next].filled > edge) edge = fetches[next].filled;
      flitlock_l2_filled(slice, &fetches[next].fill);
      tell(cache, slice, fetches[next].fill.addr, fetches[next].fill.id);
      next++;
    } else {
      flitlock_l2_drain(slice, flitlock_l2_ready(slice), effects);
      tell(cache, slice, cache->request.addr, cache->request.id);
      drained = edge;
    }
    edge++;
  }
  return drained;
}

void flitlock_l2_short_access(struct flitlock_l2_cache *cache, const struct flitlock_l2_access *access,
                              const struct flitlock_l2_place *place, struct flitlock_l2_result *result) {
  struct flitlock_block *slice = cache->slice[place->slice];
  struct flitlock_l2_request *request = &cache->request;
  request->addr = access->address;
  request->mask = access->mask;
  request->operand = access->operand;
  request->compare = access->compare;
  request->src = access->source;
  request->dst = place->slice;
  request->id = 0;
  request->birth = 0;
  request->set = place->set;
  request->tag = (uint32_t)place->tag;
  request->bytes = access->bytes;
  request->operation = access->operation;
  request->atomic = access->atomic;
  request->size = (uint8_t)access->bytes;
  if (access->operation == FLITLOCK_L2_WRITE) memcpy(request->data, access->data, sizeof request->data);
  flitlock_l2_request_reach(request);

  uint64_t accepted = 0;
  if (access->operation != FLITLOCK_L2_WRITE && !slice->params.events) {
    accepted = quiet_access(cache, slice, request, result->data);
    result->latency = cache->profile.req_latency + accepted + FLITLOCK_L2_PIPELINE + cache->profile.rsp_latency;
    return;
  }
  struct flitlock_l2_effects effects = {.rsp = &cache->response, .order = &cache->order};
  flitlock_l2_new(slice, request, &effects);  // a quiet slice always accepts
  tell(cache, slice, access->address, request->id);
  struct under_way fetches[2];
  unsigned count = effects.orders ? through_memory(cache, fetches) : 0;
  if (!effects.responds) accepted = fill_and_drain(cache, slice, fetches, count, &effects);
  result->latency = cache->profile.req_latency + accepted + FLITLOCK_L2_PIPELINE + cache->profile.rsp_latency;
  memcpy(result->data, cache->response.data, sizeof result->data);
}
