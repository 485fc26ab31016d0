// SPDX-License-Identifier: Apache-2.0
// Reads MSCCL algorithm files: algo / gpu / tb / step, the format of msccl-tools. Attributes that are not needed
// (proto, hasdep, minBytes, ..) are skipped; elements that are not known are errors.
#include <errno.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/input.h"
#include "workload/msccl_schedule.h"

// A schedule larger than this is a mistake, not a schedule.
#define MAX_CHUNKS 65536
#define MAX_GPUS   255
#define MAX_FILE   (1U << 29)

struct reader {
  struct msccl_schedule *schedule;
  struct flitlock_error *error;
};

static int fail_at(const struct reader *r, const xmlNode *node, const char *text) {
  return flitlock_fail(r->error, FLITLOCK_E_INPUT, "%s:%ld: <%s>: %s", r->schedule->path, xmlGetLineNo(node),
                       (const char *)node->name, text);
}

static int is_element(const xmlNode *node, const char *name) {
  return node->type == XML_ELEMENT_NODE && strcmp((const char *)node->name, name) == 0;
}

static xmlNode *next_element(xmlNode *node) {
  while (node && node->type != XML_ELEMENT_NODE)
    node = node->next;
  return node;
}

// A whole number in `low` .. `high`. `missing`: the value of an attribute that is not there; INT_MIN: it has to be.
static int read_number(const struct reader *r, xmlNode *node, const char *name, int low, int high, int missing,
                       int *value) {
  char message[200];
  xmlChar *text = xmlGetProp(node, (const xmlChar *)name);
  if (!text) {
    if (missing != INT_MIN) {
      *value = missing;
      return FLITLOCK_OK;
    }
    snprintf(message, sizeof message, "attribute \"%s\" is missing", name);
    return fail_at(r, node, message);
  }
  char *end = NULL;
  long number = strtol((const char *)text, &end, 10);
  int good = end != (char *)text && *end == '\0' && number >= low && number <= high;
  if (!good) {
    snprintf(message, sizeof message, "%s is \"%.40s\"; allowed is %d to %d", name, (const char *)text, low, high);
  }
  xmlFree(text);
  if (!good) return fail_at(r, node, message);
  *value = (int)number;
  return FLITLOCK_OK;
}

// The place of the text among `names`; what is allowed otherwise.
static int read_choice(const struct reader *r, xmlNode *node, const char *name, const char *const *names, int count,
                       int *value) {
  char message[300];
  xmlChar *text = xmlGetProp(node, (const xmlChar *)name);
  if (!text) {
    snprintf(message, sizeof message, "attribute \"%s\" is missing", name);
    return fail_at(r, node, message);
  }
  for (*value = 0; *value < count; (*value)++) {
    if (strcmp((const char *)text, names[*value]) == 0) break;
  }
  int used = snprintf(message, sizeof message, "%s is \"%.40s\"; allowed are", name, (const char *)text);
  xmlFree(text);
  if (*value < count) return FLITLOCK_OK;
  for (int i = 0; i < count && used > 0 && (size_t)used < sizeof message; i++)
    used += snprintf(message + used, sizeof message - (size_t)used, " %s", names[i]);
  return fail_at(r, node, message);
}

#define TRY(call)                                     \
  do {                                                \
    int try_status = (call);                          \
    if (try_status != FLITLOCK_OK) return try_status; \
  } while (0)

// --- Steps ---

static int read_place(const struct reader *r, xmlNode *node, const char *buffer_name, const char *offset_name,
                      struct msccl_place *place) {
  static const char *const buffers[] = {"i", "o", "s"};
  int buffer = 0;
  int offset = 0;
  TRY(read_choice(r, node, buffer_name, buffers, 3, &buffer));
  TRY(read_number(r, node, offset_name, 0, MAX_CHUNKS, INT_MIN, &offset));
  place->buffer = (uint8_t)buffer;
  place->offset = (uint32_t)offset;
  return FLITLOCK_OK;
}

