// SPDX-License-Identifier: Apache-2.0
// A smaller pod. Packets of what is no longer there go to what is: GPU 3 of two is GPU 1, a node outside a mesh is the
// nearest inside.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minimise/shrink.h"
#include "pod/names.h"

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t move_node(const struct flitlock_config *before, const struct flitlock_config *now, uint32_t node) {
  const uint32_t row = least(node / before->pod.columns, now->pod.rows - 1);
  const uint32_t column = least(node % before->pod.columns, now->pod.columns - 1);
  return row * now->pod.columns + column;
}

// A client's address; `first` is the port of the first client of its kind, `count` how many there are.
static uint32_t move_address(const struct flitlock_config *before, const struct flitlock_config *now, uint32_t address,
                             uint32_t first_before, uint32_t first, uint32_t count) {
  return flitlock_address(flitlock_address_gpu(address) % now->pod.gpus,
                          flitlock_address_mesh(address) % now->pod.meshes,
                          move_node(before, now, flitlock_address_node(address)),
                          first + (flitlock_address_port(address) - first_before) % count);
}

static void move_packets(const struct flitlock_config *before, const struct flitlock_config *now,
                         struct flitlock_stimulus *packets) {
  for (size_t n = 0; n < packets->count; n++) {
    struct flitlock_packet *packet = &packets->packet[n];
    packet->src = move_address(before, now, packet->src, 0, 0, now->pod.req_clients);
    packet->dst =
        move_address(before, now, packet->dst, before->pod.req_clients, now->pod.req_clients, now->pod.rsp_clients);
  }
}

// Nodes with clients, moved, without those that are there twice. The names are in `names`.
struct nodes {
  char name[255][POD_NODE_NAME_SIZE];
  char *list[255];
  unsigned count;
};

static void add_node(struct nodes *nodes, const char *name) {
  for (unsigned n = 0; n < nodes->count; n++)
    if (strcmp(nodes->list[n], name) == 0) return;
  snprintf(nodes->name[nodes->count], POD_NODE_NAME_SIZE, "%s", name);
  nodes->list[nodes->count] = nodes->name[nodes->count];
  nodes->count++;
}

// `now` is `before` with other sizes: nodes with names are moved, and the candidate is tried. The texts of `before`
// stay its own.
static int try_pod(struct shrink *shrink, const struct flitlock_config *before, struct flitlock_config *now) {
  char exit_name[POD_NODE_NAME_SIZE] = "", name[POD_NODE_NAME_SIZE];
  struct flitlock_stimulus packets;
  struct nodes *nodes = calloc(1, sizeof(*nodes));
  int smaller = 0;
  if (nodes == NULL || !shrink_copy(&shrink->stimulus, &packets)) {
    free(nodes);
    return 0;
  }
  move_packets(before, now, &packets);
  if (before->pod.exit_node != NULL) {
    const int node = flitlock_pod_node_number(before, before->pod.exit_node);
    flitlock_pod_node_name(now, move_node(before, now, (uint32_t)node), exit_name, sizeof(exit_name));
    now->pod.exit_node = exit_name;
  }
  for (unsigned n = 0; n < before->pod.client_nodes_count; n++) {
    const int node = flitlock_pod_node_number(before, before->pod.client_nodes[n]);
    flitlock_pod_node_name(now, move_node(before, now, (uint32_t)node), name, sizeof(name));
    add_node(nodes, name);
  }
  if (nodes->count > 0) {
    now->pod.client_nodes = nodes->list;
    now->pod.client_nodes_count = nodes->count;
  }
  smaller = shrink_try(shrink, now, &packets);
  // The names go with this function.
  now->pod.exit_node = before->pod.exit_node;
  now->pod.client_nodes = before->pod.client_nodes;
  now->pod.client_nodes_count = before->pod.client_nodes_count;
  flitlock_stimulus_free(&packets);
  free(nodes);
  return smaller;
}

// One size as far down as it goes.
static int shrink_size(struct shrink *shrink, size_t offset) {
  int smaller = 0;
  for (uint32_t step = UINT32_MAX; step > 0 && !shrink_stopped(shrink);) {
    struct flitlock_config *before = shrink_config(shrink);
    if (before == NULL) return smaller;
    struct flitlock_config now = *before;
    uint32_t value = 0;
    memcpy(&value, (const char *)before + offset, sizeof(value));
    if (step >= value) step = value - 1;
    if (step > 0) {
      value -= step;
      memcpy((char *)&now + offset, &value, sizeof(value));
      if (try_pod(shrink, before, &now)) {
        smaller = 1;
      } else {
        step /= 2;
      }
    }
    flitlock_config_free(before);
  }
  return smaller;
}

// Only the nodes that send or receive anything have clients.
static int shrink_nodes(struct shrink *shrink) {
  struct flitlock_config *before = shrink_config(shrink);
  struct nodes *nodes = calloc(1, sizeof(*nodes));
  int smaller = 0;
  if (before != NULL && nodes != NULL) {
    struct flitlock_config now = *before;
    char name[POD_NODE_NAME_SIZE];
    for (size_t n = 0; n < shrink->stimulus.count; n++) {
      const struct flitlock_packet *packet = &shrink->stimulus.packet[n];
      add_node(nodes, flitlock_pod_node_name(before, flitlock_address_node(packet->src), name, sizeof(name)));
      add_node(nodes, flitlock_pod_node_name(before, flitlock_address_node(packet->dst), name, sizeof(name)));
    }
    const unsigned all =
        before->pod.client_nodes != NULL ? before->pod.client_nodes_count : before->pod.rows * before->pod.columns;
    if (nodes->count < all) {
      now.pod.client_nodes = nodes->list;
      now.pod.client_nodes_count = nodes->count;
      smaller = shrink_try(shrink, &now, &shrink->stimulus);
    }
  }
  free(nodes);
  flitlock_config_free(before);
  return smaller;
}

int shrink_pod(struct shrink *shrink) {
  static const size_t sizes[] = {
      offsetof(struct flitlock_config, pod.gpus),        offsetof(struct flitlock_config, pod.meshes),
      offsetof(struct flitlock_config, pod.rsp_clients), offsetof(struct flitlock_config, pod.req_clients),
      offsetof(struct flitlock_config, pod.columns),     offsetof(struct flitlock_config, pod.rows)};
  int smaller = shrink_nodes(shrink);
  for (size_t n = 0; n < sizeof(sizes) / sizeof(sizes[0]); n++)
    smaller |= shrink_size(shrink, sizes[n]);
  return smaller;
}
