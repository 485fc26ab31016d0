// SPDX-License-Identifier: Apache-2.0
// Replay of a request trace, docs/workloads.md. The file is read whole (32 bytes a request) and sorted by client and
// cycle, so its lines may come in any order.
#define _POSIX_C_SOURCE 200809L  // ssize_t, getc_unlocked

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "core/input.h"
#include "translation/configured.h"
#include "workload/workload.h"

#define COLUMNS 6
// As the longest run (docs/configuration.md); UINT64_MAX would be FLITLOCK_SLEEP.
#define MAX_CYCLE 1000000000000000ULL
// A line has six numbers and names; getline alone would take a file without an end of line into memory as a whole.
#define MAX_LINE 1024
static const char header[] = "cycle,source,destination,op,bytes,address";

struct trace_request {
  uint64_t cycle;
  uint64_t addr;
  uint32_t client;  // number of the request client
  uint32_t dst;     // address
  uint32_t line;
  uint16_t bytes;
  uint8_t op;
};

struct trace {
  struct flitlock_workload base;
  struct trace_request *request;  // sorted by client, cycle, line
  size_t count;
  size_t capacity;
  size_t *next;  // [clients]: of each client the request it makes next
  size_t *end;   // [clients]
  uint32_t clients;
  size_t left;
};

// Names of clients, sorted, to find the one a line names.
struct client_name {
  char text[56];
  uint32_t number;
  uint32_t address;
};

struct trace_reader {
  const char *path;
  const struct flitlock_config *config;
  struct trace *trace;
  struct client_name *source;  // [sources]
  struct client_name *target;  // [targets]
  uint32_t sources;
  uint32_t targets;
  uint32_t line;
  struct flitlock_error *error;
};

static void trace_destroy(struct flitlock_workload *workload) {
  struct trace *self = (struct trace *)workload;
  if (!self) return;
  free(self->request);
  free(self->next);
  free(self->end);
  free(self);
}

static int trace_poll(struct flitlock_workload *workload, uint32_t client, uint64_t cycle,
                      struct flitlock_request *request, uint64_t *next) {
  struct trace *self = (struct trace *)workload;
  *next = FLITLOCK_SLEEP;
  if (self->next[client] == self->end[client]) return 0;
  const struct trace_request *entry = &self->request[self->next[client]];
  if (entry->cycle > cycle) {
    *next = entry->cycle;
    return 0;
  }
  *request = (struct flitlock_request){
      .birth = entry->cycle,
      .addr = entry->addr,
      .dst = entry->dst,
      .bytes = entry->bytes,
      .op = entry->op,
      .tag = entry->line,
  };
  self->next[client]++;
  self->left--;
  return 1;
}

static int trace_exhausted(const struct flitlock_workload *workload) {
  return ((const struct trace *)workload)->left == 0;
}

static const struct flitlock_workload_ops trace_ops = {
    .kind = "trace",
    .destroy = trace_destroy,
    .poll = trace_poll,
    .exhausted = trace_exhausted,
};

// --- Names ---

static int compare_names(const void *a, const void *b) {
  return strcmp(((const struct client_name *)a)->text, ((const struct client_name *)b)->text);
}

static struct client_name *sorted_names(const struct flitlock_workload_clients *clients, const uint32_t *address,
                                        uint32_t count) {
  struct client_name *names = calloc(count + 1U, sizeof *names);
  if (!names) return NULL;
  for (uint32_t i = 0; i < count; i++) {
    char text[sizeof names[i].text];
    snprintf(names[i].text, sizeof names[i].text, "%s",
             clients->client_name(clients->self, address[i], text, sizeof text));
    names[i].number = i;
    names[i].address = address[i];
  }
  qsort(names, count, sizeof *names, compare_names);
  return names;
}

static const struct client_name *find_name(const struct client_name *names, uint32_t count, const char *text) {
  struct client_name key = {0};
  if (strlen(text) >= sizeof key.text) return NULL;
  memcpy(key.text, text, strlen(text) + 1U);
  return bsearch(&key, names, count, sizeof *names, compare_names);
}

// --- Lines ---

static char *trim(char *text) {
  while (*text == ' ' || *text == '\t')
    text++;
  size_t length = strlen(text);
  while (length > 0 && strchr(" \t\r\n", text[length - 1U]))
    text[--length] = '\0';
  return text;
}

