// SPDX-License-Identifier: Apache-2.0
// A cache is put together, and used by accesses in a row or many at a time.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "l2/cache.h"
#include "l2/client.h"
#include "l2/map.h"

#define PENDING 1024U  // responses that a memory holds

static void take_answer(void *self, uint32_t id, uint64_t presented, uint64_t sampled, const uint8_t *data) {
  struct flitlock_l2_cache *cache = self;
  if (cache->waiting) {
    cache->answered = true;
    cache->result->latency = sampled - presented;
    memcpy(cache->result->data, data, sizeof cache->result->data);
  } else if (cache->answer != NULL) {
    cache->answer(cache->answer_self, id, presented, sampled, data);
  }
}

static void observe(void *self, const struct flitlock_engine *engine, uint32_t block, uint64_t cycle,
                    const struct flitlock_in *in, const struct flitlock_out *out) {
  const struct flitlock_l2_cache *cache = self;
  (void)engine;
  (void)cycle;
  (void)in;
  if (block >= cache->map.slices || cache->listener == NULL) return;
  if ((out->flit_valid >> FLITLOCK_L2_PORT_EVENT & 1U) == 0) return;
  const struct flitlock_flit *flit = &out->flit[FLITLOCK_L2_PORT_EVENT];
  struct flitlock_l2_event event;
  flitlock_l2_event_unpack(&event, flit->payload);
  cache->listener(cache->listener_self, block, &event, flit->addr, flit->id);
}

// ---- Building

static int connect(struct flitlock_l2_cache *cache, const char *what, uint32_t slice, uint32_t from, uint32_t from_port,
                   uint32_t to, uint32_t to_port, uint32_t latency, struct flitlock_error *error) {
  struct flitlock_channel channel = {.src_block = from,
                                     .src_port = from_port,
                                     .dst_block = to,
                                     .dst_port = to_port,
                                     .latency = latency,
                                     .credit_latency = 1};
  snprintf(channel.name, sizeof channel.name, "l2.slice%" PRIu32 ".%s", slice, what);
  return flitlock_engine_connect(cache->engine, &channel, error);
}

static int add_slices(struct flitlock_l2_cache *cache, const struct flitlock_l2_cache_options *options,
                      struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  char name[32];
  for (uint32_t n = 0; n < cache->map.slices && status == FLITLOCK_OK; n++) {
    struct flitlock_l2_slice_params params = cache->profile.slice;
    params.slice = n;
    params.self = n;
    params.memory = n;
    uint32_t number = 0;
    snprintf(name, sizeof name, "l2.slice%" PRIu32, n);
    const struct flitlock_block_ops *ops = &flitlock_l2_slice_golden;
    const void *ops_params = &params;
    if (options->choose != NULL) status = options->choose(options->choose_self, &params, &ops, &ops_params, error);
    if (status != FLITLOCK_OK) return status;
    status = flitlock_engine_add_block(cache->engine, ops, ops_params, name, &number, error);
    if (status == FLITLOCK_OK) cache->slice[n] = flitlock_engine_block(cache->engine, number);
  }
  const struct flitlock_l2_memory_params memory = {.latency = cache->profile.memory_latency,
                                                   .interval = cache->profile.memory_interval,
                                                   .pending = PENDING,
                                                   .depth = cache->profile.slice.mem_req_credits,
                                                   .credits = cache->profile.slice.fill_depth,
                                                   .store = cache->store};
  for (uint32_t n = 0; n < cache->map.slices && status == FLITLOCK_OK; n++) {
    uint32_t number = 0;
    snprintf(name, sizeof name, "l2.memory%" PRIu32, n);
    status = flitlock_engine_add_block(cache->engine, &flitlock_l2_memory, &memory, name, &number, error);
  }
  return status;
}

static int add_channels(struct flitlock_l2_cache *cache, struct flitlock_error *error) {
  int status = FLITLOCK_OK;
  for (uint32_t n = 0; n < cache->map.slices && status == FLITLOCK_OK; n++) {
    uint32_t memory = cache->map.slices + n;
    status = connect(cache, "req", n, cache->client, n, n, FLITLOCK_L2_PORT_REQ, cache->profile.req_latency, error);
    if (status == FLITLOCK_OK)
      status = connect(cache, "rsp", n, n, FLITLOCK_L2_PORT_RSP, cache->client, n, cache->profile.rsp_latency, error);
    if (status == FLITLOCK_OK) status = connect(cache, "mem_req", n, n, FLITLOCK_L2_PORT_MEM_REQ, memory, 0, 1, error);
    if (status == FLITLOCK_OK) status = connect(cache, "mem_rsp", n, memory, 1, n, FLITLOCK_L2_PORT_MEM_RSP, 1, error);
  }
  return status;
}

