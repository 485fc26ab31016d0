// SPDX-License-Identifier: Apache-2.0
// Waves of the blocks in scope. The value at the time of cycle t: in lanes what the block sampled at edge t, out lanes
// and signals what it holds after edge t. So what a sender shows in its out lane at t its receiver shows at t + L.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "flitlock/version.h"
#include "observe/target.h"
#include "observe/vcd_scopes.h"

enum lane_kind { LANE_IN, LANE_OUT, LANE_IN_CREDIT, LANE_OUT_CREDIT, LANE_KINDS };

struct value {
  uint64_t now;    // after the cycle being gathered
  uint64_t shown;  // in the file
};

// A flit or credit lane: variables that are 0 in every cycle in which it carries nothing (R-FL-8).
struct lane {
  uint32_t first_var, vars;
  uint64_t set;  // last cycle in which it carried something, plus 1
};

struct watched {  // a signal inside a block
  const void *address;
  uint32_t var;
  uint8_t size;
};

struct scope_block {
  uint32_t lane[FLITLOCK_MAX_PORTS][LANE_KINDS];  // VCD_NONE: there is none
  uint32_t vcs;
  uint32_t first_watched, watched;
};

struct flitlock_vcd {
  FILE *file;
  char *path;
  const struct flitlock_engine *engine;
  struct vcd_scopes scopes;
  struct scope_block *block;
  uint32_t *block_of;  // [engine blocks]: index in `block`, or VCD_NONE
  uint32_t blocks;
  struct lane *lane;
  uint32_t lanes, lane_capacity;
  struct watched *watched;
  uint32_t watched_count, watched_capacity;
  struct value *value;  // [vars]
  uint64_t *changed;    // bit v: value v may have changed in this cycle
  uint32_t *busy[2];    // lanes that carry something: in this cycle, in the one before
  uint32_t busy_count[2];
  uint64_t from, to;
  uint64_t cycle;      // being gathered
  uint64_t last_time;  // cycle of the last time in the file
  int started;         // a cycle of the window was seen
  int dumped;          // the initial values are in the file
  uint32_t unit_bytes;
  uint64_t period;  // time units of a cycle
  int failed;       // errno of the first failure, 0 none
};

// ---- Declarations

static uint32_t add_lane(struct flitlock_vcd *vcd, uint32_t scope, const char *name, enum lane_kind kind,
                         uint32_t vcs) {
  uint32_t inner = flitlock_vcd_scope(&vcd->scopes, scope, name);
  uint32_t first = vcd->scopes.var_count;
  int good = 1;
  if (kind == LANE_IN || kind == LANE_OUT) {
    good &= flitlock_vcd_var(&vcd->scopes, inner, "valid", 1) != VCD_NONE;
#define VCD_FIELD(field, bits, type) good &= flitlock_vcd_var(&vcd->scopes, inner, #field, bits) != VCD_NONE;
    FLITLOCK_FLIT_FIELDS(VCD_FIELD)
#undef VCD_FIELD
    // Of the payload its XXH32, as in event logs. Not on the way in: a client may have let go of the bytes by then.
    if (kind == LANE_OUT) good &= flitlock_vcd_var(&vcd->scopes, inner, "payload_xxh32", 32) != VCD_NONE;
  } else {
    for (unsigned vc = 0; vc < vcs; vc++) {
      char text[16];
      snprintf(text, sizeof text, "vc%u", vc);
      good &= flitlock_vcd_var(&vcd->scopes, inner, text, 2) != VCD_NONE;
    }
  }
  if (!good) return VCD_NONE;
  if (vcd->lanes == vcd->lane_capacity) {
    uint32_t capacity = 2U * vcd->lane_capacity + 64U;
    struct lane *lane = realloc(vcd->lane, capacity * sizeof *lane);
    if (!lane) return VCD_NONE;
    vcd->lane = lane;
    vcd->lane_capacity = capacity;
  }
  vcd->lane[vcd->lanes] = (struct lane){.first_var = first, .vars = vcd->scopes.var_count - first, .set = 0};
  return vcd->lanes++;
}

