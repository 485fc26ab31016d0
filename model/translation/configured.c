// SPDX-License-Identifier: Apache-2.0
#include "translation/configured.h"

#include <string.h>

#define ROOT_FRAME 0x100000U  // of the root table; the tables below it follow

static uint8_t log2_of(uint64_t value) { return (uint8_t)(63 - __builtin_clzll(value)); }

void link_tlb_npa(const struct flitlock_config *config, uint32_t gpu, struct flitlock_npa *npa) {
  const struct flitlock_config_link_tlb *keys = &config->link_tlb;
  flitlock_npa_default(npa);
  npa->acc_lsb = (uint8_t)keys->acc_lsb;
  npa->acc = (uint16_t)gpu;
  npa->size_lsb = (uint8_t)keys->size_lsb;
  for (unsigned c = 0; c < 4; c++)
    npa->page_bits[c] = keys->page_bits != NULL ? keys->page_bits[c] : log2_of(keys->page);
}

static struct flitlock_tlb_array array_of(uint32_t entries, uint32_t ways, int policy) {
  return (struct flitlock_tlb_array){.sets = entries / ways, .ways = ways, .policy = (uint8_t)policy, .seed = 1};
}

void link_tlb_l1_params(const struct flitlock_config *config, uint32_t gpu, struct flitlock_l1_tlb_params *params) {
  const struct flitlock_config_link_tlb *keys = &config->link_tlb;
  flitlock_l1_tlb_params_default(params);
  params->latency = keys->l1_latency;
  params->mshrs = keys->l1_mshrs;
  params->targets = keys->l1_targets;
  params->array = array_of(keys->l1_entries, keys->l1_ways, keys->l1_policy);
  params->checks = (uint8_t)config->check.invariants;
  link_tlb_npa(config, gpu, &params->npa);
}

void link_tlb_l2_params(const struct flitlock_config *config, uint32_t gpu, uint32_t stations,
                        struct flitlock_l2_tlb_params *params) {
  static const uint8_t walk_b[] = {57, 48, 39, 30, 21};
  const struct flitlock_config_link_tlb *keys = &config->link_tlb;
  flitlock_l2_tlb_params_default(params);
  params->stations = stations;
  params->latency = keys->l2_latency;
  params->mshrs = keys->l2_mshrs;
  params->array = array_of(keys->l2_entries, keys->l2_ways, keys->l2_policy);
  params->partitions = keys->l2_partitions;
  for (unsigned source = 0; source < 256; source++)
    params->partition[source] = (uint16_t)(source % keys->l2_partitions);
  params->root = ROOT_FRAME;
  params->walkers = keys->walkers;
  params->checks = (uint8_t)config->check.invariants;
  if (keys->walk == FLITLOCK_WALK_B) memcpy(params->level_lsb, walk_b, sizeof walk_b);
  const unsigned caches = FLITLOCK_MAX_LEVELS - 1;
  for (unsigned level = 0; level < caches && keys->pwc_ways != NULL; level++)
    params->pwc_ways[level] = level < keys->pwc_ways_count ? keys->pwc_ways[level] : 0;
  if (!keys->pwc) memset(params->pwc_ways, 0, sizeof params->pwc_ways);
  link_tlb_npa(config, gpu, &params->npa);
}

void link_tlb_page_table_params(const struct flitlock_config *config, const struct flitlock_page_tables *tables,
                                struct flitlock_page_table_params *params) {
  flitlock_page_table_params_default(params);
  params->latency = config->link_tlb.access;
  params->tables = tables;
}

int link_tlb_tables(const struct flitlock_config *config, uint32_t gpu, uint64_t size,
                    struct flitlock_page_tables **tables, struct flitlock_error *error) {
  struct flitlock_l2_tlb_params shape;
  link_tlb_l2_params(config, gpu, 1, &shape);
  int status = flitlock_page_tables_create(&shape, ROOT_FRAME + 1U, tables, error);
  if (status == FLITLOCK_OK)
    status = flitlock_page_tables_map_range(*tables, 0, size, 0, LINK_TLB_ALL_DOMAINS, LINK_TLB_ALL_DOMAINS, error);
  return status;
}
