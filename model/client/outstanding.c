// SPDX-License-Identifier: Apache-2.0
#include "client/outstanding.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE 64U
#define LAST_SIZE  (1U << 24)

int outstanding_init(struct outstanding *list) {
  list->ring = calloc(FIRST_SIZE, sizeof *list->ring);
  list->mask = FIRST_SIZE - 1U;
  list->count = 0;
  return list->ring != NULL;
}

void outstanding_free(struct outstanding *list) {
  free(list->ring);
  list->ring = NULL;
}

void outstanding_clear(struct outstanding *list) {
  memset(list->ring, 0, ((size_t)list->mask + 1U) * sizeof *list->ring);
  list->count = 0;
}

static int grow(struct outstanding *list) {
  if (list->mask + 1U >= LAST_SIZE) return 0;
  uint32_t mask = list->mask * 2U + 1U;
  struct outstanding_request *ring = calloc((size_t)mask + 1U, sizeof *ring);
  if (!ring) return 0;
  for (uint32_t i = 0; i <= list->mask; i++) {
    if (list->ring[i].used) ring[list->ring[i].id & mask] = list->ring[i];
  }
  free(list->ring);
  list->ring = ring;
  list->mask = mask;
  return 1;
}

struct outstanding_request *outstanding_add(struct outstanding *list, uint32_t id) {
  while (list->ring[id & list->mask].used) {
    if (!grow(list)) return NULL;
  }
  struct outstanding_request *request = &list->ring[id & list->mask];
  request->id = id;
  request->used = 1;
  list->count++;
  return request;
}

struct outstanding_request *outstanding_find(struct outstanding *list, uint32_t id) {
  struct outstanding_request *request = &list->ring[id & list->mask];
  return request->used && request->id == id ? request : NULL;
}

void outstanding_remove(struct outstanding *list, struct outstanding_request *request) {
  request->used = 0;
  list->count--;
}