// 1 for success.
static int add_signals(struct flitlock_vcd *vcd, struct scope_block *block, uint32_t scope,
                       const struct flitlock_block_ops *ops, const struct flitlock_block *self) {
  size_t count = ops->signals ? ops->signals(self, NULL, 0) : 0U;
  block->first_watched = vcd->watched_count;
  if (count == 0) return 1;
  struct flitlock_signal *list = calloc(count, sizeof *list);
  struct watched *watched = realloc(vcd->watched, (vcd->watched_count + count) * sizeof *watched);
  if (watched) vcd->watched = watched;
  int good = list && watched;
  if (good) ops->signals(self, list, count);
  for (size_t s = 0; good && s < count; s++) {
    const char *dot = strrchr(list[s].path, '.');
    uint32_t inner = scope;
    if (dot) {
      char path[sizeof list[s].path];
      snprintf(path, sizeof path, "%.*s", (int)(dot - list[s].path), list[s].path);
      inner = flitlock_vcd_scope(&vcd->scopes, scope, path);
    }
    uint32_t var = flitlock_vcd_var(&vcd->scopes, inner, dot ? dot + 1 : list[s].path, list[s].bits);
    vcd->watched[vcd->watched_count++] = (struct watched){.address = list[s].address, .var = var, .size = list[s].size};
    block->watched++;
    good = var != VCD_NONE;
  }
  free(list);
  return good;
}

static int add_block(struct flitlock_vcd *vcd, struct scope_block *block, uint32_t number) {
  const struct flitlock_block_ops *ops = flitlock_engine_block_ops(vcd->engine, number);
  const struct flitlock_block *self = flitlock_engine_block(vcd->engine, number);
  uint32_t scope = flitlock_vcd_scope(&vcd->scopes, 0, flitlock_engine_block_name(vcd->engine, number));
  struct flitlock_block_info info;
  static const char *const names[LANE_KINDS] = {"in", "out", "in_credit", "out_credit"};
  ops->describe(self, &info);
  block->vcs = info.vcs;
  memset(block->lane, 0xFF, sizeof block->lane);
  for (uint32_t p = 0; p < info.ports; p++) {
    const struct flitlock_port_info *port = &info.port[p];
    uint32_t port_scope = flitlock_vcd_scope(&vcd->scopes, scope, port->name);
    for (int kind = 0; kind < LANE_KINDS; kind++) {
      int exists = kind == LANE_IN || kind == LANE_IN_CREDIT ? port->has_in : port->has_out;
      if (!exists) continue;
      block->lane[p][kind] = add_lane(vcd, port_scope, names[kind], (enum lane_kind)kind, info.vcs);
      if (block->lane[p][kind] == VCD_NONE) return 0;
    }
  }
  return add_signals(vcd, block, scope, ops, self);
}

static void write_header(struct flitlock_vcd *vcd, const struct flitlock_target *target) {
  // A whole number of nanoseconds where the clock allows, picoseconds otherwise. No date: same run, same bytes.
  double period = target->clock_ghz > 0 ? 1.0 / target->clock_ghz : 1.0;
  uint64_t whole = (uint64_t)(period + 0.5);
  double rest = period - (double)whole;
  int in_ns = whole >= 1 && rest < 1e-9 && rest > -1e-9;
  uint64_t in_ps = (uint64_t)(1000.0 * period + 0.5);
  vcd->period = in_ns ? whole : in_ps > 0 ? in_ps : 1U;
  fprintf(vcd->file, "$version Flitlock %s $end\n", flitlock_version_string());
  fprintf(vcd->file, "$comment seed %" PRIu64 ", config 0x%016" PRIx64 ", a cycle is %" PRIu64 " %s $end\n",
          target->seed, target->config_hash, vcd->period, in_ns ? "ns" : "ps");
  fprintf(vcd->file, "$timescale %s $end\n", in_ns ? "1ns" : "1ps");
  flitlock_vcd_declare(&vcd->scopes, vcd->file);
  fputs("$enddefinitions $end\n", vcd->file);
}

// ---- Values

static void note_failure(struct flitlock_vcd *vcd) {
  if (!vcd->failed && ferror(vcd->file)) vcd->failed = errno ? errno : EIO;
}

static void set_value(struct flitlock_vcd *vcd, uint32_t var, uint64_t value) {
  unsigned bits = vcd->scopes.var[var].bits;
  if (bits < 64U) value &= (UINT64_C(1) << bits) - 1U;
  if (vcd->value[var].now != value) {
    vcd->value[var].now = value;
    vcd->changed[var / 64U] |= UINT64_C(1) << var % 64U;
  }
}