// Cuts a line into its columns. Returns how many there are; at most COLUMNS + 1 are cut.
static unsigned split(char *line, char *column[COLUMNS + 1]) {
  unsigned count = 0;
  while (line && count <= COLUMNS) {
    char *comma = strchr(line, ',');
    if (comma) *comma = '\0';
    column[count++] = trim(line);
    line = comma ? comma + 1 : NULL;
  }
  return count;
}

static int parse_number(const char *text, int base, uint64_t *value) {
  char *end = NULL;
  if (text[0] < '0' || text[0] > '9') return 0;
  errno = 0;
  *value = strtoull(text, &end, base);
  return errno == 0 && *end == '\0';
}

// A leading 0 alone does not make a number octal: people pad with zeros.
static int parse_address(const char *text, uint64_t *value) {
  int hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  return parse_number(text, hexadecimal ? 16 : 10, value);
}

static int line_error(const struct trace_reader *reader, const char *column, const char *value, const char *allowed) {
  return flitlock_fail(reader->error, FLITLOCK_E_INPUT, "%s:%u: %s is \"%.80s\"; allowed is %s", reader->path,
                       reader->line, column, value, allowed);
}

static int read_header(const struct trace_reader *reader, char *line) {
  char joined[128] = "";
  char shown[128];
  snprintf(shown, sizeof shown, "%s", line);
  char *column[COLUMNS + 1];
  unsigned count = split(line, column);
  for (unsigned i = 0; i < count; i++) {
    size_t used = strlen(joined);
    snprintf(joined + used, sizeof joined - used, "%s%s", i > 0 ? "," : "", column[i]);
  }
  if (strcmp(joined, header) == 0) return FLITLOCK_OK;
  return flitlock_fail(reader->error, FLITLOCK_E_INPUT, "%s:%u: the first line is \"%s\"; it has to be \"%s\"",
                       reader->path, reader->line, trim(shown), header);
}

static int append(struct trace_reader *reader, const struct trace_request *request) {
  struct trace *trace = reader->trace;
  if (trace->count == trace->capacity) {
    size_t capacity = trace->capacity > 0 ? trace->capacity * 2U : 1024U;
    struct trace_request *grown = realloc(trace->request, capacity * sizeof *grown);
    if (!grown) {
      return flitlock_fail(reader->error, FLITLOCK_E_NO_MEMORY, "%s:%u: out of memory", reader->path, reader->line);
    }
    trace->request = grown;
    trace->capacity = capacity;
  }
  trace->request[trace->count++] = *request;
  return FLITLOCK_OK;
}

// R-RQ-7. What is not mapped is allowed: it is answered with an error.
static int check_page(const struct trace_reader *reader, const struct trace_request *request, const char *text) {
  struct flitlock_npa npa;
  char allowed[160];
  if (reader->config->link_tlb.mode == FLITLOCK_LINK_TLB_OFF) return FLITLOCK_OK;
  link_tlb_npa(reader->config, 0, &npa);
  if (request->addr >> npa.acc_lsb != 0) {
    snprintf(allowed, sizeof allowed, "an offset below 2^%u (link_tlb.acc_lsb) in the memory of the destination's GPU",
             npa.acc_lsb);
    return line_error(reader, "address", text, allowed);
  }
  const uint64_t page = 1ULL << flitlock_npa_page_bits(&npa, request->addr);
  if ((request->addr & (page - 1U)) + request->bytes <= page) return FLITLOCK_OK;
  snprintf(allowed, sizeof allowed, "an offset from which on %u bytes lie in one page of %llu", request->bytes,
           (unsigned long long)page);
  return line_error(reader, "address", text, allowed);
}

