// SPDX-License-Identifier: Apache-2.0
#include "pod/names.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static uint32_t node_count(const struct flitlock_config *config) { return config->pod.rows * config->pod.columns; }

char *flitlock_pod_node_name(const struct flitlock_config *config, uint32_t node, char *buffer, size_t size) {
  if (node_count(config) <= 26)
    (void)snprintf(buffer, size, "%c", (int)('A' + node));
  else
    (void)snprintf(buffer, size, "r%uc%u", node / config->pod.columns, node % config->pod.columns);
  return buffer;
}

int flitlock_pod_node_number(const struct flitlock_config *config, const char *name) {
  unsigned row = 0, column = 0;
  uint32_t node;
  if (node_count(config) <= 26) {
    node = (uint32_t)(name[0] - 'A');
  } else {
    if (sscanf(name, "r%3uc%3u", &row, &column) != 2 || column >= config->pod.columns) return -1;
    node = row * config->pod.columns + column;
  }
  if (node >= node_count(config)) return -1;
  // Only the name as it is written, not "r01c0" or a longer one.
  char exact[POD_NODE_NAME_SIZE];
  return strcmp(flitlock_pod_node_name(config, node, exact, sizeof exact), name) == 0 ? (int)node : -1;
}

int flitlock_pod_node_has_clients(const struct flitlock_config *config, uint32_t node) {
  if (!config->pod.client_nodes) return 1;
  char name[POD_NODE_NAME_SIZE];
  (void)flitlock_pod_node_name(config, node, name, sizeof name);
  for (unsigned i = 0; i < config->pod.client_nodes_count; ++i)
    if (strcmp(config->pod.client_nodes[i], name) == 0) return 1;
  return 0;
}

char *flitlock_pod_node_range(const struct flitlock_config *config, char *buffer, size_t size) {
  char first[POD_NODE_NAME_SIZE], last[POD_NODE_NAME_SIZE];
  (void)snprintf(buffer, size, "%s to %s", flitlock_pod_node_name(config, 0, first, sizeof first),
                 flitlock_pod_node_name(config, node_count(config) - 1, last, sizeof last));
  return buffer;
}

char *flitlock_pod_client_name(const struct flitlock_config *config, uint32_t address, char *buffer, size_t size) {
  char node[POD_NODE_NAME_SIZE];
  uint32_t port = flitlock_address_port(address);
  int response = port >= config->pod.req_clients;
  (void)snprintf(buffer, size, "gpu%u.mesh%u.%s.%s_client%u", flitlock_address_gpu(address),
                 flitlock_address_mesh(address),
                 flitlock_pod_node_name(config, flitlock_address_node(address), node, sizeof node),
                 response ? "rsp" : "req", response ? port - config->pod.req_clients : port);
  return buffer;
}

int flitlock_pod_rsp_client_address(const struct flitlock_config *config, const char *name, uint32_t *address) {
  unsigned gpu = 0, mesh = 0, client = 0;
  char node_name[POD_NODE_NAME_SIZE];
  if (sscanf(name, "gpu%3u.mesh%3u.%15[^.].rsp_client%3u", &gpu, &mesh, node_name, &client) != 4) return 0;
  int node = flitlock_pod_node_number(config, node_name);
  if (node < 0 || !flitlock_pod_node_has_clients(config, (uint32_t)node)) return 0;
  if (gpu >= config->pod.gpus || mesh >= config->pod.meshes || client >= config->pod.rsp_clients) return 0;
  *address = flitlock_address(gpu, mesh, (uint32_t)node, config->pod.req_clients + client);
  // Only the name as it is written, not "gpu01" or a longer one.
  char exact[POD_NAME_SIZE];
  return strcmp(flitlock_pod_client_name(config, *address, exact, sizeof exact), name) == 0;
}

void flitlock_pod_name_pattern(const char *name, char *pattern, size_t size) {
  static const char *const words[] = {"gpu", "mesh", "switch", "station", "_client", "fabric", "slice", "memory"};
  size_t length = 0;
  while (*name != '\0' && length + 2 < size) {
    size_t word = 0;
    for (size_t n = 0; n < sizeof(words) / sizeof(words[0]); n++) {
      size_t letters = strlen(words[n]);
      if (strncmp(name, words[n], letters) == 0 && isdigit((unsigned char)name[letters])) word = letters;
    }
    if (word == 0 || length + word + 2 >= size) {
      pattern[length++] = *name++;
      continue;
    }
    memcpy(pattern + length, name, word);
    length += word;
    pattern[length++] = '*';
    name += word;
    while (isdigit((unsigned char)*name))
      name++;
  }
  pattern[length] = '\0';
}
