// SPDX-License-Identifier: Apache-2.0
// Parameters of the link TLBs: defaults, and what is impossible.
#include <inttypes.h>
#include <string.h>

#include "flitlock/link_tlb.h"

const char *flitlock_translation_class_name(int kind) {
  static const char *const names[FLITLOCK_CLASS_COUNT] = {"plain", "l1_hit",  "l2_hit", "l2_merge",
                                                          "walk",  "l1_mshr", "not_own"};
  return kind >= 0 && kind < FLITLOCK_CLASS_COUNT ? names[kind] : "unknown";
}

void flitlock_npa_default(struct flitlock_npa *npa) {
  *npa = (struct flitlock_npa){.acc_lsb = 42, .acc_bits = 10, .acc = 0, .size_lsb = 40, .page_bits = {21, 21, 21, 21}};
}

void flitlock_l1_tlb_params_default(struct flitlock_l1_tlb_params *params) {
  memset(params, 0, sizeof *params);
  params->vcs = 10;
  params->width = 1;
  params->max_len = 4;
  params->unit_bytes = 64;
  params->latency = 50;
  params->translate = UINT16_MAX;
  for (unsigned vc = 0; vc < params->vcs; vc++) {
    params->in_depth[vc] = 1024;
    params->credits[vc] = 8;
  }
  params->mshrs = 64;
  params->l2_credits = 64;
  params->array = (struct flitlock_tlb_array){.sets = 1, .ways = 32, .policy = FLITLOCK_REPLACE_LRU, .seed = 1};
  flitlock_npa_default(&params->npa);
  params->checks = 1;
}

void flitlock_l2_tlb_params_default(struct flitlock_l2_tlb_params *params) {
  static const uint8_t level_lsb[FLITLOCK_MAX_LEVELS] = {48, 39, 30, 21, 12, 0};
  static const uint32_t pwc_ways[FLITLOCK_MAX_LEVELS - 1] = {16, 32, 64, 128, 0};
  memset(params, 0, sizeof *params);
  params->stations = 16;
  params->unit_bytes = 64;
  params->latency = 100;
  params->queue_depth = 64;
  params->prefetch_depth = 8;
  params->ctl_depth = 4;
  params->mshrs = 128;
  params->array = (struct flitlock_tlb_array){.sets = 256, .ways = 2, .policy = FLITLOCK_REPLACE_LRU, .seed = 1};
  params->partitions = 1;
  flitlock_npa_default(&params->npa);
  params->levels = 5;
  memcpy(params->level_lsb, level_lsb, sizeof params->level_lsb);
  memcpy(params->pwc_ways, pwc_ways, sizeof params->pwc_ways);
  params->pwc_policy = FLITLOCK_REPLACE_LRU;
  params->pwc_seed = 1;
  params->walkers = 100;
  params->checks = 1;
}

void flitlock_page_table_params_default(struct flitlock_page_table_params *params) {
  *params = (struct flitlock_page_table_params){.latency = 270, .unit_bytes = 64, .tables = NULL};
}

// ---- What is impossible

#define TRY(call)                                             \
  do {                                                        \
    int status_of_call = (call);                              \
    if (status_of_call != FLITLOCK_OK) return status_of_call; \
  } while (0)

static int in_range(const char *name, const char *what, uint64_t value, uint64_t low, uint64_t high,
                    struct flitlock_error *error) {
  if (value >= low && value <= high) return FLITLOCK_OK;
  return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s is %" PRIu64 "; allowed are %" PRIu64 " to %" PRIu64, name,
                       what, value, low, high);
}

static bool power_of_two(uint32_t value) { return value != 0 && (value & (value - 1)) == 0; }