static int read_request(struct trace_reader *reader, char *line) {
  char *column[COLUMNS + 1];
  char allowed[160];
  struct trace_request request = {.line = reader->line};
  unsigned count = split(line, column);
  if (count != COLUMNS) {
    return flitlock_fail(reader->error, FLITLOCK_E_INPUT, "%s:%u: %s%u columns; a line has %d: %s", reader->path,
                         reader->line, count > COLUMNS ? "at least " : "", count, COLUMNS, header);
  }
  if (!parse_number(column[0], 10, &request.cycle) || request.cycle > MAX_CYCLE) {
    snprintf(allowed, sizeof allowed, "a decimal number from 0 to %llu", MAX_CYCLE);
    return line_error(reader, "cycle", column[0], allowed);
  }
  const struct client_name *source = find_name(reader->source, reader->sources, column[1]);
  if (!source) {
    snprintf(allowed, sizeof allowed, "one of %u request clients, for example %s", reader->sources,
             reader->source[0].text);
    return line_error(reader, "source", column[1], allowed);
  }
  const struct client_name *target = find_name(reader->target, reader->targets, column[2]);
  if (!target) {
    snprintf(allowed, sizeof allowed, "one of %u response clients, for example %s", reader->targets,
             reader->target[0].text);
    return line_error(reader, "destination", column[2], allowed);
  }
  int same_mesh = (source->address & 0xFFFFU) == (target->address & 0xFFFFU);
  if (!same_mesh && !reader->config->pod.exit_node) {
    return line_error(reader, "destination", column[2], "a client of the source's mesh, as there is no pod.exit_node");
  }
  if (strcmp(column[3], "write") == 0) {
    request.op = FLITLOCK_OP_WRITE_REQ;
  } else if (strcmp(column[3], "read") == 0) {
    request.op = FLITLOCK_OP_READ_REQ;
  } else {
    return line_error(reader, "op", column[3], "write or read");
  }
  if (request.op == FLITLOCK_OP_READ_REQ && reader->config->workload.posted) {
    return line_error(reader, "op", column[3],
                      "write, as workload.posted is true: a read without a response brings nothing");
  }
  uint64_t bytes = 0;
  uint32_t most = reader->config->pod.max_bytes > 0 ? reader->config->pod.max_bytes
                                                    : FLITLOCK_MAX_LEN * reader->config->pod.unit_bytes;
  if (!parse_number(column[4], 10, &bytes) || bytes < 1 || bytes > most) {
    snprintf(allowed, sizeof allowed, "1 to %u (pod.max_bytes)", most);
    return line_error(reader, "bytes", column[4], allowed);
  }
  if (!parse_address(column[5], &request.addr)) {
    return line_error(reader, "address", column[5], "a number below 2^64, decimal or 0x hexadecimal");
  }
  request.client = source->number;
  request.dst = target->address;
  request.bytes = (uint16_t)bytes;
  int status = check_page(reader, &request, column[5]);
  return status == FLITLOCK_OK ? append(reader, &request) : status;
}

// A line without its end into `line`; -1 at the end of the file. `*long_line`: it has more than MAX_LINE bytes.
static ssize_t next_line(FILE *file, char line[MAX_LINE + 1], int *long_line) {
  ssize_t length = 0;
  int c = 0;
  *long_line = 0;
  while ((c = getc_unlocked(file)) != EOF && c != '\n') {
    if (length == MAX_LINE) {
      *long_line = 1;
      break;
    }
    line[length++] = (char)c;
  }
  line[length] = '\0';
  return length == 0 && c == EOF ? -1 : length;
}

static int read_lines(struct trace_reader *reader, FILE *file) {
  char line[MAX_LINE + 1];
  int long_line = 0;
  int status = FLITLOCK_OK;
  int seen_header = 0;
  ssize_t length = 0;
  while (status == FLITLOCK_OK && (length = next_line(file, line, &long_line)) >= 0) {
    reader->line++;
    if (long_line) {
      status = flitlock_fail(reader->error, FLITLOCK_E_INPUT, "%s:%u: a line of more than %d bytes; is it a trace?",
                             reader->path, reader->line, MAX_LINE);
      continue;
    }
    if (memchr(line, '\0', (size_t)length) != NULL) {
      status = flitlock_fail(reader->error, FLITLOCK_E_INPUT, "%s:%u: a byte that is 0; a trace is text", reader->path,
                             reader->line);
      continue;
    }
    const int marked = reader->line == 1 && length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0;  // byte order mark
    char *text = trim(marked ? line + 3 : line);
    if (*text == '\0' || *text == '#') continue;
    if (!seen_header) {
      status = read_header(reader, text);
      seen_header = 1;
    } else {
      status = read_request(reader, text);
    }
  }
  if (status == FLITLOCK_OK && ferror(file)) {
    status = flitlock_fail(reader->error, FLITLOCK_E_INPUT, "%s: %s", reader->path, strerror(errno));
  }
  if (status == FLITLOCK_OK && reader->trace->count == 0) {
    status = flitlock_fail(reader->error, FLITLOCK_E_INPUT, "%s: no request in the file; it needs \"%s\" and lines",
                           reader->path, header);
  }
  return status;
}

