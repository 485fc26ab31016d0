// SPDX-License-Identifier: Apache-2.0
// How much of a sweep or regression this process does, and on how many processors.
#ifndef FLITLOCK_CLI_SHARD_H
#define FLITLOCK_CLI_SHARD_H

#include <stdint.h>

#include "flitlock/status.h"

#define CLI_PROCESSES_MAX 1024  // at a time

// What this process may run on, 1 to CLI_PROCESSES_MAX; a job of a cluster has less than the machine.
unsigned cli_processors(void);
// --shard I/N. E_USAGE.
int cli_shard_read(const char *text, uint64_t *index, uint64_t *shards, struct flitlock_error *error);

#endif
