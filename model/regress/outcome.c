// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <string.h>

#include "flitlock/regress.h"

static const char *const texts[FLITLOCK_REGRESS_OUTCOME_COUNT] = {
#define OUTCOME_TEXT(name, text) text,
    FLITLOCK_REGRESS_OUTCOMES(OUTCOME_TEXT)
#undef OUTCOME_TEXT
};

const char *flitlock_regress_outcome_text(int outcome) {
  return outcome >= 0 && outcome < FLITLOCK_REGRESS_OUTCOME_COUNT ? texts[outcome] : "unknown";
}

int flitlock_regress_outcome_of(const char *text) {
  for (int outcome = 0; outcome < FLITLOCK_REGRESS_OUTCOME_COUNT; outcome++)
    if (strcmp(texts[outcome], text) == 0) return outcome;
  return -1;
}

char *flitlock_regress_label(const struct flitlock_regress_run *run, char *buffer, size_t size) {
  const char *const parts[] = {run->block, run->host, run->traffic, run->settings};
  int used = snprintf(buffer, size, "%s", run->entry);
  for (size_t n = 0; n < sizeof(parts) / sizeof(parts[0]); n++)
    if (parts[n][0] != '\0' && used >= 0 && (size_t)used < size)
      used += snprintf(buffer + used, size - (size_t)used, "/%s", parts[n]);
  if (used >= 0 && (size_t)used < size)
    (void)snprintf(buffer + used, size - (size_t)used, "/seed %llu", (unsigned long long)run->seed);
  return buffer;
}
