// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L  // sigaction
#include "dpi/pod_dpi.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "dpi/handles.h"
#include "dpi/instance.h"
#include "dpi/vector.h"
#include "flitlock/hosted.h"

#include "Vflitlock_dpi_imports__Dpi.h"

#define MAX_SETS 64

// The lanes of a client's channels in the vectors of the clients; UINT32_MAX: the port has none.
struct client {
  uint32_t block;
  uint32_t lane[2];
  uint8_t is_out[2];  // the client sends on this port
};

struct pod_host {
  int status;  // FLITLOCK_OK, or what keeps it from being stepped
  struct flitlock_config *config;
  struct flitlock_hosted *hosted;
  const struct flitlock_pod *pod;
  size_t lane_words;
  uint32_t channels, client_channels;
  struct client *client;
  uint32_t clients;
  unsigned long long next;  // edge
  int finished;
  uint64_t packets;
  struct flitlock_dpi_messages messages;
};

// SIGINT and SIGTERM end the run with its log whole, where the simulator does nothing about them by itself.
static volatile sig_atomic_t interrupted;
static void interrupt(int number) { interrupted = number; }
static void watch_signals(void) {
  static const int numbers[] = {SIGINT, SIGTERM};
  for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
    struct sigaction now;
    if (sigaction(numbers[k], NULL, &now) != 0 || now.sa_handler != SIG_DFL) continue;
    now.sa_handler = interrupt;
    (void)sigaction(numbers[k], &now, NULL);
  }
}

int flitlock_pod_client_channel(const struct flitlock_pod *pod, uint32_t number) {
  const struct flitlock_channel *channel = flitlock_engine_channel(flitlock_pod_engine(pod), number);
  return !flitlock_pod_router_params(pod, channel->src_block) || !flitlock_pod_router_params(pod, channel->dst_block);
}

// FNV-1a.
static void mix(uint64_t *hash, const void *bytes, size_t size) {
  for (size_t k = 0; k < size; k++)
    *hash = (*hash ^ ((const uint8_t *)bytes)[k]) * UINT64_C(0x100000001b3);
}

uint64_t flitlock_pod_shape(const struct flitlock_pod *pod) {
  const struct flitlock_engine *engine = flitlock_pod_engine(pod);
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (uint32_t b = 0; b < flitlock_engine_block_count(engine); b++) {
    const char *name = flitlock_engine_block_name(engine, b);
    const struct flitlock_router_params *params = flitlock_pod_router_params(pod, b);
    mix(&hash, name, strlen(name));
    if (!params) continue;
    // Whether golden C looks for broken contracts is no matter of the shape.
    struct flitlock_router_params fixed = *params;
    fixed.checks = 0;
    mix(&hash, &fixed, sizeof fixed);
  }
  for (uint32_t c = 0; c < flitlock_engine_channel_count(engine); c++) {
    const struct flitlock_channel *channel = flitlock_engine_channel(engine, c);
    const uint32_t values[] = {channel->src_block, channel->src_port, channel->dst_block,
                               channel->dst_port,  channel->latency,  channel->credit_latency};
    mix(&hash, channel->name, strlen(channel->name));
    mix(&hash, values, sizeof values);
  }
  return hash;
}

static void free_host(struct pod_host *host) {
  flitlock_hosted_close(host->hosted, NULL);
  flitlock_config_free(host->config);
  free(host->client);
  free(host);
}

static int find(void *handle, struct pod_host **host) {
  void *found = NULL;
  int status = flitlock_handle_find(FLITLOCK_HANDLE_POD, handle, &found);
  *host = found;
  return status;
}

// ---- Lifecycle

static int fail(struct pod_host *host, const struct flitlock_error *error, int status) {
  flitlock_dpi_say(&host->messages, "%.1000s", error->text);
  return status;
}

static int same(struct pod_host *host, const char *what, uint64_t systemverilog, uint64_t c) {
  if (systemverilog == c) return FLITLOCK_OK;
  flitlock_dpi_say(&host->messages,
                   "handshake: %s is 0x%" PRIx64 " in SystemVerilog and 0x%" PRIx64
                   " in C: write the top anew from this configuration",
                   what, systemverilog, c);
  return FLITLOCK_DPI_E_HANDSHAKE;
}

