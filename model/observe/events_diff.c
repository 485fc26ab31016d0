// SPDX-License-Identifier: Apache-2.0
// Finds the first differing event of two logs. Both are sorted, so it is the first place at which they differ.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flitlock/observe.h"
#include "observe/events_format.h"

enum { HISTORY = 4 };  // events of a channel kept for the report

struct history {
  struct flitlock_event event[HISTORY];
  uint64_t count;  // all so far; the last ones are kept
};

struct log {
  const char *path;
  struct flitlock_event_reader *reader;
  const struct flitlock_events_info *info;
  struct flitlock_event event;
  int got;
};

struct diff {
  struct log log[2];
  struct history *history;  // [channels]: equal in both logs up to the difference
  uint64_t compared;
  char *text;
  size_t size, length;
};

static void say(struct diff *diff, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct diff *diff, const char *format, ...) {
  if (diff->length + 1U >= diff->size) return;
  va_list arguments;
  va_start(arguments, format);
  int more = vsnprintf(diff->text + diff->length, diff->size - diff->length, format, arguments);
  va_end(arguments);
  if (more > 0) diff->length += (size_t)more;
  if (diff->length >= diff->size) diff->length = diff->size - 1U;
}

static const char *kind_name(const struct flitlock_event *event) {
  return event->kind == FLITLOCK_EVENT_FLIT ? "flit" : "credit";
}

static void say_event(struct diff *diff, const char *label, const struct flitlock_event *event) {
  char text[512];
  flitlock_event_print(event, text, sizeof text);
  say(diff, "  %s cycle %" PRIu64 ": %s\n", label, event->cycle, text);
}

// -1, 0, 1 by (cycle, channel, kind).
static int compare_place(const struct flitlock_event *a, const struct flitlock_event *b) {
  if (a->cycle != b->cycle) return a->cycle < b->cycle ? -1 : 1;
  if (a->channel != b->channel) return a->channel < b->channel ? -1 : 1;
  return (int)a->kind - (int)b->kind;
}

// Names every part in which two events of one place differ. `say_it` 0: only answers whether they do.
static int differ(struct diff *diff, const struct flitlock_event *a, const struct flitlock_event *b, int say_it) {
  int different = 0;
  if (a->kind == FLITLOCK_EVENT_CREDIT) {
    different = a->credit != b->credit;
    for (unsigned vc = 0; say_it && vc < FLITLOCK_MAX_VCS; vc++) {
      uint32_t one = a->credit >> 2U * vc & 3U;
      uint32_t two = b->credit >> 2U * vc & 3U;
      if (one != two) {
        say(diff, "  credit vc%u: %" PRIu32 " and %" PRIu32 ", xor %" PRIu32 "\n", vc, one, two, one ^ two);
      }
    }
    return different;
  }
#define EVENTS_DIFFER(name, bits, type)                                                                      \
  if (a->flit.name != b->flit.name) {                                                                        \
    different = 1;                                                                                           \
    if (say_it) {                                                                                            \
      say(diff, "  %s: 0x%" PRIx64 " and 0x%" PRIx64 ", xor 0x%" PRIx64 "\n", #name, (uint64_t)a->flit.name, \
          (uint64_t)b->flit.name, (uint64_t)a->flit.name ^ (uint64_t)b->flit.name);                          \
    }                                                                                                        \
  }
  FLITLOCK_FLIT_FIELDS(EVENTS_DIFFER)
#undef EVENTS_DIFFER
  if (a->payload_hash != b->payload_hash) {
    different = 1;
    if (say_it) {
      say(diff, "  payload: hash 0x%08" PRIx32 " and 0x%08" PRIx32 ", xor 0x%08" PRIx32 "\n", a->payload_hash,
          b->payload_hash, a->payload_hash ^ b->payload_hash);
    }
  }
  return different;
}

static int advance(struct log *log, struct flitlock_error *error) {
  return flitlock_event_reader_next(log->reader, &log->event, &log->got, error);
}

// What comes next on `channel` in one log, for the report. Looks a bounded way ahead.
static void say_next(struct diff *diff, struct log *log, const char *label, uint32_t channel) {
  enum { FAR = 200000, WANTED = 2 };
  int found = 0;
  for (int looked = 0; log->got && looked < FAR && found < WANTED; looked++) {
    if (log->event.channel == channel) {
      say_event(diff, label, &log->event);
      found++;
    }
    if (advance(log, NULL) != FLITLOCK_OK) return;
  }
  if (found == 0) say(diff, "  %s no further event found on this channel\n", label);
}

static int report(struct diff *diff) {
  struct log *a = &diff->log[0];
  struct log *b = &diff->log[1];
  int order = !a->got ? 1 : !b->got ? -1 : compare_place(&a->event, &b->event);
  const struct flitlock_event *first = order <= 0 ? &a->event : &b->event;
  uint32_t channel = first->channel;
  const struct history *history = &diff->history[channel];
  say(diff,
      "first difference: cycle %" PRIu64 ", channel %s (%" PRIu32 "), %s; %" PRIu64 " events before it are equal\n",
      first->cycle, a->info->channel[channel], channel, kind_name(first), diff->compared);
  if (order == 0) {
    differ(diff, &a->event, &b->event, 1);
  } else {
    say(diff, "  this %s is in %s only\n", kind_name(first), order < 0 ? a->path : b->path);
  }
  uint64_t kept = history->count < HISTORY ? history->count : HISTORY;
  say(diff, "last events of this channel before it, in both:\n");
  for (uint64_t e = history->count - kept; e < history->count; e++) {
    say_event(diff, " ", &history->event[e % HISTORY]);
  }
  if (kept == 0) say(diff, "    none\n");
  say(diff, "from here on, A %s, B %s:\n", a->path, b->path);
  say_next(diff, a, "A", channel);
  say_next(diff, b, "B", channel);
  return FLITLOCK_E_MISMATCH;
}