static int build(struct flitlock_l2_cache *cache, const struct flitlock_l2_cache_options *options,
                 struct flitlock_error *error) {
  int status = flitlock_l2_store_create(&cache->store, error);
  if (status == FLITLOCK_OK) status = flitlock_engine_create(&cache->engine, error);
  if (status == FLITLOCK_OK) status = add_slices(cache, options, error);
  if (status != FLITLOCK_OK) return status;
  const struct flitlock_l2_client_params client = {.ports = cache->map.slices,
                                                   .credits = cache->profile.slice.req_depth,
                                                   .depth = cache->profile.slice.rsp_credits,
                                                   .answer = take_answer,
                                                   .self = cache};
  status = flitlock_engine_add_block(cache->engine, &flitlock_l2_client, &client, "l2.client", &cache->client, error);
  if (status == FLITLOCK_OK) status = add_channels(cache, error);
  if (status == FLITLOCK_OK && cache->profile.slice.events) {
    const struct flitlock_observer observer = {.self = cache, .step = observe};
    status = flitlock_engine_add_observer(cache->engine, &observer, error);
  }
  if (status == FLITLOCK_OK) flitlock_engine_reset(cache->engine);
  return status;
}

// What an access leaves behind (parts of its order, a second fill) is done before the next one can reach the slice.
static bool can_skip(const struct flitlock_l2_profile *profile) {
  const struct flitlock_l2_slice_params *slice = &profile->slice;
  return slice->mem_req_credits >= 4 && slice->fill_depth >= 2 && slice->rsp_credits >= 2 &&
         (uint64_t)profile->req_latency + profile->rsp_latency >= 16U + 8U * (uint64_t)profile->memory_interval;
}

int flitlock_l2_cache_create(const struct flitlock_l2_cache_options *options, struct flitlock_l2_cache **made,
                             struct flitlock_error *error) {
  *made = NULL;
  struct flitlock_l2_cache *cache = calloc(1, sizeof *cache);
  if (cache == NULL) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for an L2 cache");
  cache->profile = options->profile;
  cache->profile.slice.events = options->events;
  cache->map = options->profile.slice.map;
  flitlock_l2_map_table_init(&cache->places, &cache->map);
  cache->short_way = !options->stepped && options->choose == NULL && can_skip(&options->profile);
  cache->slice = calloc(cache->map.slices + 1U, sizeof(struct flitlock_block *));
  int status = FLITLOCK_OK;
  if (cache->slice == NULL) status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for an L2 cache");
  if (status == FLITLOCK_OK && cache->map.slices > FLITLOCK_MAX_PORTS)
    status = flitlock_fail(error, FLITLOCK_E_CONFIG, "an L2 cache has at most %d slices, not %" PRIu32,
                           FLITLOCK_MAX_PORTS, cache->map.slices);
  if (status == FLITLOCK_OK) status = build(cache, options, error);
  if (status != FLITLOCK_OK) {
    flitlock_l2_cache_destroy(cache);
    return status;
  }
  *made = cache;
  return FLITLOCK_OK;
}

void flitlock_l2_cache_destroy(struct flitlock_l2_cache *cache) {
  if (cache == NULL) return;
  flitlock_engine_destroy(cache->engine);
  flitlock_l2_store_destroy(cache->store);
  free(cache->slice);
  free(cache);
}

const struct flitlock_l2_profile *flitlock_l2_cache_profile(const struct flitlock_l2_cache *cache) {
  return &cache->profile;
}
struct flitlock_l2_store *flitlock_l2_cache_store(struct flitlock_l2_cache *cache) {
  return cache->store;
}

void flitlock_l2_cache_answer(struct flitlock_l2_cache *cache, flitlock_l2_answer answer, void *self) {
  cache->answer = answer;
  cache->answer_self = self;
}
void flitlock_l2_cache_listen(struct flitlock_l2_cache *cache, flitlock_l2_listener listener, void *self) {
  cache->listener = listener;
  cache->listener_self = self;
}

// ---- Use