static int load(struct pod_host *host, const char *path, const char *sets, const char *events_path) {
  char text[1024];
  const char *list[MAX_SETS];
  size_t count = 0, size = strlen(sets);
  struct flitlock_error error = {0};
  if (size >= sizeof text)
    return fail(host, &error, flitlock_fail(&error, FLITLOCK_E_USAGE, "%zu characters of settings are too many", size));
  memcpy(text, sets, size + 1);
  for (char *at = text; *at != '\0';) {
    at += strspn(at, " ");
    if (*at == '\0') break;
    if (count == MAX_SETS)
      return fail(host, &error, flitlock_fail(&error, FLITLOCK_E_USAGE, "more than %d settings", MAX_SETS));
    list[count++] = at;
    at += strcspn(at, " ");
    if (*at != '\0') *at++ = '\0';
  }
  int status = flitlock_config_load(path, list, count, &host->config, &error);
  if (status == FLITLOCK_OK)
    status = flitlock_hosted_create(host->config, events_path[0] != '\0' ? events_path : NULL, &host->hosted, &error);
  return status == FLITLOCK_OK ? status : fail(host, &error, status);
}

// Finds the clients and the lanes of their channels.
static int list_clients(struct pod_host *host) {
  const struct flitlock_engine *engine = flitlock_pod_engine(host->pod);
  const uint32_t blocks = flitlock_engine_block_count(engine);
  host->channels = flitlock_engine_channel_count(engine);
  uint32_t *client_of = calloc(blocks, sizeof *client_of);
  host->client = calloc(blocks, sizeof *host->client);
  if (!client_of || !host->client) {
    free(client_of);
    return FLITLOCK_E_NO_MEMORY;
  }
  for (uint32_t b = 0; b < blocks; b++) {
    if (flitlock_pod_router_params(host->pod, b)) continue;
    client_of[b] = host->clients;
    host->client[host->clients++] = (struct client){.block = b, .lane = {UINT32_MAX, UINT32_MAX}};
  }
  for (uint32_t c = 0; c < host->channels; c++) {
    if (!flitlock_pod_client_channel(host->pod, c)) continue;
    const struct flitlock_channel *channel = flitlock_engine_channel(engine, c);
    const int is_out = !flitlock_pod_router_params(host->pod, channel->src_block);
    struct client *client = &host->client[client_of[is_out ? channel->src_block : channel->dst_block]];
    const uint32_t port = is_out ? channel->src_port : channel->dst_port;
    client->lane[port] = host->client_channels++;
    client->is_out[port] = (uint8_t)is_out;
  }
  free(client_of);
  return FLITLOCK_OK;
}

static int prepare(struct pod_host *host, const char *path, const char *sets, const char *events_path, int abi,
                   const uint32_t *layout, unsigned long long shape, int pod_bits, int client_bits) {
  int status = same(host, "the version of the interface (ABI)", (uint64_t)abi, FLITLOCK_DPI_ABI);
  for (size_t k = 0; k < flitlock_flit_field_count && status == FLITLOCK_OK; k++) {
    const struct flitlock_field *field = &flitlock_flit_fields[k];
    status = same(host, field->name, flitlock_vector_get(layout, 16 * k, 16), field->lsb | (uint64_t)field->bits << 8);
  }
  if (status == FLITLOCK_OK) status = load(host, path, sets, events_path);
  if (status != FLITLOCK_OK) return status;
  host->pod = flitlock_hosted_pod(host->hosted);
  status = list_clients(host);
  if (status != FLITLOCK_OK) return status;
  const size_t lane = flitlock_pod_lane_bits(host->config->pod.unit_bytes);
  host->lane_words = lane / 32;
  status = same(host, "the shape of the pod", shape, flitlock_pod_shape(host->pod));
  if (status == FLITLOCK_OK) status = same(host, "the width of all lanes", (uint64_t)pod_bits, lane * host->channels);
  if (status == FLITLOCK_OK)
    status = same(host, "the width of the clients' lanes", (uint64_t)client_bits, lane * host->client_channels);
  return status;
}

