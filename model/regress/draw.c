// SPDX-License-Identifier: Apache-2.0
// What is drawn from the seed of a suite. Every entry has streams of its own, by its name, so that an entry draws the
// same whichever others are there.
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "flitlock/rng.h"
#include "regress/suite.h"

static void start(const struct flitlock_regress_suite *suite, const struct regress_entry *entry, uint64_t a, uint64_t b,
                  struct flitlock_rng *rng) {
  const uint64_t name = XXH64(entry->name, strlen(entry->name), a);
  flitlock_rng_seed(rng, suite->choice.seed, flitlock_rng_mix(name + b));
}

uint64_t regress_fresh_seed(const struct flitlock_regress_suite *suite, const struct regress_entry *entry, size_t n) {
  struct flitlock_rng rng;
  start(suite, entry, 1, n, &rng);
  // 32 bits are easier to read, to type and to compare.
  return (flitlock_rng_next(&rng) >> 32) + 1U;
}

static const char *draw_value(struct flitlock_regress_suite *suite, const struct regress_range *range,
                              struct flitlock_rng *rng) {
  if (range->values != NULL) return range->values[flitlock_rng_below(rng, range->count)];
  if (range->whole) {
    const uint32_t values = (uint32_t)(range->to - range->from) + 1U;
    return flitlock_config_arena_format(&suite->arena, "%.0f", range->from + flitlock_rng_below(rng, values));
  }
  return flitlock_config_arena_format(&suite->arena, "%.4g",
                                      range->from + (range->to - range->from) * flitlock_rng_double(rng));
}

int regress_draw(struct flitlock_regress_suite *suite, const struct regress_entry *entry, uint64_t number,
                 uint64_t attempt, const char **sets, size_t *count, uint64_t *seed, struct flitlock_error *error) {
  struct flitlock_rng rng;
  start(suite, entry, 2 + number, attempt, &rng);
  *count = 0;
  for (size_t n = 0; n < entry->range_count; n++) {
    const struct regress_range *range = &entry->range[n];
    const char *value = draw_value(suite, range, &rng);
    for (size_t k = 0; k < range->key_count && value != NULL; k++) {
      sets[*count] = flitlock_config_arena_format(&suite->arena, "%s=%s", range->keys[k], value);
      if (sets[(*count)++] == NULL) value = NULL;
    }
    if (value == NULL) return regress_no_memory(suite, error);
  }
  *seed = (flitlock_rng_next(&rng) >> 32) + 1U;
  return FLITLOCK_OK;
}
