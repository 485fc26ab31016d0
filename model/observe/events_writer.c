// SPDX-License-Identifier: Apache-2.0
// Writes event logs. A cycle's events are gathered, sorted by (channel, flit before credit), appended to a frame, and
// the frame is compressed and written as a whole: a killed process loses at most the frame it was gathering.
#define _POSIX_C_SOURCE 200809L  // strdup
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

#include "observe/events_format.h"

struct slot {
  uint64_t now[EVENTS_FIELD_COUNT];   // the flit of the current cycle
  uint64_t last[EVENTS_FIELD_COUNT];  // the flit before it on this channel, in this frame
  uint32_t now_hash, last_hash;
  uint32_t credit;
  uint32_t frame;  // the frame that `last` belongs to
};

struct flitlock_event_writer {
  FILE *file;
  char *path;
  uint32_t channels, unit_bytes;
  struct slot *slot;                // [channels]
  uint64_t *flit_set, *credit_set;  // bit c: channel c has one in the current cycle
  uint32_t words;                   // of a set
  uint64_t cycle;                   // the current one
  uint64_t frame_cycle;             // the last one named in the frame
  uint64_t events;                  // in finished cycles
  uint32_t frame;                   // number, from 1
  int any;                          // events in the current cycle
  uint8_t *raw;                     // the frame
  size_t size, capacity;
  void *packed;
  size_t packed_capacity;
  ZSTD_CCtx *zstd;
  struct flitlock_error failure;  // the first one; status OK: none
};

static int fail_system(struct flitlock_event_writer *writer, const char *what) {
  const char *reason = errno ? strerror(errno) : "unknown reason";
  return flitlock_fail(&writer->failure, FLITLOCK_E_OUTPUT, "%s: cannot %s the event log: %s", writer->path, what,
                       reason);
}

static int fail_memory(struct flitlock_event_writer *writer) {
  return flitlock_fail(&writer->failure, FLITLOCK_E_NO_MEMORY, "%s: out of memory for the event log", writer->path);
}

static int reserve(struct flitlock_event_writer *writer, size_t more) {
  if (writer->capacity - writer->size >= more) return FLITLOCK_OK;
  size_t capacity = 2U * writer->capacity + more;
  uint8_t *raw = realloc(writer->raw, capacity);
  if (!raw) return fail_memory(writer);
  writer->raw = raw;
  writer->capacity = capacity;
  return FLITLOCK_OK;
}

static void put(struct flitlock_event_writer *writer, uint64_t value) {
  writer->size += events_put_varint(writer->raw + writer->size, value);
}

// Compresses and writes what `raw` holds as one frame, through to the operating system.
static int write_frame(struct flitlock_event_writer *writer) {
  if (writer->size == 0) return FLITLOCK_OK;
  size_t bound = ZSTD_compressBound(writer->size);
  if (bound > writer->packed_capacity) {
    void *packed = realloc(writer->packed, bound);
    if (!packed) return fail_memory(writer);
    writer->packed = packed;
    writer->packed_capacity = bound;
  }
  size_t packed = ZSTD_compress2(writer->zstd, writer->packed, writer->packed_capacity, writer->raw, writer->size);
  if (ZSTD_isError(packed)) {
    return flitlock_fail(&writer->failure, FLITLOCK_E_INTERNAL, "%s: cannot compress the event log: %s", writer->path,
                         ZSTD_getErrorName(packed));
  }
  errno = 0;
  if (fwrite(writer->packed, 1, packed, writer->file) != packed || fflush(writer->file) != 0) {
    return fail_system(writer, "write");
  }
  writer->size = 0;
  writer->frame++;
  return FLITLOCK_OK;
}

static void put_flit(struct flitlock_event_writer *writer, struct slot *slot) {
  if (slot->frame != writer->frame) {
    memset(slot->last, 0, sizeof slot->last);
    slot->last_hash = 0;
    slot->frame = writer->frame;
  }
  uint64_t mask = slot->now_hash != slot->last_hash ? EVENTS_MASK_PAYLOAD : 0U;
  for (unsigned f = 0; f < EVENTS_FIELD_COUNT; f++) {
    mask |= (uint64_t)(slot->now[f] != slot->last[f]) << f;
  }
  put(writer, mask);
  for (unsigned f = 0; f < EVENTS_FIELD_COUNT; f++) {
    if (mask >> f & 1U) {
      put(writer, events_zigzag(slot->now[f] - slot->last[f]));
    }
  }
  if (mask & EVENTS_MASK_PAYLOAD) {
    for (unsigned byte = 0; byte < 4; byte++) {
      writer->raw[writer->size++] = (uint8_t)(slot->now_hash >> 8U * byte);
    }
  }
  memcpy(slot->last, slot->now, sizeof slot->last);
  slot->last_hash = slot->now_hash;
}