void *flitlock_pod_dpi_create(const char *config_path, const char *sets, const char *events_path, int abi,
                              const uint32_t *layout, unsigned long long shape, int pod_bits, int client_bits) {
  struct pod_host *host = calloc(1, sizeof *host);
  if (!host) return NULL;
  host->status = prepare(host, config_path, sets, events_path, abi, layout, shape, pod_bits, client_bits);
  void *handle = flitlock_handle_new(FLITLOCK_HANDLE_POD, host);
  if (!handle) free_host(host);
  if (handle) watch_signals();
  return handle;
}

int flitlock_pod_dpi_status(void *handle) {
  struct pod_host *host = NULL;
  int status = find(handle, &host);
  return status != FLITLOCK_OK ? status : host->status;
}

// ---- Per cycle

static const uint32_t *lane_at(const struct pod_host *host, const uint32_t *vector, uint32_t lane) {
  return vector + lane * host->lane_words;
}

// The flit of a lane; its payload is the vector's.
static void read_flit(const uint32_t *lane, struct flitlock_flit *flit) {
  flitlock_flit_unpack(flit, lane + 2);
  flit->payload = (uint8_t *)(uintptr_t)(const uint8_t *)(lane + 2 + FLITLOCK_DPI_HEADER_WORDS);
}

// Logs what the routers presented after the edge before. A client's side of its channel it has logged itself.
static int log_routers(struct pod_host *host, uint64_t cycle, const uint32_t *presented) {
  const struct flitlock_engine *engine = flitlock_pod_engine(host->pod);
  int status = FLITLOCK_OK;
  for (uint32_t c = 0; c < host->channels && status == FLITLOCK_OK; c++) {
    const uint32_t *lane = lane_at(host, presented, c);
    if ((lane[0] & 1U) == 0 && lane[1] == 0) continue;
    const struct flitlock_channel *channel = flitlock_engine_channel(engine, c);
    struct flitlock_flit flit[FLITLOCK_MAX_PORTS];
    uint32_t credit[FLITLOCK_MAX_PORTS];
    struct flitlock_out out = {.flit = flit, .credit = credit};
    if (lane[0] & 1U && flitlock_pod_router_params(host->pod, channel->src_block)) {
      out.flit_valid = UINT64_C(1) << channel->src_port;
      read_flit(lane, &flit[channel->src_port]);
      status = flitlock_hosted_presented(host->hosted, channel->src_block, cycle, &out);
    }
    if (lane[1] != 0 && status == FLITLOCK_OK && flitlock_pod_router_params(host->pod, channel->dst_block)) {
      out.flit_valid = 0;
      out.credit_valid = UINT64_C(1) << channel->dst_port;
      credit[channel->dst_port] = lane[1];
      status = flitlock_hosted_presented(host->hosted, channel->dst_block, cycle, &out);
    }
  }
  return status;
}

static int step_client(struct pod_host *host, const struct client *client, uint64_t cycle, const uint32_t *arriving,
                       uint32_t *given) {
  struct flitlock_flit in_flit[2], out_flit[2];
  uint32_t in_credit[2], out_credit[2];
  struct flitlock_in in = {.flit = in_flit, .credit = in_credit};
  struct flitlock_out out = {.flit = out_flit, .credit = out_credit};
  for (unsigned port = 0; port < 2; port++) {
    if (client->lane[port] == UINT32_MAX) continue;
    const uint32_t *lane = lane_at(host, arriving, client->lane[port]);
    if (client->is_out[port] && lane[1] != 0) {
      in_credit[port] = lane[1];
      in.credit_valid |= 1U << port;
    } else if (!client->is_out[port] && lane[0] & 1U) {
      read_flit(lane, &in_flit[port]);
      in.flit_valid |= 1U << port;
    }
  }
  int status = flitlock_hosted_client(host->hosted, client->block, cycle, &in, &out);
  const size_t unit = host->config->pod.unit_bytes;
  for (unsigned port = 0; port < 2; port++) {
    if (client->lane[port] == UINT32_MAX) continue;
    uint32_t *lane = given + client->lane[port] * host->lane_words;
    if (out.credit_valid >> port & 1U) lane[1] = out_credit[port];
    if (!(out.flit_valid >> port & 1U)) continue;
    lane[0] = 1;
    flitlock_flit_pack(&out_flit[port], lane + 2);
    memcpy(lane + 2 + FLITLOCK_DPI_HEADER_WORDS, out_flit[port].payload, out_flit[port].units * unit);
  }
  return status;
}

