// SPDX-License-Identifier: Apache-2.0
// A whole L2 cache: the slices of a profile, a memory behind each, and a client that reaches all of them. Source:
// specification R-L2S-PRO. For experiments and tests.
//
//   struct flitlock_l2_cache_options options = {.profile = profile};
//   flitlock_l2_cache_create(&options, &cache, &error);
//   struct flitlock_l2_access read = {.address = 0x1000, .operation = FLITLOCK_L2_READ, .bytes = 4};
//   flitlock_l2_cache_access(cache, &read, &result, &error);   // result.latency: 430 in SEED
//
// Two ways of use: `access` makes one access after the other, each from the answer of the one before on; `post` and
// `run` have many under way. An `access` to a cache in which nothing moves skips the cycles in which nothing would
// happen: same state, same log, same latency as if every cycle were stepped, at a hundredth of the time.
#ifndef FLITLOCK_L2_CACHE_H
#define FLITLOCK_L2_CACHE_H

#include <stdbool.h>

#include "flitlock/l2_slice.h"

#ifdef __cplusplus
extern "C" {
#endif

struct flitlock_l2_access {
  uint64_t address;
  uint64_t mask;              // write: bytes of the half that `address` lies in
  uint64_t operand, compare;  // atomic
  const uint8_t *data;        // write: the half, FLITLOCK_L2_HALF_BYTES
  uint32_t source;            // R-FL-2, of the requester; appears in nothing but the flits
  uint16_t bytes;             // read: 1 to 64, within a half; atomic: 4 or 8
  uint8_t operation;          // FLITLOCK_L2_READ, _WRITE, _ATOMIC
  uint8_t atomic;             // enum flitlock_l2_atomic
};

struct flitlock_l2_result {
  uint64_t latency;                      // cycles from the presented request to the sampled response
  uint8_t data[FLITLOCK_L2_HALF_BYTES];  // read, atomic: R-L2S-PORT-5
};

struct flitlock_l2_cache_options {
  struct flitlock_l2_profile profile;
  bool events;   // the log can be listened to
  bool stepped;  // no cycle is skipped by `access`
  // Another block than golden in the place of a slice: called for each slice with its parameters; sets `ops` and what
  // `create` of it gets, or leaves golden as it is. With it no cycle is skipped. NULL: all are golden.
  int (*choose)(void *self, const struct flitlock_l2_slice_params *params, const struct flitlock_block_ops **ops,
                const void **ops_params, struct flitlock_error *error);
  void *choose_self;
};

struct flitlock_l2_cache;
int flitlock_l2_cache_create(const struct flitlock_l2_cache_options *options, struct flitlock_l2_cache **cache,
                             struct flitlock_error *error);
void flitlock_l2_cache_destroy(struct flitlock_l2_cache *cache);  // NULL is allowed
const struct flitlock_l2_profile *flitlock_l2_cache_profile(const struct flitlock_l2_cache *cache);
// What the memories hold: what was written back.
struct flitlock_l2_store *flitlock_l2_cache_store(struct flitlock_l2_cache *cache);

// One access, from presenting the request to sampling the answer. Nothing posted may be under way. E_USAGE: an access
// that R-L2S-PORT-2 does not allow; E_NO_PROGRESS: no answer; what `check` of a slice says.
int flitlock_l2_cache_access(struct flitlock_l2_cache *cache, const struct flitlock_l2_access *access,
                             struct flitlock_l2_result *result, struct flitlock_error *error);
// Reads `bytes` at each address, one after the other as `access` does; the sum of their latencies. Faster, as the
// addresses are known beforehand.
int flitlock_l2_cache_reads(struct flitlock_l2_cache *cache, const uint64_t *address, size_t count, unsigned bytes,
                            uint64_t *latency, struct flitlock_error *error);
// Flushes or invalidates every slice, and waits.
int flitlock_l2_cache_flush(struct flitlock_l2_cache *cache, bool invalidate, struct flitlock_error *error);

// An answer of a posted access. It may post again; the request can be presented at the same edge.
typedef void (*flitlock_l2_answer)(void *self, uint32_t id, uint64_t presented, uint64_t sampled, const uint8_t *data);
void flitlock_l2_cache_answer(struct flitlock_l2_cache *cache, flitlock_l2_answer answer, void *self);
// Presented as soon as the port of its slice is free and has a credit; in the order of posting at each slice.
// `operation` may be FLITLOCK_L2_FLUSH and _INVALIDATE, for the slice of `address`.
int flitlock_l2_cache_post(struct flitlock_l2_cache *cache, const struct flitlock_l2_access *access, uint32_t id,
                           struct flitlock_error *error);
// Until every answer is there. E_NO_PROGRESS after `limit` cycles. `cycles`: how many it took; may be NULL.
int flitlock_l2_cache_run(struct flitlock_l2_cache *cache, uint64_t limit, uint64_t *cycles,
                          struct flitlock_error *error);

// The log, in the order of acceptance at each slice; with `events` only.
typedef void (*flitlock_l2_listener)(void *self, uint32_t slice, const struct flitlock_l2_event *event,
                                     uint64_t address, uint32_t id);
void flitlock_l2_cache_listen(struct flitlock_l2_cache *cache, flitlock_l2_listener listener, void *self);

#ifdef __cplusplus
}
#endif
#endif