// One line; made by hand, since files of waves are long.
static void write_value(struct flitlock_vcd *vcd, uint32_t var) {
  const struct vcd_var *declared = &vcd->scopes.var[var];
  uint64_t value = vcd->value[var].now;
  char text[1 + 64 + 1 + sizeof declared->code + 1];
  size_t at = 0;
  vcd->value[var].shown = value;
  if (declared->bits > 1) text[at++] = 'b';
  for (int bit = value ? 63 - __builtin_clzll(value) : 0; bit >= 0; bit--) {
    text[at++] = (char)('0' + (value >> bit & 1U));
  }
  if (declared->bits > 1) text[at++] = ' ';
  for (const char *code = declared->code; *code; code++) {
    text[at++] = *code;
  }
  text[at++] = '\n';
  fwrite(text, 1, at, vcd->file);
}

static void write_time(struct flitlock_vcd *vcd, uint64_t cycle) {
  fprintf(vcd->file, "#%" PRIu64 "\n", cycle * vcd->period);
  vcd->last_time = cycle;
}

static void read_signal(struct flitlock_vcd *vcd, const struct watched *watched) {
  uint64_t value = 0;
  switch (watched->size) {
    case 1:
      value = *(const uint8_t *)watched->address;
      break;
    case 2:
      value = *(const uint16_t *)watched->address;
      break;
    case 4:
      value = *(const uint32_t *)watched->address;
      break;
    default:
      value = *(const uint64_t *)watched->address;
      break;
  }
  set_value(vcd, watched->var, value);
}

static void start(struct flitlock_vcd *vcd, uint64_t cycle) {
  vcd->started = 1;
  vcd->cycle = cycle;
  for (uint32_t w = 0; w < vcd->watched_count; w++) {
    read_signal(vcd, &vcd->watched[w]);
  }
}

// The cycle being gathered is over: lanes that carry nothing any more fall to 0, then the changes are written.
static void finish_cycle(struct flitlock_vcd *vcd) {
  for (uint32_t b = 0; b < vcd->busy_count[1]; b++) {
    const struct lane *lane = &vcd->lane[vcd->busy[1][b]];
    if (lane->set == vcd->cycle + 1U) continue;
    for (uint32_t v = 0; v < lane->vars; v++) {
      set_value(vcd, lane->first_var + v, 0);
    }
  }
  uint32_t *spare = vcd->busy[1];
  vcd->busy[1] = vcd->busy[0];
  vcd->busy_count[1] = vcd->busy_count[0];
  vcd->busy[0] = spare;
  vcd->busy_count[0] = 0;
  if (!vcd->dumped) {
    write_time(vcd, vcd->cycle);
    fputs("$dumpvars\n", vcd->file);
    for (uint32_t v = 0; v < vcd->scopes.var_count; v++) {
      write_value(vcd, v);
    }
    fputs("$end\n", vcd->file);
    vcd->dumped = 1;
  }
  int timed = 0;
  for (uint32_t word = 0; word <= vcd->scopes.var_count / 64U; word++) {
    for (uint64_t set = vcd->changed[word]; set; set &= set - 1U) {
      uint32_t var = 64U * word + (uint32_t)__builtin_ctzll(set);
      if (vcd->value[var].now == vcd->value[var].shown) continue;
      if (!timed) write_time(vcd, vcd->cycle);
      timed = 1;
      write_value(vcd, var);
    }
    vcd->changed[word] = 0;
  }
  note_failure(vcd);
}

// Gathers `cycle` from now on; everything before it is written. 1 when it lies in the window.
static int advance(struct flitlock_vcd *vcd, uint64_t cycle) {
  if (cycle < vcd->from || vcd->failed) return 0;
  if (!vcd->started) {
    if (cycle >= vcd->to) return 0;
    start(vcd, cycle);
  }
  // After the last cycle with a flit comes one in which the lanes fall to 0, even if all blocks slept.
  while (vcd->cycle < cycle && vcd->cycle < vcd->to) {
    finish_cycle(vcd);
    vcd->cycle = vcd->busy_count[1] > 0 ? vcd->cycle + 1U : cycle;
  }
  return cycle < vcd->to;
}

static void busy_lane(struct flitlock_vcd *vcd, uint32_t number) {
  struct lane *lane = &vcd->lane[number];
  if (lane->set != vcd->cycle + 1U) {
    lane->set = vcd->cycle + 1U;
    vcd->busy[0][vcd->busy_count[0]++] = number;
  }
}