static int read_step(const struct reader *r, xmlNode *node, struct msccl_tb *tb, uint32_t number) {
  const char *names[MSCCL_STEP_TYPE_COUNT];
  for (int i = 0; i < MSCCL_STEP_TYPE_COUNT; i++)
    names[i] = msccl_step_name(i);
  struct msccl_step *step = &tb->step[number];
  int position = 0;
  int type = 0;
  int count = 0;
  int dep_tb = 0;
  int dep_step = 0;
  TRY(read_choice(r, node, "type", names, MSCCL_STEP_TYPE_COUNT, &type));
  TRY(read_number(r, node, "s", (int)number, (int)number, INT_MIN, &position));
  TRY(read_number(r, node, "cnt", type == MSCCL_NOP ? 0 : 1, MAX_CHUNKS, INT_MIN, &count));
  TRY(read_number(r, node, "depid", -1, INT_MAX, -1, &dep_tb));
  TRY(read_number(r, node, "deps", -1, INT_MAX, -1, &dep_step));
  *step = (struct msccl_step){
      .type = (uint8_t)type,
      .count = (uint32_t)count,
      .dep_tb = dep_tb < 0 ? MSCCL_NONE : (uint32_t)dep_tb,  // an id until all thread blocks are known
      .dep_step = dep_step < 0 ? MSCCL_NONE : (uint32_t)dep_step,
      .send = MSCCL_NONE,
      .receive = MSCCL_NONE,
      .line = (int)xmlGetLineNo(node),
  };
  if (msccl_step_has_source(type)) TRY(read_place(r, node, "srcbuf", "srcoff", &step->src));
  if (msccl_step_has_destination(type)) TRY(read_place(r, node, "dstbuf", "dstoff", &step->dst));
  if (msccl_step_sends(type) && tb->send_peer < 0) return fail_at(r, node, "sends, but its <tb> has send=\"-1\"");
  if (msccl_step_receives(type) && tb->recv_peer < 0) return fail_at(r, node, "receives, but its <tb> has recv=\"-1\"");
  return FLITLOCK_OK;
}

// --- Thread blocks, GPUs ---

// The children of `node`, which all have to be called `name`.
static int count_children(const struct reader *r, xmlNode *node, const char *name, uint32_t *count) {
  *count = 0;
  for (xmlNode *child = next_element(node->children); child; child = next_element(child->next)) {
    if (!is_element(child, name)) {
      char message[100];
      snprintf(message, sizeof message, "unknown here; expected is <%s>", name);
      return fail_at(r, child, message);
    }
    (*count)++;
  }
  return FLITLOCK_OK;
}