static void begin_frame(struct flitlock_event_writer *writer) {
  if (writer->size == 0) {
    put(writer, writer->cycle);
    writer->frame_cycle = writer->cycle;
  }
}

// Moves the current cycle's events into the frame.
static int finish_cycle(struct flitlock_event_writer *writer) {
  // The longest: a step of cycles, and for each channel a flit of all fields and a credit.
  size_t longest = (size_t)EVENTS_VARINT_MAX * (EVENTS_FIELD_COUNT + 6U);
  if (!writer->any) return FLITLOCK_OK;
  if (reserve(writer, 2U * EVENTS_VARINT_MAX) != FLITLOCK_OK) return writer->failure.status;
  begin_frame(writer);
  if (writer->cycle != writer->frame_cycle) {
    put(writer, (writer->cycle - writer->frame_cycle) << 2U | EVENTS_RECORD_CYCLE);
    writer->frame_cycle = writer->cycle;
  }
  uint32_t before = 0;
  for (uint32_t word = 0; word < writer->words; word++) {
    for (uint64_t both = writer->flit_set[word] | writer->credit_set[word]; both; both &= both - 1U) {
      uint64_t bit = both & (~both + 1U);
      uint32_t channel = 64U * word + (uint32_t)__builtin_ctzll(both);
      struct slot *slot = &writer->slot[channel];
      if (reserve(writer, longest) != FLITLOCK_OK) return writer->failure.status;
      if (writer->flit_set[word] & bit) {
        put(writer, (uint64_t)(channel - before) << 2U | EVENTS_RECORD_FLIT);
        put_flit(writer, slot);
        before = channel;
        writer->events++;
      }
      if (writer->credit_set[word] & bit) {
        put(writer, (uint64_t)(channel - before) << 2U | EVENTS_RECORD_CREDIT);
        put(writer, slot->credit);
        before = channel;
        writer->events++;
      }
    }
    writer->flit_set[word] = 0;
    writer->credit_set[word] = 0;
  }
  writer->any = 0;
  return writer->size >= EVENTS_FRAME_BYTES ? write_frame(writer) : FLITLOCK_OK;
}

// Common to flits and credits: the cycle may advance, the channel exists and has none of the kind yet.
static int take(struct flitlock_event_writer *writer, uint64_t cycle, uint32_t channel, uint64_t *set,
                const char *kind) {
  if (writer->failure.status != FLITLOCK_OK) return writer->failure.status;
  if (channel >= writer->channels) {
    return flitlock_fail(&writer->failure, FLITLOCK_E_USAGE, "%s: %s on channel %u, the log has %u channels",
                         writer->path, kind, channel, writer->channels);
  }
  if (cycle < writer->cycle) {
    return flitlock_fail(&writer->failure, FLITLOCK_E_USAGE, "%s: %s of cycle %llu after one of cycle %llu",
                         writer->path, kind, (unsigned long long)cycle, (unsigned long long)writer->cycle);
  }
  if (cycle > writer->cycle) {
    if (finish_cycle(writer) != FLITLOCK_OK) return writer->failure.status;
    writer->cycle = cycle;
  }
  uint64_t bit = UINT64_C(1) << channel % 64U;
  if (set[channel / 64U] & bit) {
    return flitlock_fail(&writer->failure, FLITLOCK_E_USAGE, "%s: a second %s on channel %u in cycle %llu",
                         writer->path, kind, channel, (unsigned long long)cycle);
  }
  set[channel / 64U] |= bit;
  writer->any = 1;
  return FLITLOCK_OK;
}

