// SPDX-License-Identifier: Apache-2.0
// Reads event logs, frame by frame. A frame counts when it is whole: what a killed writer left of the next one does
// not.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "core/input.h"
#include "observe/events_format.h"

struct last_flit {
  uint64_t value[EVENTS_FIELD_COUNT];
  uint32_t hash;
  uint32_t frame;
};

struct flitlock_event_reader {
  FILE *file;
  char *path;
  struct flitlock_events_info info;
  ZSTD_DCtx *zstd;
  uint8_t *packed;  // bytes of the file not yet decompressed
  size_t packed_capacity, packed_at, packed_size;
  uint8_t *raw;  // the current frame
  size_t raw_capacity, at, size;
  uint32_t frame;          // number, the header is 0
  struct last_flit *last;  // [channels]
  uint64_t cycle;
  uint32_t channel;
  uint64_t events;
  int ended;      // the end record was read
  int truncated;  // the file ended without one
};

static int damaged(const struct flitlock_event_reader *reader, const char *what, struct flitlock_error *error) {
  return flitlock_fail(error, FLITLOCK_E_INPUT,
                       "%s: damaged event log: %s in frame %u, after %llu events of cycles up to %llu", reader->path,
                       what, reader->frame, (unsigned long long)reader->events, (unsigned long long)reader->cycle);
}

static int grow(struct flitlock_event_reader *reader, struct flitlock_error *error) {
  size_t capacity = reader->raw_capacity ? 2U * reader->raw_capacity : 2U * EVENTS_FRAME_BYTES;
  if (capacity > EVENTS_FRAME_LIMIT) return damaged(reader, "a frame longer than any writer makes", error);
  uint8_t *raw = realloc(reader->raw, capacity);
  if (!raw) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", reader->path);
  reader->raw = raw;
  reader->raw_capacity = capacity;
  return FLITLOCK_OK;
}

// Decompresses the next whole frame into `raw`. `*got` is 0 when the file ends before that.
static int next_frame(struct flitlock_event_reader *reader, int *got, struct flitlock_error *error) {
  ZSTD_outBuffer out = {.dst = reader->raw, .size = reader->raw_capacity, .pos = 0};
  size_t left = 1;
  *got = 0;
  while (left != 0) {
    if (out.pos == out.size) {
      int status = grow(reader, error);
      if (status != FLITLOCK_OK) return status;
      out.dst = reader->raw;
      out.size = reader->raw_capacity;
    }
    if (reader->packed_at == reader->packed_size) {
      errno = 0;
      reader->packed_at = 0;
      reader->packed_size = fread(reader->packed, 1, reader->packed_capacity, reader->file);
      if (ferror(reader->file)) {
        return flitlock_fail(error, FLITLOCK_E_INPUT, "%s: cannot read: %s", reader->path, strerror(errno));
      }
      if (reader->packed_size == 0) return FLITLOCK_OK;
    }
    ZSTD_inBuffer in = {.src = reader->packed, .size = reader->packed_size, .pos = reader->packed_at};
    left = ZSTD_decompressStream(reader->zstd, &out, &in);
    reader->packed_at = in.pos;
    if (ZSTD_isError(left)) return damaged(reader, ZSTD_getErrorName(left), error);
  }
  reader->size = out.pos;
  reader->at = 0;
  *got = 1;
  return FLITLOCK_OK;
}

static int get_varint(struct flitlock_event_reader *reader, uint64_t *value) {
  *value = 0;
  for (unsigned shift = 0; shift < 64U && reader->at < reader->size; shift += 7U) {
    uint8_t byte = reader->raw[reader->at++];
    *value |= (uint64_t)(byte & 127U) << shift;
    if (!(byte & 128U)) return 1;
  }
  return 0;
}

static int get_flit(struct flitlock_event_reader *reader, struct flitlock_event *event) {
  struct last_flit *last = &reader->last[reader->channel];
  if (last->frame != reader->frame) {
    memset(last, 0, sizeof *last);
    last->frame = reader->frame;
  }
  uint64_t mask = 0;
  if (!get_varint(reader, &mask) || mask >= 2U * EVENTS_MASK_PAYLOAD) return 0;
  for (unsigned f = 0; f < EVENTS_FIELD_COUNT; f++) {
    uint64_t stored = 0;
    if (mask >> f & 1U) {
      if (!get_varint(reader, &stored)) return 0;
      last->value[f] += events_unzigzag(stored);
    }
  }
  if (mask & EVENTS_MASK_PAYLOAD) {
    if (reader->size - reader->at < 4U) return 0;
    last->hash = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
      last->hash |= (uint32_t)reader->raw[reader->at++] << 8U * byte;
    }
  }
  memset(event, 0, sizeof *event);
  event->kind = FLITLOCK_EVENT_FLIT;
  event->payload_hash = last->hash;
  events_set_fields(&event->flit, last->value);
  return 1;
}

