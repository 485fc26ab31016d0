// SPDX-License-Identifier: Apache-2.0
// wave.vcd: golden, the device, and what they differ in, under the same names, and the inputs that both sampled. The
// time is the cycle. Out lanes hold what is presented after the edge, in lanes what was sampled at it (docs/waves.md).
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check/check_state.h"
#include "flitlock/version.h"
#include "observe/vcd_scopes.h"
#include "results/output.h"

#define VALUE_WORDS (FRAME_PAYLOAD / 8U)

// A value of up to 1024 bits, least significant word first.
struct value {
  uint64_t word[VALUE_WORDS];
};

enum { SCOPE_INPUT, SCOPE_GOLDEN, SCOPE_DEVICE, SCOPE_DIFF, SCOPES };

struct wave {
  const struct check_context *context;
  const struct frames *frames;
  struct vcd_scopes scopes;
  struct value *now, *shown;  // [variables]
  uint32_t at;                // variable that is given its value next, in the order of declaration
  int good;
};

// The same walk declares the variables and gives them values, so the two cannot drift apart.
typedef void (*variable)(struct wave *wave, uint32_t scope, const char *name, unsigned bits, const struct value *value);

static void declare(struct wave *wave, uint32_t scope, const char *name, unsigned bits, const struct value *value) {
  (void)value;
  wave->good &= flitlock_vcd_var(&wave->scopes, scope, name, bits) != VCD_NONE;
}

static void assign(struct wave *wave, uint32_t scope, const char *name, unsigned bits, const struct value *value) {
  (void)scope;
  (void)name;
  (void)bits;
  wave->now[wave->at++] = *value;
}

static struct value word(uint64_t low) {
  struct value value = {{low}};
  return value;
}

static struct value flit_value(const struct flitlock_flit *flit, size_t field) {
  return word(flit != NULL ? flitlock_flit_get(flit, field) : 0U);
}

static struct value payload_value(const struct frame_side *side, uint32_t port) {
  struct value value = {{0}};
  const uint8_t *bytes = side->payload + port * FRAME_PAYLOAD;
  if (!(side->flit_valid >> port & 1U)) return value;
  for (size_t n = 0; n < FRAME_PAYLOAD; n++)
    value.word[n / 8U] |= (uint64_t)bytes[n] << (n % 8U * 8U);
  return value;
}

static struct value difference(const struct value *a, const struct value *b) {
  struct value value;
  for (size_t n = 0; n < VALUE_WORDS; n++)
    value.word[n] = a->word[n] ^ b->word[n];
  return value;
}

static int is_zero(const struct value *value) {
  for (size_t n = 0; n < VALUE_WORDS; n++)
    if (value->word[n] != 0) return 0;
  return 1;
}

// A value of both models, or in scope "diff" what they differ in.
static void pair(struct wave *wave, int scope_kind, uint32_t scope, const char *name, unsigned bits,
                 struct value golden, struct value device, variable handle, int *differ) {
  struct value xored = difference(&golden, &device);
  *differ |= !is_zero(&xored);
  handle(wave, scope, name, bits, scope_kind == SCOPE_GOLDEN ? &golden : scope_kind == SCOPE_DEVICE ? &device : &xored);
}

// What both models presented on a port; `cycle` is one of the frames.
static void walk_outputs(struct wave *wave, int scope_kind, uint32_t top, uint64_t cycle, variable handle) {
  const struct frames *frames = wave->frames;
  const struct frame_side *golden = frames_at(frames, cycle, FRAME_GOLDEN);
  const struct frame_side *device = frames_at(frames, cycle, FRAME_DEVICE);
  for (uint32_t port = 0; port < frames->ports; port++) {
    const struct flitlock_port_info *info = &frames->port[port];
    int differ = 0;
    uint32_t port_scope = flitlock_vcd_scope(&wave->scopes, top, info->name);
    if (info->has_out) {
      uint32_t scope = flitlock_vcd_scope(&wave->scopes, port_scope, "out");
      const struct flitlock_flit *a = frame_flit(golden, port), *b = frame_flit(device, port);
      pair(wave, scope_kind, scope, "valid", 1, word(a != NULL), word(b != NULL), handle, &differ);
      for (size_t field = 0; field < flitlock_flit_field_count; field++)
        pair(wave, scope_kind, scope, flitlock_flit_fields[field].name, flitlock_flit_fields[field].bits,
             flit_value(a, field), flit_value(b, field), handle, &differ);
      pair(wave, scope_kind, scope, "payload", info->out_width * frames->unit_bytes * 8U, payload_value(golden, port),
           payload_value(device, port), handle, &differ);
    }
    if (info->has_in) {
      uint32_t scope = flitlock_vcd_scope(&wave->scopes, port_scope, "in_credit");
      for (unsigned vc = 0; vc < frames->vcs; vc++) {
        char name[16];
        snprintf(name, sizeof name, "vc%u", vc);
        pair(wave, scope_kind, scope, name, 2, word(flitlock_credit_get(frame_credit(golden, port), vc)),
             word(flitlock_credit_get(frame_credit(device, port), vc)), handle, &differ);
      }
    }
    struct value any = word((uint64_t)differ);
    if (scope_kind == SCOPE_DIFF) handle(wave, port_scope, "differs", 1, &any);
  }
}

