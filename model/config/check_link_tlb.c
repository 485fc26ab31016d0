// SPDX-License-Identifier: Apache-2.0
// Section link_tlb: values that are possible alone but not together.
#include <stdio.h>
#include <string.h>

#include "config/check.h"
#include "config/places.h"
#include "flitlock/link_tlb.h"

#define MOST_PAGES 4194304U  // of a page table; each costs 8 bytes

static int check_array(const struct flitlock_config *config, const char *level, uint32_t entries, uint32_t ways,
                       struct flitlock_error *error) {
  char key[64];
  (void)snprintf(key, sizeof key, "link_tlb.%s_ways", level);
  uint32_t sets = entries / ways;
  if (sets > 0 && entries % ways == 0 && (sets & (sets - 1)) == 0) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, key,
                                 "%u ways, but link_tlb.%s_entries is %u: entries by ways have to be 1, 2, 4, 8, ..",
                                 ways, level, entries);
}

int flitlock_config_check_link_tlb(const struct flitlock_config *config, struct flitlock_error *error) {
  const struct flitlock_config_link_tlb *keys = &config->link_tlb;
  if (keys->mode == FLITLOCK_LINK_TLB_OFF) return FLITLOCK_OK;
  if ((keys->page & (keys->page - 1)) != 0)
    return flitlock_config_fail_at(config, error, "link_tlb.page", "%u bytes are no power of two", keys->page);
  if (keys->page_bits && keys->page_bits_count != 4)
    return flitlock_config_fail_at(config, error, "link_tlb.page_bits",
                                   "%u sizes; there are four size classes (R-TLB-N-2)", keys->page_bits_count);
  if ((keys->l2_partitions & (keys->l2_partitions - 1)) != 0)
    return flitlock_config_fail_at(config, error, "link_tlb.l2_partitions", "%u is no power of two",
                                   keys->l2_partitions);
  int status = check_array(config, "l1", keys->l1_entries, keys->l1_ways, error);
  return status == FLITLOCK_OK ? check_array(config, "l2", keys->l2_entries, keys->l2_ways, error) : status;
}

// Where an L1 link TLB can be, R-DTLB-1.
static int check_links(const struct flitlock_config *config, struct flitlock_error *error) {
  if (!config->pod.exit_node || config->pod.gpus < 2)
    return flitlock_config_fail_at(config, error, "link_tlb.mode",
                                   "the pod has no links between GPUs (pod.exit_node, pod.gpus = %u), so there is "
                                   "nothing to translate; leave it off",
                                   config->pod.gpus);
  const uint32_t stations = config->pod.switches ? config->pod.switches : config->pod.gpus - 1;
  if (stations > FLITLOCK_MAX_STATIONS)
    return flitlock_config_fail_at(config, error, "link_tlb.mode",
                                   "a GPU has %u links; an L2 link TLB serves at most %d (R-TLB-L2)", stations,
                                   FLITLOCK_MAX_STATIONS);
  if (!flitlock_config_is_study(config)) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, "link_tlb.mode",
                                 "the configuration has a reading of `study`, which is of routers alone; leave it off, "
                                 "or remove the keys of study");
}

// What drives the link TLBs of a scale-up pod, R-DTLB-12.
static int check_policies(const struct flitlock_config *config, struct flitlock_error *error) {
  const struct flitlock_config_link_tlb *keys = &config->link_tlb;
  const struct {
    const char *key;
    int said;
  } policies[] = {{"link_tlb.prefetch", keys->prefetch != FLITLOCK_PREFETCH_NONE},
                  {"link_tlb.pre_translate", keys->pre_translate},
                  {"link_tlb.misprediction", keys->misprediction > 0},
                  {"link_tlb.flush", keys->flush}};
  for (size_t n = 0; n < sizeof policies / sizeof policies[0]; ++n)
    if (policies[n].said)
      return flitlock_config_fail_at(config, error, policies[n].key,
                                     "only a scale-up pod (pod.kind) has policies of translating ahead (R-DTLB-12); "
                                     "remove it");
  return FLITLOCK_OK;
}

static int check_memory(const struct flitlock_config *config, struct flitlock_error *error) {
  const struct flitlock_config_link_tlb *keys = &config->link_tlb;
  if (keys->memory > 1ULL << keys->acc_lsb)
    return flitlock_config_fail_at(config, error, "link_tlb.memory",
                                   "%llu bytes, but link_tlb.acc_lsb = %u leaves %llu",
                                   (unsigned long long)keys->memory, keys->acc_lsb, 1ULL << keys->acc_lsb);
  uint64_t page = keys->page;
  for (unsigned c = 0; keys->page_bits && c < keys->page_bits_count; ++c)
    if (c == 0 || 1ULL << keys->page_bits[c] < page) page = 1ULL << keys->page_bits[c];
  if (keys->memory / page <= MOST_PAGES) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, "link_tlb.memory",
                                 "%llu bytes in pages of %llu are %llu pages; at most %u can be mapped: make the pages "
                                 "larger or the memory smaller",
                                 (unsigned long long)keys->memory, (unsigned long long)page,
                                 (unsigned long long)(keys->memory / page), MOST_PAGES);
}

// A packet of a collective must not cross a page, R-RQ-7: buffers begin on pages, so its size divides them.
static int check_packets(const struct flitlock_config *config, struct flitlock_error *error) {
  const uint32_t packet = config->workload.msccl_packet;
  if (config->workload.kind != FLITLOCK_WORKLOAD_MSCCL || (packet & (packet - 1)) == 0) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, "workload.msccl_packet",
                                 "%u bytes are no power of two: with link TLBs (link_tlb.mode) no packet may cross a "
                                 "page (R-RQ-7)",
                                 packet);
}

int flitlock_config_check_mesh_tlb(const struct flitlock_config *config, struct flitlock_error *error) {
  if (config->link_tlb.mode == FLITLOCK_LINK_TLB_OFF) return FLITLOCK_OK;
  int status = check_links(config, error);
  if (status == FLITLOCK_OK) status = flitlock_config_check_link_tlb(config, error);
  if (status == FLITLOCK_OK) status = check_policies(config, error);
  if (status == FLITLOCK_OK) status = check_memory(config, error);
  return status == FLITLOCK_OK ? check_packets(config, error) : status;
}
