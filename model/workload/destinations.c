// SPDX-License-Identifier: Apache-2.0
#include "workload/destinations.h"

#include <stdlib.h>
#include <string.h>

#include "workload/workload.h"

// Clients of one place share their list of candidates.
struct candidates {
  uint32_t place;
  uint32_t count;
  uint32_t *address;
};

struct destinations {
  struct candidates *list;  // [lists]
  uint32_t lists;
  uint32_t clients;
  uint32_t *list_of;  // [clients]
  uint32_t *partner;  // [clients], permutation only: an address
  uint8_t *hot;       // [clients], hot spot only: the target is among the client's candidates
  int kind;           // enum flitlock_destination
  double hot_fraction;
  uint32_t hot_target;
};

#define NODE_MASK 0x00FFFFFFU  // of an address: GPU, mesh, node

static int is_candidate(int scope, uint32_t src, uint32_t dst) {
  int remote = flitlock_address_gpu(src) != flitlock_address_gpu(dst);
  int local = !remote && flitlock_address_mesh(src) == flitlock_address_mesh(dst) &&
              flitlock_address_node(src) != flitlock_address_node(dst);
  return (scope != FLITLOCK_SCOPE_LOCAL && remote) || (scope != FLITLOCK_SCOPE_REMOTE && local);
}

// Keeps those with the fewest hops.
static void keep_nearest(const struct flitlock_workload_clients *clients, uint32_t src, struct candidates *list) {
  uint32_t fewest = UINT32_MAX;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    uint32_t hops = clients->hops(clients->self, src, list->address[i]);
    if (hops < fewest) {
      fewest = hops;
      kept = 0;
    }
    if (hops == fewest) list->address[kept++] = list->address[i];
  }
  list->count = kept;
}

// Fills the list of candidates of a client, or finds the one that its neighbours have. Returns its number;
// UINT32_MAX: out of memory.
static uint32_t list_for(struct destinations *d, const struct flitlock_config *config,
                         const struct flitlock_workload_clients *clients, uint32_t src) {
  int scope = config->workload.scope;
  int by_gpu = scope == FLITLOCK_SCOPE_REMOTE && d->kind != FLITLOCK_DEST_NEAREST;
  uint32_t place = by_gpu ? flitlock_address_gpu(src) : src & NODE_MASK;
  for (uint32_t i = d->lists; i > 0; i--) {
    if (d->list[i - 1].place == place) return i - 1;
  }
  struct candidates list = {.place = place, .address = malloc((clients->rsp_count + 1U) * sizeof *list.address)};
  if (!list.address) return UINT32_MAX;
  for (uint32_t i = 0; i < clients->rsp_count; i++) {
    if (is_candidate(scope, src, clients->rsp_address[i])) list.address[list.count++] = clients->rsp_address[i];
  }
  if (d->kind == FLITLOCK_DEST_NEAREST) keep_nearest(clients, src, &list);
  d->list[d->lists] = list;
  return d->lists++;
}

static const char *scope_name(int scope) {
  return scope == FLITLOCK_SCOPE_REMOTE ? "remote" : scope == FLITLOCK_SCOPE_LOCAL ? "local" : "all";
}

// --- Permutation ---

// A matching of request clients to response clients, grown by augmenting paths (breadth first). Numbers, not addresses.
struct matching {
  uint32_t *rsp_of;   // [req_count], UINT32_MAX: none yet
  uint32_t *req_of;   // [rsp_count], UINT32_MAX: none yet
  uint32_t *from;     // [rsp_count]: request client from which the search came
  uint32_t *queue;    // [req_count]
  uint8_t *seen;      // [rsp_count]
  uint32_t *scatter;  // [rsp_count]: the response clients in random order
};

static void matching_free(struct matching *m) {
  free(m->rsp_of);
  free(m->req_of);
  free(m->from);
  free(m->queue);
  free(m->seen);
  free(m->scatter);
}

static int matching_make(struct matching *m, uint32_t req_count, uint32_t rsp_count) {
  *m = (struct matching){
      .rsp_of = malloc(req_count * sizeof *m->rsp_of),
      .req_of = malloc(rsp_count * sizeof *m->req_of),
      .from = malloc(rsp_count * sizeof *m->from),
      .queue = malloc(req_count * sizeof *m->queue),
      .seen = malloc(rsp_count),
      .scatter = malloc(rsp_count * sizeof *m->scatter),
  };
  if (!m->rsp_of || !m->req_of || !m->from || !m->queue || !m->seen || !m->scatter) return 0;
  for (uint32_t i = 0; i < req_count; i++)
    m->rsp_of[i] = UINT32_MAX;
  for (uint32_t i = 0; i < rsp_count; i++) {
    m->req_of[i] = UINT32_MAX;
    m->scatter[i] = i;
  }
  return 1;
}