static int check_cycle(struct pod_host *host, unsigned long long cycle) {
  if (cycle == host->next) return FLITLOCK_OK;
  const int twice = cycle < host->next;
  flitlock_dpi_say(&host->messages, "cycle %llu: the pod was called %s, cycle %llu is next", cycle,
                   twice ? "again" : "too late", host->next);
  return twice ? FLITLOCK_DPI_E_CALLED_TWICE : FLITLOCK_DPI_E_MISSED_CYCLE;
}

int flitlock_pod_dpi_edge(void *handle, unsigned long long cycle, const uint32_t *presented, const uint32_t *arriving,
                          uint32_t *given, int *over) {
  struct pod_host *host = NULL;
  *over = 0;
  int status = find(handle, &host);
  if (status == FLITLOCK_OK) status = host->status;
  if (status != FLITLOCK_OK) return status;
  if (host->finished) return FLITLOCK_E_USAGE;
  memset(given, 0, host->client_channels * host->lane_words * sizeof *given);
  status = check_cycle(host, cycle);
  if (status != FLITLOCK_OK) return status;
  host->next++;
  if (cycle > 0) status = log_routers(host, cycle - 1, presented);
  if (status == FLITLOCK_OK && interrupted) {
    // Not all simulators run final blocks after $fatal, which follows.
    status = flitlock_pod_dpi_finish(handle);
    flitlock_dpi_say(&host->messages, "interrupted at cycle %llu", cycle);
    return status == FLITLOCK_OK ? FLITLOCK_E_TIMEOUT : status;
  }
  if (status == FLITLOCK_OK && flitlock_hosted_over(host->hosted, cycle)) {
    *over = 1;
    return FLITLOCK_OK;
  }
  for (uint32_t k = 0; k < host->clients && status == FLITLOCK_OK; k++)
    status = step_client(host, &host->client[k], cycle, arriving, given);
  if (status != FLITLOCK_OK)
    flitlock_dpi_say(&host->messages, "cycle %llu: %s", cycle, flitlock_dpi_status_text(status));
  return status;
}

// ---- The end

unsigned long long flitlock_pod_dpi_packets(void *handle) {
  struct pod_host *host = NULL;
  if (find(handle, &host) != FLITLOCK_OK) return 0;
  return host->hosted ? flitlock_hosted_packets(host->hosted) : host->packets;
}

int flitlock_pod_dpi_finish(void *handle) {
  struct pod_host *host = NULL;
  int status = find(handle, &host);
  if (status != FLITLOCK_OK) return status;
  if (host->finished) {
    void *dead = NULL;
    status = flitlock_handle_free(FLITLOCK_HANDLE_POD, handle, &dead);
    if (status == FLITLOCK_OK) free_host(dead);
    return status;
  }
  host->finished = 1;
  if (host->hosted) host->packets = flitlock_hosted_packets(host->hosted);
  struct flitlock_error error = {0};
  status = flitlock_hosted_close(host->hosted, &error);
  host->hosted = NULL;
  return status == FLITLOCK_OK ? host->status : fail(host, &error, status);
}

const char *flitlock_pod_dpi_error(void *handle) {
  struct pod_host *host = NULL;
  int status = find(handle, &host);
  return status != FLITLOCK_OK ? flitlock_dpi_status_text(status) : flitlock_dpi_read(&host->messages);
}
