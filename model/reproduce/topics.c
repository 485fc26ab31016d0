// SPDX-License-Identifier: Apache-2.0
// The studies that are reproduced: a new one is a file of this folder and a line here.
#include <string.h>

#include "reproduce/topics.h"

const struct flitlock_reproduce_topic *const flitlock_reproduce_topics[] = {
    &flitlock_reproduce_noc,
    &flitlock_reproduce_l2,
    &flitlock_reproduce_tlb,
};
const size_t flitlock_reproduce_topic_count = sizeof(flitlock_reproduce_topics) / sizeof(flitlock_reproduce_topics[0]);

const struct flitlock_reproduce_topic *flitlock_reproduce_find(const char *name) {
  for (size_t n = 0; n < flitlock_reproduce_topic_count; n++)
    if (strcmp(flitlock_reproduce_topics[n]->name, name) == 0) return flitlock_reproduce_topics[n];
  return NULL;
}