static void shuffle(uint32_t *list, uint32_t count, struct flitlock_rng *rng) {
  for (uint32_t i = count; i > 1; i--) {
    uint32_t k = flitlock_rng_below(rng, i);
    uint32_t swap = list[i - 1];
    list[i - 1] = list[k];
    list[k] = swap;
  }
}

// Gives `req` a partner, moving others where needed. 0: there is none.
static int matching_add(struct matching *m, const struct flitlock_workload_clients *clients, int scope, uint32_t req,
                        struct flitlock_rng *rng) {
  uint32_t first = 0;
  uint32_t last = 0;
  memset(m->seen, 0, clients->rsp_count);
  shuffle(m->scatter, clients->rsp_count, rng);
  m->queue[last++] = req;
  while (first < last) {
    uint32_t at = m->queue[first++];
    for (uint32_t i = 0; i < clients->rsp_count; i++) {
      uint32_t rsp = m->scatter[i];
      if (m->seen[rsp] || !is_candidate(scope, clients->req_address[at], clients->rsp_address[rsp])) continue;
      m->seen[rsp] = 1;
      m->from[rsp] = at;
      if (m->req_of[rsp] != UINT32_MAX) {
        m->queue[last++] = m->req_of[rsp];
        continue;
      }
      while (rsp != UINT32_MAX) {  // turn the path round
        uint32_t owner = m->from[rsp];
        uint32_t before = m->rsp_of[owner];
        m->req_of[rsp] = owner;
        m->rsp_of[owner] = rsp;
        rsp = before;
      }
      return 1;
    }
  }
  return 0;
}

static int make_permutation(struct destinations *d, const struct flitlock_config *config,
                            const struct flitlock_workload_clients *clients, struct flitlock_error *error) {
  struct matching m;
  struct flitlock_rng rng;
  int status = FLITLOCK_OK;
  flitlock_rng_seed(&rng, config->seed, WORKLOAD_STREAM(0, WORKLOAD_STREAM_PERMUTATION));
  d->partner = malloc(clients->req_count * sizeof *d->partner);
  if (!matching_make(&m, clients->req_count, clients->rsp_count) || !d->partner) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for %u clients", clients->req_count);
  }
  for (uint32_t i = 0; status == FLITLOCK_OK && i < clients->req_count; i++) {
    if (!matching_add(&m, clients, config->workload.scope, i, &rng)) {
      status = flitlock_fail(error, FLITLOCK_E_CONFIG,
                             "%s: workload.destination permutation: no way to give each of %u request clients a "
                             "response client of its own among %u with workload.scope %s; use another destination, or "
                             "as many response clients as request clients",
                             workload_config_name(config), clients->req_count, clients->rsp_count,
                             scope_name(config->workload.scope));
    }
  }
  for (uint32_t i = 0; status == FLITLOCK_OK && i < clients->req_count; i++)
    d->partner[i] = clients->rsp_address[m.rsp_of[i]];
  matching_free(&m);
  return status;
}

// --- Hot spot ---

static int find_hot_target(struct destinations *d, const struct flitlock_config *config,
                           const struct flitlock_workload_clients *clients, struct flitlock_error *error) {
  const char *wanted = config->workload.hot_target ? config->workload.hot_target : "";
  char name[128];
  uint32_t found = UINT32_MAX;
  for (uint32_t i = 0; i < clients->rsp_count && found == UINT32_MAX; i++) {
    if (strcmp(clients->client_name(clients->self, clients->rsp_address[i], name, sizeof name), wanted) == 0) found = i;
  }
  if (found == UINT32_MAX) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: workload.hot_target is \"%s\"; it has to be a response client, for example \"%s\"",
                         workload_config_name(config), wanted,
                         clients->rsp_count > 0
                             ? clients->client_name(clients->self, clients->rsp_address[0], name, sizeof name)
                             : "gpu0.mesh0.A.rsp_client0");
  }
  if (!(config->workload.hot_fraction >= 0.0 && config->workload.hot_fraction <= 1.0)) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.hot_fraction is %g; allowed is 0 to 1",
                         workload_config_name(config), config->workload.hot_fraction);
  }
  d->hot_target = clients->rsp_address[found];
  d->hot_fraction = config->workload.hot_fraction;
  d->hot = calloc(clients->req_count + 1U, 1);
  if (!d->hot) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for %u clients", clients->req_count);
  uint32_t reach = 0;
  for (uint32_t i = 0; i < clients->req_count; i++) {
    d->hot[i] = (uint8_t)is_candidate(config->workload.scope, clients->req_address[i], d->hot_target);
    reach += d->hot[i];
  }
  if (reach == 0) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG,
                         "%s: workload.hot_target \"%s\" is in nobody's reach with workload.scope %s; use scope all",
                         workload_config_name(config), wanted, scope_name(config->workload.scope));
  }
  return FLITLOCK_OK;
}

