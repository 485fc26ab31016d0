// SPDX-License-Identifier: Apache-2.0
// The inside of a cache: its engine, and what the short way of an access needs.
#ifndef FLITLOCK_MODEL_L2_CACHE_H
#define FLITLOCK_MODEL_L2_CACHE_H

#include "flitlock/engine.h"
#include "flitlock/l2_cache.h"
#include "l2/map.h"
#include "l2/state.h"

struct flitlock_l2_cache {
  struct flitlock_l2_profile profile;
  struct flitlock_l2_map map;
  struct flitlock_l2_map_table places;
  struct flitlock_l2_store *store;
  struct flitlock_engine *engine;
  uint32_t client;                // number of the block
  struct flitlock_block **slice;  // [slices]
  flitlock_l2_answer answer;
  void *answer_self;
  flitlock_l2_listener listener;
  void *listener_self;
  bool short_way;  // an access to a quiet cache may skip cycles
  // The answer of the access under way.
  bool waiting, answered;
  struct flitlock_l2_result *result;
  struct flitlock_l2_result unused;  // of a flush
  // Of the short way; here, so that they need not be cleared for each access.
  struct flitlock_l2_request request;
  struct flitlock_l2_response response;
  struct flitlock_l2_order order;
};

// short.c. The cache is quiet.
void flitlock_l2_short_access(struct flitlock_l2_cache *cache, const struct flitlock_l2_access *access,
                              const struct flitlock_l2_place *place, struct flitlock_l2_result *result);

#endif
