// SPDX-License-Identifier: Apache-2.0
// Values of a scale-up pod that are possible alone but not together.
#include <stdio.h>
#include <string.h>

#include "config/check.h"
#include "config/places.h"

#define RANGE_ALIGNMENT ((uint64_t)2 << 20)  // R-SU-4

// Defaults (keys.c).
#define LINK_TLB_MEMORY   ((uint64_t)64 << 20)
#define LINK_TLB_L1_STORE 1024U

int flitlock_config_is_unused(const struct flitlock_config *config, const char *section) {
  static const char *const of_meshes[] = {"routing", "vcs",      "defaults", "routers", "links",
                                          "clients", "workload", "study",    "l2"};
  if (config->pod.kind != FLITLOCK_POD_SCALE_UP) return 0;
  for (size_t n = 0; n < sizeof of_meshes / sizeof of_meshes[0]; ++n)
    if (strcmp(section, of_meshes[n]) == 0) return 1;
  return 0;
}

// Said in vain, a section would mislead.
static int check_sections(const struct flitlock_config *config, struct flitlock_error *error) {
  char place[CONFIG_PLACE_SIZE];
  for (const struct config_key *key = flitlock_config_keys; config->places && key->name; ++key) {
    if (!flitlock_config_is_unused(config, key->name)) continue;
    if (strcmp(flitlock_config_where(config, key->name, place, sizeof place), "default") == 0) continue;
    return flitlock_config_fail_at(
        config, error, key->name,
        "means nothing where pod.kind is scale_up: such a pod has the sections pod, scale_up, "
        "link_tlb, collective, impl and run; remove it, or set pod.kind to mesh");
  }
  return FLITLOCK_OK;
}

static int check_gpus(const struct flitlock_config *config, struct flitlock_error *error) {
  uint32_t gpus = config->pod.gpus, node = config->scale_up.node_gpus;
  if (gpus < 2 || gpus > FLITLOCK_MAX_PORTS)
    return flitlock_config_fail_at(config, error, "pod.gpus", "%u GPUs; a scale-up pod has 2 to %d", gpus,
                                   FLITLOCK_MAX_PORTS);
  if (gpus % node == 0) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, "scale_up.node_gpus",
                                 "%u GPUs a node, but pod.gpus is %u: nodes are full; make one a multiple of the other",
                                 node, gpus);
}

static int check_range(const struct flitlock_config *config, struct flitlock_error *error) {
  uint64_t range = (config->collective.bytes + RANGE_ALIGNMENT - 1) / RANGE_ALIGNMENT * RANGE_ALIGNMENT;
  if (config->collective.ranges == FLITLOCK_RANGES_OWN) range *= config->pod.gpus;
  // Pages that are translated by mistake lie behind the buffers, R-SU-17.
  if (config->link_tlb.misprediction > 0) range *= 2;
  if (range <= 1ULL << config->link_tlb.acc_lsb) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, "collective.bytes",
                                 "%llu bytes of address space a GPU, but link_tlb.acc_lsb = %u leaves %llu (R-SU-4)",
                                 (unsigned long long)range, config->link_tlb.acc_lsb, 1ULL << config->link_tlb.acc_lsb);
}

static int check_compute(const struct flitlock_config *config, struct flitlock_error *error) {
  if (config->link_tlb.mode != FLITLOCK_LINK_TLB_MODELLED || !config->link_tlb.pre_translate ||
      config->collective.compute > 0)
    return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, "link_tlb.pre_translate",
                                 "true, but collective.compute is 0: there is no phase of computing to translate in");
}

static int check_file(const struct flitlock_config *config, struct flitlock_error *error) {
  if (config->collective.kind != FLITLOCK_COLLECTIVE_MSCCL || config->collective.msccl) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, "collective.kind",
                                 "msccl, but collective.msccl is not given; name the XML file with the algorithm");
}

// Of a pod of meshes alone. (A dump says all keys, so it is the value that tells whether somebody wants something.)
static int check_mesh_keys(const struct flitlock_config *config, struct flitlock_error *error) {
  const int memory = config->link_tlb.memory != LINK_TLB_MEMORY;
  if (!memory && config->link_tlb.l1_store == LINK_TLB_L1_STORE) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, memory ? "link_tlb.memory" : "link_tlb.l1_store",
                                 "means nothing where pod.kind is scale_up: buffers of the collective are mapped, and "
                                 "a station has room for scale_up.buffer requests; remove it");
}

int flitlock_config_check_scale_up(const struct flitlock_config *config, struct flitlock_error *error) {
  int status = check_sections(config, error);
  if (status == FLITLOCK_OK) status = check_gpus(config, error);
  if (status == FLITLOCK_OK) status = check_range(config, error);
  if (status == FLITLOCK_OK) status = check_mesh_keys(config, error);
  if (status == FLITLOCK_OK) status = flitlock_config_check_link_tlb(config, error);
  if (status == FLITLOCK_OK) status = check_compute(config, error);
  return status == FLITLOCK_OK ? check_file(config, error) : status;
}