// --- Lifecycle ---

static int compare_requests(const struct trace_request *x, const struct trace_request *y) {
  if (x->client != y->client) return x->client < y->client ? -1 : 1;
  if (x->cycle != y->cycle) return x->cycle < y->cycle ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static void sift_down(struct trace_request *heap, size_t root, size_t count) {
  struct trace_request moved = heap[root];
  size_t child;
  while ((child = 2U * root + 1U) < count) {
    if (child + 1U < count && compare_requests(&heap[child], &heap[child + 1U]) < 0) child++;
    if (compare_requests(&moved, &heap[child]) >= 0) break;
    heap[root] = heap[child];
    root = child;
  }
  heap[root] = moved;
}

// In place: qsort of glibc 2.36 takes as much memory again, and a trace can be larger than the pod.
static void sort_requests(struct trace_request *request, size_t count) {
  for (size_t root = count / 2U; root > 0; root--)
    sift_down(request, root - 1U, count);
  for (size_t last = count; last > 1U; last--) {
    struct trace_request largest = request[0];
    request[0] = request[last - 1U];
    request[last - 1U] = largest;
    sift_down(request, 0, last - 1U);
  }
}

static int index_clients(struct trace *trace, uint32_t clients, struct flitlock_error *error) {
  trace->clients = clients;
  trace->left = trace->count;
  trace->next = calloc(clients + 1U, sizeof *trace->next);
  trace->end = calloc(clients + 1U, sizeof *trace->end);
  if (!trace->next || !trace->end) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory");
  sort_requests(trace->request, trace->count);
  size_t at = 0;
  for (uint32_t i = 0; i < clients; i++) {
    trace->next[i] = at;
    while (at < trace->count && trace->request[at].client == i)
      at++;
    trace->end[i] = at;
  }
  return FLITLOCK_OK;
}

static int load(struct trace_reader *reader, const struct flitlock_workload_clients *clients) {
  reader->source = sorted_names(clients, clients->req_address, clients->req_count);
  reader->target = sorted_names(clients, clients->rsp_address, clients->rsp_count);
  reader->sources = clients->req_count;
  reader->targets = clients->rsp_count;
  if (!reader->source || !reader->target) {
    return flitlock_fail(reader->error, FLITLOCK_E_NO_MEMORY, "out of memory for the names of %u clients",
                         clients->req_count + clients->rsp_count);
  }
  FILE *file = flitlock_input_open(reader->path);
  if (!file) {
    return flitlock_fail(reader->error, FLITLOCK_E_INPUT, "workload.trace: cannot read \"%s\": %s", reader->path,
                         strerror(errno));
  }
  int status = read_lines(reader, file);
  fclose(file);
  if (status != FLITLOCK_OK) return status;
  return index_clients(reader->trace, clients->req_count, reader->error);
}

int workload_trace_create(const struct flitlock_config *config, const struct flitlock_workload_clients *clients,
                          struct flitlock_workload **workload, struct flitlock_error *error) {
  if (!config->workload.trace || !*config->workload.trace) {
    return flitlock_fail(error, FLITLOCK_E_CONFIG, "%s: workload.kind trace needs workload.trace, the name of a file",
                         workload_config_name(config));
  }
  struct trace *trace = calloc(1, sizeof *trace);
  if (!trace) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory");
  trace->base.ops = &trace_ops;
  struct trace_reader reader = {.path = config->workload.trace, .config = config, .trace = trace, .error = error};
  int status = load(&reader, clients);
  free(reader.source);
  free(reader.target);
  if (status != FLITLOCK_OK) {
    trace_destroy(&trace->base);
    return status;
  }
  *workload = &trace->base;
  return FLITLOCK_OK;
}
