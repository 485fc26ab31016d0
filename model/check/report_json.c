// SPDX-License-Identifier: Apache-2.0
// report.json: the whole check as data. Keys are documented in docs/checking.md.
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "check/check_state.h"
#include "results/output_json.h"
#include "results/real.h"

// jansson's integers are signed; 64-bit values of fields are written as hexadecimal text.
static json_t *hex(uint64_t value) {
  char text[32];
  snprintf(text, sizeof text, "0x%" PRIx64, value);
  return json_string(text);
}

static json_t *number(uint64_t value) { return json_integer((json_int_t)value); }

static void set(json_t *object, const char *key, json_t *value) { (void)json_object_set_new(object, key, value); }

static json_t *flit_object(const struct flitlock_flit *flit) {
  json_t *object = json_object();
  for (size_t field = 0; field < flitlock_flit_field_count; field++) {
    uint64_t value = flitlock_flit_get(flit, field);
    set(object, flitlock_flit_fields[field].name, flitlock_flit_fields[field].bits >= 64 ? hex(value) : number(value));
  }
  return object;
}

static json_t *credit_object(uint32_t word, uint32_t vcs) {
  json_t *object = json_object();
  for (unsigned vc = 0; vc < vcs; vc++) {
    char name[16];
    snprintf(name, sizeof name, "vc%u", vc);
    if (flitlock_credit_get(word, vc) != 0) set(object, name, number(flitlock_credit_get(word, vc)));
  }
  return object;
}

static json_t *side_object(const struct flitlock_divergence *found, const struct flitlock_lockstep_side *side) {
  json_t *object = json_object();
  set(object, "valid", json_boolean(side->flit_valid));
  if (side->flit_valid) {
    set(object, "flit", flit_object(&side->flit));
    char text[2U * sizeof side->payload + 1U] = "";
    size_t size = (size_t)side->flit.units * found->unit_bytes;
    for (size_t n = 0; n < size && n < sizeof side->payload; n++)
      snprintf(text + 2U * n, 3, "%02x", side->payload[n]);
    set(object, "payload", json_string(text));
  }
  set(object, "credit", credit_object(side->credit, found->vcs));
  json_t *events = json_array();
  for (unsigned n = 0; n < side->history_count; n++) {
    const struct flitlock_lockstep_event *event = &side->history[n];
    json_t *one = json_object();
    set(one, "cycle", number(event->cycle));
    if (event->lane == FLITLOCK_LANE_FLIT)
      set(one, "flit", flit_object(&event->flit));
    else
      set(one, "credit", credit_object(event->credit, found->vcs));
    (void)json_array_append_new(events, one);
  }
  set(object, "events", events);
  return object;
}

static json_t *packet_object(const struct check_context *context, const struct flitlock_divergence *found) {
  if (!found->has_packet) return json_null();
  json_t *object = flit_object(&found->packet);
  const char *names[64];
  size_t count = check_message_of(context, found) != NULL ? 0 : check_path(context, &found->packet, names, 64);
  json_t *path = json_array();
  for (size_t n = 0; n < count && n < 64; n++)
    (void)json_array_append_new(path, json_string(names[n]));
  set(object, "path", path);
  return object;
}

static json_t *divergence_object(const struct check_context *context, const struct flitlock_divergence *found,
                                 uint64_t number_in_list) {
  json_t *object = json_object();
  set(object, "kind", json_string(flitlock_divergence_name(found->kind)));
  set(object, "text", json_string(flitlock_divergence_text(found->kind)));
  set(object, "cycle", number(found->cycle));
  set(object, "block", json_string(found->block));
  set(object, "port", json_string(found->port_name));
  set(object, "port_number", number(found->port));
  set(object, "lane", json_string(found->lane == FLITLOCK_LANE_FLIT ? "flit" : "credit"));
  set(object, "vc", number(found->vc));
  set(object, "field", json_string(found->field));
  set(object, "golden", hex(found->golden_value));
  set(object, "device", hex(found->device_value));
  set(object, "xor", hex(found->golden_value ^ found->device_value));
  set(object, "rule", json_string(found->rule));
  if (found->message[0] != '\0') {
    set(object, "message", json_string(found->message));
    set(object, "module", found->module[0] != '\0' ? json_string(found->module) : json_null());
    set(object, "line", number(found->line));
  }
  if (found->kind == FLITLOCK_DIVERGENCE_FLIT_PORT) set(object, "other_port_number", number(found->other_port));
  if (number_in_list == 0 && context->later > 0) set(object, "presented_later", number(context->later));
  set(object, "packet", packet_object(context, found));
  set(object, "golden_side", side_object(found, &found->golden));
  set(object, "device_side", side_object(found, &found->device));
  return object;
}

static json_t *compared_object(const struct flitlock_lockstep_counts *counts) {
  json_t *object = json_object();
  set(object, "outputs", number(counts->outputs));
  set(object, "flits", number(counts->flits));
  set(object, "credits", number(counts->credits));
  set(object, "windows", number(counts->windows));
  set(object, "tolerance_used", number(counts->tolerance_used));
  set(object, "divergences", number(counts->divergences));
  return object;
}

static json_t *blocks_object(const struct check_context *context) {
  const struct flitlock_implementation_counts *blocks = &context->check->blocks;
  const struct flitlock_lockstep *session = context->check->session;
  json_t *object = json_object();
  set(object, "lockstep", number(blocks->lockstep));
  set(object, "rtl", number(blocks->rtl));
  set(object, "c", number(blocks->c));
  set(object, "missing", number(blocks->missing));
  json_t *compared = json_object();
  for (uint32_t n = 0; n < flitlock_lockstep_block_count(session); n++) {
    struct flitlock_lockstep_counts counts;
    flitlock_lockstep_block_counts(session, n, &counts);
    set(compared, flitlock_lockstep_block_name(session, n), compared_object(&counts));
  }
  set(object, "compared", compared);
  return object;
}

static json_t *check_object(const struct check_context *context) {
  const struct flitlock_check *check = context->check;
  json_t *object = json_object();
  set(object, "status", json_string(flitlock_status_name(context->status)));
  set(object, "message", json_string(context->message));
  set(object, "name", json_string(context->config->name));
  set(object, "seed", number(context->config->seed));
  set(object, "device",
      json_string(context->options->implementation.device != NULL ? context->options->implementation.device->name
                                                                  : "none"));
  set(object, "cycles", number(check->cycles));
  set(object, "reproduce",
      context->options->reproduce != NULL ? json_string(context->options->reproduce) : json_null());
  set(object, "compared", compared_object(&check->compared));
  set(object, "blocks", blocks_object(context));
  json_t *list = json_array();
  const struct flitlock_divergence *found;
  for (uint64_t n = 0; (found = flitlock_lockstep_divergence(check->session, n)) != NULL; n++)
    (void)json_array_append_new(list, divergence_object(context, found, n));
  set(object, "divergences", list);
  return object;
}

int check_write_json(const struct check_context *context, const char *path, struct flitlock_error *error) {
  return flitlock_output_json(check_object(context), FLITLOCK_REAL_DIGITS, "the report", path, error);
}