// --- Lifecycle ---

void destinations_free(struct destinations *d) {
  if (!d) return;
  for (uint32_t i = 0; d->list && i < d->lists; i++)
    free(d->list[i].address);
  free(d->list);
  free(d->list_of);
  free(d->partner);
  free(d->hot);
  free(d);
}

static int fill(struct destinations *d, const struct flitlock_config *config,
                const struct flitlock_workload_clients *clients, struct flitlock_error *error) {
  d->list = calloc(clients->req_count + 1U, sizeof *d->list);
  d->list_of = calloc(clients->req_count + 1U, sizeof *d->list_of);
  if (!d->list || !d->list_of) {
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for %u clients", clients->req_count);
  }
  for (uint32_t i = 0; i < clients->req_count; i++) {
    uint32_t number = list_for(d, config, clients, clients->req_address[i]);
    if (number == UINT32_MAX) {
      return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for the destinations of %u clients",
                           clients->req_count);
    }
    if (d->list[number].count == 0) {
      char name[128];
      return flitlock_fail(error, FLITLOCK_E_CONFIG,
                           "%s: %s has nobody to send to: workload.scope is %s and there is no response client %s",
                           workload_config_name(config),
                           clients->client_name(clients->self, clients->req_address[i], name, sizeof name),
                           scope_name(config->workload.scope),
                           config->workload.scope == FLITLOCK_SCOPE_REMOTE  ? "on another GPU"
                           : config->workload.scope == FLITLOCK_SCOPE_LOCAL ? "on another node of its mesh"
                                                                            : "on another GPU or node of its mesh");
    }
    d->list_of[i] = number;
  }
  if (d->kind == FLITLOCK_DEST_PERMUTATION) return make_permutation(d, config, clients, error);
  if (d->kind == FLITLOCK_DEST_HOT_SPOT) return find_hot_target(d, config, clients, error);
  return FLITLOCK_OK;
}

int destinations_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                        struct destinations **destinations, struct flitlock_error *error) {
  *destinations = NULL;
  int kind = config->workload.destination;
  if (kind < FLITLOCK_DEST_UNIFORM || kind > FLITLOCK_DEST_NEAREST) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.destination is %d; allowed are %d to %d",
                         workload_config_name(config), kind, FLITLOCK_DEST_UNIFORM, FLITLOCK_DEST_NEAREST);
  }
  struct destinations *d = calloc(1, sizeof *d);
  if (!d) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory");
  d->kind = kind;
  d->clients = clients->req_count;
  int status = fill(d, config, clients, error);
  if (status != FLITLOCK_OK) {
    destinations_free(d);
    return status;
  }
  *destinations = d;
  return FLITLOCK_OK;
}

uint32_t destinations_pick(const struct destinations *d, uint32_t client, uint64_t index, struct flitlock_rng *rng) {
  const struct candidates *list = &d->list[d->list_of[client]];
  switch (d->kind) {
    case FLITLOCK_DEST_FIXED_ORDER:
      return list->address[index % list->count];
    case FLITLOCK_DEST_PERMUTATION:
      return d->partner[client];
    case FLITLOCK_DEST_HOT_SPOT:
      if (d->hot[client] && flitlock_rng_double(rng) < d->hot_fraction) return d->hot_target;
      break;
    default:
      break;
  }
  return list->address[flitlock_rng_below(rng, list->count)];
}

void destinations_shares(const struct destinations *d, uint32_t client,
                         void (*visit)(void *self, uint32_t dst, double share), void *self) {
  const struct candidates *list = &d->list[d->list_of[client]];
  if (d->kind == FLITLOCK_DEST_PERMUTATION) {
    visit(self, d->partner[client], 1.0);
    return;
  }
  double rest = 1.0;
  if (d->kind == FLITLOCK_DEST_HOT_SPOT && d->hot[client]) {
    visit(self, d->hot_target, d->hot_fraction);
    rest -= d->hot_fraction;
  }
  for (uint32_t i = 0; i < list->count; i++)
    visit(self, list->address[i], rest / list->count);
}