static int validate_policy(const char *name, const char *what, uint32_t ways, uint8_t policy, uint16_t seed,
                           struct flitlock_error *error) {
  TRY(in_range(name, "policy", policy, 0, FLITLOCK_REPLACE_PLRU, error));
  if ((policy == FLITLOCK_REPLACE_RANDOM || policy == FLITLOCK_REPLACE_PLRU) && !power_of_two(ways))
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: %s has %" PRIu32 " ways; random and plru need a power of two (R-TLB-ARR-3)", name, what,
                         ways);
  if (policy == FLITLOCK_REPLACE_PLRU && ways > 64)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %s has %" PRIu32 " ways; plru has at most 64 (R-TLB-ARR-3)",
                         name, what, ways);
  return in_range(name, "seed", seed, 1, UINT16_MAX, error);
}

static int validate_array(const char *name, const struct flitlock_tlb_array *array, struct flitlock_error *error) {
  TRY(in_range(name, "sets", array->sets, 1, 65536, error));
  TRY(in_range(name, "ways", array->ways, 1, 65536, error));
  if (!power_of_two(array->sets))
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %" PRIu32 " sets are not a power of two", name, array->sets);
  if ((uint64_t)array->sets * array->ways > 1U << 22)
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %" PRIu32 " sets of %" PRIu32 " ways are more than 2^22 places",
                         name, array->sets, array->ways);
  return validate_policy(name, "the array", array->ways, array->policy, array->seed, error);
}

// R-TLB-N-1, R-TLB-N-2.
static int validate_npa(const char *name, const struct flitlock_npa *npa, struct flitlock_error *error) {
  TRY(in_range(name, "acc_lsb", npa->acc_lsb, 22, 52, error));
  TRY(in_range(name, "acc_bits", npa->acc_bits, 0, 12, error));
  TRY(in_range(name, "acc", npa->acc, 0, (1U << npa->acc_bits) - 1U, error));
  TRY(in_range(name, "size_lsb", npa->size_lsb, 0, 62, error));
  unsigned largest = 0;
  bool differ = false;
  for (unsigned c = 0; c < 4; c++) {
    TRY(in_range(name, "page_bits", npa->page_bits[c], 12, 30, error));
    if (npa->page_bits[c] > largest) largest = npa->page_bits[c];
    differ = differ || npa->page_bits[c] != npa->page_bits[0];
  }
  if (differ && npa->size_lsb < largest)
    return flitlock_fail(
        error, FLITLOCK_E_CONFIG,
        "%s: size_lsb is %u, inside the largest page of 2^%u bytes, so a page would have more than one "
        "size (R-TLB-N-2)",
        name, npa->size_lsb, largest);
  return FLITLOCK_OK;
}

static int validate_store(const struct flitlock_l1_tlb_params *params, const char *name, struct flitlock_error *error) {
  const uint32_t longest = flitlock_flits(params->max_len, params->width);
  for (unsigned vc = 0; vc < params->vcs; vc++) {
    if (params->in_depth[vc] == 0) continue;
    if (params->in_depth[vc] < longest || params->credits[vc] < longest)
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "%s: VC %u has a store of %u flits and %u credits inside; a packet of %" PRIu32
                           " flits needs as many of each",
                           name, vc, params->in_depth[vc], params->credits[vc], longest);
  }
  return FLITLOCK_OK;
}

int flitlock_l1_tlb_params_validate(const struct flitlock_l1_tlb_params *params, const char *name,
                                    struct flitlock_error *error) {
  TRY(in_range(name, "vcs", params->vcs, 2, FLITLOCK_MAX_VCS, error));
  TRY(in_range(name, "width", params->width, 1, FLITLOCK_MAX_WIDTH, error));
  TRY(in_range(name, "max_len", params->max_len, 1, FLITLOCK_MAX_LEN, error));
  TRY(in_range(name, "unit_bytes", params->unit_bytes, 8, FLITLOCK_MAX_UNIT_BYTES, error));
  TRY(in_range(name, "latency", params->latency, 1, 4095, error));
  TRY(in_range(name, "mshrs", params->mshrs, 1, 1024, error));
  TRY(in_range(name, "targets", params->targets, 0, UINT16_MAX, error));
  TRY(in_range(name, "l2_credits", params->l2_credits, 1, UINT16_MAX, error));
  TRY(validate_store(params, name, error));
  TRY(validate_array(name, &params->array, error));
  TRY(validate_npa(name, &params->npa, error));
  for (unsigned gpu = 0; gpu < 256; gpu++)
    TRY(in_range(name, "domain", params->domain[gpu], 0, 7, error));
  return FLITLOCK_OK;
}

