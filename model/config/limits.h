// SPDX-License-Identifier: Apache-2.0
#ifndef FLITLOCK_CONFIG_LIMITS_H
#define FLITLOCK_CONFIG_LIMITS_H

#include "flitlock/config.h"

// The largest amount of data of one packet, and the key that says it ("workload.mix" with the entry's number).
struct config_largest {
  uint32_t bytes;
  const char *key;
  int entry;  // -1: none
};
struct config_largest flitlock_config_largest(const struct flitlock_config *config);

#endif
