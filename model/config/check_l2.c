// SPDX-License-Identifier: Apache-2.0
// Section l2, and the addresses of synthetic requests: values that are possible alone but not together.
#include "config/check.h"
#include "config/limits.h"
#include "config/places.h"
#include "flitlock/l2_fabric.h"

// R-L2P-POD-2: a fabric has a port for each response client of the GPU and each slice of its partition.
static int check_ports(const struct flitlock_config *config, struct flitlock_error *error) {
  const struct flitlock_config_pod *pod = &config->pod;
  struct flitlock_l2_profile profile;
  int status = flitlock_l2_profile_find(flitlock_l2_profile_name((unsigned)config->l2.profile), &profile, error);
  if (status != FLITLOCK_OK) return status;
  const uint32_t nodes = pod->client_nodes ? pod->client_nodes_count : pod->rows * pod->columns;
  const uint32_t clients = nodes * pod->meshes * pod->rsp_clients, all = profile.slice.map.slices;
  const uint32_t slices = all < FLITLOCK_L2_PARTITION_SLICES ? all : FLITLOCK_L2_PARTITION_SLICES;
  if (clients + slices <= FLITLOCK_MAX_PORTS) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, "l2.profile",
                                 "%u slices behind each fabric, but a GPU has %u response clients: together at most %d "
                                 "(R-L2P-POD-2); choose a profile of fewer slices, or fewer clients",
                                 slices, clients, FLITLOCK_MAX_PORTS);
}

static int check_study(const struct flitlock_config *config, struct flitlock_error *error) {
  if (!config->study.instant_credits) return FLITLOCK_OK;
  return flitlock_config_fail_at(
      config, error, "study.instant_credits",
      "true, but l2.mode is modelled: the links of an L2 have credit latencies of 1; set one "
      "of the two back");
}

static int check_region(const struct flitlock_config *config, struct flitlock_error *error) {
  const struct flitlock_config_workload *workload = &config->workload;
  if (workload->align == 0 || (workload->align & (workload->align - 1)) != 0)
    return flitlock_config_fail_at(config, error, "workload.align", "%u bytes are no power of two", workload->align);
  if (workload->region == 0) return FLITLOCK_OK;
  const uint64_t least = 4U * FLITLOCK_MAX_LEN * FLITLOCK_MAX_UNIT_BYTES;
  if (workload->region < least)
    return flitlock_config_fail_at(config, error, "workload.region",
                                   "%llu bytes; requests of any size and place must fit in: at least %llu, or 0",
                                   (unsigned long long)workload->region, (unsigned long long)least);
  if (config->link_tlb.mode == FLITLOCK_LINK_TLB_OFF || workload->region <= config->link_tlb.memory) return FLITLOCK_OK;
  return flitlock_config_fail_at(config, error, "workload.region", "%llu bytes, but link_tlb.memory maps %llu of a GPU",
                                 (unsigned long long)workload->region, (unsigned long long)config->link_tlb.memory);
}

int flitlock_config_check_l2(const struct flitlock_config *config, struct flitlock_error *error) {
  int status = check_region(config, error);
  if (status != FLITLOCK_OK || config->l2.mode == FLITLOCK_L2_OFF) return status;
  status = check_ports(config, error);
  return status == FLITLOCK_OK ? check_study(config, error) : status;
}