// R-L2S-PORT-2.
static const char *wrong_access(const struct flitlock_l2_access *access) {
  unsigned first = (unsigned)(access->address % FLITLOCK_L2_HALF_BYTES);
  if (access->address >> FLITLOCK_L2_ADDR_BITS != 0) return "the address has more than 40 bits";
  switch (access->operation) {
    case FLITLOCK_L2_READ:
      return access->bytes == 0 || first + access->bytes > FLITLOCK_L2_HALF_BYTES
                 ? "a read must be 1 to 64 bytes within 64 bytes"
                 : NULL;
    case FLITLOCK_L2_WRITE:
      return access->data == NULL ? "a write without data" : NULL;
    case FLITLOCK_L2_ATOMIC:
      return (access->bytes != 4 && access->bytes != 8) || first % access->bytes != 0 ||
                     access->atomic > FLITLOCK_L2_CAS
                 ? "an atomic must be known, of 4 or 8 bytes, and aligned"
                 : NULL;
    case FLITLOCK_L2_FLUSH:
    case FLITLOCK_L2_INVALIDATE:
      return NULL;
    default:
      return "an unknown operation";
  }
}

static int refuse(const struct flitlock_l2_access *access, const char *wrong, struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_USAGE, "L2 access to 0x%" PRIx64 " (%u bytes, operation %u): %s",
                       access->address, (unsigned)access->bytes, (unsigned)access->operation, wrong);
}

int flitlock_l2_cache_post(struct flitlock_l2_cache *cache, const struct flitlock_l2_access *access, uint32_t id,
                           struct flitlock_error *error) {
  const char *wrong = wrong_access(access);
  if (wrong != NULL) return refuse(access, wrong, error);
  const struct flitlock_l2_place place = flitlock_l2_look_up(&cache->places, &cache->map, access->address);
  struct flitlock_block *client = flitlock_engine_block(cache->engine, cache->client);
  int status = flitlock_l2_client_post(client, place.slice, access, id);
  if (status != FLITLOCK_OK) return flitlock_fail(error, status, "out of memory for L2 accesses");
  flitlock_engine_wake(cache->engine, cache->client, flitlock_engine_cycle(cache->engine));
  return FLITLOCK_OK;
}

static int check_blocks(const struct flitlock_l2_cache *cache, struct flitlock_error *error) {
  for (uint32_t n = 0; n < flitlock_engine_block_count(cache->engine); n++) {
    const struct flitlock_block_ops *ops = flitlock_engine_block_ops(cache->engine, n);
    int status = ops->check != NULL ? ops->check(flitlock_engine_block(cache->engine, n), error) : FLITLOCK_OK;
    if (status != FLITLOCK_OK) return status;
  }
  return FLITLOCK_OK;
}

// Runs until nothing moves any more; an RTL slice wants every edge, so that is asked of the client.
int flitlock_l2_cache_run(struct flitlock_l2_cache *cache, uint64_t limit, uint64_t *cycles,
                          struct flitlock_error *error) {
  struct flitlock_engine *engine = cache->engine;
  const struct flitlock_block *client = flitlock_engine_block(engine, cache->client);
  const uint64_t begin = flitlock_engine_cycle(engine), end = begin + limit;
  while (flitlock_l2_client_open(client) != 0 && flitlock_engine_cycle(engine) < end) {
    uint64_t next = flitlock_engine_next_event(engine);
    if (next >= end) break;
    flitlock_engine_run(engine, next + 1U - flitlock_engine_cycle(engine));
  }
  if (cycles != NULL) *cycles = flitlock_engine_cycle(engine) - begin;
  // What the last accesses leave behind: orders, fills, credits.
  flitlock_engine_run(engine, cache->profile.memory_latency + 64U +
                                  4U * (uint64_t)cache->profile.memory_interval * cache->profile.slice.order_depth);
  int status = check_blocks(cache, error);
  if (status == FLITLOCK_OK && flitlock_l2_client_open(client) != 0)
    status =
        flitlock_fail(error, FLITLOCK_E_NO_PROGRESS, "%" PRIu64 " L2 accesses have no answer after %" PRIu64 " cycles",
                      flitlock_l2_client_open(client), limit);
  return status;
}

#define LIMIT 10000000U  // cycles of one access or flush, far beyond any

int flitlock_l2_cache_access(struct flitlock_l2_cache *cache, const struct flitlock_l2_access *access,
                             struct flitlock_l2_result *result, struct flitlock_error *error) {
  const char *wrong = wrong_access(access);
  if (wrong == NULL && access->operation > FLITLOCK_L2_ATOMIC) wrong = "a flush is not an access";
  if (wrong != NULL) return refuse(access, wrong, error);
  if (cache->short_way) {
    const struct flitlock_l2_place place = flitlock_l2_look_up(&cache->places, &cache->map, access->address);
    flitlock_l2_short_access(cache, access, &place, result);
    return FLITLOCK_OK;
  }
  cache->waiting = true;
  cache->result = result;
  int status = flitlock_l2_cache_post(cache, access, 0, error);
  if (status == FLITLOCK_OK) status = flitlock_l2_cache_run(cache, LIMIT, NULL, error);
  cache->waiting = false;
  return status;
}