static int get_credit(struct flitlock_event_reader *reader, struct flitlock_event *event) {
  uint64_t word = 0;
  if (!get_varint(reader, &word) || word > UINT32_MAX) return 0;
  memset(event, 0, sizeof *event);
  event->kind = FLITLOCK_EVENT_CREDIT;
  event->credit = (uint32_t)word;
  return 1;
}

// The next record of the frame that is no step of cycles. `*got`: 1 event, 0 the end record.
static int next_record(struct flitlock_event_reader *reader, struct flitlock_event *event, int *got,
                       struct flitlock_error *error) {
  uint64_t first = 0;
  for (;;) {
    if (!get_varint(reader, &first)) return damaged(reader, "an unfinished record", error);
    if ((first & 3U) != EVENTS_RECORD_CYCLE) break;
    reader->cycle += first >> 2U;
    reader->channel = 0;
  }
  if ((first & 3U) == EVENTS_RECORD_END) {
    uint64_t events = 0;
    if (!get_varint(reader, &events) || events != reader->events) {
      return damaged(reader, "a wrong number of events", error);
    }
    reader->ended = 1;
    *got = 0;
    // Two logs in one file, or a log written over a longer one, must not pass for the first.
    int more = reader->at < reader->size || reader->packed_at < reader->packed_size || fgetc(reader->file) != EOF;
    return more ? damaged(reader, "something after the end", error) : FLITLOCK_OK;
  }
  uint64_t channel = reader->channel + (first >> 2U);
  if (channel >= reader->info.channels) return damaged(reader, "a channel that the header does not name", error);
  reader->channel = (uint32_t)channel;
  if (!((first & 3U) == EVENTS_RECORD_FLIT ? get_flit(reader, event) : get_credit(reader, event))) {
    return damaged(reader, "an unfinished record", error);
  }
  event->cycle = reader->cycle;
  event->channel = reader->channel;
  reader->events++;
  *got = 1;
  return FLITLOCK_OK;
}

int flitlock_event_reader_next(struct flitlock_event_reader *reader, struct flitlock_event *event, int *got,
                               struct flitlock_error *error) {
  *got = 0;
  if (reader->ended || reader->truncated) return FLITLOCK_OK;
  if (reader->at == reader->size) {
    int whole = 0;
    int status = next_frame(reader, &whole, error);
    if (status != FLITLOCK_OK) return status;
    if (!whole) {
      reader->truncated = 1;
      return FLITLOCK_OK;
    }
    reader->frame++;
    reader->channel = 0;
    uint64_t cycle = 0;
    if (!get_varint(reader, &cycle)) return damaged(reader, "no cycle", error);
    if (cycle < reader->cycle) return damaged(reader, "a cycle in the past", error);
    reader->cycle = cycle;
  }
  return next_record(reader, event, got, error);
}

int flitlock_event_reader_open(const char *path, struct flitlock_event_reader **reader, struct flitlock_error *error) {
  *reader = NULL;
  struct flitlock_event_reader *made = calloc(1, sizeof *made);
  if (!made) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  made->packed_capacity = ZSTD_DStreamInSize();
  made->packed = malloc(made->packed_capacity);
  made->zstd = ZSTD_createDCtx();
  made->path = strdup(path);
  int status = FLITLOCK_OK;
  if (!made->packed || !made->zstd || !made->path) {
    status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  }
  if (status == FLITLOCK_OK) {
    made->file = flitlock_input_open(path);
    if (!made->file) status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s: cannot open: %s", path, strerror(errno));
  }
  int got = 0;
  if (status == FLITLOCK_OK && (status = next_frame(made, &got, NULL)) != FLITLOCK_OK) {
    flitlock_fail(error, status, "%s: not an event log: its first bytes are no zstd frame", path);
  }
  if (status == FLITLOCK_OK && !got) {
    status = flitlock_fail(error, FLITLOCK_E_INPUT, "%s: not an event log, or one without a whole header", path);
  }
  if (status == FLITLOCK_OK) {
    status = flitlock_events_header_parse(path, (const char *)made->raw, made->size, &made->info, error);
    made->at = made->size;
  }
  if (status == FLITLOCK_OK) {
    made->last = calloc(made->info.channels + 1U, sizeof *made->last);
    if (!made->last) status = flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory", path);
  }
  if (status != FLITLOCK_OK) {
    flitlock_event_reader_close(made);
    return status;
  }
  *reader = made;
  return FLITLOCK_OK;
}

const struct flitlock_events_info *flitlock_event_reader_info(const struct flitlock_event_reader *reader) {
  return &reader->info;
}

int flitlock_event_reader_truncated(const struct flitlock_event_reader *reader) { return reader->truncated; }

void flitlock_event_reader_close(struct flitlock_event_reader *reader) {
  if (!reader) return;
  if (reader->file) fclose(reader->file);
  ZSTD_freeDCtx(reader->zstd);
  flitlock_events_header_free(&reader->info);
  free(reader->last);
  free(reader->packed);
  free(reader->raw);
  free(reader->path);
  free(reader);
}