static int same_channels(const struct diff *diff, struct flitlock_error *error) {
  const struct log *a = &diff->log[0];
  const struct log *b = &diff->log[1];
  if (a->info->channels != b->info->channels) {
    return flitlock_fail(error, FLITLOCK_E_INPUT,
                         "different channel tables: %s has %" PRIu32 " channels, %s has %" PRIu32
                         "; logs of two different pods cannot be compared",
                         a->path, a->info->channels, b->path, b->info->channels);
  }
  for (uint32_t c = 0; c < a->info->channels; c++) {
    if (strcmp(a->info->channel[c], b->info->channel[c]) != 0) {
      return flitlock_fail(error, FLITLOCK_E_INPUT,
                           "different channel tables: channel %" PRIu32
                           " is %s in %s and %s in %s; logs of two "
                           "different pods cannot be compared",
                           c, a->info->channel[c], a->path, b->info->channel[c], b->path);
    }
  }
  return FLITLOCK_OK;
}

// Differences of the headers that do not stop a comparison, but may explain its outcome.
static void say_header(struct diff *diff) {
  const struct flitlock_events_info *a = diff->log[0].info;
  const struct flitlock_events_info *b = diff->log[1].info;
  if (a->seed != b->seed) {
    say(diff, "note: the seeds differ: %" PRIu64 " and %" PRIu64 "\n", a->seed, b->seed);
  }
  if (a->config_hash != b->config_hash) {
    say(diff, "note: the configurations differ: hash 0x%016" PRIx64 " and 0x%016" PRIx64 "\n", a->config_hash,
        b->config_hash);
  }
  if (a->unit_bytes != b->unit_bytes) {
    say(diff, "note: the units differ: %" PRIu32 " and %" PRIu32 " bytes\n", a->unit_bytes, b->unit_bytes);
  }
}

// Both logs are at their end or one is cut off there.
static int finish(struct diff *diff, struct flitlock_error *error) {
  for (int side = 0; side < 2; side++) {
    if (flitlock_event_reader_truncated(diff->log[side].reader)) {
      say(diff, "%s is cut off; the %" PRIu64 " events before that are equal\n", diff->log[side].path, diff->compared);
      return flitlock_fail(error, FLITLOCK_E_INPUT,
                           "%s is cut off after %" PRIu64 " events that are equal in both logs", diff->log[side].path,
                           diff->compared);
    }
  }
  if (diff->compared == 0) {
    say(diff, "both logs are empty: nothing was compared\n");
    return flitlock_fail(error, FLITLOCK_E_VACUOUS, "%s and %s hold no event: nothing was compared", diff->log[0].path,
                         diff->log[1].path);
  }
  say(diff, "equal: %" PRIu64 " events compared\n", diff->compared);
  return FLITLOCK_OK;
}

static int compare(struct diff *diff, struct flitlock_error *error) {
  struct log *a = &diff->log[0];
  struct log *b = &diff->log[1];
  for (;;) {
    int status = advance(a, error);
    if (status == FLITLOCK_OK) status = advance(b, error);
    if (status != FLITLOCK_OK) return status;
    // A log that is cut off ends there for the other one, too: what it would have held is not known.
    int cut = flitlock_event_reader_truncated(a->reader) || flitlock_event_reader_truncated(b->reader);
    if (cut || (!a->got && !b->got)) return finish(diff, error);
    if (!a->got || !b->got || compare_place(&a->event, &b->event) != 0 || differ(diff, &a->event, &b->event, 0)) {
      return report(diff);
    }
    struct history *history = &diff->history[a->event.channel];
    history->event[history->count++ % HISTORY] = a->event;
    diff->compared++;
  }
}

int flitlock_events_diff(const char *path_a, const char *path_b, char *text, size_t size,
                         struct flitlock_error *error) {
  struct diff diff = {.log = {{.path = path_a}, {.path = path_b}}, .text = text, .size = size};
  if (size > 0) text[0] = '\0';
  int status = FLITLOCK_OK;
  for (int side = 0; side < 2 && status == FLITLOCK_OK; side++) {
    struct log *log = &diff.log[side];
    status = flitlock_event_reader_open(log->path, &log->reader, error);
    if (status == FLITLOCK_OK) log->info = flitlock_event_reader_info(log->reader);
  }
  if (status == FLITLOCK_OK) status = same_channels(&diff, error);
  if (status == FLITLOCK_OK) {
    diff.history = calloc(diff.log[0].info->channels + 1U, sizeof *diff.history);
    if (!diff.history) status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "out of memory for comparing event logs");
  }
  if (status == FLITLOCK_OK) {
    say_header(&diff);
    status = compare(&diff, error);
    if (status == FLITLOCK_E_MISMATCH) {
      flitlock_fail(error, status, "%s and %s differ", path_a, path_b);
    }
  }
  free(diff.history);
  flitlock_event_reader_close(diff.log[0].reader);
  flitlock_event_reader_close(diff.log[1].reader);
  return status;
}