// R-TLB-W-1, R-TLB-W-3.
static int validate_walks(const struct flitlock_l2_tlb_params *params, const char *name, struct flitlock_error *error) {
  TRY(in_range(name, "levels", params->levels, 1, FLITLOCK_MAX_LEVELS, error));
  for (unsigned l = 0; l < params->levels; l++) {
    TRY(in_range(name, "level_lsb", params->level_lsb[l], 12, 63, error));
    if (l > 0 && params->level_lsb[l] >= params->level_lsb[l - 1])
      return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: level_lsb is %u at level %u and %u at level %u; it must fall",
                           name, params->level_lsb[l - 1], l - 1, params->level_lsb[l], l);
  }
  for (unsigned c = 0; c < 4; c++)
    if (params->npa.page_bits[c] < params->level_lsb[params->levels - 1])
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "%s: a page of 2^%u bytes is smaller than what an entry of the last level covers, 2^%u",
                           name, params->npa.page_bits[c], params->level_lsb[params->levels - 1]);
  TRY(in_range(name, "root", params->root, 0, (1ULL << 40) - 1U, error));
  for (unsigned l = 0; l + 1 < FLITLOCK_MAX_LEVELS; l++) {
    TRY(in_range(name, "pwc_ways", params->pwc_ways[l], 0, 65536, error));
    if (params->pwc_ways[l] != 0)
      TRY(validate_policy(name, "a page-walk cache", params->pwc_ways[l], params->pwc_policy, params->pwc_seed, error));
  }
  return in_range(name, "walkers", params->walkers, 1, 1024, error);
}

int flitlock_l2_tlb_params_validate(const struct flitlock_l2_tlb_params *params, const char *name,
                                    struct flitlock_error *error) {
  TRY(in_range(name, "stations", params->stations, 1, FLITLOCK_MAX_STATIONS, error));
  TRY(in_range(name, "unit_bytes", params->unit_bytes, 8, FLITLOCK_MAX_UNIT_BYTES, error));
  TRY(in_range(name, "latency", params->latency, 2, 4095, error));
  TRY(in_range(name, "queue_depth", params->queue_depth, 1, UINT16_MAX, error));
  TRY(in_range(name, "prefetch_depth", params->prefetch_depth, 1, UINT16_MAX, error));
  TRY(in_range(name, "ctl_depth", params->ctl_depth, 1, UINT16_MAX, error));
  TRY(in_range(name, "mshrs", params->mshrs, 1, 1024, error));
  TRY(in_range(name, "prefetch_reserve", params->prefetch_reserve, 0, 1023, error));
  TRY(validate_array(name, &params->array, error));
  TRY(in_range(name, "partitions", params->partitions, 1, params->array.sets, error));
  if (!power_of_two(params->partitions))
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: %" PRIu32 " partitions are not a power of two", name,
                         params->partitions);
  for (unsigned gpu = 0; gpu < 256; gpu++)
    TRY(in_range(name, "partition", params->partition[gpu], 0, params->partitions - 1, error));
  TRY(validate_npa(name, &params->npa, error));
  return validate_walks(params, name, error);
}

uint32_t flitlock_l2_tlb_leaf_level(const struct flitlock_l2_tlb_params *params, unsigned size_class) {
  uint32_t level = 0;
  while (level + 1 < params->levels && params->level_lsb[level] > params->npa.page_bits[size_class])
    level++;
  return level;
}