static void show_flit(struct flitlock_vcd *vcd, uint32_t number, const struct flitlock_flit *flit, int with_payload) {
  if (number == VCD_NONE) return;
  uint32_t var = vcd->lane[number].first_var;
  busy_lane(vcd, number);
  set_value(vcd, var++, 1);
#define VCD_SET(field, bits, type) set_value(vcd, var++, flit->field);
  FLITLOCK_FLIT_FIELDS(VCD_SET)
#undef VCD_SET
  if (with_payload) {
    set_value(vcd, var, flit->payload ? XXH32(flit->payload, (size_t)flit->units * vcd->unit_bytes, 0) : 0U);
  }
}

static void show_credit(struct flitlock_vcd *vcd, uint32_t number, uint32_t word) {
  if (number == VCD_NONE) return;
  busy_lane(vcd, number);
  for (uint32_t vc = 0; vc < vcd->lane[number].vars; vc++) {
    set_value(vcd, vcd->lane[number].first_var + vc, flitlock_credit_get(word, vc));
  }
}

static void on_step(void *self, const struct flitlock_engine *engine, uint32_t number, uint64_t cycle,
                    const struct flitlock_in *in, const struct flitlock_out *out) {
  (void)engine;
  struct flitlock_vcd *vcd = self;
  if (!advance(vcd, cycle) || vcd->block_of[number] == VCD_NONE) return;
  const struct scope_block *block = &vcd->block[vcd->block_of[number]];
  for (uint64_t ports = in->flit_valid; ports;) {
    unsigned port = flitlock_next_port(&ports);
    show_flit(vcd, block->lane[port][LANE_IN], &in->flit[port], 0);
  }
  for (uint64_t ports = out->flit_valid; ports;) {
    unsigned port = flitlock_next_port(&ports);
    show_flit(vcd, block->lane[port][LANE_OUT], &out->flit[port], 1);
  }
  for (uint64_t ports = out->credit_valid; ports;) {
    unsigned port = flitlock_next_port(&ports);
    show_credit(vcd, block->lane[port][LANE_IN_CREDIT], out->credit[port]);
  }
  for (uint64_t ports = in->credit_valid; ports;) {
    unsigned port = flitlock_next_port(&ports);
    show_credit(vcd, block->lane[port][LANE_OUT_CREDIT], in->credit[port]);
  }
  for (uint32_t w = 0; w < block->watched; w++) {
    read_signal(vcd, &vcd->watched[block->first_watched + w]);
  }
}

// The window may open in a cycle in which nobody steps: then the values after this cycle are those in the window, too.
static void on_cycle(void *self, const struct flitlock_engine *engine, uint64_t cycle) {
  struct flitlock_vcd *vcd = self;
  if (vcd->started || cycle >= vcd->from) return;
  if (cycle + 1U == vcd->from || flitlock_engine_next_event(engine) > vcd->from) start(vcd, vcd->from);
}

// ---- Lifecycle

static void destroy(struct flitlock_vcd *vcd) {
  if (vcd->file) fclose(vcd->file);
  flitlock_vcd_scopes_free(&vcd->scopes);
  free(vcd->path);
  free(vcd->block);
  free(vcd->block_of);
  free(vcd->lane);
  free(vcd->watched);
  free(vcd->value);
  free(vcd->changed);
  free(vcd->busy[0]);
  free(vcd->busy[1]);
  free(vcd);
}

// Chooses the blocks and declares them. OK, E_NO_MEMORY, or E_USAGE when no block matches.
static int declare(struct flitlock_vcd *vcd, const char *scope, struct flitlock_error *error) {
  uint32_t all = flitlock_engine_block_count(vcd->engine);
  vcd->block_of = malloc((all + 1U) * sizeof *vcd->block_of);
  vcd->block = calloc(all + 1U, sizeof *vcd->block);
  int good = vcd->block_of && vcd->block && flitlock_vcd_scopes_init(&vcd->scopes);
  for (uint32_t b = 0; good && b < all; b++) {
    vcd->block_of[b] = VCD_NONE;
    if (scope && fnmatch(scope, flitlock_engine_block_name(vcd->engine, b), 0) != 0) continue;
    vcd->block_of[b] = vcd->blocks;
    good = add_block(vcd, &vcd->block[vcd->blocks++], b);
  }
  if (good && vcd->blocks == 0) {
    return flitlock_fail(error, FLITLOCK_E_USAGE,
                         "%s: no block's name matches the scope '%s'; there is for example '%s'", vcd->path,
                         scope ? scope : "*", all ? flitlock_engine_block_name(vcd->engine, 0) : "none");
  }
  if (good) {
    vcd->value = calloc(vcd->scopes.var_count + 1U, sizeof *vcd->value);
    vcd->changed = calloc(vcd->scopes.var_count / 64U + 1U, sizeof *vcd->changed);
    vcd->busy[0] = malloc((vcd->lanes + 1U) * sizeof *vcd->busy[0]);
    vcd->busy[1] = malloc((vcd->lanes + 1U) * sizeof *vcd->busy[1]);
    good = vcd->value && vcd->changed && vcd->busy[0] && vcd->busy[1];
  }
  return good ? FLITLOCK_OK : flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for waves", vcd->path);
}