// Where the next accesses of a row go is known before their answers are, to this program if not to the chip: what they
// will look at is brought near.
#define AHEAD 8U

static void bring_near(const struct flitlock_l2_cache *cache, const struct flitlock_l2_place *place) {
  const struct flitlock_block *slice = cache->slice[place->slice];
  const char *set = (const char *)flitlock_l2_set_of(slice, place->set);
  __builtin_prefetch(set, 1);
  __builtin_prefetch(set + 64, 1);
}

// The line's bytes, where its set is already near; if it is not there, those of the way that the tree will most likely
// make room in.
static void bring_data_near(const struct flitlock_l2_cache *cache, const struct flitlock_l2_place *place,
                            uint64_t address) {
  const struct flitlock_block *slice = cache->slice[place->slice];
  unsigned way = flitlock_l2_way_of(slice, place->set, (uint32_t)place->tag);
  size_t first = (size_t)place->set * slice->ways;
  if (way == FLITLOCK_L2_NO_WAY) {
    const struct flitlock_l2_set *set = flitlock_l2_set_of(slice, place->set);
    uint32_t invalid = slice->enabled & ~set->valid;
    way = invalid != 0 ? (unsigned)__builtin_ctz(invalid) : flitlock_l2_walk(&slice->tree, set->tree, slice->enabled);
    __builtin_prefetch(slice->b[first + way], 1);
  }
  __builtin_prefetch(slice->data + (first + way) * FLITLOCK_L2_LINE_BYTES + address % FLITLOCK_L2_LINE_BYTES, 1);
}

int flitlock_l2_cache_reads(struct flitlock_l2_cache *cache, const uint64_t *address, size_t count, unsigned bytes,
                            uint64_t *latency, struct flitlock_error *error) {
  struct flitlock_l2_place place[2 * AHEAD];
  struct flitlock_l2_access access = {.operation = FLITLOCK_L2_READ, .bytes = (uint16_t)bytes};
  struct flitlock_l2_result result;
  *latency = 0;
  for (size_t n = 0; n < count + 2 * AHEAD; n++) {
    if (cache->short_way && n < count) {
      place[n % (2 * AHEAD)] = flitlock_l2_look_up(&cache->places, &cache->map, address[n]);
      bring_near(cache, &place[n % (2 * AHEAD)]);
    }
    if (cache->short_way && n >= AHEAD && n - AHEAD < count)
      bring_data_near(cache, &place[(n - AHEAD) % (2 * AHEAD)], address[n - AHEAD]);
    size_t now = n + 1 - 2 * AHEAD;
    if (n + 1 < 2 * AHEAD || now >= count) continue;
    access.address = address[now];
    const char *wrong = wrong_access(&access);
    if (wrong != NULL) return refuse(&access, wrong, error);
    if (cache->short_way) {
      flitlock_l2_short_access(cache, &access, &place[now % (2 * AHEAD)], &result);
    } else {
      int status = flitlock_l2_cache_access(cache, &access, &result, error);
      if (status != FLITLOCK_OK) return status;
    }
    *latency += result.latency;
  }
  return FLITLOCK_OK;
}

int flitlock_l2_cache_flush(struct flitlock_l2_cache *cache, bool invalidate, struct flitlock_error *error) {
  cache->waiting = true;
  cache->result = &cache->unused;
  int status = FLITLOCK_OK;
  struct flitlock_block *client = flitlock_engine_block(cache->engine, cache->client);
  const struct flitlock_l2_access access = {.operation = invalidate ? FLITLOCK_L2_INVALIDATE : FLITLOCK_L2_FLUSH};
  for (uint32_t n = 0; n < cache->map.slices && status == FLITLOCK_OK; n++)
    if (flitlock_l2_client_post(client, n, &access, 0) != FLITLOCK_OK)
      status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for L2 accesses");
  flitlock_engine_wake(cache->engine, cache->client, flitlock_engine_cycle(cache->engine));
  if (status == FLITLOCK_OK) status = flitlock_l2_cache_run(cache, LIMIT, NULL, error);
  cache->waiting = false;
  return status;
}