int flitlock_event_writer_flit(struct flitlock_event_writer *writer, uint64_t cycle, uint32_t channel,
                               const struct flitlock_flit *flit) {
  int status = take(writer, cycle, channel, writer->flit_set, "flit");
  if (status == FLITLOCK_OK) {
    struct slot *slot = &writer->slot[channel];
    events_get_fields(flit, slot->now);
    slot->now_hash = flit->payload ? XXH32(flit->payload, (size_t)flit->units * writer->unit_bytes, 0) : 0U;
  }
  return status;
}

int flitlock_event_writer_credit(struct flitlock_event_writer *writer, uint64_t cycle, uint32_t channel,
                                 uint32_t word) {
  if (word == 0) return writer->failure.status;
  int status = take(writer, cycle, channel, writer->credit_set, "credit");
  if (status == FLITLOCK_OK) {
    writer->slot[channel].credit = word;
  }
  return status;
}

int flitlock_event_writer_flush(struct flitlock_event_writer *writer) {
  return writer->failure.status != FLITLOCK_OK ? writer->failure.status : write_frame(writer);
}

static int write_header(struct flitlock_event_writer *writer, const struct flitlock_events_info *info) {
  char *text = NULL;
  size_t size = 0;
  int status = flitlock_events_header_make(info, &text, &size, &writer->failure);
  if (status == FLITLOCK_OK) status = reserve(writer, size);
  if (status == FLITLOCK_OK) {
    memcpy(writer->raw, text, size);
    writer->size = size;
    status = write_frame(writer);
  }
  free(text);
  return status;
}

static void destroy(struct flitlock_event_writer *writer) {
  if (writer->file) fclose(writer->file);
  ZSTD_freeCCtx(writer->zstd);
  free(writer->path);
  free(writer->slot);
  free(writer->flit_set);
  free(writer->credit_set);
  free(writer->raw);
  free(writer->packed);
  free(writer);
}

int flitlock_event_writer_open(const char *path, const struct flitlock_events_info *info,
                               struct flitlock_event_writer **writer, struct flitlock_error *error) {
  *writer = NULL;
  struct flitlock_event_writer *made = calloc(1, sizeof *made);
  if (!made) return flitlock_fail(error, FLITLOCK_E_NO_MEMORY, "%s: out of memory for the event log", path);
  made->channels = info->channels;
  made->unit_bytes = info->unit_bytes;
  made->words = info->channels / 64U + 1U;
  made->path = strdup(path);
  made->slot = calloc(info->channels + 1U, sizeof *made->slot);
  made->flit_set = calloc(made->words, sizeof *made->flit_set);
  made->credit_set = calloc(made->words, sizeof *made->credit_set);
  made->zstd = ZSTD_createCCtx();
  int status = FLITLOCK_OK;
  if (!made->path || !made->slot || !made->flit_set || !made->credit_set || !made->zstd) {
    status = flitlock_fail(&made->failure, FLITLOCK_E_NO_MEMORY, "%s: out of memory for the event log", path);
  } else {
    // A checksum of each frame tells damage from a plain end; level 1: a log is written while a run waits.
    ZSTD_CCtx_setParameter(made->zstd, ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(made->zstd, ZSTD_c_compressionLevel, 1);
    errno = 0;
    made->file = fopen(path, "wb");
    status = made->file ? write_header(made, info) : fail_system(made, "open");
  }
  if (status != FLITLOCK_OK) {
    flitlock_fail(error, status, "%s", made->failure.text);
    destroy(made);
    return status;
  }
  *writer = made;
  return FLITLOCK_OK;
}

int flitlock_event_writer_close(struct flitlock_event_writer *writer, struct flitlock_error *error) {
  if (!writer) return FLITLOCK_OK;
  // After a failure the log stays without its end, and a reader calls it cut off.
  if (writer->failure.status == FLITLOCK_OK && finish_cycle(writer) == FLITLOCK_OK &&
      reserve(writer, 3U * EVENTS_VARINT_MAX) == FLITLOCK_OK) {
    begin_frame(writer);
    put(writer, EVENTS_RECORD_END);
    put(writer, writer->events);
    write_frame(writer);
  }
  errno = 0;
  int bad = fclose(writer->file);
  writer->file = NULL;
  if (bad && writer->failure.status == FLITLOCK_OK) {
    fail_system(writer, "close");
  }
  int status = writer->failure.status;
  if (status != FLITLOCK_OK) {
    flitlock_fail(error, status, "%s", writer->failure.text);
  }
  destroy(writer);
  return status;
}
