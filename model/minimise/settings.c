// SPDX-License-Identifier: Apache-2.0
// Rules left out, numbers lowered, words set back to their defaults. What RTL does not exist for fails as an error, so
// with RTL in play the shape stays as it is.
#include <stddef.h>
#include <string.h>

#include "flitlock/router.h"
#include "minimise/shrink.h"

// ---- Rules

// Moves entry `n` of a list to its end and shortens the list; the entry stays libcyaml's, to be freed.
static void take_out(void *list, size_t size, unsigned n, unsigned *count) {
  char kept[sizeof(struct flitlock_router_rule)];
  char *entries = list;
  memcpy(kept, entries + n * size, size);
  memmove(entries + n * size, entries + (n + 1) * size, (*count - n - 1) * size);
  memcpy(entries + (*count - 1) * size, kept, size);
  (*count)--;
}

static int drop_rules(struct shrink *shrink, void *list, size_t size, unsigned *count, struct flitlock_config *config) {
  const unsigned all = *count;
  int smaller = 0;
  for (unsigned n = 0; n < *count && !shrink_stopped(shrink);) {
    take_out(list, size, n, count);
    if (shrink_try(shrink, config, &shrink->stimulus)) {
      smaller = 1;
      continue;
    }
    // Back to its place: from behind the end to `n`.
    char kept[sizeof(struct flitlock_router_rule)];
    char *entries = list;
    memcpy(kept, entries + *count * size, size);
    memmove(entries + (n + 1) * size, entries + n * size, (*count - n) * size);
    memcpy(entries + n * size, kept, size);
    (*count)++;
    n++;
  }
  *count = all;  // those that were taken out are behind the others, and are freed with them
  return smaller;
}

_Static_assert(sizeof(struct flitlock_router_rule) >= sizeof(struct flitlock_link_rule) &&
                   sizeof(struct flitlock_router_rule) >= sizeof(struct flitlock_impl_rule),
               "room for an entry of any list");

// In lockstep or RTL only the block that differs.
static int use_one_block(struct shrink *shrink) {
  struct flitlock_config *config = shrink_config(shrink);
  int smaller = 0;
  char every[] = "*", block[sizeof(shrink->result.block)];
  memcpy(block, shrink->result.block, sizeof(block));
  if (config != NULL && config->impl_count > 1 && block[0] != '\0' && strcmp(config->impl[1].match, block) != 0) {
    struct flitlock_config now = *config;
    struct flitlock_impl_rule rules[2] = {{.match = every, .use = FLITLOCK_USE_C},
                                          {.match = block, .use = config->impl[1].use}};
    now.impl = rules;
    now.impl_count = 2;
    smaller = shrink_try(shrink, &now, &shrink->stimulus);
  }
  flitlock_config_free(config);
  return smaller;
}

int shrink_rules(struct shrink *shrink) {
  int smaller = use_one_block(shrink);
  struct flitlock_config *config = shrink_config(shrink);
  if (config != NULL && config->routers_count > 0)
    smaller |= drop_rules(shrink, config->routers, sizeof(*config->routers), &config->routers_count, config);
  flitlock_config_free(config);
  config = shrink_config(shrink);
  if (config != NULL && config->links_count > 0)
    smaller |= drop_rules(shrink, config->links, sizeof(*config->links), &config->links_count, config);
  flitlock_config_free(config);
  return smaller;
}

// ---- Settings

enum { NUMBER, WORD, REAL };

// `low` is the least value, or the one that says nothing.
static const struct setting {
  size_t offset;
  int type;
  uint32_t low;
} settings[] = {
#define AT(field) offsetof(struct flitlock_config, field)
    {AT(workload.posted), WORD, 0},
    {AT(clients.stall), REAL, 0},
    {AT(clients.outstanding), NUMBER, 0},
    {AT(clients.service_latency), NUMBER, 0},
    {AT(defaults.latency), NUMBER, 1},
    {AT(defaults.credit_latency), NUMBER, 1},
    {AT(defaults.gpu_link_latency), NUMBER, 1},
    {AT(defaults.input_stage), WORD, FLITLOCK_FALL_THROUGH},
    {AT(defaults.crossbar_stage), WORD, FLITLOCK_FALL_THROUGH},
    {AT(defaults.output_stage), WORD, FLITLOCK_FALL_THROUGH},
    {AT(defaults.arbiter_l1), WORD, FLITLOCK_ARB_ROUND_ROBIN},
    {AT(defaults.arbiter_l2), WORD, FLITLOCK_ARB_ROUND_ROBIN},
    {AT(defaults.arbiter_l3), WORD, FLITLOCK_ARB_ROUND_ROBIN},
    {AT(routing.algorithm), WORD, FLITLOCK_ROUTING_XY},
    {AT(vcs.outbound), NUMBER, 0},
    {AT(vcs.inbound_req), NUMBER, 0},
    {AT(vcs.inbound_rsp), NUMBER, 0},
    {AT(vcs.count), NUMBER, 1},
    {AT(pod.max_bytes), NUMBER, 1},
    {AT(defaults.input_depth), NUMBER, 1},
    {AT(defaults.crossbar_depth), NUMBER, 1},
    {AT(defaults.output_depth), NUMBER, 1},
    {AT(clients.input_depth), NUMBER, 1},
    {AT(clients.response_queue), NUMBER, 1},
#undef AT
};

static int set_real(struct shrink *shrink, struct flitlock_config *config, void *place) {
  const double none = 0;
  double before = 0;
  memcpy(&before, place, sizeof(before));
  if (before <= none) return 0;
  memcpy(place, &none, sizeof(none));
  if (shrink_try(shrink, config, &shrink->stimulus)) return 1;
  memcpy(place, &before, sizeof(before));
  return 0;
}

// All at once, or else as far down as it goes, by halves of what is left.
static int set_number(struct shrink *shrink, struct flitlock_config *config, void *place, uint32_t low, int halves) {
  uint32_t value = 0;
  int smaller = 0;
  memcpy(&value, place, sizeof(value));
  for (uint32_t step = value - low; value > low && step > 0 && !shrink_stopped(shrink); step = halves ? step / 2 : 0) {
    if (step > value - low) continue;
    const uint32_t lower = value - step;
    memcpy(place, &lower, sizeof(lower));
    if (shrink_try(shrink, config, &shrink->stimulus)) {
      value = lower;
      smaller = 1;
    } else {
      memcpy(place, &value, sizeof(value));
    }
  }
  return smaller;
}

int shrink_settings(struct shrink *shrink) {
  struct flitlock_config *config = shrink_config(shrink);
  int smaller = 0;
  for (size_t n = 0; config != NULL && n < sizeof(settings) / sizeof(settings[0]) && !shrink_stopped(shrink); n++) {
    void *place = (char *)config + settings[n].offset;
    smaller |= settings[n].type == REAL
                   ? set_real(shrink, config, place)
                   : set_number(shrink, config, place, settings[n].low, settings[n].type == NUMBER);
  }
  // The seed says what the bytes of the payload are, and when clients stall.
  if (config != NULL && config->seed != 1) {
    config->seed = 1;
    smaller |= shrink_try(shrink, config, &shrink->stimulus);
  }
  flitlock_config_free(config);
  return smaller;
}
