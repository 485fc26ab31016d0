// SPDX-License-Identifier: Apache-2.0
#include "cli/shard.h"

#include <sched.h>
#include <string.h>

#include "cli/options.h"

unsigned cli_processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  int count = CPU_COUNT(&set);
  return count < 1 ? 1U : count > CLI_PROCESSES_MAX ? CLI_PROCESSES_MAX : (unsigned)count;
}

int cli_shard_read(const char *text, uint64_t *index, uint64_t *shards, struct flitlock_error *error) {
  char first[24];
  const char *slash = strchr(text, '/');
  size_t length = slash != NULL ? (size_t)(slash - text) : 0;
  if (slash == NULL || length >= sizeof(first))
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--shard is not of the form I/N: '%s'", text);
  memcpy(first, text, length);
  first[length] = '\0';
  int status = cli_number(first, "the I of --shard I/N", 1, index, error);
  if (status == FLITLOCK_OK) status = cli_number(slash + 1, "the N of --shard I/N", 1, shards, error);
  if (status == FLITLOCK_OK && (*index > *shards || *shards > INT32_MAX))
    return flitlock_fail(error, FLITLOCK_E_USAGE, "--shard %s: I is 1 to N, and N at most %d", text, INT32_MAX);
  return status;
}