static void walk_inputs(struct wave *wave, uint32_t top, uint64_t cycle, variable handle) {
  const struct frames *frames = wave->frames;
  const struct frame_side *input = frames_at(frames, cycle, FRAME_INPUT);
  for (uint32_t port = 0; port < frames->ports; port++) {
    const struct flitlock_port_info *info = &frames->port[port];
    uint32_t port_scope = flitlock_vcd_scope(&wave->scopes, top, info->name);
    if (info->has_in) {
      uint32_t scope = flitlock_vcd_scope(&wave->scopes, port_scope, "in");
      const struct flitlock_flit *flit = frame_flit(input, port);
      struct value value = word(flit != NULL);
      handle(wave, scope, "valid", 1, &value);
      for (size_t field = 0; field < flitlock_flit_field_count; field++) {
        value = flit_value(flit, field);
        handle(wave, scope, flitlock_flit_fields[field].name, flitlock_flit_fields[field].bits, &value);
      }
    }
    if (!info->has_out) continue;
    uint32_t scope = flitlock_vcd_scope(&wave->scopes, port_scope, "out_credit");
    for (unsigned vc = 0; vc < frames->vcs; vc++) {
      char name[16];
      snprintf(name, sizeof name, "vc%u", vc);
      struct value value = word(flitlock_credit_get(frame_credit(input, port), vc));
      handle(wave, scope, name, 2, &value);
    }
  }
}

static void walk(struct wave *wave, uint64_t cycle, variable handle) {
  const char *const names[SCOPES] = {"input", "golden", wave->context->device, "diff"};
  for (int kind = 0; kind < SCOPES; kind++) {
    uint32_t top = flitlock_vcd_scope(&wave->scopes, 0, names[kind]);
    if (kind == SCOPE_INPUT)
      walk_inputs(wave, top, cycle, handle);
    else
      walk_outputs(wave, kind, top, cycle, handle);
  }
}

static void write_value(FILE *file, const struct vcd_var *var, const struct value *value) {
  if (var->bits == 1) {
    fprintf(file, "%u%s\n", (unsigned)(value->word[0] & 1U), var->code);
    return;
  }
  unsigned bit = var->bits - 1U;
  while (bit > 0 && !(value->word[bit / 64U] >> bit % 64U & 1U))
    bit--;
  fputc('b', file);
  for (unsigned n = bit + 1U; n-- > 0;)
    fputc((int)('0' + (value->word[n / 64U] >> n % 64U & 1U)), file);
  fprintf(file, " %s\n", var->code);
}

static void write_cycle(struct wave *wave, FILE *file, uint64_t cycle) {
  int first = cycle == wave->frames->from;
  int timed = 0;
  wave->at = 0;
  walk(wave, cycle, assign);
  for (uint32_t v = 0; v < wave->scopes.var_count; v++) {
    if (!first && memcmp(&wave->now[v], &wave->shown[v], sizeof wave->now[v]) == 0) continue;
    if (!timed) fprintf(file, "#%" PRIu64 "\n%s", cycle, first ? "$dumpvars\n" : "");
    timed = 1;
    write_value(file, &wave->scopes.var[v], &wave->now[v]);
    wave->shown[v] = wave->now[v];
  }
  if (first) fputs("$end\n", file);
}

static void write_all(struct wave *wave, FILE *file) {
  const struct flitlock_divergence *found = flitlock_lockstep_divergence(wave->context->check->session, 0);
  const struct frames *frames = wave->frames;
  fprintf(file, "$version Flitlock %s $end\n", flitlock_version_string());
  fprintf(file,
          "$comment %s, seed %" PRIu64 ": port %s differs first in cycle %" PRIu64
          ". The time is the cycle. $end\n$timescale 1ns $end\n",
          found->block, wave->context->config->seed, found->port_name, found->cycle);
  flitlock_vcd_declare(&wave->scopes, file);
  fputs("$enddefinitions $end\n", file);
  for (uint64_t n = 0; n < frames->count; n++)
    write_cycle(wave, file, frames->from + n);
  fprintf(file, "#%" PRIu64 "\n", frames->from + frames->count);
}

int check_write_vcd(const struct check_context *context, const char *path, struct flitlock_error *error) {
  struct wave wave = {.context = context, .frames = context->frames, .good = 1};
  wave.good = flitlock_vcd_scopes_init(&wave.scopes);
  if (wave.good) walk(&wave, wave.frames->from, declare);
  wave.now = calloc(wave.scopes.var_count + 1U, sizeof *wave.now);
  wave.shown = calloc(wave.scopes.var_count + 1U, sizeof *wave.shown);
  int status = FLITLOCK_OK;
  if (!wave.good || wave.now == NULL || wave.shown == NULL) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  } else {
    struct flitlock_output output;
    status = flitlock_output_open(&output, path, error);
    if (status == FLITLOCK_OK) {
      write_all(&wave, output.file);
      status = flitlock_output_commit(&output, error);
    }
  }
  free(wave.now);
  free(wave.shown);
  flitlock_vcd_scopes_free(&wave.scopes);
  return status;
}
