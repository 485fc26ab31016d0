// SPDX-License-Identifier: Apache-2.0
#include "workload/issued.h"

#include <stdlib.h>

#define FIRST_PLACES 16U

// Client of an address, or NULL: a search by halves, which needs no more memory than the list.
static struct issued_client *find(const struct issued *issued, uint32_t address) {
  uint32_t low = 0;
  uint32_t high = issued->clients;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    struct issued_client *client = &issued->client[issued->by_address[middle]];
    if (client->address == address) return client;
    if (client->address < address)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

// Clients come nearly in order, so putting each in its place is quick.
static void sort(struct issued *issued) {
  for (uint32_t n = 0; n < issued->clients; n++) {
    uint32_t at = n;
    for (; at > 0 && issued->client[issued->by_address[at - 1]].address > issued->client[n].address; at--)
      issued->by_address[at] = issued->by_address[at - 1];
    issued->by_address[at] = n;
  }
}

int issued_create(struct issued *issued, const uint32_t *address, uint32_t clients) {
  issued->clients = clients;
  issued->client = calloc(clients + 1U, sizeof *issued->client);
  issued->by_address = calloc(clients + 1U, sizeof *issued->by_address);
  if (!issued->client || !issued->by_address) return 0;
  for (uint32_t n = 0; n < clients; n++)
    issued->client[n].address = address[n];
  sort(issued);
  return 1;
}

void issued_free(struct issued *issued) {
  for (uint32_t n = 0; issued->client && n < issued->clients; n++)
    free(issued->client[n].number);
  free(issued->client);
  free(issued->by_address);
}

static int grow(struct issued_client *client) {
  uint32_t places = client->number ? 2U * (client->mask + 1U) : FIRST_PLACES;
  uint32_t *larger = calloc(places, sizeof *larger);
  if (!larger) return 0;
  for (uint32_t id = client->first; client->number && id != client->first + client->count; id++)
    larger[id & (places - 1U)] = client->number[id & client->mask];
  free(client->number);
  client->number = larger;
  client->mask = places - 1U;
  return 1;
}

int issued_push(struct issued *issued, uint32_t client, uint32_t number) {
  struct issued_client *at = &issued->client[client];
  if ((!at->number || at->count > at->mask) && !grow(at)) return 0;
  at->number[(at->first + at->count++) & at->mask] = number;
  return 1;
}

uint32_t issued_take(struct issued *issued, uint32_t address, uint32_t id) {
  struct issued_client *client = find(issued, address);
  if (!client || id - client->first >= client->count) return WORKLOAD_ISSUED_NONE;
  uint32_t number = client->number[id & client->mask];
  client->number[id & client->mask] = WORKLOAD_ISSUED_NONE;
  while (client->count > 0 && client->number[client->first & client->mask] == WORKLOAD_ISSUED_NONE) {
    client->first++;
    client->count--;
  }
  return number;
}
