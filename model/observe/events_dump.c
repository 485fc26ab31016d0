// SPDX-License-Identifier: Apache-2.0
// Event logs as text.
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "observe/events_format.h"

// Appends to `buffer` and counts what was needed, as snprintf does.
struct text {
  char *buffer;
  size_t size;
  size_t length;
};

static void append(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t at = text->length < text->size ? text->length : text->size;
  int more = vsnprintf(text->size ? text->buffer + at : NULL, text->size - at, format, arguments);
  va_end(arguments);
  if (more > 0) text->length += (size_t)more;
}

int flitlock_event_print(const struct flitlock_event *event, char *buffer, size_t size) {
  struct text text = {.buffer = buffer, .size = size, .length = 0};
  if (size > 0) buffer[0] = '\0';
  if (event->kind == FLITLOCK_EVENT_CREDIT) {
    append(&text, "credit");
    for (unsigned vc = 0; vc < FLITLOCK_MAX_VCS; vc++) {
      uint32_t count = event->credit >> 2U * vc & 3U;
      if (count) append(&text, " vc%u=%u", vc, (unsigned)count);
    }
    return (int)text.length;
  }
  uint64_t value[EVENTS_FIELD_COUNT];
  events_get_fields(&event->flit, value);
  append(&text, "flit");
#define EVENTS_PRINT(name, bits, type) \
  append(&text, (bits) >= 32 ? " %s=0x%" PRIx64 : " %s=%" PRIu64, #name, value[EVENTS_FIELD_##name]);
  FLITLOCK_FLIT_FIELDS(EVENTS_PRINT)
#undef EVENTS_PRINT
  append(&text, " payload=%08" PRIx32, event->payload_hash);
  return (int)text.length;
}

static int dump_header(const struct flitlock_events_info *info, int (*line)(void *self, const char *text), void *self) {
  char text[256];
  snprintf(text, sizeof text,
           "# flitlock events %d, by %.64s, seed %" PRIu64 ", config 0x%016" PRIx64 ", unit %" PRIu32 " bytes, %" PRIu32
           " channels",
           FLITLOCK_EVENTS_VERSION, info->producer, info->seed, info->config_hash, info->unit_bytes, info->channels);
  return line(self, text);
}

int flitlock_events_dump(const char *path, int (*line)(void *self, const char *text), void *self,
                         struct flitlock_error *error) {
  struct flitlock_event_reader *reader = NULL;
  int status = flitlock_event_reader_open(path, &reader, error);
  if (status != FLITLOCK_OK) return status;
  const struct flitlock_events_info *info = flitlock_event_reader_info(reader);
  int stop = dump_header(info, line, self);
  char text[640];
  uint64_t events = 0;
  while (!stop) {
    struct flitlock_event event;
    int got = 0;
    status = flitlock_event_reader_next(reader, &event, &got, error);
    if (status != FLITLOCK_OK || !got) break;
    events++;
    int length = snprintf(text, sizeof text, "%" PRIu64 " %.128s ", event.cycle, info->channel[event.channel]);
    flitlock_event_print(&event, text + length, sizeof text - (size_t)length);
    stop = line(self, text);
  }
  if (!stop && status == FLITLOCK_OK) {
    int cut = flitlock_event_reader_truncated(reader);
    snprintf(text, sizeof text, "# %" PRIu64 " events%s", events, cut ? ", then the log is cut off" : "");
    line(self, text);
    if (cut) {
      status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s: the log is cut off after %" PRIu64 " events", path, events);
    }
  }
  flitlock_event_reader_close(reader);
  return status;
}