static int open_file(struct flitlock_vcd *vcd, const struct flitlock_target *target, struct flitlock_error *error) {
  errno = 0;
  vcd->file = fopen(vcd->path, "w");
  if (!vcd->file) {
    return flitlock_fail(error, FLITLOCK_E_OUTPUT, "%s: cannot open for waves: %s", vcd->path, strerror(errno));
  }
  setvbuf(vcd->file, NULL, _IOFBF, 1U << 18U);
  write_header(vcd, target);
  // Now rather than at the end of a long run.
  if (fflush(vcd->file) != 0) {
    return flitlock_fail(error, FLITLOCK_E_OUTPUT, "%s: cannot write waves: %s", vcd->path, strerror(errno));
  }
  return FLITLOCK_OK;
}

int flitlock_vcd_create_for(const struct flitlock_target *target, const char *path, const char *scope, uint64_t from,
                            uint64_t to, struct flitlock_vcd **vcd, struct flitlock_error *error) {
  *vcd = NULL;
  struct flitlock_vcd *made = calloc(1, sizeof *made);
  if (!made || !(made->path = strdup(path))) {
    free(made);
    return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for waves", path);
  }
  made->engine = target->engine;
  made->unit_bytes = target->unit_bytes;
  made->from = from;
  made->to = to ? to : UINT64_MAX;
  int status = FLITLOCK_OK;
  if (made->to <= from) {
    status = flitlock_fail(error, FLITLOCK_E_USAGE,
                           "%s: the window of waves ends at cycle %" PRIu64 ", before or where it begins, at %" PRIu64,
                           path, to, from);
  }
  if (status == FLITLOCK_OK) status = declare(made, scope, error);
  if (status == FLITLOCK_OK) status = open_file(made, target, error);
  if (status == FLITLOCK_OK) {
    struct flitlock_observer observer = {.self = made, .step = on_step, .cycle = on_cycle};
    status = flitlock_engine_add_observer(target->engine, &observer, error);
  }
  if (status != FLITLOCK_OK) {
    destroy(made);
    return status;
  }
  if (flitlock_engine_cycle(target->engine) == from) start(made, from);
  *vcd = made;
  return FLITLOCK_OK;
}

int flitlock_vcd_close(struct flitlock_vcd *vcd, struct flitlock_error *error) {
  if (!vcd) return FLITLOCK_OK;
  int status = FLITLOCK_OK;
  uint64_t end = flitlock_engine_cycle(vcd->engine);
  if (vcd->started && end > vcd->from) {
    advance(vcd, end);
    if (!vcd->dumped) finish_cycle(vcd);  // a window without a step
    // The last values last until the end.
    uint64_t last = end < vcd->to ? end : vcd->to;
    if (last > vcd->last_time) write_time(vcd, last);
  } else {
    status = flitlock_fail(error, FLITLOCK_E_USAGE,
                           "%s: no waves: the window begins at cycle %" PRIu64 ", the run ended at cycle %" PRIu64,
                           vcd->path, vcd->from, end);
  }
  note_failure(vcd);
  errno = 0;
  int bad = fclose(vcd->file);
  vcd->file = NULL;
  if (bad && !vcd->failed) vcd->failed = errno ? errno : EIO;
  if (vcd->failed) {
    status = flitlock_fail(error, FLITLOCK_E_OUTPUT, "%s: cannot write waves: %s", vcd->path, strerror(vcd->failed));
  }
  destroy(vcd);
  return status;
}