static int read_tb(const struct reader *r, xmlNode *node, uint32_t gpu, struct msccl_tb *tb) {
  int last_gpu = (int)r->schedule->gpus - 1;
  int id = 0;
  int send = 0;
  int recv = 0;
  int channel = 0;
  TRY(read_number(r, node, "id", 0, INT_MAX, INT_MIN, &id));
  TRY(read_number(r, node, "send", -1, last_gpu, INT_MIN, &send));
  TRY(read_number(r, node, "recv", -1, last_gpu, INT_MIN, &recv));
  TRY(read_number(r, node, "chan", 0, INT_MAX, 0, &channel));
  tb->gpu = gpu;
  tb->id = (uint32_t)id;
  tb->send_peer = send;
  tb->recv_peer = recv;
  tb->channel = (uint32_t)channel;
  tb->line = (int)xmlGetLineNo(node);
  if (send == (int)gpu || recv == (int)gpu) return fail_at(r, node, "a thread block whose peer is its own GPU");
  uint32_t steps = 0;
  TRY(count_children(r, node, "step", &steps));
  tb->step = calloc(steps + 1U, sizeof *tb->step);
  if (!tb->step) return flitlock_fail(r->error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", r->schedule->path);
  for (xmlNode *child = next_element(node->children); child; child = next_element(child->next)) {
    TRY(read_step(r, child, tb, tb->steps));
    tb->steps++;
  }
  return FLITLOCK_OK;
}

// From ids to numbers, once all thread blocks of a GPU are known.
static int resolve_dependences(const struct reader *r, xmlNode *node, const struct msccl_gpu *gpu) {
  struct msccl_schedule *s = r->schedule;
  for (uint32_t t = gpu->first_tb; t < gpu->first_tb + gpu->tbs; t++) {
    for (uint32_t other = gpu->first_tb; other < t; other++) {
      if (s->tb[other].id == s->tb[t].id) return fail_at(r, node, "two thread blocks have the same id");
    }
  }
  for (uint32_t t = gpu->first_tb; t < gpu->first_tb + gpu->tbs; t++) {
    for (uint32_t k = 0; k < s->tb[t].steps; k++) {
      struct msccl_step *step = &s->tb[t].step[k];
      if (step->dep_tb == MSCCL_NONE) continue;
      uint32_t id = step->dep_tb;
      uint32_t found = gpu->first_tb;
      while (found < gpu->first_tb + gpu->tbs && s->tb[found].id != id)
        found++;
      char where[256];
      if (found == gpu->first_tb + gpu->tbs) {
        return flitlock_fail(r->error, FLITLOCK_E_INPUT, "%s: depid is %u, but this GPU has no such thread block",
                             msccl_step_where(s, t, k, where, sizeof where), id);
      }
      if (step->dep_step == MSCCL_NONE || step->dep_step >= s->tb[found].steps) {
        return flitlock_fail(r->error, FLITLOCK_E_INPUT, "%s: deps is %d, but tb %u has the steps 0 to %d",
                             msccl_step_where(s, t, k, where, sizeof where), (int)step->dep_step, id,
                             (int)s->tb[found].steps - 1);
      }
      step->dep_tb = found;
    }
  }
  return FLITLOCK_OK;
}

// Thread blocks of a GPU are stored together, so the GPUs are read in order of their ids.
static xmlNode *find_gpu(xmlNode *root, int id) {
  for (xmlNode *node = next_element(root->children); node; node = next_element(node->next)) {
    xmlChar *text = xmlGetProp(node, (const xmlChar *)"id");
    int match = text && strtol((const char *)text, NULL, 10) == id;
    xmlFree(text);
    if (match) return node;
  }
  return NULL;
}

static int read_gpu(const struct reader *r, xmlNode *node, uint32_t number) {
  struct msccl_schedule *s = r->schedule;
  struct msccl_gpu *gpu = &s->gpu[number];
  int i_chunks = 0;
  int o_chunks = 0;
  int s_chunks = 0;
  TRY(read_number(r, node, "i_chunks", 0, MAX_CHUNKS, INT_MIN, &i_chunks));
  TRY(read_number(r, node, "o_chunks", 0, MAX_CHUNKS, INT_MIN, &o_chunks));
  TRY(read_number(r, node, "s_chunks", 0, MAX_CHUNKS, 0, &s_chunks));
  gpu->i_chunks = (uint32_t)i_chunks;
  gpu->o_chunks = (uint32_t)o_chunks;
  gpu->s_chunks = (uint32_t)s_chunks;
  gpu->first_tb = s->tbs;
  for (xmlNode *child = next_element(node->children); child; child = next_element(child->next)) {
    s->tbs++;
    gpu->tbs++;
    TRY(read_tb(r, child, number, &s->tb[s->tbs - 1U]));
  }
  return resolve_dependences(r, node, gpu);
}

// --- The file ---

static int read_algo(const struct reader *r, xmlNode *root) {
  struct msccl_schedule *s = r->schedule;
  const char *names[4];
  for (int i = 0; i < 4; i++)
    names[i] = msccl_collective_name(i);
  if (!is_element(root, "algo")) return fail_at(r, root, "not an MSCCL algorithm; expected is <algo>");
  TRY(read_choice(r, root, "coll", names, 4, &s->collective));
  TRY(read_number(r, root, "inplace", 0, 1, 0, &s->in_place));
  TRY(read_number(r, root, "outofplace", 0, 1, !s->in_place, &s->out_of_place));
  TRY(count_children(r, root, "gpu", &s->gpus));
  if (s->gpus < 1 || s->gpus > MAX_GPUS) return fail_at(r, root, "1 to 255 <gpu> are allowed");
  int declared = 0;
  TRY(read_number(r, root, "ngpus", (int)s->gpus, (int)s->gpus, (int)s->gpus, &declared));
  xmlChar *name = xmlGetProp(root, (const xmlChar *)"name");
  s->name = name ? calloc(1, strlen((const char *)name) + 1U) : calloc(1, 1);
  if (name && s->name) memcpy(s->name, name, strlen((const char *)name));
  xmlFree(name);
  uint32_t tbs = 0;
  for (xmlNode *node = next_element(root->children); node; node = next_element(node->next)) {
    uint32_t count = 0;
    TRY(count_children(r, node, "tb", &count));
    tbs += count;
  }
  s->gpu = calloc(s->gpus, sizeof *s->gpu);
  s->tb = calloc(tbs + 1U, sizeof *s->tb);
  if (!s->name || !s->gpu || !s->tb) {
    return flitlock_fail(r->error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", s->path);
  }
  for (uint32_t g = 0; g < s->gpus; g++) {
    xmlNode *node = find_gpu(root, (int)g);
    if (!node) {
      char message[80];
      snprintf(message, sizeof message, "%u GPUs, but none has id=\"%u\"", s->gpus, g);
      return fail_at(r, root, message);
    }
    TRY(read_gpu(r, node, g));
  }
  return FLITLOCK_OK;
}

// The file as text, read here because libxml2 prints when a file cannot be opened. NULL: the error is set.
static char *read_file(const char *path, int *size, struct flitlock_error *error) {
  FILE *file = flitlock_input_open(path);
  char *text = NULL;
  size_t used = 0;
  size_t capacity = 0;
  if (!file) {
    flitlock_fail(error, FLITLOCK_E_INPUT, "workload.msccl: cannot read \"%s\": %s", path, strerror(errno));
    return NULL;
  }
  do {
    if (used == capacity) {
      capacity = capacity > 0 ? capacity * 2U : 65536U;
      char *grown = capacity <= MAX_FILE ? realloc(text, capacity) : NULL;
      if (!grown) {
        flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory, or larger than %u bytes", path, MAX_FILE);
        free(text);
        fclose(file);
        return NULL;
      }
      text = grown;
    }
    used += fread(text + used, 1, capacity - used, file);
  } while (used == capacity);
  int failed = ferror(file);
  fclose(file);
  if (failed) {
    flitlock_fail(error, FLITLOCK_E_INPUT, "workload.msccl: cannot read \"%s\": %s", path, strerror(errno));
    free(text);
    return NULL;
  }
  *size = (int)used;
  return text;
}

int msccl_schedule_read(const char *path, struct msccl_schedule *schedule, struct flitlock_error *error) {
  memset(schedule, 0, sizeof *schedule);
  int size = 0;
  char *text = read_file(path, &size, error);
  if (!text) return FLITLOCK_E_INPUT;
  schedule->path = calloc(1, strlen(path) + 1U);
  xmlParserCtxt *parser = xmlNewParserCtxt();
  xmlDoc *doc = NULL;
  int status = FLITLOCK_OK;
  if (!schedule->path || !parser) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  } else {
    memcpy(schedule->path, path, strlen(path));
    int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES;
    doc = xmlCtxtReadMemory(parser, text, size, path, NULL, options);
    if (doc) {
      struct reader reader = {.schedule = schedule, .error = error};
      status = read_algo(&reader, xmlDocGetRootElement(doc));
    } else {
      const xmlError *why = xmlCtxtGetLastError(parser);
      char message[300] = "not an XML file";
      if (why && why->message) snprintf(message, sizeof message, "%s", why->message);
      message[strcspn(message, "\r\n")] = '\0';
      status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s:%d: %s", path, why ? why->line : 0, message);
    }
  }
  xmlFreeDoc(doc);
  xmlFreeParserCtxt(parser);
  free(text);
  return status;
}
