// SPDX-License-Identifier: Apache-2.0
// Names of R-POD-2, both ways.
#ifndef FLITLOCK_POD_NAMES_H
#define FLITLOCK_POD_NAMES_H

#include "flitlock/config.h"
#include "flitlock/pod.h"

#ifdef __cplusplus
extern "C" {
#endif

#define POD_NODE_NAME_SIZE 16
#define POD_NAME_SIZE      80  // as in struct flitlock_channel

// Node number of a name, or -1.
int flitlock_pod_node_number(const struct flitlock_config *config, const char *name);
// 1 when a node has clients.
int flitlock_pod_node_has_clients(const struct flitlock_config *config, uint32_t node);
// "A to F" or "r0c0 to r7c7", for messages.
char *flitlock_pod_node_range(const struct flitlock_config *config, char *buffer, size_t size);
// "gpu0.mesh0.A.req_client0". Returns `buffer`.
char *flitlock_pod_client_name(const struct flitlock_config *config, uint32_t address, char *buffer, size_t size);
// Address of a response client's name; 0 when there is none of that name.
int flitlock_pod_rsp_client_address(const struct flitlock_config *config, const char *name, uint32_t *address);
// A name without the numbers of GPUs, meshes, switches, stations, clients and parts of an L2:
// "gpu*.mesh*.A.req_client*->A.req". The numbers of the nodes of a large mesh ("r0c0") stay. Works for names of ports,
// too.
void flitlock_pod_name_pattern(const char *name, char *pattern, size_t size);

#ifdef __cplusplus
}
#endif
#endif
