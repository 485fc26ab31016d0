// SPDX-License-Identifier: Apache-2.0
// What a device says of itself, an assertion of the RTL above all, while its outputs are golden's: a divergence as any
// other, so that it has its report and its waves.
#include <stdlib.h>
#include <string.h>

#include "lockstep/state.h"

// Where the text says it was: "... %Error: flitlock_fifo.sv:120: Assertion failed in ...".
static void find_place(struct flitlock_divergence *record) {
  const char *ending = strstr(record->message, ".sv:");
  if (ending == NULL) return;
  const char *from = ending;
  while (from > record->message && strchr(" /:", from[-1]) == NULL)
    from--;
  size_t length = (size_t)(ending - from);
  if (length == 0 || length >= sizeof record->module) return;
  memcpy(record->module, from, length);
  record->module[length] = '\0';
  record->line = (uint32_t)strtoul(ending + strlen(".sv:"), NULL, 10);
}

// The port and lane at which golden presented something last.
static void find_last(const struct lockstep_block *block, struct lockstep_difference *difference) {
  uint64_t last = 0;
  int any = 0;
  for (uint32_t port = 0; port < block->info.ports; port++) {
    struct flitlock_lockstep_side side = {0};
    flitlock_lockstep_recall(&block->golden.history[port], &side);
    if (side.history_count == 0) continue;
    const struct flitlock_lockstep_event *event = &side.history[side.history_count - 1U];
    if (any && event->cycle <= last) continue;
    any = 1;
    last = event->cycle;
    difference->port = port;
    difference->lane = event->lane;
    difference->vc = event->lane == FLITLOCK_LANE_FLIT ? event->flit.vc : (uint8_t)(__builtin_ctz(event->credit) / 2);
  }
}

void flitlock_lockstep_complaint(struct lockstep_block *block) {
  const struct lockstep_model *golden = &block->golden, *device = &block->device;
  struct flitlock_lockstep *session = block->session;
  struct flitlock_error error = {0};
  // A device that is known to be wrong may complain of anything.
  if (device->ops->check == NULL || session->found > 0 || session->differs) return;
  if (device->ops->check(device->block, &error) == FLITLOCK_OK) return;
  // What golden complains of, too, is its sender's fault (R-IN-2).
  struct flitlock_error ignored = {0};
  if (golden->ops->check != NULL && golden->ops->check(golden->block, &ignored) != FLITLOCK_OK) return;
  if (session->options.mode == FLITLOCK_LOCKSTEP_HASH) {
    // Something may differ in the window before this cycle: the run that compares it in full tells which came first.
    session->differs = 1;
    session->differs_from = block->cycle - block->cycle % session->options.window;
    session->differs_to = block->cycle + 1U;
    return;
  }
  struct lockstep_difference difference = {.field = "check", .device = 1};
  difference.kind = strstr(error.text, "the RTL says: ") != NULL ? FLITLOCK_DIVERGENCE_RTL_ASSERTION
                                                                 : FLITLOCK_DIVERGENCE_DEVICE_CHECK;
  find_last(block, &difference);
  flitlock_lockstep_report(block, &difference);
  if (session->kept == 0) return;
  struct flitlock_divergence *record = session->divergence[session->kept - 1U];
  size_t length = strlen(error.text);
  if (length >= sizeof record->message) length = sizeof record->message - 1U;
  memcpy(record->message, error.text, length);
  find_place(record);
}
