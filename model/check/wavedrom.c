// SPDX-License-Identifier: Apache-2.0
// wave.json: a WaveDrom timing diagram of the lane that differs, some cycles around the divergence.
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "check/check_state.h"
#include "results/output_json.h"
#include "results/real.h"

#define CYCLES_BEFORE 6
#define CYCLES_AFTER  8

struct window {
  const struct frames *frames;
  const struct flitlock_divergence *found;
  uint64_t from, to;  // cycles
};

static void set(json_t *object, const char *key, json_t *value) { (void)json_object_set_new(object, key, value); }

static json_t *signal(const char *name, const char *wave, json_t *data) {
  json_t *object = json_object();
  set(object, "name", json_string(name));
  set(object, "wave", json_string(wave));
  if (data != NULL) set(object, "data", data);
  return object;
}

// What a side shows in a cycle; an empty text for an idle lane.
static void label(const struct window *window, uint64_t cycle, int side, char *text, size_t size) {
  const struct frame_side *at = frames_at(window->frames, cycle, side);
  text[0] = '\0';
  if (window->found->lane == FLITLOCK_LANE_CREDIT) {
    size_t length = 0;
    uint32_t word = frame_credit(at, window->found->port);
    for (unsigned vc = 0; vc < window->frames->vcs && length < size; vc++) {
      uint32_t count = flitlock_credit_get(word, vc);
      if (count == 0) continue;
      int added = snprintf(text + length, size - length, "%s%" PRIu32 " vc%u", length > 0 ? " " : "", count, vc);
      length += added > 0 ? (size_t)added : 0U;
    }
    return;
  }
  const struct flitlock_flit *flit = frame_flit(at, window->found->port);
  if (flit != NULL) snprintf(text, size, "%" PRIu32 ".%u vc%u", flit->id, flit->seq, flit->vc);
}

// A level that stays is written '.', or WaveDrom draws a spike at each edge.
static void hold(char *wave) {
  char level = '\0';
  for (; *wave != '\0'; wave++) {
    if (*wave == level && (level == '0' || level == '1'))
      *wave = '.';
    else
      level = *wave;
  }
}

static json_t *side_signal(const struct window *window, int side, const char *name) {
  char wave[CYCLES_BEFORE + CYCLES_AFTER + 2] = "";
  json_t *data = json_array();
  for (uint64_t cycle = window->from; cycle < window->to; cycle++) {
    char text[160];
    label(window, cycle, side, text, sizeof text);
    wave[cycle - window->from] = text[0] == '\0' ? '0' : cycle == window->found->cycle ? '9' : '=';
    if (text[0] != '\0') (void)json_array_append_new(data, json_string(text));
  }
  hold(wave);
  return signal(name, wave, data);
}

// Where the models differ in anything that the lane carries; not only in what the labels show.
static int lane_differs(const struct window *window, uint64_t cycle) {
  uint32_t port = window->found->port;
  const struct frame_side *golden = frames_at(window->frames, cycle, FRAME_GOLDEN);
  const struct frame_side *device = frames_at(window->frames, cycle, FRAME_DEVICE);
  if (window->found->lane == FLITLOCK_LANE_CREDIT) return frame_credit(golden, port) != frame_credit(device, port);
  const struct flitlock_flit *a = frame_flit(golden, port), *b = frame_flit(device, port);
  if (a == NULL || b == NULL) return a != b;
  return flitlock_flit_compare(a, b) >= 0 ||
         memcmp(golden->payload + port * FRAME_PAYLOAD, device->payload + port * FRAME_PAYLOAD, FRAME_PAYLOAD) != 0;
}

static json_t *diff_signal(const struct window *window) {
  char wave[CYCLES_BEFORE + CYCLES_AFTER + 2] = "";
  for (uint64_t cycle = window->from; cycle < window->to; cycle++)
    wave[cycle - window->from] = lane_differs(window, cycle) ? '1' : '0';
  hold(wave);
  return signal("diff", wave, NULL);
}

static json_t *diagram(const struct check_context *context, const struct window *window) {
  char clock[CYCLES_BEFORE + CYCLES_AFTER + 2] = "", title[256];
  memset(clock, '.', window->to - window->from);
  clock[0] = 'P';
  json_t *signals = json_array();
  (void)json_array_append_new(signals, signal("clk", clock, NULL));
  (void)json_array_append_new(signals, side_signal(window, FRAME_GOLDEN, "golden"));
  (void)json_array_append_new(signals, side_signal(window, FRAME_DEVICE, context->device));
  (void)json_array_append_new(signals, diff_signal(window));
  snprintf(title, sizeof title, "%s port %s, %s: %s in cycle %" PRIu64, window->found->block, window->found->port_name,
           window->found->lane == FLITLOCK_LANE_FLIT ? "flits (id.unit vc)" : "credits",
           flitlock_divergence_name(window->found->kind), window->found->cycle);
  json_t *head = json_object(), *config = json_object(), *object = json_object();
  set(head, "text", json_string(title));
  set(head, "tick", json_integer((json_int_t)window->from));
  set(config, "hscale", json_integer(3));
  set(object, "signal", signals);
  set(object, "head", head);
  set(object, "config", config);
  return object;
}

int check_write_wavedrom(const struct check_context *context, const char *path, struct flitlock_error *error) {
  struct window window = {.frames = context->frames, .found = flitlock_lockstep_divergence(context->check->session, 0)};
  uint64_t end = window.frames->from + window.frames->count, cycle = window.found->cycle;
  window.from = cycle >= window.frames->from + CYCLES_BEFORE ? cycle - CYCLES_BEFORE : window.frames->from;
  window.to = end - cycle > CYCLES_AFTER ? cycle + CYCLES_AFTER : end;
  return flitlock_output_json(diagram(context, &window), FLITLOCK_REAL_DIGITS, "the timing diagram", path, error);
}
