// SPDX-License-Identifier: Apache-2.0
// The largest packet of a configuration.
#include "config/limits.h"

struct config_largest flitlock_config_largest(const struct flitlock_config *config) {
  struct config_largest largest = {config->workload.bytes, "workload.bytes", -1};
  if (config->workload.kind == FLITLOCK_WORKLOAD_TRACE) {
    // Sizes stand in a file that is read later.
    largest.bytes = config->pod.max_bytes;
    largest.key = "pod.max_bytes";
  } else if (config->workload.kind == FLITLOCK_WORKLOAD_MSCCL) {
    largest.bytes = config->workload.msccl_packet;
    largest.key = "workload.msccl_packet";
  } else if (config->workload.mix_count > 0) {
    largest.bytes = 0;
    largest.key = "workload.mix";
    for (unsigned i = 0; i < config->workload.mix_count; ++i) {
      if (config->workload.mix[i].bytes <= largest.bytes) continue;
      largest.bytes = config->workload.mix[i].bytes;
      largest.entry = (int)i;
    }
  }
  return largest;
}

uint32_t flitlock_config_max_len(const struct flitlock_config *config) {
  uint32_t units = (flitlock_config_largest(config).bytes + config->pod.unit_bytes - 1) / config->pod.unit_bytes;
  return units ? units : 1;
}
